"""The energy books of the arm: what came in, what was lost, and what the integrator made up."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from actors.arm.dynamics import kinetic_energy, potential_energy
from actors.arm.model import Arm


def energies(arm: Arm, q: Sequence[float], qdot: Sequence[float]) -> tuple[float, float]:
    """Kinetic and potential energy in J, for q and qdot (n,) in rad and rad/s.

    nan where the headings are too large to have sines.
    """
    try:
        return kinetic_energy(arm, q, qdot), potential_energy(arm, q)
    except ValueError:
        return math.nan, math.nan


def total_energy(arm: Arm, q: Sequence[float], qdot: Sequence[float]) -> float:
    """Their sum, in J."""
    return sum(energies(arm, q, qdot))


class EnergyBooks(NamedTuple):
    """All in J. The books are opened when the arm is reset or changed.

    work and lost are floats, arrays or recording scalars.
    """

    initial: Any  # kinetic and potential energy when the books were opened
    work: Any = 0.0  # done by the effort since then
    lost: Any = 0.0  # to damping and to stops since then

    @classmethod
    def opened(cls, arm: Arm, q: Sequence[float], qdot: Sequence[float]) -> "EnergyBooks":
        """New books for an arm in this state."""
        return cls(total_energy(arm, q, qdot))

    def drift(self, total: float) -> float:
        """The part of the present total energy that the books do not explain.

        It is the error of the integrator.
        """
        return total - self.initial - self.work + self.lost

    def after_step(
        self,
        arm: Arm,
        effort: Sequence[Any],
        dt: float,
        q: Sequence[Any],
        qdot: Sequence[Any],
        q_next: Sequence[Any],
        qdot_next: Sequence[Any],
    ) -> "EnergyBooks":
        """The books after one step of dt s under a held effort (n,) in N m.

        The work is exact: effort times change of angle. The loss to damping is Simpson's rule over
        the step, with the velocity half way taken from the cubic through both ends.
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
        """The books after the stops have acted; before and after are a pose and a velocity each."""
        taken = self.lost + total_energy(arm, *before) - total_energy(arm, *after)
        return self._replace(lost=taken)
