"""Legs that follow another leg and brake on it, and how a motion gets from rest to full pace."""

from dataclasses import dataclass
from typing import NamedTuple

from actors.arm.motion.leg import Pose, Timed
from actors.arm.pid import Setpoint


@dataclass(frozen=True)
class Braking:
    """A leg that follows another leg and brakes on it. That leg was checked before.

    The braking leg is at full speed for the lead; then the speed falls gradually to zero.
    """

    leg: Timed
    start: float  # s, the time on that leg at which this one begins
    brake: float  # s from full speed to rest
    lead: float = 0.0  # s at full speed

    @property
    def duration(self) -> float:
        """The duration in s."""
        return self.lead + self.brake

    def at(self, t: float) -> Setpoint:
        """Return the setpoint t s after the beginning. From the end on, the arm is at rest."""
        eased = self._eased(t)
        on_leg = self.leg.at(self._time(eased))
        return Setpoint(on_leg.position, tuple(eased.pace * rate for rate in on_leg.velocity))

    def acceleration(self, t: float) -> Pose:
        """Return the acceleration (n,) in rad/s^2, t s after the beginning."""
        eased = self._eased(t)
        time = self._time(eased)
        rates = zip(self.leg.acceleration(time), self.leg.at(time).velocity)
        return tuple(eased.pace**2 * bend + eased.change * rate for bend, rate in rates)

    def _eased(self, t: float) -> "Eased":
        passed = (t - self.lead) / self.brake
        if passed < 0:
            return Eased(max(t, 0.0) - self.lead, 1.0, 0.0)
        time, pace, change = easing(min(passed, 1.0))
        return Eased(self.brake * (min(passed, 1.0) - time), 1 - pace, -change / self.brake)

    def _time(self, eased: "Eased") -> float:
        """Return the time on the other leg in s."""
        return self.start + self.lead + eased.time


class Eased(NamedTuple):
    """A time that passes more slowly or faster, and its first and second derivatives by time."""

    time: float  # s
    pace: float
    change: float  # 1/s


def easing(u: float) -> Eased:
    """Return how a motion gets from rest to full pace while u goes from 0 to 1.

    The pace is 3 u^2 - 2 u^3, so that it changes gradually at both ends. The time that passes on
    the leg meanwhile is half of the time that it takes.
    """
    return Eased(u**3 - u**4 / 2, u * u * (3 - 2 * u), 6 * u * (1 - u))
