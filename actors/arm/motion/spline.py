"""Cubic splines through the poses of a path, with continuous velocity and acceleration.

The equations are those of de Boor, A Practical Guide to Splines, chapter IV, for the second
derivatives at the knots. The ends have the not-a-knot condition: the first two pieces are one
cubic, and so are the last two.
"""

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from actors.arm.slices import Slices, result_of

SECTIONS = 50  # that are computed in one slice

Row = tuple[float, ...]


class Bent(NamedTuple):
    """A point of a spline, (n,) each: the position, and its derivatives by the distance."""

    position: Row  # rad
    slope: Row  # rad/m
    bend: Row  # rad/m^2


@dataclass(frozen=True)
class Spline:
    """A cubic spline through poses; at its breaks the slope jumps.

    distances   (k,) in m, increasing
    poses       (k, n) in rad
    breaks      the indices of knots, increasing, where one section ends and the next one begins
    """

    distances: Row
    poses: tuple[Row, ...]
    breaks: tuple[int, ...] = ()

    def __reduce__(self) -> Any:
        """Return what is pickled: the fields alone, without the bends that follow from them."""
        return Spline, (self.distances, self.poses, self.breaks)

    def at(self, distance: float) -> Bent:
        """Return the point at a distance in m; at a break, that where the next section begins."""
        last = len(self.distances) - 2
        return self.on(min(max(bisect_right(self.distances, distance) - 1, 0), last), distance)

    def on(self, piece: int, distance: float) -> Bent:
        """Return the point at a distance in m, on the cubic of the piece with this index."""
        begin, end = self.distances[piece : piece + 2]
        width = end - begin
        after = min(max((distance - begin) / width, 0.0), 1.0)
        before = 1.0 - after
        rows = zip(self.poses[piece], self.poses[piece + 1], *self.bends[piece])
        joints = [_cubic(before, after, width, *row) for row in rows]
        return Bent(*zip(*joints))

    def turning_points(self) -> Iterator[float]:
        """Yield the distances (m) between the knots at which a joint turns back."""
        for k, (begin, end) in enumerate(pairwise(self.distances)):
            for row in zip(self.poses[k], self.poses[k + 1], *self.bends[k]):
                for part in _extremes(end - begin, *row):
                    yield begin + part * (end - begin)

    @cached_property
    def bends(self) -> tuple[tuple[Row, Row], ...]:
        """(k - 1, 2, n) in rad/m^2: the second derivatives at both ends of each piece."""
        return result_of(self._bends())

    def _bends(self) -> Slices[tuple[tuple[Row, Row], ...]]:
        ends = [0, *self.breaks, len(self.distances) - 1]
        found: list[tuple[Row, Row]] = []
        for count, (first, last) in enumerate(pairwise(ends)):
            section = slice(first, last + 1)
            columns = []
            for angles in zip(*self.poses[section]):
                if count % SECTIONS == 0:
                    yield
                columns.append(_second_derivatives(self.distances[section], angles))
            found += pairwise(zip(*columns))
        return tuple(found)

    def prepare(self) -> Slices[None]:
        """Compute the bends in slices. Otherwise they are computed when they are first needed."""
        vars(self)["bends"] = yield from self._bends()


def nearest(distances: Sequence[float], distance: float) -> int:
    """Return the index of the inner one of increasing distances (k,) that is the nearest to one."""
    k = min(max(bisect_right(distances, distance), 2), len(distances) - 1)
    before, after = distance - distances[k - 1], distances[k] - distance
    return k - 1 if before <= after else min(k, len(distances) - 2)


def _cubic(
    before: float, after: float, width: float, a: float, b: float, bend_a: float, bend_b: float
) -> tuple[float, float, float]:
    """Return position, slope and bend of one joint on a piece.

    before, after    the fractions of the piece after and before the point; their sum is 1
    a, b             rad, the positions at the ends of the piece
    bend_a, bend_b   rad/m^2, the second derivatives there
    """
    square = width * width / 6
    low = (before * before - 1) * before * bend_a
    high = (after * after - 1) * after * bend_b
    slope = (b - a) / width + width / 6 * (
        (1 - 3 * before * before) * bend_a + (3 * after * after - 1) * bend_b
    )
    return (
        before * a + after * b + square * (low + high),
        slope,
        before * bend_a + after * bend_b,
    )


def _extremes(width: float, a: float, b: float, bend_a: float, bend_b: float) -> Iterator[float]:
    """Yield the fractions of a piece at which its slope is 0; the arguments are as for _cubic()."""
    constant = (b - a) / width - width / 6 * (2 * bend_a + bend_b)
    linear = width * bend_a
    square = width / 2 * (bend_b - bend_a)
    discriminant = linear * linear - 4 * square * constant
    if discriminant < 0:
        return
    # The larger of the two sums, so that no digits are lost.
    half = -(linear + math.copysign(math.sqrt(discriminant), linear)) / 2
    for upper, lower in ((half, square), (constant, half)):
        if lower and 0 < upper / lower < 1:
            yield upper / lower


def _second_derivatives(x: Sequence[float], y: Sequence[float]) -> list[float]:
    """Return the second derivatives (k,) of the spline through k points, at these points."""
    h = [b - a for a, b in pairwise(x)]
    slopes = [(b - a) / width for (a, b), width in zip(pairwise(y), h)]
    if len(h) == 1:
        return [0.0, 0.0]
    jumps = [6 * (b - a) for a, b in pairwise(slopes)]
    if len(h) == 2:
        return [jumps[0] / 3 / (h[0] + h[1])] * 3
    lower = h[:-1]
    middle = [2 * (a + b) for a, b in pairwise(h)]
    upper = h[1:]
    middle[0] += h[0] + h[0] * h[0] / h[1]
    upper[0] -= h[0] * h[0] / h[1]
    middle[-1] += h[-1] + h[-1] * h[-1] / h[-2]
    lower[-1] -= h[-1] * h[-1] / h[-2]
    inner = _tridiagonal(lower, middle, upper, jumps)
    return [
        inner[0] - h[0] / h[1] * (inner[1] - inner[0]),
        *inner,
        inner[-1] + h[-1] / h[-2] * (inner[-1] - inner[-2]),
    ]


def _tridiagonal(
    lower: Sequence[float], middle: Sequence[float], upper: Sequence[float], right: Sequence[float]
) -> list[float]:
    """Solve a system of equations whose matrix has three diagonals, by elimination.

    lower, upper   the first entry of `lower` and the last one of `upper` are not part of the matrix
    """
    diagonal = [middle[0]]
    rest = [right[0]]
    for k in range(1, len(middle)):
        factor = lower[k] / diagonal[-1]
        diagonal.append(middle[k] - factor * upper[k - 1])
        rest.append(right[k] - factor * rest[-1])
    found = [rest[-1] / diagonal[-1]]
    for k in range(len(middle) - 2, -1, -1):
        found.append((rest[k] - upper[k] * found[-1]) / diagonal[k])
    return found[::-1]
