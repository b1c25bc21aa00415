"""Contacts of the links with obstacles and with one another, along a path through joint space.

Between two poses no point of the arm moves farther than the sum over all joints of the angle that a
joint turns times the length of the links beyond it. If the clearances at both poses together are at
least as large as this sum, there is no contact between them. Otherwise the interval is halved, and
so on. An interval on which nothing moves farther than CLOSE counts as a contact.
"""

import math
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from actors.arm.choice import TURN
from actors.arm.errors import MotionError
from actors.arm.forward_kinematics import joint_positions
from actors.arm.motion.pieces import Point
from actors.arm.slices import Slices, in_slices

CLOSE = 1e-3  # a fraction of the reach: what comes so near counts as a contact
DISTANCES = 50_000  # the largest number of distances that one path may need; they take about 0.04 s
AT_ONCE = 500  # distances computed in one slice, about half a ms
FOLDED = 1e-6  # rad; so near to half a turn, a link lies on the one before

Segment = tuple[Point, Point]


class Obstacle(NamedTuple):
    """A circle that the links must not touch."""

    x: float  # m, of the centre
    y: float  # m, of the centre
    radius: float  # m


class Contact(NamedTuple):
    """The first contact on a path."""

    after: int  # index of the last pose before the contact
    text: str  # says what touches what


class Clearance(NamedTuple):
    """The smallest distance between things that must not touch."""

    distance: float  # a fraction of the reach
    text: str  # says what would touch what


@in_slices
def first_contact(
    lengths: Sequence[float], poses: Sequence[Sequence[float]], obstacles: Sequence[Obstacle]
) -> Slices[Contact | None]:
    """Return the first contact on a path, or None if there is no contact.

    lengths   (n,) in m
    poses     (k, n) in rad: between them the path is straight in joint space

    Raises MotionError if the answer would take more than DISTANCES.
    """
    checker = _Checker(lengths, obstacles)
    if len(poses) == 1:
        poses = [*poses, *poses]
    before = checker.clearance(poses[0])
    for k, (a, b) in enumerate(pairwise(poses)):
        if checker.is_slice_over():
            yield
        after = checker.clearance(b)
        found = _fold(a, b) or (yield from checker.between(a, b, before, after))
        if found:
            return Contact(k, found)
        before = after
    return None


def _fold(a: Sequence[float], b: Sequence[float]) -> str | None:
    """Return the text of a contact if a link folds onto the one before between the poses a and b.

    Link i + 1 folds onto link i where the angle of joint i + 1 is half a turn.
    """
    for i in range(1, len(a)):
        low, high = sorted((a[i], b[i]))
        if math.floor((high + FOLDED) / TURN + 0.5) > math.floor((low - FOLDED) / TURN + 0.5):
            return f"link {i + 1} folds onto link {i}"
    return None


class _Checker:
    """The arm and the obstacles. All lengths are fractions of the reach."""

    def __init__(self, lengths: Sequence[float], obstacles: Sequence[Obstacle]):
        reach = sum(lengths)
        n = len(lengths)
        self.lengths = [length / reach for length in lengths]
        # The length of the links beyond each joint: no point is farther from the joint.
        self.beyond = [sum(self.lengths[i:]) for i in range(n)]
        self.obstacles = [Obstacle(o.x / reach, o.y / reach, o.radius / reach) for o in obstacles]
        self.names = [f"the obstacle at ({o.x:g}, {o.y:g})" for o in obstacles]
        # Pairs of links that are not neighbours.
        self.apart = [(i, j) for i, j in combinations(range(n), 2) if j > i + 1]
        # The number of distances in one pose; that between two links takes four of them.
        self.in_a_pose = 1 + n * len(obstacles) + 4 * len(self.apart)
        self.computed = 0  # the number of distances so far, except those in the given poses
        self._in_slice = 0  # the number of distances in this slice

    def clearance(self, pose: Sequence[float]) -> Clearance:
        """Return the smallest clearance in a pose (n,) in rad."""
        self._in_slice += self.in_a_pose
        links = list(pairwise(joint_positions(self.lengths, pose)))
        found = [
            Clearance(_distance((o.x, o.y), link) - o.radius, f"link {i + 1} touches {name}")
            for o, name in zip(self.obstacles, self.names)
            for i, link in enumerate(links)
        ]
        found += [
            Clearance(_gap(links[i], links[j]), f"link {j + 1} touches link {i + 1}")
            for i, j in self.apart
        ]
        return min(found, default=Clearance(math.inf, ""))

    def is_slice_over(self) -> bool:
        """Return whether a slice is over; if so, the next one begins."""
        if self._in_slice < AT_ONCE:
            return False
        self._in_slice = 0
        return True

    def between(
        self, a: Sequence[float], b: Sequence[float], before: Clearance, after: Clearance
    ) -> Slices[str | None]:
        """Return the text of the first contact between the poses a and b, or None.

        before, after   the clearances in a and b
        """
        intervals = [(a, b, before, after)]  # still to be checked; the first one is at the end
        while intervals:
            a, b, before, after = intervals.pop()
            sweep = sum(abs(y - x) * far for x, y, far in zip(a, b, self.beyond))
            if before.distance <= 0:
                return before.text
            # Both clearances are inf if nothing could be touched.
            if before.distance + after.distance >= sweep:
                continue
            if sweep <= CLOSE:
                return min(before, after).text
            self._count()
            if self.is_slice_over():
                yield
            middle = [(x + y) / 2 for x, y in zip(a, b)]
            half = self.clearance(middle)
            intervals += [(middle, b, half, after), (a, middle, before, half)]
        return None

    def _count(self) -> None:
        self.computed += self.in_a_pose
        if self.computed > DISTANCES:
            raise MotionError(
                "the path is so long, or comes so close to what it must not touch, that it cannot "
                "be told whether it is free"
            )


def _distance(point: Point, link: Segment) -> float:
    """Return the distance from a point to a link (Ericson, Real-Time Collision Detection, ch. 5).

    The nearest point of the link is the projection of the point onto it, or one of its ends.
    """
    (x, y) = point
    ((ax, ay), (bx, by)) = link
    dx = bx - ax
    dy = by - ay
    square = dx * dx + dy * dy
    along = min(max(((x - ax) * dx + (y - ay) * dy) / square, 0.0), 1.0) if square else 0.0
    return math.hypot(x - ax - along * dx, y - ay - along * dy)


def _gap(one: Segment, other: Segment) -> float:
    """Return the distance between two links; 0 if they cross.

    If they do not cross, it is the smallest distance from an end of one link to the other link.
    """
    if _crossing(one, other):
        return 0.0
    return min(
        *(_distance(point, other) for point in one), *(_distance(point, one) for point in other)
    )


def _crossing(one: Segment, other: Segment) -> bool:
    """Return whether the ends of each link lie on different sides of the other link."""
    (a, b) = one
    (c, d) = other
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, p: Point) -> float:
    """Return a number above 0 if p is to the left of the line from a to b, below 0 to its right."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
