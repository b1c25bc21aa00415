"""Contacts of the links with obstacles and with one another, along a path through joint space.

Between two poses no point of the arm moves farther than the sum over all joints of the angle that a
joint turns times the length of the links beyond it. If the distances at both poses together are at
least as large as this sum, there is no contact between them. Otherwise the interval is halved, and
so on. An interval on which nothing moves farther than CLOSE is not halved, and counts as a contact.

An arm that touches something where the path begins may move away from it: see leaving.py.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from actors.arm.errors import MotionError
from actors.arm.motion.distances import Nearest, Obstacle, Pairs, nearest
from actors.arm.motion.folding import Folds
from actors.arm.motion.leaving import CLOSE, Leaving
from actors.arm.slices import Slices, in_slices

DISTANCES = 50_000  # the largest number of distances that one path may need; they take about 0.04 s
AT_ONCE = 500  # distances computed in one slice, about half a ms
STEP = (
    0.01  # a fraction of the reach: so far the arm moves between looks at what it moves away from
)

Pose = Sequence[float]  # (n,) joint angles in rad


class Contact(NamedTuple):
    """The first contact on a path."""

    after: int  # index of the last pose before the contact
    text: str  # says what touches what


@in_slices
def first_contact(
    lengths: Sequence[float],
    poses: Sequence[Pose],
    obstacles: Sequence[Obstacle],
    clearance: float = 0.0,
    leaving: bool = False,
) -> Slices[Contact | None]:
    """Return the first contact on a path, or None if there is no contact.

    lengths     (n,) in m
    poses       (k, n) in rad: between them the path is straight in joint space
    clearance   m that the links must be away from obstacles
    leaving     whether the path may lead away from what the arm touches where it begins

    Raises MotionError if the answer would take more than DISTANCES.
    """
    checker = _Checker(Pairs(lengths, obstacles, clearance), poses[0], leaving)
    if len(poses) == 1:
        poses = [*poses, *poses]
    for k, (a, b) in enumerate(pairwise(poses)):
        found = yield from checker.first_between(a, b)
        if found:
            return Contact(k, found)
    stays = checker.stays()
    return Contact(len(poses) - 2, stays) if stays else None


class _Checker:
    """Goes along a path, from its first pose on."""

    def __init__(self, pairs: Pairs, start: Pose, leaving: bool):
        self._pairs = pairs
        self._before = pairs.distances(start)  # the distances in the last pose that was looked at
        self._left = Leaving(pairs, self._before if leaving else ())
        self._folds = Folds(start if leaving else ())
        self._computed = 0  # the number of distances so far, except those in the given poses
        self._in_slice = 0  # the number of distances in this slice

    def first_between(self, a: Pose, b: Pose) -> Slices[str | None]:
        """Return the text of the first contact between the last pose a and the next pose b."""
        folds = self._folds.first_between(a, b)
        if folds:
            return folds
        for c, d in self._steps(a, b):
            self._in_slice += self._pairs.in_a_pose
            if self._is_slice_over():
                yield
            after = self._pairs.distances(d)
            found = yield from self._between(
                c, d, self._nearest(self._before), self._nearest(after)
            )
            found = found or self._left.look(after)
            if found:
                return found
            self._before = after
        return None

    def stays(self) -> str | None:
        """Return the text of what the path does not lead away from, at its end, or None."""
        return self._left.stays() or self._folds.stays()

    def _steps(self, a: Pose, b: Pose) -> Iterator[tuple[Pose, Pose]]:
        """Yield the steps from a to b. They are short while the arm moves away from something."""
        sweep = self._pairs.sweep(a, b)
        count = max(1, math.ceil(sweep / STEP)) if sweep < math.inf else 1
        last = a
        for k in range(1, count):
            if not self._left:
                break
            self._count()
            step = [x + (y - x) * k / count for x, y in zip(a, b)]
            yield last, step
            last = step
        yield last, b

    def _nearest(self, distances: Sequence[float]) -> Nearest:
        """Return the smallest distance, except of pairs that the arm moves away from."""
        return nearest(distances, self._left)

    def _is_slice_over(self) -> bool:
        """Return whether a slice is over; if so, the next one begins."""
        if self._in_slice < AT_ONCE:
            return False
        self._in_slice = 0
        return True

    def _between(self, a: Pose, b: Pose, before: Nearest, after: Nearest) -> Slices[str | None]:
        """Return the text of the first contact between the poses a and b, or None.

        before, after   the smallest distances in a and b
        """
        intervals = [(a, b, before, after)]  # still to be checked; the first one is at the end
        while intervals:
            a, b, before, after = intervals.pop()
            sweep = self._pairs.sweep(a, b)
            if before.distance <= 0:
                return self._text(before)
            # Both distances are inf if nothing could be touched.
            if before.distance + after.distance >= sweep:
                continue
            if sweep <= CLOSE:
                return self._text(min(before, after))
            self._count()
            self._in_slice += self._pairs.in_a_pose
            if self._is_slice_over():
                yield
            middle = [(x + y) / 2 for x, y in zip(a, b)]
            half = self._nearest(self._pairs.distances(middle))
            intervals += [(middle, b, half, after), (a, middle, before, half)]
        return None

    def _count(self) -> None:
        self._computed += self._pairs.in_a_pose
        if self._computed > DISTANCES:
            raise MotionError(
                "the path is so long, or comes so close to what it must not touch, that it cannot "
                "be told whether it is free"
            )

    def _text(self, found: Nearest) -> str:
        link = self._pairs.link(found.pair)
        other = self._pairs.other(found.pair)
        if self._pairs.touches(found.pair, found.distance):
            return f"{link} touches {other}"
        return f"{link} comes closer than {self._pairs.clearance} to {other}"
