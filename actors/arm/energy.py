"""The energy balance of the arm: the work of the effort, the losses and the integrator's error."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from actors.arm.dynamics import kinetic_energy, potential_energy
from actors.arm.model import Arm


def energies(arm: Arm, q: Sequence[float], qdot: Sequence[float]) -> tuple[float, float]:
    """Return the kinetic and the potential energy in J, for q and qdot (n,) in rad and rad/s.

    Both are nan if an angle is infinite.
    """
    try:
        return kinetic_energy(arm, q, qdot), potential_energy(arm, q)
    except ValueError:
        return math.nan, math.nan


def total_energy(arm: Arm, q: Sequence[float], qdot: Sequence[float]) -> float:
    """Return the sum of the kinetic and the potential energy in J; arguments as for energies()."""
    return sum(energies(arm, q, qdot))


class EnergyBooks(NamedTuple):
    """The energy that has entered and left the arm since its last reset or change, in J.

    work and lost are floats, arrays or recording scalars.
    """

    initial: Any  # kinetic and potential energy when the books were opened
    work: Any = 0.0  # done by the effort since then
    lost: Any = 0.0  # by damping and at the stops since then

    @classmethod
    def opened(cls, arm: Arm, q: Sequence[float], qdot: Sequence[float]) -> "EnergyBooks":
        """Open new books for an arm at q and qdot, (n,) in rad and rad/s."""
        return cls(total_energy(arm, q, qdot))

    def drift(self, total: float) -> float:
        """Return the part of the present total energy (J) that work and losses do not explain.

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
        """Return the books after one step of dt (s) from q, qdot to q_next, qdot_next.

        q, qdot   (n,) in rad and rad/s
        effort    (n,) in N m, constant during the step

        The work is exact: effort times change of angle. Simpson's rule gives the loss by damping.
        It takes the velocity in the middle of the step from the cubic Hermite polynomial through
        both ends.
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
        """Return the books after an impact on the stops.

        before, after   pose and velocity, (n,) in rad and rad/s, before and after the impact
        """
        lost = self.lost + total_energy(arm, *before) - total_energy(arm, *after)
        return self._replace(lost=lost)
