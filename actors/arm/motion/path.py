"""Paths of the pen in the plane: pieces that follow one another, measured by the distance along.

A path is exact: a circle is a circle. Which waypoints the arm needs is another question, which
actors/arm/motion/branch.py answers.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from actors.arm.errors import MotionError
from actors.arm.motion.pieces import Arc, Line, Piece, Point

SAME = 1e-9  # a fraction of the reach: points so close together count as the same point
SMOOTH = 1e-6  # rad; where the direction changes by no more than this there is no corner


@dataclass(frozen=True)
class Path:
    """A path of the pen. Distances are measured along it from its start, in m.

    Raises MotionError if a piece is so short that the distance does not grow along it. Only a path
    of a single line may have the length 0.
    """

    pieces: tuple[Piece, ...]
    ends: tuple[float, ...] = field(init=False)  # m, the distances where pieces begin and end

    def __post_init__(self) -> None:
        ends = tuple(accumulate((piece.length for piece in self.pieces), initial=0.0))
        if len(self.pieces) > 1 and not all(a < b for a, b in pairwise(ends)):
            raise MotionError("the points must be apart, two neighbours are as good as the same")
        object.__setattr__(self, "ends", ends)

    # -- shapes ----------------------------------------------------------------------------------
    @classmethod
    def through(cls, points: Sequence[Point]) -> "Path":
        """Return the path of straight lines through points (k, 2) in m.

        A single point gives a path of the length 0.
        """
        if len(points) == 1:
            points = [*points, *points]
        return cls(tuple(Line(a, b) for a, b in pairwise(points)))

    @classmethod
    def square(cls, center: Point, side: float) -> "Path":
        """Return a square with the given side (m).

        It goes anticlockwise from the lower left corner back to it.
        """
        (x, y) = center
        h = side / 2
        corners = [(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)]
        return cls.through([*corners, corners[0]])

    @classmethod
    def circle(cls, center: Point, radius: float) -> "Path":
        """Return a circle with the given radius (m).

        It goes anticlockwise from its rightmost point back to it.
        """
        return cls((Arc(center, radius, 0.0, 2 * math.pi),))

    def from_pen(self, pen: Point, reach: float) -> "Path":
        """Return this path with a straight line from the pen to its start, unless it begins there.

        pen     m
        reach   m, of the arm: SAME is a fraction of it

        If this path consists of lines whose ends are all at the pen, the new one has the length 0.
        """
        apart = [math.dist(pen, mark) > SAME * reach for mark in self.marks]
        first = self.pieces[0]
        if apart[0]:
            return Path((Line(pen, first.start), *(self.pieces if self.length else ())))
        if not any(apart) and isinstance(first, Line):
            return Path.through([pen])
        if isinstance(first, Line):
            return Path((Line(pen, first.end), *self.pieces[1:]))
        return self

    # -- along the path --------------------------------------------------------------------------
    @property
    def length(self) -> float:
        """The length in m."""
        return self.ends[-1]

    def at(self, distance: float) -> Point:
        """Return the point (m) at a distance, which is taken into the path if it is outside."""
        piece, rest = self._piece(distance)
        return piece.at(rest)

    def direction(self, distance: float, arriving: bool = False) -> Point:
        """Return the direction of travel at a distance, a vector of length 1.

        arriving   where two pieces meet, take the direction of the first one, not of the second
        """
        piece, rest = self._piece(distance, arriving)
        return piece.direction(rest)

    def curvature(self, distance: float, arriving: bool = False) -> float:
        """Return the curvature (1/m) at a distance, positive where the path turns to the left."""
        return self._piece(distance, arriving)[0].curvature

    def _piece(self, distance: float, arriving: bool = False) -> tuple[Piece, float]:
        """Return the piece at a distance, and the distance from the start of this piece."""
        search = bisect_left if arriving else bisect_right
        k = min(max(search(self.ends, distance) - 1, 0), len(self.pieces) - 1)
        piece = self.pieces[k]
        return piece, min(max(distance - self.ends[k], 0.0), piece.length)

    # -- the whole -------------------------------------------------------------------------------
    @property
    def marks(self) -> list[Point]:
        """The points (k, 2) in m where pieces begin and end."""
        return [self.pieces[0].start, *(piece.end for piece in self.pieces)]

    @property
    def corners(self) -> tuple[float, ...]:
        """The distances where the direction jumps, without start and end."""
        return tuple(
            distance
            for distance in self.ends[1:-1]
            if _turn(self.direction(distance, arriving=True), self.direction(distance)) > SMOOTH
        )

    @property
    def closed(self) -> bool:
        """Whether the path ends where it begins."""
        return math.dist(self.at(0.0), self.at(self.length)) <= SAME * self.length

    @property
    def size(self) -> float:
        """The diagonal (m) of the smallest rectangle around the path, parallel to the axes."""
        xs, ys = zip(*(point for piece in self.pieces for point in piece.outline()))
        return math.hypot(max(xs) - min(xs), max(ys) - min(ys))


def _turn(a: Point, b: Point) -> float:
    """Return the angle in rad between two directions."""
    return abs(math.atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]))
