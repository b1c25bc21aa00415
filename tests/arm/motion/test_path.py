"""Paths of the pen as waypoints."""

import math
from itertools import pairwise

import pytest

from actors.arm.motion.path import between, circle, dense, knots, length, square


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
# Back again counts as way.
@pytest.mark.parametrize(
    "points, way, behind",
    [
        ([(0.0, 0.0), (3.0, 4.0)], 5.0, (0.0, 1.0)),
        (square((1.0, 1.0), 2.0), 8.0, (0.0, 0.25, 0.5, 0.75, 1.0)),
        ([(0.0, 0.0), (1.0, 0.0), (4.0, 0.0), (4.0, 4.0)], 8.0, (0.0, 0.125, 0.5, 1.0)),
        ([(0.0, 0.0), (1.0, 0.0), (0.0, 0.0)], 2.0, (0.0, 0.5, 1.0)),
    ],
)
def test_length_and_shares_are_those_of_the_way(points, way, behind):
    assert length(points) == way
    assert knots(points) == behind


def test_shares_rise_from_0_to_1_though_two_thousand_pieces_are_rounded():
    behind = knots(dense(square((0.3, 0.1), 0.16), 0.16 / 500))
    assert behind[0] == 0.0
    # 2,000 sums, each rounded.
    assert behind[-1] == pytest.approx(1.0, abs=1e-12) and max(behind) <= 1.0
    assert all(a < b for a, b in pairwise(behind))


# -- between ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "share, station",
    [(0, (0.0, 0.0)), (0.25, (1.0, 2.0)), (1, (4.0, 8.0)), (1.5, (4.0, 4.0)), (2, (4.0, 0.0))],
)
def test_between_two_stations_it_goes_straight(share, station):
    assert between([(0.0, 0.0), (4.0, 8.0), (4.0, 0.0)], share) == station
