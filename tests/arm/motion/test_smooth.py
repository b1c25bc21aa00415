"""Smooth legs: the pen stays on its path, and the setpoint's velocity does not jump."""

import math
import random
from itertools import pairwise

import pytest

from actors.arm.errors import MotionError
from actors.arm.forward_kinematics import end_effector
from actors.arm.motion.branch import joint_path
from actors.arm.motion.path import Path
from actors.arm.motion.smooth import JUMP, smooth_leg

CENTER = (1.2, 0.4)
CIRCLE = Path.circle(CENTER, 0.2)
SQUARE = Path.square(CENTER, 0.4)
LINE = Path.through([(1.0, 0.4), (1.4, 0.4)])
BEND = Path.through([(1.0, 0.4), (1.2, 0.4), (1.4, 0.42)])


def around(count, noise=0.0):
    """A circle of points, each of them off by up to a noise in m."""
    rnd = random.Random(count)
    turns = [2 * math.pi * k / count for k in range(count + 1)]
    return Path.through(
        [
            (
                CENTER[0] + 0.2 * math.cos(turn) + rnd.uniform(-noise, noise),
                CENTER[1] + 0.2 * math.sin(turn) + rnd.uniform(-noise, noise),
            )
            for turn in turns
        ]
    )


PATHS = {
    "circle": CIRCLE,
    "square": SQUARE,
    "line": LINE,
    "bend": BEND,
    "stroke": around(400),
    "polygon": around(12),
    "unsteady stroke": around(300, 2e-4),
}
every_path = pytest.mark.parametrize("path", PATHS.values(), ids=list(PATHS))
both_arms = pytest.mark.parametrize("links", [2, 3])
every_profile = pytest.mark.parametrize("profile", ["steady", "quintic"])


def smooth(path, profile="steady", speed=0.4, links=2, softness=1.0):
    """The leg of an arm with a reach of 2 m."""
    lengths = (2 / links,) * links
    waypoints = joint_path(lengths, path, "positive", (0.1, 0.5, 0.2)[:links])
    return smooth_leg(path, *waypoints, profile, speed, 2.0, softness)


def times(leg, count=3000):
    return [leg.duration * k / count for k in range(count + 1)]


@both_arms
@every_path
def test_the_pen_stays_on_its_path(path, links):
    leg = smooth(path, links=links)
    lengths = (2 / links,) * links
    off = [math.dist(end_effector(lengths, leg.at(t).position)[:2], leg.pen(t)) for t in times(leg)]
    assert max(off) < 5e-5 * 2  # of the reach


@every_profile
@every_path
def test_the_velocity_of_a_joint_jumps_nowhere(path, profile):
    leg = smooth(path, profile)
    still = (0.0, 0.0)
    assert leg.at(0.0).velocity == leg.at(leg.duration).velocity == still
    dt = leg.duration / 3000
    for a, b in pairwise(times(leg)):
        before, after = leg.at(a).velocity, leg.at(b).velocity
        bends = zip(leg.acceleration(a), leg.acceleration(b))
        most = [1.5 * dt * max(map(abs, pair)) for pair in bends]
        jumps = [abs(y - x) - bent for x, y, bent in zip(before, after, most)]
        assert max(jumps) < 0.02  # rad/s


@every_profile
@every_path
def test_velocity_and_acceleration_are_the_derivatives(path, profile):
    leg = smooth(path, profile)
    step = 1e-6
    for t in times(leg, 97)[1:-1]:
        before, now, after = (leg.at(t + k * step) for k in (-1, 0, 1))
        slopes = [(b - a) / (2 * step) for a, b in zip(before.position, after.position)]
        assert slopes == pytest.approx(now.velocity, abs=0.01)  # twice that at a break
        if path in (CIRCLE, LINE):
            bends = [(b - a) / (2 * step) for a, b in zip(before.velocity, after.velocity)]
            assert bends == pytest.approx(leg.acceleration(t), abs=1e-3)


@pytest.mark.parametrize("speed", [0.01, 0.4, 5.0, 50.0])
@pytest.mark.parametrize("path", [CIRCLE, SQUARE, LINE], ids=["circle", "square", "line"])
def test_the_speed_is_reached_and_not_exceeded(path, speed):
    leg = smooth(path, speed=speed)
    assert max(leg.pace.at(t).speed for t in times(leg)) == pytest.approx(speed, rel=1e-9)


@pytest.mark.parametrize("path, rests", [(CIRCLE, 0), (SQUARE, 3), (BEND, 0), (around(400), 0)])
def test_the_pen_rests_at_sharp_corners_only(path, rests):
    leg = smooth(path, speed=0.4)
    assert len(leg.pace.stretches) == rests + 1
    for start in leg.pace.starts[1:]:
        assert any(start == pytest.approx(corner) for corner in path.corners)


def test_a_faint_corner_is_passed_so_slowly_that_no_joint_jumps():
    leg = smooth(BEND)
    (k,) = leg.spline.breaks
    corner = leg.spline.distances[k]
    slopes = zip(leg.spline.on(k - 1, corner).slope, leg.spline.on(k, corner).slope)
    jump = max(abs(b - a) for a, b in slopes)
    passing = min(
        (leg.pace.at(t) for t in times(leg)), key=lambda along: abs(along.distance - corner)
    )
    assert 0 < passing.speed * jump <= JUMP * 1.01 < 0.02


def test_a_smooth_stroke_of_many_points_takes_little_longer_than_its_circle():
    assert smooth(around(2000)).duration < 1.05 * smooth(CIRCLE).duration


def test_a_softer_leg_has_smaller_accelerations_and_the_same_speed():
    def most(leg):
        return max(max(map(abs, leg.acceleration(t))) for t in times(leg))

    hard, soft = smooth(LINE), smooth(LINE, softness=4.0)
    assert most(soft) < most(hard) / 3
    assert max(soft.pace.at(t).speed for t in times(soft)) == pytest.approx(0.4)


def test_without_corners_a_profile_holds_for_the_whole_path():
    leg = smooth(LINE, "quintic")
    assert leg.duration == pytest.approx(1.875 * 0.4 / 0.4)


def test_what_would_take_too_little_time_is_refused():
    with pytest.raises(MotionError, match=r"between 0\.004 and 3600 s"):
        smooth(Path.through([(1.2, 0.4), (1.2001, 0.4)]), speed=10.0)
