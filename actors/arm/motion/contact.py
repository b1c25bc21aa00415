"""Contacts of the links with obstacles and with one another, along a way through joint space.

Between two poses no point of the arm moves farther than the joints turn, times what lies beyond them. So
where there is more room than that at both ends there is no contact between; elsewhere the interval is
halved, until it is so short that it is one.
"""

import math
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from actors.arm.choice import TURN
from actors.arm.errors import MotionError
from actors.arm.forward_kinematics import joint_positions
from actors.arm.motion.path import Point

CLOSE = 1e-3  # of the reach: what comes so near counts as a contact
DISTANCES = 50_000  # computed between the stations of one way; some 0.04 s
FOLDED = 1e-6  # rad from half a turn: a link lies on the one before

Pose = Sequence[float]  # (n,) rad
Segment = tuple[Point, Point]
Room = tuple[float, str]


class Obstacle(NamedTuple):
    """A circle, in m."""

    x: float
    y: float
    radius: float


class Contact(NamedTuple):
    """The first one on a way: after so many whole stations, in words."""

    station: int
    text: str


def first_contact(
    lengths: Sequence[float], poses: Sequence[Pose], obstacles: Sequence[Obstacle]
) -> Contact | None:
    """On the way straight in joint space from pose to pose (k, n), if any; lengths (n,) and obstacles in m.

    Raises MotionError if it takes too many looks to tell.
    """
    shape = _Shape(lengths, obstacles)
    if len(poses) == 1:
        poses = [*poses, *poses]
    room = shape.room(poses[0])
    for k, (a, b) in enumerate(pairwise(poses)):
        room_there = shape.room(b)
        found = shape.fold(a, b) or shape.between(a, b, room, room_there)
        if found:
            return Contact(k, found)
        room = room_there
    return None


class _Shape:
    """The arm among obstacles, all in parts of its reach.

    A room is the smallest distance between things that must not touch, and which they are.
    """

    def __init__(self, lengths: Sequence[float], obstacles: Sequence[Obstacle]):
        reach = sum(lengths)
        self.lengths = [length / reach for length in lengths]
        self.obstacles = [Obstacle(o.x / reach, o.y / reach, o.radius / reach) for o in obstacles]
        self.names = [f"the obstacle at ({o.x:g}, {o.y:g})" for o in obstacles]
        self.beyond = [
            sum(self.lengths[i:]) for i in range(len(lengths))
        ]  # how far joint i can swing anything
        self.apart = [(i, j) for i, j in combinations(range(len(lengths)), 2) if j > i + 1]
        self.distances = 0

    def room(self, pose: Pose) -> Room:
        links = list(pairwise(joint_positions(self.lengths, pose)))
        rooms = [
            (_distance((o.x, o.y), link) - o.radius, f"link {i + 1} touches {name}")
            for o, name in zip(self.obstacles, self.names)
            for i, link in enumerate(links)
        ]
        rooms += [
            (_gap(links[i], links[j]), f"link {j + 1} touches link {i + 1}") for i, j in self.apart
        ]
        return min(rooms, default=(math.inf, ""))

    def _count(self) -> None:
        self.distances += 1 + len(self.lengths) * len(self.obstacles) + 4 * len(self.apart)
        if self.distances > DISTANCES:
            raise MotionError(
                "the way is so long, or leads so close along what may be touched, that it cannot be told "
                "whether it is free"
            )

    def between(self, a: Pose, b: Pose, room: Room, room_there: Room) -> str | None:
        """What touches first on the way from a to b, whose rooms are known."""
        sweep = sum(abs(y - x) * far for x, y, far in zip(a, b, self.beyond))
        if room[0] <= 0:
            return room[1]
        if room[0] + room_there[0] >= sweep:  # of nothing that could be touched both are inf
            return None
        if sweep <= CLOSE:
            return min(room, room_there)[1]
        self._count()
        middle = [(x + y) / 2 for x, y in zip(a, b)]
        room_half = self.room(middle)
        return self.between(a, middle, room, room_half) or self.between(
            middle, b, room_half, room_there
        )

    @staticmethod
    def fold(a: Pose, b: Pose) -> str | None:
        """A joint beyond the first that passes half a turn takes its link through the one before."""
        for i in range(1, len(a)):
            low, high = sorted((a[i], b[i]))
            if math.floor((high + FOLDED) / TURN + 0.5) > math.floor((low - FOLDED) / TURN + 0.5):
                return f"link {i + 1} folds onto link {i}"
        return None


def _distance(point: Point, link: Segment) -> float:
    """From a point to the nearest one of a link."""
    (x, y) = point
    ((ax, ay), (bx, by)) = link
    dx = bx - ax
    dy = by - ay
    square = dx * dx + dy * dy
    along = min(max(((x - ax) * dx + (y - ay) * dy) / square, 0.0), 1.0) if square else 0.0
    return math.hypot(x - ax - along * dx, y - ay - along * dy)


def _gap(one: Segment, other: Segment) -> float:
    """Between two links; 0 where they cross."""
    if _crossing(one, other):
        return 0.0
    return min(
        *(_distance(point, other) for point in one), *(_distance(point, one) for point in other)
    )


def _crossing(one: Segment, other: Segment) -> bool:
    (a, b) = one
    (c, d) = other
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, p: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
