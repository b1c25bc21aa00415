"""Legs that follow another leg and brake on it, and how a motion gets from rest to full pace."""

from dataclasses import dataclass
from typing import NamedTuple

from actors.arm.feed import Motion
from actors.arm.motion.leg import Timed


@dataclass(frozen=True)
class Braking(Timed):
    """A leg that follows another leg and brakes on it. That leg was checked before.

    The braking leg is at full speed for the lead, and before it; then the speed falls gradually to
    zero.
    """

    leg: Timed
    start: float  # s, the time on that leg at which this one begins
    brake: float  # s from full speed to rest
    lead: float = 0.0  # s at full speed

    @property
    def duration(self) -> float:  # type: ignore[override]
        """The duration in s."""
        return self.lead + self.brake

    def motion(self, t: float) -> Motion:
        """Return how the arm is meant to move t s after the beginning. It ends at rest."""
        eased = self._eased(t)
        return eased.motion(self.leg.motion(self.start + self.lead + eased.time))

    def _eased(self, t: float) -> "Eased":
        passed = (t - self.lead) / self.brake
        if passed < 0:
            return Eased(t - self.lead, 1.0, 0.0)
        time, pace, change = easing(min(passed, 1.0))
        return Eased(self.brake * (min(passed, 1.0) - time), 1 - pace, -change / self.brake)


class Eased(NamedTuple):
    """A time that passes more slowly or faster, and its first and second derivatives by time."""

    time: float  # s
    pace: float
    change: float  # 1/s

    def motion(self, motion: Motion) -> Motion:
        """Return a motion at this pace, from what it is at full pace."""
        if self.pace == 1.0:
            return motion
        rows = zip(motion.velocity, motion.acceleration)
        return Motion(
            motion.position,
            tuple(self.pace * rate for rate in motion.velocity),
            tuple(self.pace**2 * bend + self.change * rate for rate, bend in rows),
        )


def easing(u: float) -> Eased:
    """Return how a motion gets from rest to full pace while u goes from 0 to 1.

    The pace is 3 u^2 - 2 u^3, so that it changes gradually at both ends. The time that passes on
    the leg meanwhile is half of the time that it takes.
    """
    return Eased(u**3 - u**4 / 2, u * u * (3 - 2 * u), 6 * u * (1 - u))
