"""The simulated arm as clients see it: they set its setpoint, pause it, reset it and change it."""

import math
from collections import deque
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from actors.arm.errors import ControlError
from actors.arm.feed import STOP, Ahead, Motion, stopping
from actors.arm.lead import is_beyond, led, nearer, slowed
from actors.arm.limits import Limits, at_stop, outside
from actors.arm.pid import Setpoint
from actors.arm.plant import DEFAULT_TIMESTEP, Judge, Plant
from actors.arm.pursuit import Aim, Arrival, Pursuit
from actors.arm.tenure import StreamSetpoint, Tenure
from actors.arm.watchdog import LEASE, Watchdog

ROUNDING = 1e-9  # the fraction of a limit by which a value may exceed it
RATE = 60.0  # snapshots of the arm that are published in 1 s
RESTING = 1e-6  # rad/s; a course that is slower than this has come to rest
LOOKING = 0.001  # s between two looks at the arm, or a timestep if that is longer
LOOKS = 100  # the largest number of looks in a snapshot


class Look(NamedTuple):
    """Where the arm was at one time."""

    time: float  # s, simulation time
    position: tuple[float, ...]  # (n,) rad


@dataclass(frozen=True)
class Snapshot:
    """The state of the arm at one time, as other actors see it."""

    time: float  # s, simulation time
    position: tuple[float, ...]  # (n,) rad
    velocity: tuple[float, ...]  # (n,) rad/s
    effort: tuple[float, ...]  # (n,) N m
    lengths: tuple[float, ...]  # (n,) m
    tenure: Tenure  # who commands the arm
    enabled: bool = True  # whether the controller is enabled
    paused: bool = False
    diverged: bool = False
    timestep: float = DEFAULT_TIMESTEP  # s
    clock: float = 0.0  # s, the wall time at which the arm was in this state
    arrival: Arrival | None = None  # at the goal that was reached last
    effort_limit: tuple[float, ...] | None = None  # (n,) N m, in both directions
    looks: tuple[Look, ...] = ()  # at the arm while a stream commanded it, the latest one last
    stop: tuple[int, float] | None = None  # a joint at a hard stop, and its angle there in rad


class Simulation(Plant):
    """An arm of 2 or 3 links with its tenure, its pursuit of a goal, its watchdog and its pause."""

    def __init__(self, links: int):
        super().__init__(links)
        self.paused = False
        self.tenure = Tenure()
        self.watchdog = Watchdog()
        self.pursuit = Pursuit()
        self._streamed = -math.inf  # s, when the latest setpoint of a stream came
        self._forget_looks()

    @property
    def running(self) -> bool:
        """Whether simulation time goes on."""
        return not self.paused and not self.diverged

    def snapshot(self, clock: float = 0.0) -> Snapshot:
        """Take a snapshot; clock: the wall time in s that corresponds to the simulation time."""
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
            self.pursuit.arrival,
            self.controller.effort_limit,
            tuple(self._looks),
            at_stop(self.limits.position, self.position),
        )

    def show(self, clock: float) -> Snapshot:
        """Take a snapshot for those that observe the arm. The next one has later looks only."""
        snapshot = self.snapshot(clock)
        self._forget_looks()
        return snapshot

    def _forget_looks(self) -> None:
        self._looks: deque[Look] = deque(maxlen=LOOKS)

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled: not the looks, since the next snapshot shows them."""
        state = super().__getstate__()
        del state["_looks"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._forget_looks()

    # -- changes ---------------------------------------------------------------------------------
    def set_params(self, **parameters: Any) -> None:
        """Set gravity, masses or lengths from the next tick on.

        With new masses or lengths the links are uniform rods again.
        """
        arm = replace(self.arm, **parameters)
        self.change_arm(arm.of_rods() if {"masses", "lengths"} & set(parameters) else arm)
        self.pursuit.look(self.time, arm.lengths, self.position)

    def set_links(self, rods: bool = False, **own: Any) -> None:
        """Set own_centers, own_inertias or own_damping from the next tick on.

        rods: make the links uniform rods first.
        """
        self.change_arm(replace(self.arm.of_rods() if rods else self.arm, **own))

    def set_limits(self, limits: Limits) -> None:
        """Set the limits from the next tick on. The pose must be within the hard stops.

        A setpoint that is beyond the new limits moves towards them at once, as far as that brings
        it nearer to the arm. While the controller is enabled, it is led the rest of the way.
        """
        self.change_limits(limits)
        if self.feed is not None and is_beyond(limits, self.feed.setpoint(self.time)):
            self.controller.setpoint = self.feed.setpoint(self.time)
            self.end_feed()
        self._draw_setpoint_in()

    def set_gains(self, **gains: tuple[float, ...]) -> None:
        """Set kp, ki or kd from the next tick on. The integral stays."""
        self.change_gains(replace(self.controller.gains, **gains))

    def hold(self, setpoint: Setpoint, commander: str = "", aim: Aim | None = None) -> None:
        """Hold a setpoint from the next tick on.

        commander   the id of the goal that sets it; empty if no goal does
        aim         what the goal demands; from now on it is judged whether the goal is reached

        Raises ControlError if the setpoint is beyond the limits.
        """
        self._set_setpoint(setpoint, commander)
        self.end_feed(fading=False)
        if aim is not None:
            self.pursuit.begin(commander, aim)
            self.pursuit.look(self.time, self.arm.lengths, self.position)

    def follow(self, sent: StreamSetpoint) -> None:
        """Hold a setpoint of a stream from the next tick on.

        The arm ignores the setpoint if its stream has lost command of the arm. Raises ControlError
        if the setpoint is beyond the limits.
        """
        if self.tenure.admits(sent):
            self.tenure = self.tenure.after_taking_up(sent.commander)
            self._set_setpoint(sent.setpoint, sent.commander, sent)
            self._streamed = self.time
            if not sent.ahead:
                self.end_feed()
            elif self.controller.enabled:
                ahead = Ahead(sent.time, sent.ahead)
                self.feed_forward(ahead.course, ahead)

    def _set_setpoint(
        self, setpoint: Setpoint, commander: str, sent: StreamSetpoint | None = None
    ) -> None:
        """Check a setpoint and hold it.

        sent   the setpoint as a stream has sent it, if it comes from one: then another setpoint
               follows within the lease of the watchdog
        """
        ahead = sent.ahead if sent is not None else ()
        try:
            _check_setpoint(self.limits, setpoint)
            for motion in ahead:
                _check_setpoint(self.limits, motion)
        except ControlError:
            self.tenure = self.tenure.after_refusal(commander)
            if ahead and self.feed is not None:
                self._end_stale_stream()
            raise
        self.controller.setpoint = setpoint
        self.tenure = self.tenure.after_setpoint(commander)
        if self.tenure.commander != self.pursuit.goal_id:
            self.pursuit.end()
        moving = any(setpoint.velocity) or bool(ahead)
        self.watchdog = self.watchdog.fed(self.time, moving, leased=sent is not None)

    def _draw_setpoint_in(self) -> None:
        """Move a setpoint beyond the limits towards them, but not away from the arm."""
        self.controller.setpoint = nearer(self.limits, self.controller.setpoint, self.position)
        if not self.controller.enabled:
            self.controller.setpoint = slowed(self.limits, self.controller.setpoint)

    def enable(self, enabled: bool) -> None:
        """Switch the controller on or off."""
        if enabled and not self.controller.enabled:
            self._draw_setpoint_in()
        self.controller.enable(enabled)
        if not enabled:
            self.drop_feed()
            self.effort = (0.0,) * self.arm.links

    def reset(self) -> None:
        """Put the arm into its starting pose at rest, at time 0. The controller holds that pose."""
        self.feed = None
        self._to_start()
        self.controller.reset(self.position)
        self.watchdog = Watchdog()
        self.pursuit.end()
        self._streamed = -math.inf
        self._forget_looks()
        self.tenure = self.tenure.after_reset()

    # -- time ------------------------------------------------------------------------------------
    def tick(self) -> None:
        """Advance by one timestep, unless the arm is paused or has diverged."""
        self.advance(1)

    def advance(self, ticks: int) -> None:
        """Advance by the given number of timesteps, unless the arm is paused or has diverged.

        If the arm diverges meanwhile, it keeps its last finite state, and its clock stops until a
        reset.
        """
        while ticks > 0 and self.running:
            if self.watchdog.due is not None and self.time >= self.watchdog.due:
                self._end_stale_stream()
            due = math.inf if self.watchdog.due is None else self.watchdog.due
            due = min(due, self._go_on_with_feed())
            ticks -= self._step(1 if self._lead_setpoint() else ticks, due, self._judge())

    def _judge(self) -> Judge | None:
        """Return what has to see every tick: the pursuit of a goal, or who follows a stream."""
        if self.pursuit.aim is not None:
            return self.pursuit.judge
        return self._look if self.time - self._streamed <= LEASE else None

    def _look(self, time: float, position: tuple[float, ...]) -> bool:
        """Remember where the arm is, unless the latest look was a moment ago."""
        if not self._looks or time - self._looks[-1].time > 0.999 * LOOKING:
            self._looks.append(Look(time, position))
        return False

    def _lead_setpoint(self) -> bool:
        """Lead a setpoint beyond the limits for one tick; return whether there was one to lead."""
        controller = self.controller
        beyond = self.feed is None and is_beyond(self.limits, controller.setpoint)
        if not controller.enabled or not beyond:
            return False
        controller.setpoint = led(self.limits, controller.setpoint, self.timestep)
        return True

    def _end_stale_stream(self) -> None:
        """Hold the last position of the stream, at rest. A fed arm first stops."""
        self.watchdog = Watchdog()
        position = self.controller.setpoint.position
        now = self.feed.course.at(self.time) if self.feed else None
        if now is not None and max(map(abs, now.velocity)) > RESTING:
            stop = stopping(self.time, now, self.limits.operating)
            self.feed_forward(stop)
            self.watchdog = Watchdog(due=self.time + STOP)
            position = tuple(stop.at(self.time + STOP).position)
        elif now is not None:
            position = tuple(now.position)
            self.end_feed()
        self.controller.setpoint = Setpoint.at_rest(position)


def _check_setpoint(limits: Limits, setpoint: Setpoint | Motion) -> None:
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
