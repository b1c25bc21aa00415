"""One timed piece of a motion through joint space: the setpoint at every time of it."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from actors.arm.motion.path import Point
from actors.arm.motion.profile import PROFILES, Scaled
from actors.arm.pid import Setpoint

FARTHEST = 1e6  # rad from zero; farther out floats are too coarse for angles to be followed

Pose = tuple[float, ...]  # (n,) joint angles in rad


class Timed(Protocol):
    """What can be followed for its duration (s)."""

    @property
    def duration(self) -> float: ...

    def at(self, t: float) -> Setpoint: ...


@dataclass(frozen=True)
class Leg:
    """Straight in joint space from waypoint to waypoint.

    poses       (k, n) rad, at the waypoints
    knots       (k,) the path parameter s at the waypoints, from 0 to 1
    profile     the name of the time scaling, which gives s at every time
    duration    s, above 0
    waypoints   (k, 2) m, of the pen, which is meant to go from one to the next in a straight
                line; None where only the joints matter
    """

    poses: tuple[Pose, ...]
    knots: tuple[float, ...]
    profile: str
    duration: float
    waypoints: tuple[Point, ...] | None = None

    def at(self, t: float) -> Setpoint:
        """The setpoint t s after the beginning; before it and after the end, at rest."""
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
        """(n,) rad/s^2, t s after the beginning, without the jumps of the velocity at waypoints."""
        if not 0 <= t < self.duration:
            return (0.0,) * len(self.poses[0])
        scaled = self._scaled(t)
        k, _, width = self._piece(scaled.s)
        return tuple(
            scaled.acceleration / width / self.duration**2 * (b - a)
            for a, b in zip(self.poses[k], self.poses[k + 1])
        )

    def pen(self, t: float) -> Point:
        """Where the pen is meant to be; only for a leg with waypoints."""
        assert self.waypoints is not None
        k, part, _ = self._piece(self._scaled(t).s)
        x, y = _interpolated(self.waypoints[k], self.waypoints[k + 1], part)
        return x, y

    def last_waypoint(self, t: float) -> int:
        """The index of the waypoint that was passed last, t s after the beginning."""
        return self._piece(self._scaled(t).s)[0]

    def _scaled(self, t: float) -> Scaled:
        return PROFILES[self.profile].at(min(max(t / self.duration, 0.0), 1.0))

    def _piece(self, s: float) -> tuple[int, float, float]:
        """The waypoint before s, the share of the piece to the next one, and the width of that."""
        k = min(max(bisect_right(self.knots, s) - 1, 0), len(self.knots) - 2)
        width = self.knots[k + 1] - self.knots[k]
        return k, (s - self.knots[k]) / width, width


@dataclass(frozen=True)
class Braking:
    """From a time of another leg on along that leg, and then to rest on it: it was checked."""

    leg: Timed
    start: float  # s into that leg
    brake: float  # s, in which the speed falls evenly to zero
    lead: float = 0.0  # s before that, at full speed

    @property
    def duration(self) -> float:
        return self.lead + self.brake

    def at(self, t: float) -> Setpoint:
        """The setpoint t s after the beginning; from the end on, at rest."""
        t = max(t, 0.0)
        if t < self.lead:
            return self.leg.at(self.start + t)
        braked = min(t - self.lead, self.brake)
        pace = 1 - braked / self.brake
        on_leg = self.leg.at(self.start + self.lead + braked * (1 + pace) / 2)
        return Setpoint(on_leg.position, tuple(pace * rate for rate in on_leg.velocity))


def final_pose(leg: Timed) -> Pose:
    """The pose in which a leg ends."""
    return leg.at(leg.duration).position


def _interpolated(a: Sequence[float], b: Sequence[float], part: float) -> tuple[float, ...]:
    """On the straight line from a to b, and not beyond either by rounding."""
    return tuple(min(max(x + part * (y - x), min(x, y)), max(x, y)) for x, y in zip(a, b))
