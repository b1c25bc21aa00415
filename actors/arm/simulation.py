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
from actors.arm.flat import preserved, revived
from actors.arm.limits import Limits, Range, into, outside, touches
from actors.arm.model import Arm
from actors.arm.operations import DOMAIN_ERRORS
from actors.arm.pid import Gains, PidController, Setpoint
from actors.arm.stops import arrest
from actors.arm.tick import flat_tick, held
from actors.arm.watchdog import Watchdog

DEFAULT_METHOD = "rk4"
ROUNDING = 1e-9  # of a limit of rates that may be used to the full
RATE = 60.0  # looks at the arm per s: states of it that are published
DEFAULT_TIMESTEP = 0.0005  # s; leaves room for light, short links under the default gains


@dataclass(frozen=True)
class Command:
    """Who set the setpoint last, by name, and how often the arm had been reset then.

    So whoever commanded it knows for certain whether the arm has heard, and whether a reset came later.
    """

    name: str = ""
    resets: int = 0
    overruled: bool = False  # by a setpoint of somebody without a name


@dataclass(frozen=True)
class Snapshot:
    """What is seen of the arm from outside: simulation time in s; q, qdot, effort (n,) each."""

    time: float
    position: tuple[float, ...]
    velocity: tuple[float, ...]
    effort: tuple[float, ...]
    lengths: tuple[float, ...]  # (n,) m, in force at that time
    resets: int  # how often the arm was reset
    command: Command  # the last one with a name
    refused: str = ""  # whose command was refused last, of those with names
    enabled: bool = True  # whether the controller is
    paused: bool = False
    diverged: bool = False
    superseded: str = ""  # the name before the present one
    stream: str = ""  # the last stream of setpoints that was taken up
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
        self.resets = 0
        self.command = Command()
        self.superseded = ""  # the name before the present one
        self.stream = ""  # the last that was taken up
        self.refused = ""  # the last commander with a name whose command was beyond the limits
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
        self._derive_tick()

    def _derive_tick(self) -> None:
        limited = self.controller.effort_limit is not None
        self._flat_tick = flat_tick(self.arm, self.method, self.timestep, limited)
        self._code = preserved(self._flat_tick)

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
            self.resets,
            self.command,
            self.refused,
            self.controller.enabled,
            self.paused,
            self.diverged,
            self.superseded,
            self.stream,
            self.timestep,
            clock,
        )

    # -- what can be changed ---------------------------------------------------------------------
    def set_integrator(self, method: str, timestep: float) -> None:
        self._epoch = self.time
        self._ticks = 0
        self.method = method
        self.timestep = timestep
        self._derive_tick()

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
        self._derive_tick()
        held = self.controller.setpoint
        rates = limits.velocity or (math.inf,) * self.arm.links
        self.controller.setpoint = Setpoint(
            into(limits.operating, held.position),
            tuple(min(max(rate, -most), most) for rate, most in zip(held.velocity, rates)),
        )

    def set_gains(self, **gains: tuple[float, ...]) -> None:
        """kp, ki, kd: those given are in force from the next tick; the integral stays."""
        self.controller.gains = replace(self.controller.gains, **gains)

    def hold(self, setpoint: Setpoint, commander: str = "", leased: bool = False) -> None:
        """Hold a setpoint from the next tick on. Commanders that want to see that they were heard have a name.

        leased: more will follow, or it goes stale. Raises ControlError if it is beyond the limits of what may be
        commanded.
        """
        try:
            _check_command(self.limits, setpoint)
        except ControlError:
            self.refused = commander or self.refused
            raise
        self.controller.setpoint = setpoint
        if commander and commander != self.command.name:
            self.superseded = self.command.name
        self.command = (
            Command(commander, self.resets) if commander else replace(self.command, overruled=True)
        )
        self.watchdog = self.watchdog.fed(self.time, any(setpoint.velocity), leased)

    def follow(self, setpoint: Setpoint, stream: str, resets: int, opening: bool) -> None:
        """Hold a setpoint of a stream with a name, begun when the arm had been reset so often.

        One that opens is taken up in the place of whatever was before. One that gave way, to a reset or to
        another setpoint, is not taken up again. Raises ControlError as hold does.
        """
        is_new = opening and stream != self.stream
        in_force = stream == self.command.name and not self.command.overruled
        if resets == self.resets and (is_new or in_force):
            self.stream = stream
            self.hold(setpoint, stream, leased=True)

    def enable(self, enabled: bool) -> None:
        self.controller.enable(enabled)
        if not enabled:
            self.effort = (0.0,) * self.arm.links

    def reset(self) -> None:
        """Back to the starting pose, at rest, at time 0, with the controller holding that pose."""
        self._to_start()
        self.controller.reset(self.position)
        self.watchdog = Watchdog()
        self.resets += 1

    # -- time ------------------------------------------------------------------------------------
    def tick(self) -> None:
        """Advance by one timestep, unless paused or diverged."""
        self.advance(1)

    def advance(self, ticks: int) -> None:
        """Advance by so many timesteps, unless paused; end early when the arm diverges.

        A step whose result would not be finite is not taken: the arm keeps its last finite, visibly
        diverged state, and its clock stops until a reset.
        """
        if not self.running:
            return
        controller = self.controller
        books = self.books
        state = (self.position, self.velocity, controller.integral, books.work, books.lost)
        effort = self.effort
        setting = held(controller)
        ticked = self._ticks
        for _ in range(ticks):
            time = self._epoch + ticked * self.timestep
            if self.watchdog.due is not None and time >= self.watchdog.due:
                self._end_stale_stream()
                setting = held(controller)
            try:
                after, torque, residue = self._flat_tick(state, time, setting)
                if self.limits.position is not None and residue == 0:
                    after, residue = self._stopped(self.limits.position, state, after)
            except DOMAIN_ERRORS:
                residue = math.nan
            if residue != 0:
                self.diverged = True
                break
            state = after
            effort = torque
            ticked += 1
        self._ticks = ticked
        self.position, self.velocity, controller.integral, work, lost = state
        self.effort = effort
        self.books = EnergyBooks(books.initial, work, lost)

    def _end_stale_stream(self) -> None:
        self.controller.setpoint = Setpoint.at_rest(self.controller.setpoint.position)
        self.watchdog = Watchdog()

    def _stopped(
        self, stops: Sequence[Range], before: tuple[Any, ...], state: tuple[Any, ...]
    ) -> tuple[tuple[Any, ...], float]:
        """What the hard stops leave of a state, and a residue as in tick.py."""
        q, qdot, integral, work, lost = state
        if not (touches(stops, q) or touches(stops, before[0])):
            return state, 0.0
        after = arrest(self.arm, stops, q, qdot, before=before[0])
        lost = EnergyBooks(0.0, work, lost).after_impact(self.arm, (q, qdot), after).lost
        finite = all(map(math.isfinite, (*after[0], *after[1], lost)))
        return (*after, integral, work, lost), 0.0 if finite else math.nan

    # -- over a death ----------------------------------------------------------------------------
    def __getstate__(self) -> dict[str, Any]:
        """The derived step as what can be pickled: what is unpickled goes on at once where this was."""
        return {name: value for name, value in self.__dict__.items() if name != "_flat_tick"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._flat_tick = revived(self._code)


def _check_command(limits: Limits, setpoint: Setpoint) -> None:
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
