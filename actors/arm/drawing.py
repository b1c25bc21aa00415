"""Drawing with the pen at the arm's tip: paths as dense waypoints, and how well they were followed."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

Point = tuple[float, float]             # m


def square(center: Point, side: float) -> list[Point]:
    """The corners of a square with that side (m), anticlockwise from the lower left, closed."""
    (x, y), h = center, side / 2
    return [(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h), (x - h, y - h)]


def dense(points: Sequence[Point], spacing: float) -> list[Point]:
    """The straight edges through the points, cut into pieces of at most that length (m), equal on each edge."""
    waypoints = [points[0]]
    for a, b in pairwise(points):
        pieces = max(1, math.ceil(math.dist(a, b) / spacing - 1e-9))
        waypoints += [(a[0] + (b[0] - a[0]) * k / pieces, a[1] + (b[1] - a[1]) * k / pieces)
                      for k in range(1, pieces + 1)]
    return waypoints


def between(stations: Sequence[Sequence[float]], share: float) -> tuple[float, ...]:
    """In a straight line between two neighbouring stations: 2.5 is half way from the third to the fourth."""
    k = min(int(share), len(stations) - 2)
    return tuple(a + (share - k) * (b - a) for a, b in zip(stations[k], stations[k + 1]))


@dataclass
class Figures:
    """How far (m) the pen was from where it should have been at each tick, and where it was at each waypoint."""

    errors: list[float] = field(default_factory=list)
    drawn: list[Point] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.errors) / len(self.errors)

    @property
    def rms(self) -> float:
        return math.sqrt(sum(error * error for error in self.errors) / len(self.errors))

    @property
    def max(self) -> float:
        return max(self.errors)
