"""Distances between the links of the arm and what they must not touch."""

import math
from collections.abc import Collection, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from actors.arm.forward_kinematics import joint_positions
from actors.arm.motion.pieces import Point

Segment = tuple[Point, Point]


class Obstacle(NamedTuple):
    """A circle that the links must not touch."""

    x: float  # m, of the centre
    y: float  # m, of the centre
    radius: float  # m

    def contains(self, x: float, y: float) -> bool:
        """Whether a point (m) is in the circle or on it."""
        return math.hypot(x - self.x, y - self.y) <= self.radius


class Nearest(NamedTuple):
    """The smallest of several distances."""

    distance: float  # a fraction of the reach
    pair: int  # its index


class Pairs:
    """The pairs of things that must not touch: links and obstacles, and links that are apart.

    The arm has links of a thickness: obstacles must be at least the clearance away from the lines
    between the joints. Two links are at the distance of these lines, since a short link between
    them may leave no room for more. Links that are neighbours are no pair.

    lengths     (n,) in m
    clearance   m
    """

    def __init__(
        self, lengths: Sequence[float], obstacles: Sequence[Obstacle], clearance: float = 0.0
    ):
        reach = sum(lengths)
        n = len(lengths)
        self.lengths = [length / reach for length in lengths]
        # The length of the links beyond each joint: no point is farther from the joint.
        self.beyond = [sum(self.lengths[i:]) for i in range(n)]
        self._reach = reach
        self._clearance = clearance
        self._obstacles = [
            Obstacle(o.x / reach, o.y / reach, o.radius / reach + clearance / reach)
            for o in obstacles
        ]
        self._apart = [(i, j) for i, j in combinations(range(n), 2) if j > i + 1]
        names = [f"the obstacle at ({o.x:g}, {o.y:g})" for o in obstacles]
        self._names = [(i, name) for name in names for i in range(n)]
        self._names += [(j, f"link {i + 1}") for i, j in self._apart]
        # The number of distances in one pose; that between two links takes four of them.
        self.in_a_pose = 1 + n * len(obstacles) + 4 * len(self._apart)

    def distances(self, pose: Sequence[float]) -> list[float]:
        """Return the distance of each pair in a pose (n,) in rad, as a fraction of the reach.

        The clearance is subtracted, so a distance may be below 0.
        """
        links = list(pairwise(joint_positions(self.lengths, pose)))
        found = [_distance((o.x, o.y), link) - o.radius for o in self._obstacles for link in links]
        return found + [_gap(links[i], links[j]) for i, j in self._apart]

    def sweep(self, a: Sequence[float], b: Sequence[float]) -> float:
        """Return how far any point moves at most between two poses, as a fraction of the reach."""
        return sum(abs(y - x) * far for x, y, far in zip(a, b, self.beyond))

    # -- texts -----------------------------------------------------------------------------------
    def link(self, pair: int) -> str:
        """Return the name of the link of a pair."""
        return f"link {self._names[pair][0] + 1}"

    def other(self, pair: int) -> str:
        """Return the name of the obstacle or the other link of a pair."""
        return self._names[pair][1]

    def touches(self, pair: int, distance: float) -> bool:
        """Whether a pair touches, at a distance() of 0 or less, or is only within the clearance."""
        if not self._clearance or pair >= len(self._names) - len(self._apart):
            return True
        return distance * self._reach + self._clearance <= 0

    @property
    def clearance(self) -> str:
        """The text of the clearance."""
        return f"the clearance of {self._clearance:g} m"


def nearest(distances: Sequence[float], without: Collection[int] = ()) -> Nearest:
    """Return the smallest distance; it is infinite if there is none.

    without   the indices of distances that do not count
    """
    found = Nearest(math.inf, -1)
    for pair, distance in enumerate(distances):
        if distance < found.distance and pair not in without:
            found = Nearest(distance, pair)
    return found


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
