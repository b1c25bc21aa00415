"""Faults of services and messages."""

import json
import os
import random
from typing import Any

from tests.grade.broken.arms import answers, around, broken
from tests.grade.broken.controlling import reading, refuse_whole

PARAMS, PAUSED = (
    "/arm_sim/set_params",
    ("pause.", "pid.integral", "pid.reset", "reset.", "step.isolated"),
)


@broken("envelope.id", may=("envelope.many",))
def id_becomes_text() -> None:
    """Ids come back as texts."""
    from protocol import lines

    def change(original: Any, id: bytes) -> bytes:
        return original(id if id.startswith(b'"') or not id else b'"%b"' % id)

    around(lines, "_id_field", change)


@broken("envelope.fields")
def service_left_out() -> None:
    """Answers do not name their service."""
    from protocol import lines

    lines._response_to = lambda service: b'{"op":"service_response"'  # type: ignore[assignment]


@broken("envelope.fields", may=("envelope.",))
def status_is_null() -> None:
    """The status of a success is null."""
    from protocol import lines

    def change(original: Any, *args: Any) -> Any:
        begin, values, end = original(*args)
        return begin, values, end.replace(b'"status":""', b'"status":null')

    around(lines, "response_parts", change)


@broken("robust.json")
def bare_nan() -> None:
    """Numbers that are not finite are written as NaN."""
    from actors import integration
    from protocol import topics, wire

    def encode(value: Any) -> bytes:
        return json.dumps(value, default=list, separators=(",", ":")).encode()

    for module in (integration, wire, topics):
        module.encode = encode  # type: ignore[attr-defined]


@broken("params.independent")
def params_refused_whole() -> None:
    """One bad parameter voids the request."""
    refuse_whole("set_params")


@broken("params.set")
def params_echo_old() -> None:
    """The echo shows the parameters before the request."""

    def change(original: Any, self: Any, args: dict[str, Any]) -> Any:
        before = original(self, {}).values
        return original(self, args)._replace(values=before)

    reading("set_params", change)


@broken("params.rejected")
def refusal_without_echo() -> None:
    """A refused set_params answers no values."""
    answers(PARAMS, lambda parts: parts["result"] or parts.update(values={}))


@broken("params.rejected", "params.independent", may=("envelope.fields",))
def negative_gravity_accepted() -> None:
    """Gravity may be negative."""
    from protocol import arm

    around(arm, "parameters", lambda original, n: {**original(n), "gravity": arm.number()})


@broken("params.rejected", may=("params.independent", "dynamics.", "robust."))
def massless_links_accepted() -> None:
    """A mass may be 0."""
    from protocol import arm

    around(
        arm, "parameters", lambda original, n: {**original(n), "masses": arm.vector(n, at_least=0)}
    )


@broken("integrator.rejected")
def unknown_method_is_default() -> None:
    """An unknown method of the live arm falls back to rk4."""

    def change(original: Any, self: Any, args: dict[str, Any]) -> Any:
        known = args.get("method", "rk4") in ("euler", "midpoint", "verlet", "rk4")
        return original(self, args if known else {**args, "method": "rk4"})

    reading("set_integrator", change)


@broken("integrator.rejected")
def bad_timestep_ignored() -> None:
    """A bad timestep is left out, and the request succeeds."""

    def change(original: Any, self: Any, args: dict[str, Any]) -> Any:
        good = args.get("timestep", 1) > 0
        return original(self, args if good else {k: args[k] for k in args if k != "timestep"})

    reading("set_integrator", change)


@broken("pause.freezes", may=PAUSED)
def pause_stops_publishing() -> None:
    """There are no states while paused."""
    from actors.arm_sim import ArmSim

    def change(original: Any, self: Any) -> None:
        if not self.simulation.paused:
            original(self)

    around(ArmSim, "_publish_state", change)


@broken("pause.freezes", may=PAUSED)
def pause_ignored() -> None:
    """Pause is acknowledged, but the arm moves on."""
    from actors.arm.simulation import Simulation

    Simulation.running = property(lambda self: not self.diverged)  # type: ignore[assignment]


@broken("pause.resumes", may=("dynamics.", "pid.", "reset.clock"))
def pause_made_up_for() -> None:
    """After a pause the arm catches up."""
    from actors.arm.real_time import RealTime

    def look(self: Any, now: float, timestep: float, running: bool) -> None:
        self.owed = min(self.owed + now - self.looked, 5.0)
        self.looked = now

    RealTime.look = look  # type: ignore[method-assign]


@broken("reset.pose", may=("dynamics.", "live.", "pid.", "trajectory.", "action.", "robust."))
def reset_at_random() -> None:
    """Each reset chooses another pose."""
    from actors.arm.plant import Plant

    def change(original: Any, self: Any) -> None:
        original(self)
        self.position = tuple(0.4 * random.random() for _ in self.position)
        self.change_arm(self.arm)

    around(Plant, "_to_start", change)


@broken("reset.clock", may=("trial.", "action."))
def reset_keeps_clock() -> None:
    """Reset does not set the clock back."""
    from actors.arm.plant import Plant

    def change(original: Any, self: Any) -> None:
        time = self.time if hasattr(self, "_epoch") else 0.0
        original(self)
        self._epoch = time

    around(Plant, "_to_start", change)


@broken("states.shape", "start.links", may=("start.links_default",))
def names_missing() -> None:
    """The states name one joint only."""
    state_field("name", lambda value: value[:1])


@broken("states.stamp")
def nanosec_is_microsec() -> None:
    """The second part of the stamp is a fraction of a second."""
    from protocol import trajectory

    around(
        trajectory,
        "stamp",
        lambda original, time: {"sec": int(time), "nanosec": time - int(time)},
    )


def state_field(name: str, change: Any) -> None:
    """Change one field of /joint_states."""
    from actors.live import publications

    def state(original: Any, *args: Any) -> Any:
        message = original(*args)
        return {**message, name: change(message[name])}

    around(publications, "joint_state", state)


@broken("trajectory.last")
def first_point_held() -> None:
    """The first point of a trajectory is the setpoint."""
    from protocol import topics

    def change(original: Any, message: Any) -> Any:
        points = message.get("points") if isinstance(message, dict) else None
        several = isinstance(points, list) and len(points) > 1
        return original({**message, "points": points[:1]} if several else message)

    around(topics, "last_point", change)


@broken("trajectory.velocities")
def velocities_kept() -> None:
    """Velocities that are omitted stay as they were."""
    from actors.arm.simulation import Simulation

    def change(original: Any, self: Any, setpoint: Any, *rest: Any, **named: Any) -> None:
        if not any(setpoint.velocity):
            setpoint = type(setpoint)(setpoint.position, self.controller.setpoint.velocity)
        original(self, setpoint, *rest, **named)

    around(Simulation, "hold", change)


@broken("trajectory.while_disabled", may=("action.", "trial."))
def setpoint_lost_while_disabled() -> None:
    """A setpoint is dropped while PID is off."""
    from actors.arm.simulation import Simulation

    def change(original: Any, self: Any, setpoint: Any, *rest: Any, **named: Any) -> None:
        if self.controller.enabled:
            original(self, setpoint, *rest, **named)

    around(Simulation, "hold", change)


@broken("start.links_default")
def three_links_by_default() -> None:
    """Without ARM_SIM_LINKS there are three links."""
    import runtime

    runtime.DEFAULT_LINKS = 3


@broken("start.gravity")
def other_default_gravity() -> None:
    """Gravity is 9.8 at first."""
    from actors.arm import model

    model.DEFAULT_GRAVITY = 9.8


@broken("robust.garbage")
def garbage_kills() -> None:
    """A line that is no operation ends the gateway, and every connection with it."""
    from protocol import bridge

    around(bridge, "_refuse", lambda original, *args: os._exit(1))


@broken("robust.unknown")
def unknown_service_closes() -> None:
    """A call of an unknown service closes the connection."""
    from protocol.services import Services

    def change(original: Any, self: Any, session: Any, op: Any, now: float) -> Any:
        if "no" in op.service.split("/")[-1] or "/no" in op.service:
            raise RuntimeError("unknown")
        return original(self, session, op, now)

    around(Services, "call", change)


@broken("states.continuous", may=("",))
def slow_states() -> None:
    """There is a state every half second."""
    from actors import arm_sim

    arm_sim.RATE = 2.0
