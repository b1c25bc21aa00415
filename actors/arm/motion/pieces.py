"""Pieces of a path: straight lines and arcs of circles."""

import math
from typing import NamedTuple, TypeAlias

Point = tuple[float, float]  # x and y in m


class Line(NamedTuple):
    """A straight line."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        """The length in m."""
        return math.dist(self.start, self.end)

    @property
    def curvature(self) -> float:
        """The curvature in 1/m: none."""
        return 0.0

    def at(self, distance: float) -> Point:
        """Return the point at a distance (m) from the start."""
        (ax, ay), (bx, by) = self.start, self.end
        share = distance / self.length if self.length else 0.0
        if share >= 1.0:
            return self.end
        return (ax + (bx - ax) * share, ay + (by - ay) * share)

    def direction(self, distance: float) -> Point:
        """Return the direction of travel, a vector of length 1."""
        (ax, ay), (bx, by) = self.start, self.end
        whole = self.length
        return ((bx - ax) / whole, (by - ay) / whole) if whole else (1.0, 0.0)

    def outline(self) -> list[Point]:
        """Return points whose bounding box is that of the piece."""
        return [self.start, self.end]


class Arc(NamedTuple):
    """An arc of a circle."""

    center: Point
    radius: float  # m
    begin: float  # rad, the direction from the centre to the start
    sweep: float  # rad from there to the end, anticlockwise if it is positive

    @property
    def start(self) -> Point:
        """The first point."""
        return self._around(self.begin)

    @property
    def end(self) -> Point:
        """The last point."""
        return self._around(self.begin + self.sweep)

    @property
    def length(self) -> float:
        """The length in m."""
        return self.radius * abs(self.sweep)

    @property
    def curvature(self) -> float:
        """The curvature in 1/m, positive where the path turns to the left."""
        return math.copysign(1 / self.radius, self.sweep)

    def at(self, distance: float) -> Point:
        """Return the point at a distance (m) from the start."""
        return self._around(self._angle(distance))

    def direction(self, distance: float) -> Point:
        """Return the direction of travel at a distance (m), a vector of length 1."""
        angle = self._angle(distance)
        side = math.copysign(1.0, self.sweep)
        return (-side * math.sin(angle), side * math.cos(angle))

    def outline(self) -> list[Point]:
        """Return points whose bounding box is that of the piece."""
        low, high = sorted((self.begin, self.begin + self.sweep))
        quarter = math.pi / 2
        between = range(math.ceil(low / quarter), math.floor(high / quarter) + 1)
        return [self.start, self.end, *(self._around(k * quarter) for k in between)]

    def _angle(self, distance: float) -> float:
        return self.begin + math.copysign(distance / self.radius, self.sweep)

    def _around(self, angle: float) -> Point:
        x, y = self.center
        return (x + self.radius * math.cos(angle), y + self.radius * math.sin(angle))


Piece: TypeAlias = Line | Arc
