"""The books of energy: where it came from, where it went, and what the integrator invented."""

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from actors.arm.model import Arm


def energies(arm: Arm, q: Sequence[float], qdot: Sequence[float]) -> tuple[float, float]:
    """Kinetic and potential, in J, for q and qdot (n,) in rad and rad/s; nan where angles are too large.

    As in dynamics.py, on floats, which for one arm are faster than arrays.
    """
    phi = list(accumulate(q))
    phidot = list(accumulate(qdot))
    c = arm.couplings
    try:
        kinetic = (
            sum(
                c[i][j] * math.cos(phi[i] - phi[j]) * phidot[i] * phidot[j]
                for i in range(arm.links)
                for j in range(arm.links)
            )
            / 2
        )
        return kinetic, arm.gravity * sum(
            b * math.sin(heading) for b, heading in zip(arm.moments, phi)
        )
    except ValueError:
        return math.nan, math.nan


def total_energy(arm: Arm, q: Sequence[float], qdot: Sequence[float]) -> float:
    """Their sum, in J."""
    return sum(energies(arm, q, qdot))


class EnergyBooks(NamedTuple):
    """All in J, since the books were opened."""

    initial: float
    work: float = 0.0  # done by the effort
    lost: float = 0.0  # to damping and stops

    @classmethod
    def opened(cls, arm: Arm, q: Sequence[float], qdot: Sequence[float]) -> "EnergyBooks":
        return cls(total_energy(arm, q, qdot))

    def drift(self, total: float) -> float:
        """What is there and cannot be accounted for."""
        return total - self.initial - self.work + self.lost

    def after_step(
        self,
        arm: Arm,
        effort: Sequence[float],
        dt: float,
        q: Sequence[float],
        qdot: Sequence[float],
        q_next: Sequence[float],
        qdot_next: Sequence[float],
    ) -> "EnergyBooks":
        """With one step under a held effort (n,) in N m over dt s booked.

        Its work is exact: effort times way. What damping took is Simpson's rule over the step, with the
        velocity half way from the cubic through both ends.
        """
        work = self.work
        lost = self.lost
        for tau, a, b in zip(effort, q, q_next):
            work += tau * (b - a)
        if arm.own_damping:
            for d, a, b, rate, rate_next in zip(arm.damping, q, q_next, qdot, qdot_next):
                middle = 1.5 * (b - a) / dt - 0.25 * (rate + rate_next)
                lost += d * dt / 6 * (rate * rate + 4 * middle * middle + rate_next * rate_next)
        return EnergyBooks(self.initial, work, lost)

    def after_impact(
        self,
        arm: Arm,
        before: tuple[Sequence[float], Sequence[float]],
        after: tuple[Sequence[float], Sequence[float]],
    ) -> "EnergyBooks":
        """With what the stops took booked; each a pose and a velocity."""
        return self._replace(
            lost=self.lost + total_energy(arm, *before) - total_energy(arm, *after)
        )
