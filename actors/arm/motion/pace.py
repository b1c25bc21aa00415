"""Paces: how far along its path a motion is at every time.

A pace consists of stretches. The pen rests at both ends of each stretch. A stretch either follows a
profile (see profile.py), or it is soft: it speeds up and slows down at constant rates, and then its
distance is averaged over a short window of time. The average changes its acceleration gradually,
and it has no peak that the original does not have (Biagiotti and Melchiorri, Trajectory Planning
for Automatic Machines and Robots, chapter 4: trajectories by filters).
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple, Protocol

from actors.arm.motion.profile import PROFILES, RAMP


class Along(NamedTuple):
    """Where a motion is along its path, and the derivatives of that by time."""

    distance: float  # m
    speed: float  # m/s
    acceleration: float  # m/s^2


class Stretch(Protocol):
    """A part of a path, from rest to rest."""

    @property
    def length(self) -> float:
        """The length in m."""
        ...

    @property
    def duration(self) -> float:
        """The duration in s."""
        ...

    def at(self, t: float) -> Along:
        """Return where the motion is t s after the stretch began, measured from its begin."""
        ...

    def turning_times(self) -> list[float]:
        """Return the times (s) at which the acceleration begins to change."""
        ...


class Profiled(NamedTuple):
    """A stretch that follows one of PROFILES."""

    profile: str
    length: float  # m
    duration: float  # s

    def at(self, t: float) -> Along:
        """Return where the motion is t s after the stretch began, measured from its begin."""
        scaled = PROFILES[self.profile].at(min(max(t / self.duration, 0.0), 1.0))
        pace = self.length / self.duration
        return Along(
            self.length * scaled.s, pace * scaled.rate, pace / self.duration * scaled.acceleration
        )

    def turning_times(self) -> list[float]:
        """Return the times (s) at which the acceleration begins to change."""
        return [RAMP * self.duration, (1 - RAMP) * self.duration]


class Soft(NamedTuple):
    """A stretch with ramps of constant acceleration, averaged over a window.

    times      (k,) s, from 0: between two of them the acceleration is constant before averaging
    distances  (k,) m, from 0, at the times
    speeds     (k,) m/s, at the times; 0 at both ends
    sums       (k,) m s, the integral of the distance over time, up to each time
    window     s, for which the average is taken: the motion lasts so much longer
    """

    times: tuple[float, ...]
    distances: tuple[float, ...]
    speeds: tuple[float, ...]
    sums: tuple[float, ...]
    window: float

    @property
    def length(self) -> float:
        """The length in m."""
        return self.distances[-1]

    @property
    def duration(self) -> float:
        """The duration in s."""
        return self.times[-1] + self.window

    def at(self, t: float) -> Along:
        """Return where the motion is t s after the stretch began, measured from its begin."""
        if t >= self.duration:
            return Along(self.length, 0.0, 0.0)
        now = self._ramped(t)
        before = self._ramped(t - self.window)
        mean = [(a - b) / self.window for a, b in zip(now, before)]
        return Along(min(max(mean[0], 0.0), self.length), max(mean[1], 0.0), mean[2])

    def turning_times(self) -> list[float]:
        """Return the times (s) at which the acceleration begins to change."""
        return [*self.times, *(t + self.window for t in self.times)]

    def _ramped(self, t: float) -> tuple[float, float, float]:
        """Return integral, distance and speed at a time before averaging."""
        if t <= 0:
            return 0.0, 0.0, 0.0
        k = bisect_right(self.times, t) - 1
        after = t - self.times[k]
        distance = self.distances[k]
        if k == len(self.times) - 1:
            return self.sums[k] + distance * after, distance, 0.0
        speed = self.speeds[k]
        rate = (self.speeds[k + 1] - speed) / (self.times[k + 1] - self.times[k])
        return (
            self.sums[k] + after * (distance + after * (speed / 2 + after * rate / 6)),
            distance + after * (speed + after * rate / 2),
            speed + rate * after,
        )


@dataclass(frozen=True)
class Pace:
    """Stretches, one after the other."""

    stretches: tuple[Stretch, ...]
    begins: tuple[float, ...]  # s, when each stretch begins
    starts: tuple[float, ...]  # m, where each stretch begins
    duration: float  # s, of all stretches

    @classmethod
    def of(cls, stretches: Sequence[Stretch]) -> "Pace":
        """Make the pace of at least one stretch."""
        begins = list(accumulate((each.duration for each in stretches), initial=0.0))
        starts = accumulate((each.length for each in stretches[:-1]), initial=0.0)
        return cls(tuple(stretches), tuple(begins[:-1]), tuple(starts), begins[-1])

    def at(self, t: float) -> Along:
        """Return where the motion is t s after the beginning."""
        k = max(bisect_right(self.begins, t) - 1, 0)
        along = self.stretches[k].at(t - self.begins[k])
        return along._replace(distance=self.starts[k] + along.distance)


def ramped(distances: Sequence[float], speeds: Sequence[float], window: float) -> Soft:
    """Make a soft stretch from distances and speeds at which its ramps begin and end.

    distances   (k,) m, increasing from 0
    speeds      (k,) m/s before averaging: 0 at both ends, above 0 between them
    window      s; it is shortened to a quarter of the time that the stretch takes
    """
    times = [0.0]
    sums = [0.0]
    for k in range(1, len(distances)):
        step = distances[k] - distances[k - 1]
        time = 2 * step / (speeds[k] + speeds[k - 1])
        mean = distances[k - 1] + time * (2 * speeds[k - 1] + speeds[k]) / 6
        times.append(times[-1] + time)
        sums.append(sums[-1] + time * mean)
    window = min(window, times[-1] / 4)
    return Soft(tuple(times), tuple(distances), tuple(speeds), tuple(sums), window)
