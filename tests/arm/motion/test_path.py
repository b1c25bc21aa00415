"""Paths of the pen as waypoints."""

import math
from itertools import pairwise

import pytest

from actors.arm.errors import MotionError
from actors.arm.motion.path import (
    SAME,
    between,
    circle,
    dense,
    from_pen,
    knots,
    length,
    spacing_for,
    square,
)


def test_a_square_is_closed_and_goes_anticlockwise_from_the_lower_left():
    assert square((1.0, 2.0), 2.0) == [(0.0, 1.0), (2.0, 1.0), (2.0, 3.0), (0.0, 3.0), (0.0, 1.0)]


@pytest.mark.parametrize("spacing, pieces", [(0.004, 40), (0.16, 1), (1.0, 1), (0.15, 2)])
def test_each_edge_is_cut_into_equal_pieces_no_longer_than_the_spacing(spacing, pieces):
    points = dense(square((0.0, 0.0), 0.16), spacing)
    steps = [math.dist(a, b) for a, b in pairwise(points)]
    assert len(steps) == 4 * pieces
    assert steps == pytest.approx([0.16 / pieces] * len(steps), rel=1e-12)  # rounding


def test_each_corner_is_a_waypoint():
    corners = square((0.1, 0.3), 0.7)
    points = dense(corners, 0.013)
    edge = (len(points) - 1) // 4
    for corner, point in zip(corners, points[::edge]):
        assert point == pytest.approx(corner, abs=1e-15)  # rounding


# -- circles ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("spacing", [0.003, 0.1, 0.5, 2.0])
def test_a_circle_is_closed_goes_anticlockwise_from_its_right_and_keeps_the_spacing(spacing):
    center = (0.5, -0.25)
    radius = 0.4
    points = circle(center, radius, spacing)
    assert points[0] == points[-1] == (0.9, -0.25)
    assert [math.dist(center, point) for point in points] == pytest.approx(
        [radius] * len(points), rel=1e-12
    )
    turns = [
        math.remainder(bearing(center, b) - bearing(center, a), 2 * math.pi)
        for a, b in pairwise(points)
    ]
    # Equal steps, all to the left, once around; rounding.
    assert turns == pytest.approx([2 * math.pi / len(turns)] * len(turns), abs=1e-12)
    assert max(math.dist(a, b) for a, b in pairwise(points)) <= max(
        spacing, radius * math.sqrt(3)
    ) * (1 + 1e-12)
    assert len(points) == 4 or max(math.dist(a, b) for a, b in pairwise(points)) <= spacing


def bearing(center, point):
    return math.atan2(point[1] - center[1], point[0] - center[0])


@pytest.mark.parametrize(
    "spacing, pieces", [(10.0, 3), (2 * math.pi / 7, 7), (2 * math.pi / 7.5, 8), (0.01, 629)]
)
def test_a_circle_has_as_few_points_as_the_spacing_allows_and_at_least_three(spacing, pieces):
    assert len(circle((0.0, 0.0), 1.0, spacing)) == pieces + 1


# -- lengths and knots ----------------------------------------------------------------------------
# The way back counts too.
@pytest.mark.parametrize(
    "points, distance, behind",
    [
        ([(0.0, 0.0), (3.0, 4.0)], 5.0, (0.0, 1.0)),
        (square((1.0, 1.0), 2.0), 8.0, (0.0, 0.25, 0.5, 0.75, 1.0)),
        ([(0.0, 0.0), (1.0, 0.0), (4.0, 0.0), (4.0, 4.0)], 8.0, (0.0, 0.125, 0.5, 1.0)),
        ([(0.0, 0.0), (1.0, 0.0), (0.0, 0.0)], 2.0, (0.0, 0.5, 1.0)),
    ],
)
def test_length_and_shares_are_those_of_the_way(points, distance, behind):
    assert length(points) == distance
    assert knots(points) == behind


def test_shares_rise_from_0_to_1_though_two_thousand_pieces_are_rounded():
    behind = knots(dense(square((0.3, 0.1), 0.16), 0.16 / 500))
    assert behind[0] == 0.0
    # 2,000 sums, each rounded.
    assert behind[-1] == pytest.approx(1.0, abs=1e-12) and max(behind) <= 1.0
    assert all(a < b for a, b in pairwise(behind))


# -- between ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "k, place",
    [(0, (0.0, 0.0)), (0.25, (1.0, 2.0)), (1, (4.0, 8.0)), (1.5, (4.0, 4.0)), (2, (4.0, 0.0))],
)
def test_between_two_waypoints_it_goes_straight(k, place):
    assert between([(0.0, 0.0), (4.0, 8.0), (4.0, 0.0)], k) == place


# -- what is refused -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "draw",
    [
        lambda spacing, most: dense([(0.0, 0.0), (1.0, 0.0)], spacing, most),
        lambda spacing, most: circle((0.0, 0.0), 1 / (2 * math.pi), spacing, most),
    ],
    ids=["edge", "circle"],
)
@pytest.mark.parametrize("spacing", [1e-9, 1e-320, 0.0099])
def test_a_path_of_too_many_waypoints_is_refused_before_they_are_made(draw, spacing):
    with pytest.raises(
        MotionError, match="1 m long and would need more than 100 waypoints: spacing must be larger"
    ):
        draw(spacing, 100)


def test_a_path_may_have_as_many_waypoints_as_are_allowed():
    assert len(dense([(0.0, 0.0), (1.0, 0.0)], 0.01, 101)) == 101
    with pytest.raises(MotionError, match="has 101 waypoints, at most 100 are allowed"):
        dense([(0.0, 0.0), (1.0, 0.0)], 0.01, 100)


@pytest.mark.parametrize("lengths, spacing", [((0.3, 0.25), 0.004), ((3.0, 2.5), 0.04)])
def test_the_default_spacing_is_a_part_of_the_reach(lengths, spacing):
    assert spacing_for(lengths) == pytest.approx(spacing, rel=0.01)  # as it is documented
    assert spacing_for(lengths, 0.5) == 0.5


def test_an_arm_without_a_size_has_no_default_spacing():
    with pytest.raises(MotionError, match="spacing must be given, there is none for so small"):
        spacing_for((1e-322, 1e-322))


# -- from where the pen is -------------------------------------------------------------------------
UNIT = (1.0, 1.0)
STRETCHED = (0.0, 0.0)  # the pen is at (2, 0)
NEARLY = (2.0 - SAME, 0.0)


@pytest.mark.parametrize(
    "corners, path",
    [
        ([(1.0, 1.0)], [(2.0, 0.0), (1.0, 1.0)]),
        ([(1.0, 1.0), (0.0, 1.0)], [(2.0, 0.0), (1.0, 1.0), (0.0, 1.0)]),
        ([(2.0, 0.0), (1.0, 1.0)], [(2.0, 0.0), (1.0, 1.0)]),
        ([NEARLY, (1.0, 1.0)], [(2.0, 0.0), (1.0, 1.0)]),
        ([(1.0, 1.0), (2.0, 0.0)], [(2.0, 0.0), (1.0, 1.0), (2.0, 0.0)]),
        ([(2.0, 0.0)], [(2.0, 0.0)]),
        ([NEARLY, (2.0, 0.0)], [(2.0, 0.0)]),
    ],
    ids=str,
)
def test_a_path_from_the_pen_begins_there_and_has_no_edge_without_a_length(corners, path):
    assert from_pen(corners, UNIT, STRETCHED) == path
