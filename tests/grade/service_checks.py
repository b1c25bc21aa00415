"""Checks of the services that control the simulation."""

import time
from typing import Any

from tests.grade.arm import PAUSE, SET_GAINS, SET_INTEGRATOR, SET_PARAMS, Arm
from tests.grade.checks import DYNAMICS, check, must, show
from tests.grade.curve import follow
from tests.grade.moves import STEP, free, moving, reference, reset, resumed
from tests.grade.steppers import STEPPERS
from tests.grade.values import same


def values_now(arm: Arm) -> dict[str, Any]:
    """Return the parameters as a dict with lists."""
    model = arm.read_model()
    return {
        "gravity": model.gravity,
        "masses": list(model.masses),
        "lengths": list(model.lengths),
    }


def some_params(arm: Arm, factor: float = 1.0) -> dict[str, Any]:
    """Return parameters that differ from link to link."""
    return {
        "gravity": 3.5 * factor,
        "masses": [factor * (1.25 + i) for i in range(arm.n)],
        "lengths": [factor * (0.75 + 0.25 * i) for i in range(arm.n)],
    }


@check(
    "params.set",
    DYNAMICS,
    2,
    "set_params sets what is given, leaves the rest, and echoes all; {} changes nothing",
    "the echo must show the parameters after the update, not before",
)
def params(arm: Arm) -> None:
    """All at once, then one at a time; the answer itself is the echo."""
    wanted = some_params(arm)
    must(same(arm.ok(SET_PARAMS, wanted), wanted), f"the echo {wanted}", values_now(arm))
    must(same(values_now(arm), wanted), f"{{}} to show {wanted}", values_now(arm))
    for name, value in some_params(arm, 2.0).items():
        wanted[name] = value
        got = arm.ok(SET_PARAMS, {name: value})
        must(same(got, wanted), f"{{{name}: {show(value)}}} to change {name} alone: {wanted}", got)
        must(same(values_now(arm), wanted), f"{{}} to show {wanted}", values_now(arm))
    zero = arm.ok(SET_PARAMS, {"gravity": 0})
    must(zero.get("gravity") == 0, "gravity 0 to be accepted", zero)


@check(
    "params.rejected",
    DYNAMICS,
    2,
    "lists of the wrong length, masses and lengths that are not positive, and negative gravity are "
    "rejected, and the answer still echoes the parameters in force",
    "result is false, nothing changes, and values has all parameters as ever",
)
def params_rejected(arm: Arm) -> None:
    """Each kind by itself."""
    wanted = some_params(arm)
    arm.ok(SET_PARAMS, wanted)
    ones = [1.0] * (arm.n - 1)
    bad: list[tuple[str, Any]] = [("gravity", -0.1)]
    for name in ("masses", "lengths"):
        bad += [
            (name, ones),
            (name, [*ones, 1.0, 1.0]),
            (name, [*ones, 0.0]),
            (name, [*ones, -1.0]),
        ]
    for name, value in bad:
        answer = arm.refused(SET_PARAMS, {name: value})
        echo = f"the refusal of {{{name}: {show(value)}}} to echo {wanted}"
        must(same(answer.values, wanted), echo, answer.raw)
        must(same(values_now(arm), wanted), f"the parameters to stay {wanted}", values_now(arm))


@check(
    "params.independent",
    DYNAMICS,
    2,
    "a bad parameter does not touch the good ones of the same request",
    "check and apply each field by itself; do not refuse the request as a whole",
)
def params_independent(arm: Arm) -> None:
    """One bad field, two good ones."""
    bad = {"gravity": -1.0, "masses": [-1.0] * arm.n, "lengths": [1.0]}
    for name, value in bad.items():
        old, new = some_params(arm), some_params(arm, 2.0)
        arm.ok(SET_PARAMS, old)
        arm.call(SET_PARAMS, {**new, name: value})
        wanted, now = {**new, name: old[name]}, values_now(arm)
        must(same(now, wanted), f"all but the bad {name} to take effect: {wanted}", now)


@check(
    "integrator.set",
    DYNAMICS,
    1,
    "set_integrator accepts all four methods and any positive timestep, together or alone",
    "every field is optional; {} asks for what is in force",
)
def integrator(arm: Arm) -> None:
    """Each method; where the answer shows method and timestep, they must be the new ones."""
    for method in STEPPERS:
        values = arm.ok(SET_INTEGRATOR, {"method": method, "timestep": 0.002})
        must(values.get("method", method) == method, f"the method {method}", values)
        must(values.get("timestep", 0.002) == 0.002, "the timestep 0.002", values)
    arm.ok(SET_INTEGRATOR, {"timestep": 0.004})
    values = arm.ok(SET_INTEGRATOR, {"method": "euler"})
    must(values.get("timestep", 0.004) == 0.004, "the timestep 0.004 to stay", values)
    values = arm.ok(SET_INTEGRATOR)
    must(values.get("method", "euler") == "euler", "{} to show euler", values)


@check(
    "integrator.rejected",
    DYNAMICS,
    2,
    "an unknown method and a timestep that is not positive are rejected; nothing else takes over",
    "there is no default to fall back to: result is false, and the integrator stays",
)
def integrator_rejected(arm: Arm) -> None:
    """The integrator in force stays, where the answer shows it."""
    before = arm.ok(SET_INTEGRATOR, {"method": "midpoint", "timestep": 0.003})
    before = arm.ok(SET_INTEGRATOR)
    bad: list[dict[str, Any]] = [
        {"method": "heun"},
        {"method": ""},
        {"method": "rk45", "timestep": 0.001},
        {"timestep": 0},
        {"timestep": -0.001},
        {"method": "euler", "timestep": -1},
    ]
    for args in bad[:-1]:
        arm.refused(SET_INTEGRATOR, args)
        if "timestep" in args and "method" in args:
            arm.ok(SET_INTEGRATOR, {"timestep": 0.003})  # whether it took effect is left open
        now = arm.ok(SET_INTEGRATOR)
        must(same(now, before), f"{args} to leave the integrator {before}", now)
    arm.refused(SET_INTEGRATOR, bad[-1])


@check(
    "pause.freezes",
    DYNAMICS,
    2,
    "while paused, /joint_states goes on with the same state, and services are answered",
    "pause stops the physics step, not the publisher and not the services",
)
def pause(arm: Arm) -> None:
    """A swinging arm stands still, and is reported on."""
    arm.prepare()
    moving(arm)
    arm.ok(PAUSE, {"data": True})
    arm.wait(0.1)
    first = arm.next_samples()[-1]
    for service in (SET_PARAMS, SET_GAINS, SET_INTEGRATOR, PAUSE):
        arm.ok(service)
    last = arm.next_samples(8)
    same = all(sample.state == first.state for sample in last)
    must(same, f"the same state in all messages while paused: q = {show(first.q)}", last[-1].q)


@check(
    "pause.resumes",
    DYNAMICS,
    2,
    "a resumed arm goes on from where it stood; the time of the pause is not made up for",
    "the clock of the physics loop must not run on during the pause",
)
def resume(arm: Arm) -> None:
    """After a pause of 2 s, the next states are not far ahead on the true motion."""
    arm.prepare()
    moving(arm)
    arm.ok(PAUSE, {"data": True})
    arm.wait(2.0)
    still = arm.next_samples()[-1]
    begun = time.monotonic()
    after = resumed(arm, 15)
    motion = reference(free(arm.model), still.state, 5.0)
    states = [still.state, *(sample.state for sample in after)]
    _, times = follow(motion, STEP, states, ahead=4.0)
    must(after[-1].state != still.state, "the arm to move on after the pause", "it stands still")
    ahead = max((t - (s.arrived - begun) for t, s in zip(times[1:], after)), default=0.0)
    must(
        ahead <= 0.8 and len(times) > 1,
        "the arm to move on at its usual speed after a pause of 2 s (0.8 s ahead are allowed)",
        f"it was up to {ahead:.2g} s ahead",
    )


@check(
    "reset.pose",
    DYNAMICS,
    2,
    "reset brings the arm to one fixed pose, and its answer shows it",
    "answer with position and velocity after the reset; the pose is the same each time",
)
def reset_pose(arm: Arm) -> None:
    """The same answer twice, and the states agree with it."""
    arm.prepare()
    first = reset(arm)
    arm.run(0.3)
    arm.ok(PAUSE, {"data": True})
    second = reset(arm)
    apart = max(abs(a - b) for a, b in zip(first[0] + first[1], second[0] + second[1]))
    must(apart < 0.01, f"the same pose and speeds after each reset: {first}", second)
    arm.ok(PAUSE, {"data": True})
    arm.wait(0.1)
    sample = arm.next_samples(2)[-1]
    # A runtime may resume at a reset, and then a few steps pass before the pause.
    close = max(abs(a - b) for a, b in zip(sample.q, first[0])) < 0.2
    must(close, f"the states to show the pose {show(first[0])}", sample.q)
    arm.ok(PAUSE, {"data": False})


@check(
    "reset.clock",
    DYNAMICS,
    1,
    "reset sets the simulation clock to zero (where the stamps are simulation time)",
    "the stamps of /joint_states stood still during a pause, so they are simulation time",
)
def reset_clock(arm: Arm) -> None:
    """Stamps that stand still in a pause must begin anew at a reset."""
    arm.prepare()
    arm.run(0.6)
    arm.ok(PAUSE, {"data": True})
    arm.wait(0.1)
    stamps = [sample.stamp for sample in arm.next_samples(6)]
    arm.ok(PAUSE, {"data": False})
    if stamps[0] != stamps[-1] or stamps[0] == 0:
        return  # wall time, or no time: both are free
    reset(arm)
    after = arm.next_samples(2)[-1].stamp
    must(after < stamps[0], f"a stamp near 0, and below {stamps[0]:.3f} s", after)
