"""Paths of the pen: waypoints in the plane, connected by straight lines."""

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise

from actors.arm.errors import MotionError
from actors.arm.forward_kinematics import end_effector

DEFAULT_SPACING = 0.0073  # a fraction of the reach: 4 mm for an arm of 0.55 m
SAME = 1e-9  # a fraction of the reach: points so close together count as the same point
ROUNDING = 1e-9  # a fraction of a piece: so small a rest does not need another piece

Point = tuple[float, float]  # x and y in m


def square(center: Point, side: float) -> list[Point]:
    """Return the corners of a square with the given side (m).

    They go anticlockwise from the lower left corner back to it: 5 points in m.
    """
    (x, y) = center
    h = side / 2
    return [(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h), (x - h, y - h)]


def circle(center: Point, radius: float, spacing: float, most: float = math.inf) -> list[Point]:
    """Return waypoints (k, 2) in m on a circle, anticlockwise from its rightmost point back to it.

    radius    m
    spacing   m, the largest distance between two waypoints; there are at least three pieces
    most      the largest number of waypoints

    Raises MotionError if the circle would need more waypoints.
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
    """Return waypoints (k, 2) in m on the straight edges between the corners.

    corners   (j, 2) in m
    spacing   m, the largest distance between two waypoints: each edge is cut into equal pieces
    most      the largest number of waypoints

    Raises MotionError if the path would need more waypoints.
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
    """Raise MotionError for a path that is too long, before its waypoints fill the memory."""
    if not length <= spacing * most:
        raise MotionError(
            f"the path is {length:g} m long and would need more than {most} waypoints: "
            f"spacing must be larger, it is {spacing:g} m"
        )


def spacing_for(lengths: Sequence[float], spacing: float | None = None) -> float:
    """Return the requested spacing (m), or the default one for links of lengths (n,) in m.

    Raises MotionError if the reach is so small that the default one is 0.
    """
    spacing = spacing or DEFAULT_SPACING * sum(lengths)
    if not spacing > 0:
        raise MotionError(
            f"spacing must be given, there is none for so small a reach as {sum(lengths):g} m"
        )
    return spacing


def from_pen(
    corners: Sequence[Point], lengths: Sequence[float], pose: Sequence[float]
) -> list[Point]:
    """Return the corners (k, 2) in m of a path that begins at the pen, for a pose (n,) in rad.

    If all corners are at the pen, the path has this single corner.
    """
    pen = end_effector(lengths, pose)[:2]
    apart = [math.dist(pen, corner) > SAME * sum(lengths) for corner in corners]
    if not any(apart):
        return [pen]
    return [pen, *(corners if apart[0] else corners[1:])]


def length(waypoints: Sequence[Point]) -> float:
    """Return the length of a path in m."""
    return sum(math.dist(a, b) for a, b in pairwise(waypoints))


def knots(waypoints: Sequence[Point]) -> tuple[float, ...]:
    """Return the path parameter s (k,) at the waypoints, from 0 to 1.

    s is the fraction of the length of the path that lies before a waypoint. The length must not be
    0.
    """
    travelled = list(accumulate((math.dist(a, b) for a, b in pairwise(waypoints)), initial=0.0))
    return tuple(distance / travelled[-1] for distance in travelled)


def between(waypoints: Sequence[Sequence[float]], k: float) -> tuple[float, ...]:
    """Interpolate linearly between two neighbours: 2.5 is half way from the third to the fourth."""
    before = min(int(k), len(waypoints) - 2)
    return tuple(
        a + (k - before) * (b - a) for a, b in zip(waypoints[before], waypoints[before + 1])
    )
