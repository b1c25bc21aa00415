"""Paths of the pen: shapes, and places, directions and corners along them."""

import math
import random

import pytest

from actors.arm.errors import MotionError
from actors.arm.motion.path import SAME, Path
from actors.arm.motion.pieces import Arc, Line

CIRCLE = Path.circle((0.5, -0.25), 0.4)
# A line, and an arc that goes on in its direction and comes back above it.
HOOK = Path((Line((0.0, 0.0), (1.0, 0.0)), Arc((1.0, 0.5), 0.5, -math.pi / 2, math.pi)))
# The same arc, drawn clockwise after a corner.
BACK = Path((Line((0.0, 1.0), (1.0, 1.0)), Arc((1.0, 0.5), 0.5, math.pi / 2, -math.pi / 2)))
PATHS = [Path.square((1.0, 2.0), 2.0), CIRCLE, HOOK, BACK, Path.through([(0.0, 0.0), (3.0, 4.0)])]
ROUNDING = 1e-12


def test_a_square_is_closed_and_goes_anticlockwise_from_the_lower_left():
    square = Path.square((1.0, 2.0), 2.0)
    assert square.marks == [(0.0, 1.0), (2.0, 1.0), (2.0, 3.0), (0.0, 3.0), (0.0, 1.0)]
    assert (square.length, square.corners, square.closed) == (8.0, (2.0, 4.0, 6.0), True)
    assert square.size == math.sqrt(8)


def test_a_circle_is_closed_and_goes_anticlockwise_from_its_right():
    assert CIRCLE.length == 2 * math.pi * 0.4
    assert CIRCLE.closed and CIRCLE.corners == ()
    assert CIRCLE.size == pytest.approx(0.8 * math.sqrt(2), rel=ROUNDING)
    for k, place in enumerate([(0.9, -0.25), (0.5, 0.15), (0.1, -0.25), (0.5, -0.65)]):
        distance = CIRCLE.length * k / 4
        assert CIRCLE.at(distance) == pytest.approx(place, abs=ROUNDING)
        heading = math.atan2(*CIRCLE.direction(distance)[::-1])
        assert math.cos(heading - math.pi / 2 * (k + 1)) == pytest.approx(1.0, abs=ROUNDING)
        assert CIRCLE.curvature(distance) == 2.5


@pytest.mark.parametrize("radius", [1e-6, 0.02, 5.0])
def test_every_place_on_a_circle_is_as_far_from_its_centre_as_the_radius(radius):
    path = Path.circle((0.5, -0.25), radius)
    for k in range(100):
        distance = path.length * k / 99
        assert math.dist(path.at(distance), (0.5, -0.25)) == pytest.approx(radius, rel=1e-9)


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_the_direction_is_how_the_place_changes_and_the_curvature_how_the_direction_turns(path):
    rng = random.Random(1)
    step = 1e-6
    for _ in range(50):
        distance = rng.uniform(0.0, path.length)
        if min(abs(distance - end) for end in path.ends) < 2 * step:
            continue
        (ax, ay), (bx, by) = path.at(distance - step), path.at(distance + step)
        moved = ((bx - ax) / (2 * step), (by - ay) / (2 * step))
        assert path.direction(distance) == pytest.approx(moved, abs=1e-8)
        (ax, ay), (bx, by) = path.direction(distance - step), path.direction(distance + step)
        turned = math.atan2(ax * by - ay * bx, ax * bx + ay * by) / (2 * step)
        assert path.curvature(distance) == pytest.approx(turned, abs=1e-8)


def test_there_is_a_corner_only_where_the_direction_jumps():
    assert HOOK.corners == () and len(HOOK.ends) == 3
    assert BACK.corners == ()
    sharp = Path.through([(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (2.0, 0.5)])
    assert sharp.corners == (2.0, 3.0)
    assert not sharp.closed
    assert sharp.direction(2.0) == (0.0, 1.0)
    assert sharp.direction(2.0, arriving=True) == (1.0, 0.0)
    assert sharp.direction(3.5) == sharp.direction(3.5, arriving=True) == (0.0, -1.0)


def test_the_curvature_is_that_of_the_piece_and_negative_to_the_right():
    assert (HOOK.curvature(0.5), HOOK.curvature(1.0), HOOK.curvature(1.5)) == (0.0, 2.0, 2.0)
    assert HOOK.curvature(1.0, arriving=True) == 0.0
    assert BACK.curvature(1.2) == -2.0


def test_the_size_of_an_arc_is_that_of_its_outline_and_not_of_its_chord():
    assert HOOK.size == pytest.approx(math.hypot(1.5, 1.0), rel=ROUNDING)
    assert BACK.size == pytest.approx(math.hypot(1.5, 0.5), rel=ROUNDING)


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_outside_the_path_its_ends_are_meant(path):
    assert path.at(-1.0) == path.at(0.0) == path.pieces[0].start
    assert path.at(path.length + 1.0) == path.at(path.length) == path.pieces[-1].end
    assert path.direction(-1.0) == path.direction(0.0)


# -- from where the pen is -------------------------------------------------------------------------
PEN = (2.0, 0.0)
NEARLY = (2.0 - 2 * SAME, 0.0)


@pytest.mark.parametrize(
    "corners, path",
    [
        ([(1.0, 1.0)], [(2.0, 0.0), (1.0, 1.0)]),
        ([(1.0, 1.0), (0.0, 1.0)], [(2.0, 0.0), (1.0, 1.0), (0.0, 1.0)]),
        ([(2.0, 0.0), (1.0, 1.0)], [(2.0, 0.0), (1.0, 1.0)]),
        ([NEARLY, (1.0, 1.0)], [(2.0, 0.0), (1.0, 1.0)]),
        ([(1.0, 1.0), (2.0, 0.0)], [(2.0, 0.0), (1.0, 1.0), (2.0, 0.0)]),
        ([(2.0, 0.0)], [(2.0, 0.0), (2.0, 0.0)]),
        ([NEARLY, (2.0, 0.0)], [(2.0, 0.0), (2.0, 0.0)]),
    ],
    ids=str,
)
def test_a_path_from_the_pen_begins_there_and_has_no_edge_without_a_length(corners, path):
    assert Path.through(corners).from_pen(PEN, 2.0).marks == path


def test_a_circle_is_reached_by_a_line_unless_the_pen_is_there():
    assert CIRCLE.from_pen((0.9, -0.25), 2.0) == CIRCLE
    reached = CIRCLE.from_pen((0.9, -1.25), 2.0)
    assert reached.length == pytest.approx(1.0 + CIRCLE.length)
    assert reached.corners == ()  # the line goes on into the circle
    assert CIRCLE.from_pen((0.0, -0.25), 2.0).corners == (0.9,)


@pytest.mark.parametrize(
    "points",
    [
        [(1.0, 0.0), (1.0, 0.0), (0.0, 0.0)],
        [(0.0, 0.0), (1e9, 0.0), (1e9, 1e-9)],
        [(1.0, 0.0), (0.0, 0.0), (1e-20, 0.0)],
    ],
    ids=str,
)
def test_neighbours_that_are_as_good_as_the_same_are_refused(points):
    with pytest.raises(MotionError, match="points must be apart"):
        Path.through(points)
