"""Legs from what was asked for: how long they take, and when that is refused."""

import math

import pytest

from actors.arm.errors import MotionError
from actors.arm.limits import Limits
from actors.arm.motion.path import Path
from actors.arm.motion.profile import PROFILES
from actors.arm.motion.timing import DEFAULT_RATE, LONGEST, SHORTEST, joint_leg, pen_leg
from actors.arm.motion.waypoints import dense

FREE = Limits()
every_profile = pytest.mark.parametrize("profile", PROFILES)


def fastest(leg):
    """rad/s, of any joint, and m/s of the pen if it has points."""
    moments = [leg.duration * k / 2000 for k in range(2000)]
    return max(max(map(abs, leg.at(t).velocity)) for t in moments)


# -- joints ----------------------------------------------------------------------------------------
@every_profile
def test_with_a_duration_a_motion_takes_so_long(profile):
    leg = joint_leg((0.0, 1.0), (2.0, -1.0), FREE, profile, duration=3.5)
    assert (leg.duration, leg.profile, leg.waypoints) == (3.5, profile, None)
    assert (leg.poses, leg.knots) == (((0.0, 1.0), (2.0, -1.0)), (0.0, 1.0))


@pytest.mark.parametrize("velocity", [0.1, 1.0, 7.0])
@every_profile
def test_with_a_velocity_the_fastest_joint_is_just_as_fast(profile, velocity):
    leg = joint_leg((0.0, 1.0), (2.0, -0.5), FREE, profile, velocity=velocity)
    # The middle is among the moments; rounding.
    assert fastest(leg) == pytest.approx(velocity, rel=1e-12)


@every_profile
def test_with_neither_no_joint_is_faster_than_is_easy(profile):
    # The tolerance is rounding.
    assert fastest(joint_leg((0.0, 1.0), (2.0, -0.5), FREE, profile)) == pytest.approx(
        DEFAULT_RATE, rel=1e-12
    )


@pytest.mark.parametrize(
    "limits, slowest",
    [
        ((0.5, 2.0), 2.0 / 0.5),
        ((5.0, 0.1), 1.5 / 0.1),
        ((5.0, 5.0), 2.0 / DEFAULT_RATE),
        ((1.0, 0.75), 2.0),
    ],
)
@every_profile
def test_with_neither_and_limits_the_joint_that_needs_longest_decides(profile, limits, slowest):
    leg = joint_leg((0.0, 1.0), (2.0, -0.5), Limits(velocity=limits), profile)
    # The tolerance is rounding.
    assert leg.duration == pytest.approx(PROFILES[profile].peak_rate * slowest, rel=1e-12)
    moments = [leg.duration * k / 2000 for k in range(2000)]
    for joint, bound in enumerate(limits):
        assert max(abs(leg.at(t).velocity[joint]) for t in moments) <= bound * (1 + 1e-12)


def test_what_was_asked_for_is_not_made_slower_by_the_limits():
    """Whoever asks for too much is refused later, and told so."""
    assert (
        joint_leg(
            (0.0, 0.0), (2.0, 0.0), Limits(velocity=(0.1, 0.1)), "steady", velocity=2.0
        ).duration
        == 1.0
    )
    assert (
        joint_leg(
            (0.0, 0.0), (2.0, 0.0), Limits(velocity=(0.1, 0.1)), "steady", duration=0.5
        ).duration
        == 0.5
    )


@pytest.mark.parametrize("velocity", [None, 2.0])
def test_a_motion_to_where_the_arm_is_takes_as_long_as_one_setpoint(velocity):
    assert joint_leg((0.5, 1.0), (0.5, 1.0), FREE, velocity=velocity).duration == SHORTEST


def test_a_motion_to_where_the_arm_is_may_be_asked_to_take_its_time():
    leg = joint_leg((0.5, 1.0), (0.5, 1.0), FREE, duration=2.0)
    assert leg.at(1.0).position == (0.5, 1.0) and leg.at(1.0).velocity == (0.0, 0.0)


def test_joints_move_by_a_quintic_unless_told_otherwise():
    assert joint_leg((0.0, 0.0), (1.0, 1.0), FREE).profile == "quintic"


@pytest.mark.parametrize(
    "asked",
    [{"duration": LONGEST * 1.001}, {"velocity": 1e-5}, {"velocity": 5e-324}, {"duration": 1e308}],
    ids=str,
)
def test_motions_of_more_than_an_hour_are_refused_with_what_they_would_take(asked):
    with pytest.raises(
        MotionError, match=r"^the motion must take between 0.004 and 3600 s, it would take .* s$"
    ):
        joint_leg((0.0, 0.0), (2.0, 0.0), FREE, **asked)


@pytest.mark.parametrize("duration", [0.0039, 1e-200, 5e-324])
def test_motions_that_are_over_before_the_second_setpoint_are_refused(duration):
    with pytest.raises(MotionError, match=r"between 0\.004 and 3600 s"):
        joint_leg((0.0, 0.0), (1.0, 0.0), FREE, duration=duration)
    with pytest.raises(MotionError, match=r"between 0\.004 and 3600 s"):
        pen_leg(CORNERS, CORNERS, "steady", 0.8 / duration)


@pytest.mark.parametrize("size", [0.0, 1e-20, 1e-200, 1e-320])
def test_a_way_without_a_length_is_refused(size):
    with pytest.raises(MotionError, match="must be apart"):
        points = Path.square((0.5, 0.5), size).marks
        pen_leg(points, points, "steady", 0.1)


def test_a_motion_of_an_hour_is_not():
    assert joint_leg((0.0, 0.0), (2.0, 0.0), FREE, duration=LONGEST).duration == LONGEST


def test_a_way_beyond_all_numbers_is_refused():
    with pytest.raises(MotionError, match="would take inf s"):
        joint_leg((-1.7e308, 0.0), (1.7e308, 0.0), FREE)


# -- the pen ---------------------------------------------------------------------------------------
CORNERS = Path.square((0.3, 0.1), 0.2).marks


@pytest.mark.parametrize("speed", [0.01, 0.1, 2.0])
@every_profile
def test_a_pen_is_at_its_fastest_as_fast_as_was_asked(profile, speed):
    points = dense(CORNERS, 0.05)
    leg = pen_leg(points, points, profile, speed)  # the poses do not matter here
    # The tolerance is rounding.
    assert leg.duration == pytest.approx(0.8 * PROFILES[profile].peak_rate / speed, rel=1e-12)
    moments = [leg.duration * k / 500 for k in range(500)]
    step = leg.duration * 1e-6
    fastest = max(math.dist(leg.pen(t), leg.pen(t + step)) / step for t in moments)
    assert fastest == pytest.approx(speed, rel=1e-5)  # forward differences of so small a step


def test_a_pen_leg_has_the_points_and_poses_it_was_given():
    poses = [(0.1 * k, 0.2 * k) for k in range(5)]
    leg = pen_leg(CORNERS, poses, "steady", 0.1)
    assert (leg.waypoints, leg.poses) == (tuple(CORNERS), tuple(poses))
    assert leg.knots == pytest.approx((0.0, 0.25, 0.5, 0.75, 1.0), abs=1e-15)  # rounding


@pytest.mark.parametrize(
    "points",
    [
        [(0.0, 0.0), (1.0, 0.0), (1.0, 0.0)],
        [(0.0, 0.0), (0.0, 0.0), (1.0, 0.0)],
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1e-20), (2.0, 0.0)],
    ],
    ids=str,
)
def test_neighbours_that_are_as_good_as_the_same_are_refused(points):
    with pytest.raises(MotionError, match="the points must be apart"):
        pen_leg(points, points, "steady", 0.1)


@pytest.mark.parametrize("speed", [1e-5, 5e-324])
def test_drawing_for_more_than_an_hour_is_refused(speed):
    with pytest.raises(MotionError, match=r"between 0\.004 and 3600 s"):
        pen_leg(CORNERS, CORNERS, "steady", speed)
