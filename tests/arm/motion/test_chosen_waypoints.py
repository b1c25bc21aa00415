"""The waypoints of a path: as many as the tolerance needs, and refusals where none are enough."""

import math
from itertools import pairwise

import pytest
from path_samples import UNIT, every_arm, every_elbow, line, refusal, start_for

from actors.arm.forward_kinematics import end_effector
from actors.arm.motion.branch import joint_path
from actors.arm.motion.path import Path

# -- waypoints -------------------------------------------------------------------------------------


def worst(lengths, path, distances, poses):
    """How far the pen is from the path, where the joints move in straight lines."""
    off = 0.0
    for a, b, p, q in zip(distances, distances[1:], poses, poses[1:]):
        for part in (k / 24 for k in range(25)):
            pen = end_effector(lengths, [x + part * (y - x) for x, y in zip(p, q)])[:2]
            off = max(off, math.dist(pen, path.at(a + part * (b - a))))
    return off


CURVES = {
    "a circle": lambda r: Path.circle((0.55 * r, 0.2 * r), 0.1 * r),
    "a small circle": lambda r: Path.circle((0.6 * r, 0.2 * r), 0.01 * r),
    "a tiny circle": lambda r: Path.circle((0.6 * r, 0.2 * r), 0.0005 * r),
    "a circle around the base": lambda r: Path.circle((0.05 * r, 0.0), 0.75 * r),
    "a square": lambda r: Path.square((0.65 * r, 0.1 * r), 0.2 * r),
    "a line past the base": lambda r: line((0.6 * r, 0.45 * r), (-0.6 * r, 0.4 * r)),
    "a line to full stretch": lambda r: line((0.5 * r, 0.0), (r, 0.0)),
    "a line near full stretch": lambda r: line((0.95 * r, -0.3 * r), (0.95 * r, 0.3 * r)),
}


@pytest.mark.parametrize("size", [0.1, 10.0])
@pytest.mark.parametrize("curve", CURVES.values(), ids=list(CURVES))
@every_elbow
@every_arm
def test_between_waypoints_the_pen_is_within_a_twenty_thousandth_of_the_reach(
    lengths, elbow, curve, size
):
    lengths = tuple(size * length for length in lengths)
    reach = sum(lengths)
    path = curve(reach)
    distances, poses = joint_path(lengths, path, elbow, start_for(lengths))
    assert worst(lengths, path, distances, poses) <= 5e-5 * reach
    assert set(path.ends) <= set(distances) and len(distances) < 400


@pytest.mark.parametrize("radius", [1e-5, 1e-3, 0.02])
def test_the_smallest_circle_is_round(radius):
    path = Path.circle((1.2, 0.4), radius)
    found = joint_path(UNIT, path, "positive", (0.0, 0.5))
    assert worst(UNIT, path, *found) <= 0.003 * radius  # a polygon with 40 corners


def test_a_spacing_is_the_largest_distance_and_without_refinement_the_only_reason_for_a_waypoint():
    path = Path.square((0.65, 0.1), 0.2)
    fine, _ = joint_path(UNIT, path, "positive", (0.0, 0.5), spacing=0.003)
    assert max(b - a for a, b in pairwise(fine)) <= 0.003 * (1 + 1e-9)
    near_the_base = Path.square((0.2, 0.1), 0.1)
    coarse, _ = joint_path(UNIT, near_the_base, "positive", (0.0, 0.5), spacing=0.05, refined=False)
    assert coarse == pytest.approx([0.05 * k for k in range(9)])
    both, _ = joint_path(UNIT, near_the_base, "positive", (0.0, 0.5), spacing=0.05)
    assert set(coarse) < set(both)


def test_a_path_that_needs_too_many_waypoints_is_refused():
    path = Path.circle((1.2, 0.4), 0.3)
    text = refusal(UNIT, path, "positive", (0.0, 0.5), most=50)
    assert text == (
        "the path is 1.88496 m long and needs more than 50 waypoints, "
        "so that the pen stays within 0.0001 m of it"
    )


# -- singularities ---------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [0.1, 1.0, 10.0])
@pytest.mark.parametrize(
    "points",
    [
        [(0.5, 0.0), (-0.5, 0.0)],
        [(0.5, 0.0), (0.0, 0.0), (-0.5, 0.0)],
        [(0.5, 0.0), (0.1, 0.0), (-0.1, 0.0), (-0.5, 0.0)],
        [(0.5, 0.3), (0.0, 0.0), (0.3, -0.5)],
        [(0.5, 1e-9), (-0.5, 1e-9)],
        [(0.5, 1e-6), (-0.4, 1e-6)],
        [(0.31, 1e-5), (-0.5, 1e-5)],
    ],
    ids=str,
)
@pytest.mark.parametrize("how", [{}, {"spacing": 9.0, "refined": False}, {"spacing": 0.02}])
@every_elbow
def test_a_line_through_the_base_is_refused_whatever_its_waypoints(elbow, how, points, size):
    path = line(*((size * x, size * y) for x, y in points))
    text = refusal((size / 2, size / 2), path, elbow, (0.1, 0.5), **how)
    assert "joint 1 would have to turn by" in text and text.endswith(
        "rad while the pen hardly moves"
    )


def test_a_circle_through_the_base_is_refused():
    assert "while the pen hardly moves" in refusal(
        UNIT, Path.circle((0.5, 0.0), 0.5), "positive", (0.0, 0.5)
    )


@every_elbow
def test_a_line_past_the_base_is_drawn_with_waypoints_that_show_how_fast_the_joints_turn(elbow):
    path = line((1.0, 1e-3), (-1.0, 1e-3))
    distances, poses = joint_path(UNIT, path, elbow, (0.1, 0.5))
    rates = [
        abs(q[0] - p[0]) / (b - a) for a, b, p, q in zip(distances, distances[1:], poses, poses[1:])
    ]
    # The bearing turns by 1 / 0.001 rad/m there.
    assert max(rates) == pytest.approx(1000, rel=0.02)


@pytest.mark.parametrize("points", [[(0.0, 0.0), (1.0, 0.5)], [(1.0, 0.5), (0.0, 0.0), (1.0, 0.5)]])
@every_elbow
def test_a_line_may_begin_or_end_at_the_base(elbow, points):
    _, poses = joint_path(UNIT, line(*points), elbow, (0.1, 0.5))
    assert max(abs(y - x) for a, b in pairwise(poses) for x, y in zip(a, b)) < 0.101
