"""The live arm: plant, controller and simulation clock, advanced one tick at a time.

One tick: the integral, then the effort, from the state at the start of the tick; that effort held over
one step of the integrator (zero-order hold).
"""

import math
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from actors.arm.model import Arm
from actors.arm.pid import Gains, PidController, Setpoint
from actors.arm.step import arm_step
from actors.arm.tape import DOMAIN_ERRORS

DEFAULT_METHOD = "rk4"
DEFAULT_TIMESTEP = 0.0005               # s; leaves room for light, short links under the default gains


@dataclass(frozen=True)
class Command:
    """Who set the setpoint last, by name, and how often the arm had been reset then.

    So whoever commanded it knows for certain whether the arm has heard, and whether a reset came later.
    """

    name: str = ""
    resets: int = 0


@dataclass(frozen=True)
class Snapshot:
    """What is seen of the arm from outside: simulation time in s; q, qdot, effort (n,) each."""

    time: float
    position: tuple[float, ...]
    velocity: tuple[float, ...]
    effort: tuple[float, ...]
    lengths: tuple[float, ...]          # (n,) m, in force at that time
    resets: int                         # how often the arm was reset
    command: Command                    # the last one with a name


class Checkpoint(NamedTuple):
    """All that a successor of the live arm needs."""

    arm: Arm
    method: str
    timestep: float
    paused: bool
    diverged: bool
    resets: int
    epoch: float
    ticks: int
    position: tuple[float, ...]
    velocity: tuple[float, ...]
    effort: tuple[float, ...]
    gains: Gains
    setpoint: Setpoint
    integral: tuple[float, ...]
    enabled: bool
    command: Command


class Simulation:
    """An arm of 2 or 3 links, from its starting pose: horizontal, which is no equilibrium, and at rest."""

    def __init__(self, links: int):
        self.arm = Arm.of_links(links)
        self.method = DEFAULT_METHOD
        self.timestep = DEFAULT_TIMESTEP
        self.paused = False
        self.resets = 0
        self.command = Command()
        self.controller = PidController(Gains.of_links(links), Setpoint.at_rest((0.0,) * links))
        self._to_start()

    def _to_start(self) -> None:
        self.position: tuple[float, ...] = (0.0,) * self.arm.links
        self.velocity: tuple[float, ...] = (0.0,) * self.arm.links
        self.effort: tuple[float, ...] = (0.0,) * self.arm.links
        self.diverged = False
        self._epoch, self._ticks = 0.0, 0
        self._derive_step()

    def _derive_step(self) -> None:
        self._step = arm_step(self.arm, self.method, self.timestep)

    @property
    def time(self) -> float:
        """Simulation time in s: a product, not a running sum, as long as the timestep stays."""
        return self._epoch + self._ticks * self.timestep

    @property
    def running(self) -> bool:
        return not self.paused and not self.diverged

    def snapshot(self) -> Snapshot:
        return Snapshot(self.time, self.position, self.velocity, self.effort, self.arm.lengths, self.resets,
                        self.command)

    # -- what can be changed ---------------------------------------------------------------------
    def set_integrator(self, method: str, timestep: float) -> None:
        self._epoch, self._ticks = self.time, 0
        self.method, self.timestep = method, timestep
        self._derive_step()

    def set_params(self, **parameters: Any) -> None:
        """gravity, masses, lengths: those given are in force from the next tick."""
        self.arm = replace(self.arm, **parameters)
        self._derive_step()

    def set_gains(self, **gains: tuple[float, ...]) -> None:
        """kp, ki, kd: those given are in force from the next tick; the integral stays."""
        self.controller.gains = replace(self.controller.gains, **gains)

    def hold(self, setpoint: Setpoint, commander: str = "") -> None:
        """Hold a setpoint from the next tick on. Commanders that want to see that they were heard have a name."""
        self.controller.setpoint = setpoint
        if commander:
            self.command = Command(commander, self.resets)

    def enable(self, enabled: bool) -> None:
        self.controller.enable(enabled)
        if not enabled:
            self.effort = (0.0,) * self.arm.links

    def reset(self) -> None:
        """Back to the starting pose, at rest, at time 0, with the controller holding that pose."""
        self._to_start()
        self.controller.reset(self.position)
        self.resets += 1

    # -- time ------------------------------------------------------------------------------------
    def tick(self) -> None:
        """Advance by one timestep, unless paused or diverged.

        A step whose result would not be finite is not taken: the arm keeps its last finite, visibly
        diverged state, and its clock stops until a reset.
        """
        if not self.running:
            return
        integral = self.controller.integral
        effort = self.controller.update(self.position, self.velocity, self.timestep)
        n = len(effort)
        try:
            after = self._step(*self.position, *self.velocity, *effort)
            finite = all(map(math.isfinite, after)) and math.isfinite(self.time + self.timestep)
        except DOMAIN_ERRORS:
            finite = False
        if finite:
            self.position, self.velocity, self.effort = after[:n], after[n:], tuple(effort)
            self._ticks += 1
        else:
            self.controller.integral = integral
            self.diverged = True

    # -- over a death ----------------------------------------------------------------------------
    def checkpoint(self) -> Checkpoint:
        controller = self.controller
        return Checkpoint(self.arm, self.method, self.timestep, self.paused, self.diverged, self.resets, self._epoch,
                          self._ticks, self.position, self.velocity, self.effort, controller.gains,
                          controller.setpoint, controller.integral, controller.enabled, self.command)

    @classmethod
    def resume(cls, saved: Checkpoint) -> "Simulation":
        """The simulation as it was at that checkpoint."""
        simulation = cls(saved.arm.links)
        simulation.arm, simulation.method, simulation.timestep = saved.arm, saved.method, saved.timestep
        simulation.paused, simulation.diverged, simulation.resets = saved.paused, saved.diverged, saved.resets
        simulation._epoch, simulation._ticks, simulation.command = saved.epoch, saved.ticks, saved.command
        simulation.position, simulation.velocity, simulation.effort = saved.position, saved.velocity, saved.effort
        controller = simulation.controller
        controller.gains, controller.setpoint = saved.gains, saved.setpoint
        controller.integral, controller.enabled = saved.integral, saved.enabled
        simulation._derive_step()
        return simulation
