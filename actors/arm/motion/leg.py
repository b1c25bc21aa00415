"""Legs: timed pieces of a motion through joint space, with a setpoint at every time."""

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from actors.arm.feed import Motion
from actors.arm.motion.pace import Pace, Profiled
from actors.arm.motion.path import Path
from actors.arm.motion.pieces import Point
from actors.arm.motion.profile import PROFILES, Scaled
from actors.arm.motion.spline import Spline, nearest
from actors.arm.pid import Setpoint

TIMES = 100  # the number of times at which rates and efforts of a leg are checked, at least
TIMES_OF_A_STRETCH = 32  # the same for a stretch between two rests
FARTHEST = 1e6  # rad from zero; larger angles are too coarse as floats for the arm to follow

Pose = tuple[float, ...]  # (n,) joint angles in rad


class Timed:
    """A leg of any kind."""

    duration: float  # s

    def motion(self, t: float) -> Motion:
        """Return how the arm is meant to move t s after the beginning.

        Before the beginning and after the end, it is at rest.
        """
        raise NotImplementedError

    def at(self, t: float) -> Setpoint:
        """Return the setpoint t s after the beginning."""
        motion = self.motion(t)
        return Setpoint(tuple(motion.position), tuple(motion.velocity))

    def acceleration(self, t: float) -> Pose:
        """Return the acceleration (n,) in rad/s^2, t s after the beginning."""
        return tuple(self.motion(t).acceleration)


@dataclass(frozen=True)
class Leg(Timed):
    """A leg that is straight in joint space between neighbouring poses.

    poses       (k, n) in rad
    knots       (k,) the path parameter s at the poses, from 0 to 1
    profile     a name in PROFILES, the time scaling that gives s at every time
    duration    s, above 0
    waypoints   (k, 2) in m, where the pen is in the poses. None if only the joints matter
    path        the path through the waypoints, which are at the fractions `knots` of its length.
                None if it consists of the straight lines between them
    """

    poses: tuple[Pose, ...]
    knots: tuple[float, ...]
    profile: str
    duration: float
    waypoints: tuple[Point, ...] | None = None
    path: Path | None = None

    def motion(self, t: float) -> Motion:
        """Return how the arm is meant to move t s after the beginning.

        Before the beginning and after the end, it is at rest. The jumps of the velocity at the
        poses are ignored.
        """
        if not 0 <= t < self.duration:
            return Motion.at_rest(self.poses[-1 if t > 0 else 0])
        scaled = self._scaled(t)
        k, part, width = self._piece(scaled.s)
        rate = scaled.rate / width / self.duration
        bend = scaled.acceleration / width / self.duration**2
        turns = [b - a for a, b in zip(self.poses[k], self.poses[k + 1])]
        return Motion(
            _interpolated(self.poses[k], self.poses[k + 1], part),
            tuple(rate * turn for turn in turns),
            tuple(bend * turn for turn in turns),
        )

    def pen(self, t: float) -> Point:
        """Return where the pen is meant to be, in m, t s after the beginning.

        The leg must have waypoints.
        """
        assert self.waypoints is not None
        along = self._scaled(t).s
        if self.path is not None:
            return self.path.at(along * self.path.length)
        k, part, _ = self._piece(along)
        x, y = _interpolated(self.waypoints[k], self.waypoints[k + 1], part)
        return x, y

    def last_waypoint(self, t: float) -> int:
        """Return the index of the last waypoint that was passed, t s after the beginning."""
        return self._piece(self._scaled(t).s)[0]

    def times(self) -> list[float]:
        """Return times (s) that are close enough to find the peaks of rates and efforts."""
        count = max(TIMES, 2 * len(self.poses))
        return [self.duration * k / count for k in range(count + 1)]

    @property
    def true(self) -> "Leg | SmoothLeg":
        """This leg, or one that follows the path itself where this one goes straight."""
        if self.path is None:
            return self
        length = self.path.length
        distances = tuple(length * s for s in self.knots)
        breaks = tuple(nearest(distances, corner) for corner in self.path.corners)
        pace = Pace.of([Profiled(self.profile, length, self.duration)])
        return SmoothLeg(self.path, Spline(distances, self.poses, breaks), pace)

    def _scaled(self, t: float) -> Scaled:
        return PROFILES[self.profile].at(min(max(t / self.duration, 0.0), 1.0))

    def _piece(self, s: float) -> tuple[int, float, float]:
        """Return where s is: the index k of the pose before it, a fraction and a width.

        The width is the distance in s from pose k to pose k + 1, the fraction is the part of this
        distance that is before s.
        """
        k = min(max(bisect_right(self.knots, s) - 1, 0), len(self.knots) - 2)
        width = self.knots[k + 1] - self.knots[k]
        return k, (s - self.knots[k]) / width, width


@dataclass(frozen=True)
class SmoothLeg(Timed):
    """A leg in which the pen follows a path, and the joints a spline: see smooth.py."""

    path: Path
    spline: Spline
    pace: Pace

    @property
    def duration(self) -> float:  # type: ignore[override]
        """The duration in s."""
        return self.pace.duration

    @property
    def poses(self) -> tuple[Pose, ...]:
        """The poses (k, n) in rad through which the spline goes."""
        return self.spline.poses

    @property
    def true(self) -> "SmoothLeg":
        """This leg, since it follows the path itself: see Leg."""
        return self

    def times(self) -> list[float]:
        """Return times (s) that are close enough to find the peaks of rates and efforts."""
        times = {0.0, self.duration}
        share = 2 * len(self.spline.distances) / self.path.length
        for begin, stretch in zip(self.pace.begins, self.pace.stretches):
            count = max(TIMES_OF_A_STRETCH, math.ceil(share * stretch.length))
            times.update(begin + stretch.duration * k / count for k in range(count))
            times.update(begin + t for t in stretch.turning_times())
        return sorted(times)

    def motion(self, t: float) -> Motion:
        """Return how the arm is meant to move t s after the beginning.

        Before the beginning and after the end, it is at rest.
        """
        if not 0 <= t < self.duration:
            return Motion.at_rest(self.spline.poses[-1 if t > 0 else 0])
        _, speed, acceleration = along = self.pace.at(t)
        position, slopes, bends = self.spline.at(along.distance)
        return Motion(
            position,
            tuple(speed * slope for slope in slopes),
            tuple(
                speed * speed * bend + acceleration * slope for bend, slope in zip(bends, slopes)
            ),
        )

    def pen(self, t: float) -> Point:
        """Return where the pen is meant to be, in m, t s after the beginning."""
        return self.path.at(self.distance(t))

    def distance(self, t: float) -> float:
        """Return how far along the path the pen is meant to be, in m, t s after the beginning."""
        return self.pace.at(t).distance if t < self.duration else self.path.length


Drawn: TypeAlias = Leg | SmoothLeg  # a leg of a plan that does not brake


def final_pose(leg: Timed) -> Pose:
    """Return the pose (n,) in rad in which a leg ends."""
    return leg.at(leg.duration).position


def _interpolated(a: Sequence[float], b: Sequence[float], part: float) -> tuple[float, ...]:
    """Return the point at the fraction `part` of the straight line from a to b.

    Rounding does not move it beyond a or b.
    """
    return tuple(min(max(x + part * (y - x), min(x, y)), max(x, y)) for x, y in zip(a, b))
