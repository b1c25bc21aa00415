"""Paths of the pen: waypoints in the plane that it goes through in straight lines."""

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise

from actors.arm.dynamics import end_effector
from actors.arm.errors import MotionError

DEFAULT_SPACING = 0.0073  # of the reach, between waypoints: 4 mm for an arm of 0.55 m
SAME = 1e-9  # of the reach: points so close together count as the same one
ROUNDING = (
    1e-9  # of a piece of a path: so little more than a whole number of pieces is not one more
)

Point = tuple[float, float]  # x and y in m


def square(center: Point, side: float) -> list[Point]:
    """The corners of a square with that side (m), anticlockwise from the lower left, closed."""
    (x, y) = center
    h = side / 2
    return [(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h), (x - h, y - h)]


def circle(center: Point, radius: float, spacing: float, most: float = math.inf) -> list[Point]:
    """Waypoints on a circle, at most the spacing apart (m), anticlockwise from its right, closed.

    There are at least three pieces; raises MotionError if it would take more than so many
    waypoints.
    """
    circumference = 2 * math.pi * radius
    _check_count(circumference, spacing, most)
    pieces = max(3, math.ceil(circumference / spacing - ROUNDING))
    around = [
        (
            center[0] + radius * math.cos(2 * math.pi * k / pieces),
            center[1] + radius * math.sin(2 * math.pi * k / pieces),
        )
        for k in range(pieces)
    ]
    return [*around, around[0]]


def dense(corners: Sequence[Point], spacing: float, most: float = math.inf) -> list[Point]:
    """Waypoints on the straight edges through the corners, at most the spacing apart (m).

    Each edge is cut into equal pieces; raises MotionError if there would be more than so many
    waypoints.
    """
    _check_count(length(corners), spacing, most)
    waypoints = [corners[0]]
    for a, b in pairwise(corners):
        pieces = max(1, math.ceil(math.dist(a, b) / spacing - ROUNDING))
        waypoints += [
            (a[0] + (b[0] - a[0]) * k / pieces, a[1] + (b[1] - a[1]) * k / pieces)
            for k in range(1, pieces + 1)
        ]
    if len(waypoints) > most:
        raise MotionError(f"the path has {len(waypoints)} waypoints, at most {most} are allowed")
    return waypoints


def _check_count(length: float, spacing: float, most: float) -> None:
    """Refuses a path before so many waypoints are made that memory would not hold them."""
    if not length <= spacing * most:
        raise MotionError(
            f"the path is {length:g} m long and would need more than {most} waypoints: "
            f"spacing must be larger, it is {spacing:g} m"
        )


def spacing_for(lengths: Sequence[float], spacing: float | None = None) -> float:
    """The spacing (m) that was requested, or the default for lengths (n,) in m."""
    spacing = spacing or DEFAULT_SPACING * sum(lengths)
    if not spacing > 0:
        raise MotionError(
            f"spacing must be given, there is none for so small a reach as {sum(lengths):g} m"
        )
    return spacing


def from_pen(
    corners: Sequence[Point], lengths: Sequence[float], pose: Sequence[float]
) -> list[Point]:
    """The corners of a path that begins where the pen is, in a pose (n,) in rad.

    If all of the corners are there already, that place is the only corner.
    """
    pen = end_effector(lengths, pose)[:2]
    apart = [math.dist(pen, corner) > SAME * sum(lengths) for corner in corners]
    if not any(apart):
        return [pen]
    return [pen, *(corners if apart[0] else corners[1:])]


def length(waypoints: Sequence[Point]) -> float:
    """The length of a path, in m."""
    return sum(math.dist(a, b) for a, b in pairwise(waypoints))


def knots(waypoints: Sequence[Point]) -> tuple[float, ...]:
    """The path parameter s at each waypoint: the share of the length up to there, from 0 to 1.

    The path must not have the length 0.
    """
    travelled = list(accumulate((math.dist(a, b) for a, b in pairwise(waypoints)), initial=0.0))
    return tuple(distance / travelled[-1] for distance in travelled)


def between(waypoints: Sequence[Sequence[float]], k: float) -> tuple[float, ...]:
    """On the straight line between two neighbours; 2.5 is half way from the third to the fourth."""
    before = min(int(k), len(waypoints) - 2)
    return tuple(
        a + (k - before) * (b - a) for a, b in zip(waypoints[before], waypoints[before + 1])
    )
