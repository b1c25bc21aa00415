"""Equally spaced waypoints."""

import math
from itertools import pairwise

import pytest

from actors.arm.errors import MotionError
from actors.arm.motion.path import Path
from actors.arm.motion.waypoints import between, cuts, dense, knots, length, spacing_for

EDGE = Path.through([(0.0, 0.0), (1.0, 0.0)])
AROUND = Path.circle((0.0, 0.0), 1 / (2 * math.pi))


@pytest.mark.parametrize("spacing, pieces", [(0.004, 40), (0.16, 1), (1.0, 1), (0.15, 2)])
def test_each_edge_is_cut_into_equal_pieces_no_longer_than_the_spacing(spacing, pieces):
    path = Path.square((0.0, 0.0), 0.16)
    distances = cuts(path, spacing)
    steps = [b - a for a, b in pairwise(distances)]
    assert len(steps) == 4 * pieces
    assert steps == pytest.approx([0.16 / pieces] * len(steps), rel=1e-12)  # rounding
    for point, distance in zip(dense(path.marks, spacing), distances, strict=True):
        assert point == pytest.approx(path.at(distance), abs=1e-15)


def test_each_corner_is_a_waypoint():
    path = Path.square((0.1, 0.3), 0.7)
    assert set(path.ends) <= set(cuts(path, 0.013))


@pytest.mark.parametrize(
    "spacing, pieces",
    [(None, 4), (10.0, 4), (2 * math.pi / 7, 7), (2 * math.pi / 7.5, 8), (0.01, 629)],
)
def test_a_circle_is_cut_into_as_few_parts_as_the_spacing_allows_and_at_least_four(spacing, pieces):
    assert len(cuts(Path.circle((0.0, 0.0), 1.0), spacing)) == pieces + 1


# -- what is refused -------------------------------------------------------------------------------
@pytest.mark.parametrize("path", [EDGE, AROUND], ids=["edge", "circle"])
@pytest.mark.parametrize("spacing", [1e-9, 1e-320, 0.0099])
def test_a_path_of_too_many_waypoints_is_refused_before_they_are_made(path, spacing):
    with pytest.raises(
        MotionError, match="1 m long and would need more than 100 waypoints: spacing must be larger"
    ):
        cuts(path, spacing, 100)


def test_a_path_may_have_as_many_waypoints_as_are_allowed():
    assert len(cuts(EDGE, 0.01, 101)) == 101
    with pytest.raises(MotionError, match="has 101 waypoints, at most 100 are allowed"):
        cuts(EDGE, 0.01, 100)


@pytest.mark.parametrize("lengths, spacing", [((0.3, 0.25), 0.004), ((3.0, 2.5), 0.04)])
def test_the_default_spacing_is_a_part_of_the_reach(lengths, spacing):
    assert spacing_for(lengths) == pytest.approx(spacing, rel=0.01)  # as it is documented
    assert spacing_for(lengths, 0.5) == 0.5


def test_an_arm_without_a_size_has_no_default_spacing():
    with pytest.raises(MotionError, match="spacing must be given, there is none for so small"):
        spacing_for((1e-322, 1e-322))


# -- lengths and knots ----------------------------------------------------------------------------
# The way back counts too.
@pytest.mark.parametrize(
    "points, distance, behind",
    [
        ([(0.0, 0.0), (3.0, 4.0)], 5.0, (0.0, 1.0)),
        (Path.square((1.0, 1.0), 2.0).marks, 8.0, (0.0, 0.25, 0.5, 0.75, 1.0)),
        ([(0.0, 0.0), (1.0, 0.0), (4.0, 0.0), (4.0, 4.0)], 8.0, (0.0, 0.125, 0.5, 1.0)),
        ([(0.0, 0.0), (1.0, 0.0), (0.0, 0.0)], 2.0, (0.0, 0.5, 1.0)),
    ],
)
def test_length_and_shares_are_those_of_the_way(points, distance, behind):
    assert length(points) == distance
    assert knots(points) == behind


def test_shares_rise_from_0_to_1_though_two_thousand_pieces_are_rounded():
    behind = knots(dense(Path.square((0.3, 0.1), 0.16).marks, 0.16 / 500))
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
