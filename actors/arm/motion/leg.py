"""Legs: timed pieces of a motion through joint space, with a setpoint at every time."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from actors.arm.motion.pieces import Point
from actors.arm.motion.profile import PROFILES, Scaled
from actors.arm.pid import Setpoint

FARTHEST = 1e6  # rad from zero; larger angles are too coarse as floats for the arm to follow

Pose = tuple[float, ...]  # (n,) joint angles in rad


class Timed(Protocol):
    """A leg of any kind."""

    @property
    def duration(self) -> float:
        """The duration in s."""
        ...

    def at(self, t: float) -> Setpoint:
        """Return the setpoint t s after the beginning."""
        ...


@dataclass(frozen=True)
class Leg:
    """A leg that is straight in joint space between neighbouring poses.

    poses       (k, n) in rad
    knots       (k,) the path parameter s at the poses, from 0 to 1
    profile     a name in PROFILES, the time scaling that gives s at every time
    duration    s, above 0
    waypoints   (k, 2) in m, where the pen is in the poses; it is meant to move in a straight line
                from one to the next. None if only the joints matter
    """

    poses: tuple[Pose, ...]
    knots: tuple[float, ...]
    profile: str
    duration: float
    waypoints: tuple[Point, ...] | None = None

    def at(self, t: float) -> Setpoint:
        """Return the setpoint t s after the beginning.

        Before the beginning and after the end, the arm is at rest.
        """
        if not 0 <= t < self.duration:
            return Setpoint.at_rest(self.poses[-1 if t > 0 else 0])
        scaled = self._scaled(t)
        k, part, width = self._piece(scaled.s)
        rate = scaled.rate / width / self.duration
        return Setpoint(
            _interpolated(self.poses[k], self.poses[k + 1], part),
            tuple(rate * (b - a) for a, b in zip(self.poses[k], self.poses[k + 1])),
        )

    def acceleration(self, t: float) -> Pose:
        """Return the acceleration (n,) in rad/s^2, t s after the beginning.

        The jumps of the velocity at the poses are ignored.
        """
        if not 0 <= t < self.duration:
            return (0.0,) * len(self.poses[0])
        scaled = self._scaled(t)
        k, _, width = self._piece(scaled.s)
        return tuple(
            scaled.acceleration / width / self.duration**2 * (b - a)
            for a, b in zip(self.poses[k], self.poses[k + 1])
        )

    def pen(self, t: float) -> Point:
        """Return where the pen is meant to be, in m, t s after the beginning.

        The leg must have waypoints.
        """
        assert self.waypoints is not None
        k, part, _ = self._piece(self._scaled(t).s)
        x, y = _interpolated(self.waypoints[k], self.waypoints[k + 1], part)
        return x, y

    def last_waypoint(self, t: float) -> int:
        """Return the index of the last waypoint that was passed, t s after the beginning."""
        return self._piece(self._scaled(t).s)[0]

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
class Braking:
    """A leg that follows another leg and brakes on it. That leg was checked before.

    The braking leg is at full speed for the lead; then the speed falls to zero at a constant rate.
    """

    leg: Timed
    start: float  # s, the time on that leg at which this one begins
    brake: float  # s from full speed to rest
    lead: float = 0.0  # s at full speed

    @property
    def duration(self) -> float:
        return self.lead + self.brake

    def at(self, t: float) -> Setpoint:
        """Return the setpoint t s after the beginning. From the end on, the arm is at rest."""
        t = max(t, 0.0)
        if t < self.lead:
            return self.leg.at(self.start + t)
        braked = min(t - self.lead, self.brake)
        pace = 1 - braked / self.brake
        on_leg = self.leg.at(self.start + self.lead + braked * (1 + pace) / 2)
        return Setpoint(on_leg.position, tuple(pace * rate for rate in on_leg.velocity))


def final_pose(leg: Timed) -> Pose:
    """Return the pose (n,) in rad in which a leg ends."""
    return leg.at(leg.duration).position


def _interpolated(a: Sequence[float], b: Sequence[float], part: float) -> tuple[float, ...]:
    """Return the point at the fraction `part` of the straight line from a to b.

    Rounding does not move it beyond a or b.
    """
    return tuple(min(max(x + part * (y - x), min(x, y)), max(x, y)) for x, y in zip(a, b))
