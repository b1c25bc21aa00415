"""Faults of the controller."""

from typing import Any

from tests.grade.broken.arms import around, broken


@broken("pid.integral_cleared")
def integral_not_cleared() -> None:
    """Enabling keeps the integral."""
    from actors.arm.pid import PidController

    PidController.enable = lambda self, enabled: setattr(  # type: ignore[method-assign]
        self, "enabled", enabled
    )


@broken("pid.converges")
def no_integral() -> None:
    """ki has no effect."""
    from actors.arm.pid import PidController

    def change(original: Any, self: Any, *state: Any) -> Any:
        gains = self.gains
        self.gains = type(gains)(gains.kp, [0.0 * ki for ki in gains.ki], gains.kd)
        try:
            return original(self, *state)
        finally:
            self.gains = gains

    around(PidController, "update", change)


@broken("pid.integral_kept")
def gains_clear_integral() -> None:
    """set_gains resets the integral."""
    from actors.arm.simulation import Simulation

    def change(original: Any, self: Any, **gains: Any) -> None:
        original(self, **gains)
        self.controller.integral = (0.0,) * self.arm.links

    around(Simulation, "set_gains", change)


@broken("pid.starts_disabled")
def enabled_at_start() -> None:
    """PID is on from the beginning."""
    from actors.arm.simulation import Simulation

    def change(original: Any, self: Any, links: int) -> None:
        original(self, links)
        self.controller.enabled = True

    around(Simulation, "__init__", change)


@broken("pid.derivative")
def setpoint_velocity_ignored() -> None:
    """The derivative term brakes only."""
    from actors.arm.pid import PidController, Setpoint

    def change(original: Any, self: Any, *state: Any) -> Any:
        held = self.setpoint
        self.setpoint = Setpoint(held.position, [0.0 * rate for rate in held.velocity])
        try:
            return original(self, *state)
        finally:
            self.setpoint = held

    around(PidController, "update", change)


@broken("pid.integral_bounded")
def integral_unbounded() -> None:
    """No anti-windup."""
    from actors.arm import plant

    around(plant, "integral_limits", lambda original, arm, ki: (1e15,) * arm.links)


@broken("pid.sag")
def gravity_compensated() -> None:
    """The effort has the gravity load added to it."""
    from actors.arm import tick
    from actors.arm.dynamics import gravity_load
    from actors.arm.scalars import choose

    def change(original: Any, arm: Any, method: Any, dt: Any, controller: Any, *rest: Any) -> Any:
        update = type(controller).update

        def with_load(q: Any, v: Any, dt: Any) -> Any:
            efforts = update(controller, q, v, dt)
            loads = [choose(controller.enabled, load, 0.0) for load in gravity_load(arm, q)]
            return [effort + load for effort, load in zip(efforts, loads)]

        controller.update = with_load
        return original(arm, method, dt, controller, *rest)

    around(tick, "tick", change)


def reading(service: str, change: Any) -> None:
    """Change how the fields of one service of the arm are read."""
    from actors.arm_sim import Settings

    around(Settings, service, change)


@broken("pid.gains_independent")
def gains_refused_whole() -> None:
    """One bad gain voids the request."""
    refuse_whole("set_gains")


def refuse_whole(service: str) -> None:
    """Let one bad field of a service void the whole request."""
    from actors import arm_sim

    inside: list[str] = []

    def read(original: Any, args: Any, readers: Any) -> Any:
        given, problems = original(args, readers)
        return ({}, problems) if problems and inside else (given, problems)

    def handle(original: Any, self: Any, args: Any) -> Any:
        inside.append(service)
        try:
            return original(self, args)
        finally:
            inside.pop()

    around(arm_sim, "read_each", read)
    around(arm_sim.Settings, service, handle)


@broken("pid.gains_rejected", "pid.gains_independent")
def negative_gains_accepted() -> None:
    """Gains may be negative."""
    from protocol import arm

    around(arm, "gains", lambda original, n: dict.fromkeys(("kp", "ki", "kd"), arm.vector(n)))


@broken("pid.gains_rejected")
def short_gains_filled() -> None:
    """A gain list of the wrong length is filled up or cut off."""

    def change(original: Any, self: Any, args: dict[str, Any]) -> Any:
        n = self.links
        fitted = {k: (v + [1.0] * n)[:n] if isinstance(v, list) else v for k, v in args.items()}
        return original(self, fitted)

    reading("set_gains", change)


@broken("pid.reset_setpoint")
def reset_keeps_setpoint() -> None:
    """Reset leaves the setpoint."""
    from actors.arm.pid import PidController

    def change(self: Any, position: Any) -> None:
        self.integral = (0.0,) * len(self.integral)

    PidController.reset = change  # type: ignore[method-assign]


@broken("pid.reset_integral")
def reset_keeps_integral() -> None:
    """Reset leaves the integral."""
    from actors.arm.pid import PidController, Setpoint

    def change(self: Any, position: Any) -> None:
        self.setpoint = Setpoint.at_rest(position)

    PidController.reset = change  # type: ignore[method-assign]


@broken("pid.integral_paused")
def integral_runs_in_pause() -> None:
    """The controller is updated while the arm is paused."""
    from actors.arm_sim import PERIOD, ArmSim

    def change(original: Any, self: Any) -> None:
        simulation = self.simulation
        if simulation.paused:
            simulation.controller.update(simulation.position, simulation.velocity, PERIOD)
        original(self)

    around(ArmSim, "tick", change)


@broken("pid.proportional", may=("pid.", "trajectory.", "dynamics.gravity", "dynamics.params"))
def joints_swapped() -> None:
    """Each joint gets the effort of another one."""
    from actors.arm.pid import PidController

    around(PidController, "update", lambda original, self, *s: original(self, *s)[::-1])


@broken("pid.gains")
def gains_echo_old() -> None:
    """The echo shows the gains before the request."""

    def change(original: Any, self: Any, args: dict[str, Any]) -> Any:
        before = original(self, {}).values
        return original(self, args)._replace(values=before)

    reading("set_gains", change)
