"""Paths of the pen at the arm's tip, as waypoints."""

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise

Point = tuple[float, float]  # m


def square(center: Point, side: float) -> list[Point]:
    """The corners of a square with that side (m), anticlockwise from the lower left, closed."""
    (x, y) = center
    h = side / 2
    return [(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h), (x - h, y - h)]


def circle(center: Point, radius: float, spacing: float) -> list[Point]:
    """Points on a circle, at most the spacing apart (m), anticlockwise from its right, closed; at least a triangle."""
    pieces = max(3, math.ceil(2 * math.pi * radius / spacing - 1e-9))
    around = [
        (
            center[0] + radius * math.cos(2 * math.pi * k / pieces),
            center[1] + radius * math.sin(2 * math.pi * k / pieces),
        )
        for k in range(pieces)
    ]
    return [*around, around[0]]


def dense(points: Sequence[Point], spacing: float) -> list[Point]:
    """The straight edges through the points, cut into pieces of at most that length (m), equal on each edge."""
    waypoints = [points[0]]
    for a, b in pairwise(points):
        pieces = max(1, math.ceil(math.dist(a, b) / spacing - 1e-9))
        waypoints += [
            (a[0] + (b[0] - a[0]) * k / pieces, a[1] + (b[1] - a[1]) * k / pieces)
            for k in range(1, pieces + 1)
        ]
    return waypoints


def length(points: Sequence[Point]) -> float:
    """Of the way through the points, in m."""
    return sum(math.dist(a, b) for a, b in pairwise(points))


def shares(points: Sequence[Point]) -> tuple[float, ...]:
    """How much of the way is behind at each point, from 0 to 1; the way must have a length."""
    travelled = list(accumulate((math.dist(a, b) for a, b in pairwise(points)), initial=0.0))
    return tuple(way / travelled[-1] for way in travelled)


def between(stations: Sequence[Sequence[float]], share: float) -> tuple[float, ...]:
    """In a straight line between two neighbouring stations: 2.5 is half way from the third to the fourth."""
    k = min(int(share), len(stations) - 2)
    return tuple(a + (share - k) * (b - a) for a, b in zip(stations[k], stations[k + 1]))
