"""Headings of three links along a path: smooth, and with little turning of the joints."""

import math
import random
from itertools import pairwise

import pytest
from path_samples import every_elbow, line, refusal

from actors.arm.choice import TURN
from actors.arm.forward_kinematics import end_effector
from actors.arm.motion.branch import ELBOWS, elbow_of, joint_path
from actors.arm.motion.path import Path
from actors.arm.motion.steering import steering

UNIT = (1.0, 1.0, 1.0)
ARMS = [UNIT, (1.0, 0.8, 0.5), (0.05, 0.03, 0.02), (5.0, 1.5, 3.5)]
every_arm = pytest.mark.parametrize("lengths", ARMS, ids=str)
NEAR = (0.3, 0.5, 0.2)


def drawn(lengths, path, elbow, near=NEAR, allowed=None):
    """Distances and poses on a path, which are where they should be."""
    distances, poses = joint_path(lengths, path, elbow, near, allowed)
    for distance, pose in zip(distances, poses):
        off = math.dist(end_effector(lengths, pose)[:2], path.at(distance))
        assert off <= 1e-9 * sum(lengths)
        assert elbow_of(pose) == elbow or abs(math.sin(pose[1])) < 1e-6
    return distances, poses


def turned(poses):
    """By how much each joint turns on the whole way, in rad."""
    return [sum(abs(b - a) for a, b in pairwise(angles)) for angles in zip(*poses)]


# -- what can be drawn -----------------------------------------------------------------------------
@pytest.mark.parametrize("radius", [0.5, 0.9, 0.9999, 1.0])
@every_elbow
@every_arm
def test_a_circle_around_the_base_is_drawn_and_the_heading_turns_along_with_it(
    lengths, elbow, radius
):
    path = Path.circle((0.0, 0.0), radius * sum(lengths))
    _, poses = drawn(lengths, path, elbow)
    assert poses[-1][0] - poses[0][0] == pytest.approx(TURN, abs=0.5)
    assert max(turned(poses)[1:]) < 1.5


@pytest.mark.parametrize(
    "points", [[(0.4, 0.06), (-0.4, 0.04)], [(0.3, 0.1), (-0.03, 0.02)]], ids=str
)
@every_elbow
def test_a_line_past_the_base_is_drawn_without_haste(elbow, points):
    path = line(*((3 * x, 3 * y) for x, y in points))
    distances, poses = drawn(UNIT, path, elbow)
    rates = [
        abs(y - x) / (d - c)
        for c, d, a, b in zip(distances, distances[1:], poses, poses[1:])
        for x, y in zip(a, b)
    ]
    assert max(rates) < 3.0  # rad/m


@every_elbow
@every_arm
def test_a_line_to_full_stretch_is_drawn_to_its_end(lengths, elbow):
    reach = sum(lengths)
    _, poses = drawn(lengths, line((0.4 * reach, 0.0), (reach, 0.0)), elbow)
    assert [math.cos(angle) for angle in poses[-1][1:]] == pytest.approx([1.0, 1.0], abs=1e-6)


def test_limits_are_kept_by_other_headings_where_one_heading_would_not_do():
    """The second joint has little room."""
    lengths = (1.0, 0.8, 0.5)
    path = line((1.5, -0.6), (1.2, 0.9))
    allowed = ((-1.8, 1.8), (0.6, 1.2), (-2.0, 2.0))
    near = (-0.7, 0.9, 0.2)
    _, poses = drawn(lengths, path, "positive", near, allowed)
    for pose in poses:
        assert all(low <= angle <= high for angle, (low, high) in zip(pose, allowed))


def test_limits_that_no_heading_keeps_are_refused():
    text = refusal(
        UNIT, line((1.0, 0.0), (2.5, 0.0)), "positive", NEAR, ((0.5, 0.6), (0.0, 3.0), (-3.0, 3.0))
    )
    assert text.endswith("and no other heading of link 3 was found that would help")


def random_paths(count):
    for seed in range(count):
        rng = random.Random(seed)
        lengths = [rng.uniform(0.2, 1.0) for _ in range(3)]
        points = []
        while len(points) < 3:
            x, y, _ = end_effector(lengths, [rng.uniform(-3.0, 3.0) for _ in range(3)])
            hole = max(lengths) - (sum(lengths) - max(lengths))
            if max(0.1, hole + 0.1) < math.hypot(x, y) < 0.95 * sum(lengths):
                points.append((x, y))
        path = line(*points)
        nearest = min(
            math.hypot(*path.at(path.length * k / 200)) - max(hole, 0.0) for k in range(201)
        )
        if nearest > 0.02 * sum(lengths):
            yield lengths, path, rng


def test_whatever_is_within_reach_is_drawn_without_limits():
    count = 0
    for lengths, path, rng in random_paths(12):
        near = [rng.uniform(-2.0, 2.0) for _ in range(3)]
        drawn(lengths, path, rng.choice(list(ELBOWS)), near)
        count += 1
    assert count > 5


# -- how it is drawn -------------------------------------------------------------------------------
@pytest.mark.parametrize("turns", [0, 2])
@every_elbow
@every_arm
def test_an_arm_whose_pen_is_at_the_start_begins_as_it_is(lengths, elbow, turns):
    reach = sum(lengths)
    bend = -0.8 if ELBOWS[elbow] else 0.8
    near = (0.3 + TURN * turns, bend - TURN * turns, 0.6)
    path = line((-0.4 * reach, 0.5 * reach)).from_pen(end_effector(lengths, near)[:2], reach)
    _, poses = drawn(lengths, path, elbow, near)
    assert poses[0] == pytest.approx(near, abs=1e-9)


def test_the_joints_turn_less_than_with_one_heading():
    path = Path.square((1.5, 0.3), 0.9)
    _, poses = drawn(UNIT, path, "positive")
    kept, fixed = 0.8, []
    for k in range(401):
        x, y = path.at(path.length * k / 400)
        # Two links reach the wrist, if the heading is that of the arm as it comes.
        fixed.append((x - math.cos(kept), y - math.sin(kept)))
    bearings = [math.atan2(y, x) for x, y in fixed]
    leads = [math.acos(math.hypot(x, y) / 2) for x, y in fixed]
    first = [bearing - lead for bearing, lead in zip(bearings, leads)]
    second = [2 * lead for lead in leads]
    third = [kept - a - b for a, b in zip(first, second)]
    assert sum(turned(poses)) < 0.8 * sum(turned(list(zip(first, second, third))))


@every_elbow
@every_arm
def test_rates_change_smoothly(lengths, elbow):
    """Two links that draw the same circle need 4 rad and bends of 24 rad, by the reach."""
    reach = sum(lengths)
    path = Path.circle((0.5 * reach, 0.1 * reach), 0.2 * reach)
    step = path.length / 500
    distances, poses = joint_path(lengths, path, elbow, NEAR, spacing=step)
    for joint in zip(*poses):
        rates = [(y - x) / (b - a) for (x, y), (a, b) in zip(pairwise(joint), pairwise(distances))]
        assert max(map(abs, rates)) * reach < 6.0
        assert max(abs(b - a) for a, b in pairwise(rates)) / step * reach**2 < 200.0


def test_the_same_question_has_the_same_answer_to_the_last_bit():
    path = Path.square((1.2, 0.3), 0.6)
    first, second = (steering(UNIT, path, 0, NEAR, None) for _ in range(2))
    assert first == second is not None
