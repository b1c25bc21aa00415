"""The energy balance of the arm: the work of the effort, the losses and the integrator's error."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from actors.arm.dynamics import kinetic_energy, potential_energy
from actors.arm.model import Arm

# Why the books began, as clients are told.
STARTED = "start"
RESET = "reset"
UNKNOWN = "the energy of the changed arm was not finite"


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
    """The energy that has entered and left the arm since its last reset, in J.

    work and lost are floats, arrays or recording scalars.
    """

    initial: Any  # kinetic and potential energy when the books were opened
    work: Any = 0.0  # done by the effort, and by changes of the arm, since then
    lost: Any = 0.0  # by damping and at the stops since then
    changed: float = 0.0  # the part of the work that changes of the arm have done
    since: float = 0.0  # s, the simulation time when the books were opened
    reason: str = STARTED  # why

    @classmethod
    def opened(
        cls,
        arm: Arm,
        q: Sequence[float],
        qdot: Sequence[float],
        since: float = 0.0,
        reason: str = STARTED,
    ) -> "EnergyBooks":
        """Open new books for an arm at q and qdot, (n,) in rad and rad/s.

        since, reason   the simulation time in s, and why the books begin
        """
        return cls(total_energy(arm, q, qdot), since=since, reason=reason)

    def after_change(
        self, before: Arm, after: Arm, q: Sequence[float], qdot: Sequence[float], time: float
    ) -> "EnergyBooks":
        """Return the books after an arm at q and qdot, (n,) in rad and rad/s, was changed.

        before, after   the arm before and after the change
        time            s, the simulation time

        Pose and velocity stay, so the energy jumps, by what the change has done as work. New books
        begin if one of the energies is not finite.
        """
        work = total_energy(after, q, qdot) - total_energy(before, q, qdot)
        booked = self._replace(work=self.work + work, changed=self.changed + work)
        if math.isfinite(booked.work):
            return booked
        return EnergyBooks.opened(after, q, qdot, time, UNKNOWN)

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
        return self._replace(work=work, lost=lost)

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
