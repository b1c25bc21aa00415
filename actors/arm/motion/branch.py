"""Inverse kinematics along a path of the pen, with the same elbow from beginning to end.

The waypoints are chosen on the way: where the arm would leave the path if its joints moved in
straight lines from one waypoint to the next, there is another one between them.
"""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

from actors.arm.choice import TURN, wrapped
from actors.arm.errors import GeometryError, MotionError
from actors.arm.forward_kinematics import end_effector
from actors.arm.kinematics import TOO_FAR_FROM_ZERO, Target, both_elbows
from actors.arm.limits import Range, outside, whole_turns_into
from actors.arm.motion.leg import FARTHEST, Pose
from actors.arm.motion.path import Path
from actors.arm.motion.pieces import Point
from actors.arm.motion.steering import Steering, steering
from actors.arm.motion.waypoints import cuts
from actors.arm.slices import Slices, in_slices
from actors.arm.two_links import ON_THE_BASE

TOLERANCE = 5e-5  # a fraction of the reach by which the pen may be off between two waypoints
SMALL = 1e-3  # a fraction of the size of a small path, by which the pen may be off there
FINEST = 4e-9  # a fraction of the reach: inverse kinematics is not more accurate at its boundaries
MARGIN = 0.9  # of the tolerance is used, because the pen is compared in a few places only
COMPARED = (0.5, 0.2, 0.8)  # between two waypoints, where the pen is compared with the path
LARGEST_TURN = 0.1  # rad that a joint may turn between two waypoints
QUARTER_TURN = math.pi / 2  # rad; a joint that turns so far within the tolerance turns on the spot
SHORTEST = 1e-3  # of the tolerance: where so short a part is still too long, no shorter one helps
UNKEPT = 10  # times as many waypoints as may be kept are looked at
AT_ONCE = 50  # poses computed in one slice, about a ms
ELBOWS = {"positive": 0, "negative": 1}  # named by the sign of the second joint angle


def elbow_of(pose: Sequence[float]) -> str:
    """Return the elbow of a pose (n,) in rad; a straight elbow counts as positive."""
    return "positive" if wrapped(pose[1]) >= 0 else "negative"


def tolerance_for(lengths: Sequence[float], path: Path) -> float:
    """Return how far (m) the pen may be from the path between two waypoints.

    lengths   (n,) in m

    It is a fraction of the reach, or of the size of a path so small that it would lose its shape.
    """
    reach = sum(lengths)
    return max(min(TOLERANCE * reach, SMALL * path.size), FINEST * reach, sys.float_info.min)


@in_slices
def joint_path(
    lengths: Sequence[float],
    path: Path,
    elbow: str,
    near: Sequence[float],
    allowed: Sequence[Range] | None = None,
    tolerance: float | None = None,
    spacing: float | None = None,
    refined: bool = True,
    most: float = math.inf,
) -> Slices[tuple[tuple[float, ...], tuple[Pose, ...]]]:
    """Choose waypoints on a path, and return poses that bring the pen to them.

    lengths     (n,) in m
    elbow       a name in ELBOWS, for all poses
    near        (n,) in rad, the pose that the arm comes from: the first joint turns the short way
                from there. The other joints stay within their present turn, so that no link has to
                pass through the one before. Three links take the headings of steering.py
    allowed     (n,) ranges in rad that no joint may leave
    tolerance   m, how far the pen may be from the path where the joints move in straight lines from
                waypoint to waypoint; that of tolerance_for() if it is None
    spacing     m, the largest distance between two waypoints; None if the tolerance alone matters
    refined     False keeps only the waypoints that the spacing needs, whatever the tolerance. The
                path is checked as closely as with all of them
    most        the largest number of waypoints
    ->          the distances of the waypoints (k,) in m, from 0 to the length of the path, and the
                poses (k, n) in rad

    Every place where two pieces of the path meet is a waypoint.

    Raises MotionError if a place on the path has no pose, or if a joint would have to turn on the
    spot. The text names the place.
    """
    if any(abs(angle) > FARTHEST for angle in near):
        raise MotionError(TOO_FAR_FROM_ZERO)
    wanted = cuts(path, spacing, most)
    course = None
    if len(lengths) == 3:
        course = yield from steering.slices(lengths, path, ELBOWS[elbow], near, allowed)
    tolerance = tolerance or tolerance_for(lengths, path)
    walk = _Walk(lengths, path, elbow, allowed, tolerance, course)
    walk.begin(near)
    room = most if refined else UNKEPT * most
    ahead = wanted[:0:-1]
    count = 0
    while ahead:
        if count % AT_ONCE == 0:
            yield
        count += 1
        half_way = walk.go(ahead[-1])
        if half_way is None:
            ahead.pop()
        else:
            ahead.append(half_way)
        if len(walk.poses) > room:
            raise walk.too_long(most)
    kept = set(walk.distances if refined else wanted)
    chosen = [(d, pose) for d, pose in zip(walk.distances, walk.poses) if d in kept]
    return tuple(d for d, _ in chosen), tuple(pose for _, pose in chosen)


@dataclass
class _Walk:
    """Goes along a path from waypoint to waypoint, and finds each pose from the one before."""

    lengths: Sequence[float]
    path: Path
    elbow: str
    allowed: Sequence[Range] | None
    tolerance: float
    course: Steering | None  # of three links; without it the heading changes only where it must
    distances: list[float] = field(default_factory=list)  # m, of the waypoints so far
    poses: list[Pose] = field(default_factory=list)
    recent: int = 0  # index of the first waypoint within the tolerance behind the last one

    def begin(self, near: Sequence[float]) -> None:
        """Make the start of the path the first waypoint.

        Whole turns bring the first joint as near as possible to its angle in `near`, each other
        joint to the middle of the turn that its angle in `near` is in.
        """
        angles = self._solution(near, 0.0)
        centers = [near[0], *(TURN * round(angle / TURN) for angle in near[1:])]
        ranges = self.allowed or [(-math.inf, math.inf)] * len(centers)
        fits = [whole_turns_into(*each) for each in zip(ranges, angles, centers)]
        if None in fits:
            joint = fits.index(None)
            raise self._beyond(joint, wrapped(angles[joint]), 0.0)
        self.distances.append(0.0)
        self.poses.append(tuple(angle for angle in fits if angle is not None))

    def go(self, distance: float) -> float | None:
        """Make a place on the path the next waypoint, if none is needed before.

        Returns None, or the distance (m) where another waypoint is needed before.
        """
        before, last = self.poses[-1], self.distances[-1]
        angles = self._solution(before, distance)
        pose = tuple(near + math.remainder(a - near, TURN) for near, a in zip(before, angles))
        self._check_turns(distance, pose)
        if max(_turns(before, pose)) > LARGEST_TURN or not self._is_near(distance, pose):
            if distance - last <= SHORTEST * self.tolerance:
                raise self._on_the_spot(distance, before, pose)
            return (last + distance) / 2
        joint = outside(self.allowed, pose)
        if joint is not None:
            raise self._beyond(joint, pose[joint], distance)
        self.distances.append(distance)
        self.poses.append(pose)
        while distance - self.distances[self.recent] > self.tolerance:
            self.recent += 1
        return None

    def too_long(self, most: float) -> MotionError:
        return MotionError(
            f"the path is {self.path.length:g} m long and needs more than {most:g} waypoints, "
            f"so that the pen stays within {self.tolerance:.2g} m of it"
        )

    def _solution(self, near: Sequence[float], distance: float) -> Pose:
        """Return the solution at a distance (m), without whole turns."""
        x, y = self.path.at(distance)
        if math.hypot(x, y) < ON_THE_BASE * sum(self.lengths):
            near = (self._folded(distance), *near[1:])
        if self.course:
            near = (near[0], near[1], self.course.at(distance) - near[0] - near[1])
        try:
            return both_elbows(self.lengths, Target(x, y), near)[ELBOWS[self.elbow]]
        except GeometryError as problem:
            raise self._refusal(distance, str(problem)) from None

    def _folded(self, distance: float) -> float:
        """Return the first joint angle (rad) of two links that fold onto the base on the path.

        It is the limit of the angles before, or at the start of the path that of those after.
        """
        x, y = self.path.direction(distance, arriving=True)
        bearing = math.atan2(-y, -x) if distance > 0 else math.atan2(y, x)
        return bearing + (math.pi / 2 if ELBOWS[self.elbow] else -math.pi / 2)

    def _is_near(self, distance: float, pose: Pose) -> bool:
        """Return whether the pen stays near the path on a straight way through joint space."""
        last = self.distances[-1]
        for part in COMPARED:
            between = [a + part * (b - a) for a, b in zip(self.poses[-1], pose)]
            pen: Point = end_effector(self.lengths, between)[:2]
            meant = self.path.at(last + part * (distance - last))
            if math.dist(pen, meant) > MARGIN * self.tolerance:
                return False
        return True

    def _check_turns(self, distance: float, pose: Pose) -> None:
        """Raise MotionError if a joint turns on the spot before a pose."""
        if distance - self.distances[-1] > self.tolerance:
            return
        recent = self.recent
        while distance - self.distances[recent] > self.tolerance:
            recent += 1
        if max(_turns(self.poses[recent], pose)) > QUARTER_TURN:
            raise self._on_the_spot(distance, self.poses[recent], pose)

    def _on_the_spot(self, distance: float, before: Pose, after: Pose) -> MotionError:
        turns = _turns(before, after)
        joint = turns.index(max(turns))
        return self._refusal(
            distance,
            f"joint {joint + 1} would have to turn by {turns[joint]:.3g} rad "
            "while the pen hardly moves",
        )

    def _beyond(self, joint: int, angle: float, distance: float) -> MotionError:
        assert self.allowed is not None
        lowest, highest = self.allowed[joint]
        reason = (
            f"joint {joint + 1} would be at {angle:.6g} rad, outside its limits "
            f"[{lowest:g}, {highest:g}]"
        )
        if len(self.lengths) == 3 and self.course is None:
            reason += ", and no other heading of link 3 was found that would help"
        return self._refusal(distance, reason)

    def _refusal(self, distance: float, reason: str) -> MotionError:
        x, y = self.path.at(distance)
        return MotionError(
            f"the point ({x:.6g}, {y:.6g}) of the path, {distance:.6g} m from its start, "
            f"cannot be drawn with the {self.elbow} elbow: {reason}"
        )


def _turns(a: Pose, b: Pose) -> list[float]:
    """Return by how much (rad) each joint turns from one pose to another."""
    return [abs(y - x) for x, y in zip(a, b)]
