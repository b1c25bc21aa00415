"""Legs: positions with their velocities and accelerations, until rest at the end."""

import math
import random
from itertools import pairwise

import pytest

from actors.arm.motion.braking import Braking
from actors.arm.motion.leg import Leg, final_pose
from actors.arm.motion.profile import PROFILES, RAMP
from actors.arm.pid import Setpoint

every_profile = pytest.mark.parametrize("profile", PROFILES)
STEP = 1e-5  # s, of numerical derivatives


def winding(profile="quintic", duration=2.0, links=2):
    """Six waypoints, unevenly spaced."""
    rng = random.Random(links)
    poses = tuple(tuple(rng.uniform(-2.0, 2.0) for _ in range(links)) for _ in range(6))
    waypoints = tuple((rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0)) for _ in range(6))
    return Leg(poses, (0.0, 0.1, 0.3, 0.35, 0.8, 1.0), profile, duration, waypoints)


def straight(profile="quintic", duration=2.0):
    return Leg(((0.0, 1.0), (1.0, -1.0)), (0.0, 1.0), profile, duration)


def times(leg, count=400):
    """Within the leg, its ends included."""
    return [leg.duration * k / count for k in range(count + 1)]


def smooth(leg, t):
    """Away from waypoints, from where a trapezoid's acceleration jumps and from the ends."""
    around = [PROFILES[leg.profile].at((t + side * 2 * STEP) / leg.duration).s for side in (-1, 1)]
    return (
        2 * STEP < t < leg.duration - 2 * STEP
        and not any(around[0] <= knot <= around[1] for knot in leg.knots)
        and all(abs(t / leg.duration - jump) > 2 * STEP for jump in (RAMP, 1 - RAMP))
    )


def derivative(f, t):
    return [(b - a) / (2 * STEP) for a, b in zip(f(t - STEP), f(t + STEP))]


def distance_from_path(pose, poses):
    """Of a pose from the polyline through the poses, in joint space."""
    found = math.inf
    for a, b in pairwise(poses):
        along = [y - x for x, y in zip(a, b)]
        part = sum((q - x) * d for q, x, d in zip(pose, a, along)) / sum(d * d for d in along)
        foot = [x + min(max(part, 0.0), 1.0) * d for x, d in zip(a, along)]
        found = min(found, math.dist(pose, foot))
    return found


# -- ends ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("t", [-5.0, -1e-9])
@every_profile
def test_before_its_beginning_a_leg_is_at_rest_on_the_first_pose(profile, t):
    assert winding(profile).at(t) == Setpoint.at_rest(winding().poses[0])


@pytest.mark.parametrize("t", [2.0, 2.0 + 1e-9, 100.0])
@every_profile
def test_from_its_end_on_a_leg_is_at_rest_on_the_last_pose(profile, t):
    leg = winding(profile)
    assert leg.at(t) == Setpoint.at_rest(leg.poses[-1])
    assert leg.acceleration(t) == (0.0, 0.0)


@every_profile
def test_a_leg_ends_in_its_last_pose(profile):
    assert final_pose(winding(profile)) == winding().poses[-1]


@pytest.mark.parametrize("t", [-1.0, 0.0, 1.0])
def test_a_leg_that_leads_nowhere_takes_no_time_and_stands_there(t):
    leg = Leg(((0.5, -0.5), (0.5, -0.5)), (0.0, 1.0), "quintic", 0.0)
    assert leg.at(t) == Setpoint.at_rest((0.5, -0.5))
    assert leg.acceleration(t) == (0.0, 0.0)
    assert final_pose(leg) == (0.5, -0.5)


@every_profile
def test_it_begins_and_ends_as_fast_as_its_profile(profile):
    begin = straight(profile).at(0.0).velocity
    end = straight(profile).at(2.0 - 1e-9).velocity
    fast = 0.5 if profile == "steady" else 0.0  # rad/s: 1 rad in 2 s
    assert begin == pytest.approx((fast, -2 * fast), abs=1e-12)  # rounding
    assert end == pytest.approx((fast, -2 * fast), abs=1e-8)  # so shortly before the end


# -- on the way ------------------------------------------------------------------------------------
@pytest.mark.parametrize("links", [2, 3])
@every_profile
def test_a_leg_stays_on_the_straight_lines_between_its_waypoints(profile, links):
    leg = winding(profile, links=links)
    # The tolerance is rounding.
    assert max(distance_from_path(leg.at(t).position, leg.poses) for t in times(leg)) <= 1e-14


@every_profile
def test_each_waypoint_is_passed_when_the_path_parameter_is_at_its_knot(profile):
    leg = winding(profile)
    for knot, pose, point in zip(leg.knots, leg.poses, leg.waypoints):
        low = 0.0
        high = leg.duration
        for _ in range(60):
            middle = (low + high) / 2
            passed = PROFILES[profile].at(middle / leg.duration).s >= knot
            low, high = (low, middle) if passed else (middle, high)
        # The bisection is as fine as rounding; a quintic's end is flat, s = 1 - 1e-16 is 1e-5
        # before it.
        assert leg.at(high).position == pytest.approx(pose, abs=1e-9)
        assert leg.pen(high) == pytest.approx(point, abs=1e-9)


@pytest.mark.parametrize("links", [2, 3])
@every_profile
def test_velocities_and_accelerations_are_the_derivatives_of_the_positions(profile, links):
    leg = winding(profile, links=links)
    compared = 0
    for t in times(leg):
        if smooth(leg, t):
            compared += 1
            # Central differences: step^2 = 1e-10 times third derivatives of some 1e3, and rounding
            # of 1e-15 / step.
            assert leg.at(t).velocity == pytest.approx(
                derivative(lambda s: leg.at(s).position, t), abs=1e-6
            )
            assert leg.acceleration(t) == pytest.approx(
                derivative(lambda s: leg.at(s).velocity, t), abs=1e-5
            )
    assert compared > 300


@every_profile
def test_positions_do_not_jump_anywhere(profile):
    leg = winding(profile)
    slopes = [
        abs(y - x) / (high - low)
        for (a, b), (low, high) in zip(pairwise(leg.poses), pairwise(leg.knots))
        for x, y in zip(a, b)
    ]
    fastest = PROFILES[profile].peak_rate / leg.duration * max(slopes)
    grid = [-0.1 + k * 1e-3 for k in range(2_201)]
    for a, b in pairwise(map(leg.at, grid)):
        # The tolerance is rounding.
        assert max(abs(y - x) for x, y in zip(a.position, b.position)) <= fastest * 1e-3 * (
            1 + 1e-6
        )


@every_profile
def test_on_one_straight_line_no_joint_turns_back(profile):
    leg = straight(profile)
    for a, b in pairwise(map(leg.at, times(leg))):
        assert a.position[0] < b.position[0] and a.position[1] > b.position[1]


@every_profile
def test_the_pen_is_meant_to_be_where_the_joints_are_meant_to_be_on_its_own_straight_line(profile):
    """Here the waypoints are the poses, so that both must agree."""
    poses = winding().poses
    leg = Leg(poses, winding().knots, profile, 2.0, poses)
    for t in (-1.0, 0.0, 0.3, 1.0, 1.7, 2.0, 9.0):
        assert leg.pen(t) == pytest.approx(leg.at(t).position, abs=1e-15)  # rounding


# -- braking ---------------------------------------------------------------------------------------
STARTS = [0.0, 0.1, 0.73, 1.0, 1.6, 1.9, 1.999, 2.0, 3.0]
every_start = pytest.mark.parametrize("start", STARTS)


@every_start
@every_profile
def test_a_braking_leg_never_leaves_the_path_that_was_checked(profile, start):
    leg = winding(profile)
    braking = Braking(leg, start, 0.25)
    for t in times(braking):
        assert distance_from_path(braking.at(t).position, leg.poses) <= 1e-14  # rounding


@every_start
@every_profile
def test_a_braking_leg_only_goes_forward_and_not_past_where_the_leg_would_have_been(profile, start):
    leg = straight(profile)
    braking = Braking(leg, start, 0.25)
    firsts = [braking.at(t).position[0] for t in times(braking)]
    assert all(a <= b for a, b in pairwise(firsts))
    # The tolerance is rounding.
    assert all(q <= leg.at(start + t).position[0] + 1e-15 for q, t in zip(firsts, times(braking)))


@every_start
@every_profile
def test_braking_begins_as_fast_as_the_leg_was(profile, start):
    leg = winding(profile)
    assert Braking(leg, start, 0.25).at(0.0) == leg.at(start)


@every_start
@every_profile
def test_braking_ends_at_rest_where_half_of_its_time_would_have_led(profile, start):
    leg = winding(profile)
    braking = Braking(leg, start, 0.25)
    for t in (0.25, 0.2500001, 7.0):
        assert braking.at(t).velocity == (0.0, 0.0)
        assert braking.at(t).position == leg.at(start + 0.125).position == final_pose(braking)


def test_braking_begins_and_ends_gradually():
    """On a steady leg the acceleration of the brake is 0 at both ends."""
    braking = Braking(straight("steady"), 0.5, 0.25)
    bends = [braking.acceleration(0.25 * k / 10)[0] for k in range(11)]
    assert bends[0] == bends[-1] == 0.0
    assert bends[5] == pytest.approx(-1.5 * 0.5 / 0.25)  # of 0.5 rad/s in 0.25 s
    assert all(bend < 0 for bend in bends[1:-1])


@pytest.mark.parametrize("start", [0.1, 0.73, 1.0, 1.6])
@every_profile
def test_velocities_of_braking_are_the_derivatives_of_its_positions(profile, start):
    leg = straight(profile)
    braking = Braking(leg, start, 0.25)
    for k in range(1, 50):
        t = 0.25 * k / 50
        # Central differences: step^2 = 1e-10 times third derivatives of some 1e2, and rounding of
        # 1e-15 / step.
        assert braking.at(t).velocity == pytest.approx(
            derivative(lambda s: braking.at(s).position, t), abs=1e-6
        )


@pytest.mark.parametrize("t", [0.0, 0.05, 0.1, 0.2])
def test_braking_can_be_braked_once_more_on_the_same_path(t):
    """The arm stays on the path."""
    leg = winding()
    once = Braking(leg, 0.73, 0.25)
    twice = Braking(once, t, 0.25)
    assert twice.at(0.0) == once.at(t)
    assert twice.at(0.25).velocity == (0.0, 0.0)
    # The tolerance is rounding.
    assert all(distance_from_path(twice.at(s).position, leg.poses) <= 1e-14 for s in times(twice))


@pytest.mark.parametrize("t", [-1.0, -0.03, -1e-9])
def test_before_its_beginning_braking_is_on_its_leg_at_full_speed(t):
    """An arm that is late has not come to where the braking begins."""
    leg = winding()
    assert Braking(leg, 0.73, 0.25).at(t) == leg.at(0.73 + t)
