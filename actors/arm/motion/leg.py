"""One timed piece of a motion: where the joints are to be, and how fast, at every moment of it."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from actors.arm.motion.path import Point
from actors.arm.motion.profile import PROFILES
from actors.arm.pid import Setpoint

Angles = tuple[float, ...]

FARTHEST = 1e6  # rad from zero; farther out there are no angles fine enough to be followed


class Timed(Protocol):
    """What can be followed for its duration (s)."""

    @property
    def duration(self) -> float: ...

    def at(self, t: float) -> Setpoint: ...


@dataclass(frozen=True)
class Leg:
    """Straight in joint space from station to station.

    poses (k, n) rad; shares (k,) of the way, from 0 to 1; points (k, 2) m, where the pen is meant to be on a
    straight line between two stations: None where the joints are all that is meant.
    """

    poses: tuple[Angles, ...]
    shares: tuple[float, ...]
    profile: str
    duration: float  # s, above 0
    points: tuple[Point, ...] | None = None

    def at(self, t: float) -> Setpoint:
        """The setpoint t s after the beginning; before it and after the end, at rest."""
        if not 0 <= t < self.duration:
            return Setpoint.at_rest(self.poses[-1 if t > 0 else 0])
        moment = PROFILES[self.profile].at(t / self.duration)
        k, part, gap = self._where(moment.share)
        pace = moment.rate / gap / self.duration
        return Setpoint(
            _along(self.poses[k], self.poses[k + 1], part),
            tuple(pace * (b - a) for a, b in zip(self.poses[k], self.poses[k + 1])),
        )

    def acceleration(self, t: float) -> Angles:
        """(n,) rad/s^2, t s after the beginning; that of the jumps at stations is left out."""
        if not 0 <= t < self.duration:
            return (0.0,) * len(self.poses[0])
        moment = PROFILES[self.profile].at(t / self.duration)
        k, _, gap = self._where(moment.share)
        return tuple(
            moment.acceleration / gap / self.duration**2 * (b - a)
            for a, b in zip(self.poses[k], self.poses[k + 1])
        )

    def pen(self, t: float) -> Point:
        """Where the pen is meant to be; only for a leg with points."""
        assert self.points is not None
        k, part, _ = self._where(
            PROFILES[self.profile].at(min(max(t / self.duration, 0.0), 1.0)).share
        )
        x, y = _along(self.points[k], self.points[k + 1], part)
        return x, y

    def station(self, t: float) -> int:
        """The last one that is behind, t s after the beginning."""
        return self._where(PROFILES[self.profile].at(min(max(t / self.duration, 0.0), 1.0)).share)[
            0
        ]

    def _where(self, share: float) -> tuple[int, float, float]:
        """The station before, how much of the way to the next one is behind, and how long that is as a share."""
        k = min(max(bisect_right(self.shares, share) - 1, 0), len(self.shares) - 2)
        gap = self.shares[k + 1] - self.shares[k]
        return k, (share - self.shares[k]) / gap, gap


@dataclass(frozen=True)
class Braking:
    """To rest along another leg, from a moment of it on, so that the way that was checked is not left."""

    leg: Timed
    start: float  # s into that leg
    brake: float  # s, in which the speed falls evenly
    lead: float = 0.0  # s before that, at full speed

    @property
    def duration(self) -> float:
        return self.lead + self.brake

    def at(self, t: float) -> Setpoint:
        t = max(t, 0.0)
        if t < self.lead:
            return self.leg.at(self.start + t)
        braked = min(t - self.lead, self.brake)
        pace = 1 - braked / self.brake
        there = self.leg.at(self.start + self.lead + braked * (1 + pace) / 2)
        return Setpoint(there.position, tuple(pace * rate for rate in there.velocity))


def rest(leg: Timed) -> Angles:
    """The pose in which a leg ends."""
    return leg.at(leg.duration).position


def _along(a: Sequence[float], b: Sequence[float], part: float) -> tuple[float, ...]:
    """Straight from a to b, and no rounding beyond either."""
    return tuple(min(max(x + part * (y - x), min(x, y)), max(x, y)) for x, y in zip(a, b))
