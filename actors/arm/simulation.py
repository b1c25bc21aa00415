"""The live arm: plant, controller and simulation clock, advanced one tick at a time.

One tick: the integral, then the effort, from the state at the start of the tick; that effort held over
one step of the integrator (zero-order hold).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from actors.arm.energy import EnergyBooks
from actors.arm.errors import ControlError
from actors.arm.model import Arm
from actors.arm.pid import Gains, PidController, Setpoint
from actors.arm.step import arm_step
from actors.arm.stops import Limits, Range, arrest, into, outside, touches
from actors.arm.tape import DOMAIN_ERRORS, preserved, revived
from actors.arm.tenure import StreamSetpoint, Tenure
from actors.arm.watchdog import Watchdog

DEFAULT_METHOD = "rk4"
ROUNDING = 1e-9  # of a limit of rates that may be used to the full
RATE = 60.0  # looks at the arm per s: states of it that are published
DEFAULT_TIMESTEP = 0.0005  # s; leaves room for light, short links under the default gains


@dataclass(frozen=True)
class Snapshot:
    """What is seen of the arm from outside: simulation time in s; q, qdot, effort (n,) each."""

    time: float
    position: tuple[float, ...]
    velocity: tuple[float, ...]
    effort: tuple[float, ...]
    lengths: tuple[float, ...]  # (n,) m, in force at that time
    tenure: Tenure  # who commands it
    enabled: bool = True  # whether the controller is
    paused: bool = False
    diverged: bool = False
    timestep: float = DEFAULT_TIMESTEP  # s
    clock: float = 0.0  # s on the wall, when it was so


class Simulation:
    """An arm of 2 or 3 links, from its starting pose: horizontal, which is no equilibrium, and at rest."""

    def __init__(self, links: int):
        self.arm = Arm.of_links(links)
        self.method = DEFAULT_METHOD
        self.timestep = DEFAULT_TIMESTEP
        self.limits = Limits()
        self.paused = False
        self.tenure = Tenure()
        self.controller = PidController(Gains.of_links(links), Setpoint.at_rest((0.0,) * links))
        self.watchdog = Watchdog()
        self._to_start()

    def _to_start(self) -> None:
        self.position: tuple[float, ...] = into(self.limits.allowed, (0.0,) * self.arm.links)
        self.velocity: tuple[float, ...] = (0.0,) * self.arm.links
        self.effort: tuple[float, ...] = (0.0,) * self.arm.links
        self.diverged = False
        self._epoch = 0.0
        self._ticks = 0
        self._change_arm(self.arm)

    def _change_arm(self, arm: Arm) -> None:
        """Another arm in the same pose; the books of energy begin anew."""
        self.arm = arm
        self.books = EnergyBooks.opened(arm, self.position, self.velocity)
        self._derive_step()

    def _derive_step(self) -> None:
        self._step = arm_step(self.arm, self.method, self.timestep)
        self._code = preserved(self._step)

    @property
    def time(self) -> float:
        """Simulation time in s: a product, not a running sum, as long as the timestep stays."""
        return self._epoch + self._ticks * self.timestep

    @property
    def running(self) -> bool:
        return not self.paused and not self.diverged

    def snapshot(self, clock: float = 0.0) -> Snapshot:
        return Snapshot(
            self.time,
            self.position,
            self.velocity,
            self.effort,
            self.arm.lengths,
            self.tenure,
            self.controller.enabled,
            self.paused,
            self.diverged,
            self.timestep,
            clock,
        )

    # -- what can be changed ---------------------------------------------------------------------
    def set_integrator(self, method: str, timestep: float) -> None:
        self._epoch = self.time
        self._ticks = 0
        self.method = method
        self.timestep = timestep
        self._derive_step()

    def set_params(self, **parameters: Any) -> None:
        """gravity, masses, lengths: those given are in force from the next tick. New masses or lengths are of rods."""
        arm = replace(self.arm, **parameters)
        self._change_arm(arm.of_rods() if {"masses", "lengths"} & set(parameters) else arm)

    def set_links(self, rods: bool = False, **own: Any) -> None:
        """own_centers, own_inertias, own_damping: those given, after bringing the rods back if asked to."""
        self._change_arm(replace(self.arm.of_rods() if rods else self.arm, **own))

    def set_limits(self, limits: Limits) -> None:
        """In force from the next tick, for what is commanded already too; the pose must be within the hard stops."""
        self.limits = limits
        self.controller.effort_limit = limits.effort
        held = self.controller.setpoint
        rates = limits.velocity or (math.inf,) * self.arm.links
        self.controller.setpoint = Setpoint(
            into(limits.operating, held.position),
            tuple(min(max(rate, -most), most) for rate, most in zip(held.velocity, rates)),
        )

    def set_gains(self, **gains: tuple[float, ...]) -> None:
        """kp, ki, kd: those given are in force from the next tick; the integral stays."""
        self.controller.gains = replace(self.controller.gains, **gains)

    def hold(self, setpoint: Setpoint, commander: str = "") -> None:
        """Hold a setpoint from the next tick on; commander: the goal that it is for, if any.

        Raises ControlError if it is beyond the limits of what may be commanded.
        """
        self._set_setpoint(setpoint, commander, leased=False)

    def follow(self, sent: StreamSetpoint) -> None:
        """Hold a setpoint of a stream from the next tick on, or ignore it if its stream has lost command.

        Raises ControlError if it is beyond the limits of what may be commanded.
        """
        if self.tenure.admits(sent):
            self.tenure = self.tenure.after_taking_up(sent.commander)
            self._set_setpoint(sent.setpoint, sent.commander, leased=True)

    def _set_setpoint(self, setpoint: Setpoint, commander: str, leased: bool) -> None:
        """leased: its sender has promised another one within the lease of the watchdog."""
        try:
            _check_setpoint(self.limits, setpoint)
        except ControlError:
            self.tenure = self.tenure.after_refusal(commander)
            raise
        self.controller.setpoint = setpoint
        self.tenure = self.tenure.after_setpoint(commander)
        self.watchdog = self.watchdog.fed(self.time, any(setpoint.velocity), leased)

    def enable(self, enabled: bool) -> None:
        self.controller.enable(enabled)
        if not enabled:
            self.effort = (0.0,) * self.arm.links

    def reset(self) -> None:
        """Back to the starting pose, at rest, at time 0, with the controller holding that pose."""
        self._to_start()
        self.controller.reset(self.position)
        self.watchdog = Watchdog()
        self.tenure = self.tenure.after_reset()

    # -- time ------------------------------------------------------------------------------------
    def tick(self) -> None:
        """Advance by one timestep, unless paused or diverged.

        A step whose result would not be finite is not taken: the arm keeps its last finite, visibly
        diverged state, and its clock stops until a reset.
        """
        if not self.running:
            return
        if self.watchdog.due is not None and self.time >= self.watchdog.due:
            self.controller.setpoint, self.watchdog = (
                Setpoint.at_rest(self.controller.setpoint.position),
                Watchdog(),
            )
        integral = self.controller.integral
        effort = self.controller.update(self.position, self.velocity, self.timestep)
        n = len(effort)
        try:
            after = self._step(*self.position, *self.velocity, *effort)
            books = self.books.after_step(
                self.arm, effort, self.timestep, self.position, self.velocity, after[:n], after[n:]
            )
            if self.limits.position is not None and all(map(math.isfinite, after)):
                after, books = self._stopped(self.limits.position, after[:n], after[n:], books)
            finite = all(
                map(math.isfinite, (*after, books.work, books.lost, self.time + self.timestep))
            )
        except DOMAIN_ERRORS:
            finite = False
        if finite:
            self.position, self.velocity, self.effort = after[:n], after[n:], tuple(effort)
            self.books = books
            self._ticks += 1
        else:
            self.controller.integral = integral
            self.diverged = True

    def _stopped(
        self,
        stops: Sequence[Range],
        position: tuple[float, ...],
        velocity: tuple[float, ...],
        books: EnergyBooks,
    ) -> tuple[tuple[float, ...], EnergyBooks]:
        """The state that the hard stops leave of this one, and what that cost in the books."""
        if not (touches(stops, position) or touches(stops, self.position)):
            return (*position, *velocity), books
        after = arrest(self.arm, stops, position, velocity, before=self.position)
        return (*after[0], *after[1]), books.after_impact(self.arm, (position, velocity), after)

    # -- over a death ----------------------------------------------------------------------------
    def __getstate__(self) -> dict[str, Any]:
        """The derived step as what can be pickled: what is unpickled goes on at once where this was."""
        return {name: value for name, value in self.__dict__.items() if name != "_step"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._step = revived(self._code)


def _check_setpoint(limits: Limits, setpoint: Setpoint) -> None:
    joint = outside(limits.operating, setpoint.position)
    if limits.operating and joint is not None:
        lowest, highest = limits.operating[joint]
        raise ControlError(
            f"joint {joint + 1} must be commanded within its operating limits "
            f"[{lowest:g}, {highest:g}] rad, got {setpoint.position[joint]:g}"
        )
    for i, (bound, rate) in enumerate(zip(limits.velocity or (), setpoint.velocity)):
        if abs(rate) > bound * (1 + ROUNDING):
            raise ControlError(
                f"joint {i + 1} must be commanded at most {bound:g} rad/s, got {rate:g}"
            )
