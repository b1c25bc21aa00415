"""Checks of the equation of motion, against a reference with the reported parameters."""

from collections.abc import Callable

from tests.grade.arm import ENABLE, SET_PARAMS, Arm
from tests.grade.checks import DYNAMICS, Plot, Series, check, must, near, show
from tests.grade.mechanics import (
    acceleration,
    base_momentum,
    energy,
    gravity_load,
    kinetic_energy,
    mass_matrix,
    solve,
)
from tests.grade.moves import (
    OTHER_POSE,
    POSE,
    STEP,
    UNEQUAL,
    compare,
    free,
    moving,
    reference,
    reset,
)
from tests.grade.pid_checks import only
from tests.grade.steppers import Row
from tests.grade.values import Sample

SWING = 1.5  # s


@check(
    "dynamics.gravity_load",
    DYNAMICS,
    4,
    "at rest, the effort of each joint is the gravity load G(q) of the reported parameters",
    "q1 is measured from +x, and gravity pulls along -y: check signs, and cos against sin",
    seconds=60.0,
)
def load(arm: Arm) -> None:
    """Two poses, with equal and with unequal links."""
    for lists, pose in (({}, POSE), (UNEQUAL[arm.n], OTHER_POSE)):
        arm.prepare(**lists)
        resting = arm.hold(pose[arm.n])
        weigh(arm, resting)


def weigh(arm: Arm, resting: Sample) -> None:
    """Raise Lost unless the effort of a resting arm is its gravity load."""
    wanted = gravity_load(arm.model, resting.q)
    slack = 0.015 * max(map(abs, wanted)) + 0.03
    for i, load in enumerate(wanted):
        what = f"effort of joint {i + 1} at q = {show(resting.q)}"
        near(what, resting.effort[i], load, slack, "G(q); 1.5 % of the largest load")


@check(
    "dynamics.params_apply",
    DYNAMICS,
    2,
    "new gravity, masses and lengths act on the running arm: what it takes to hold it changes",
    "are the parameters copied at the start, or is the mass matrix cached?",
    seconds=60.0,
)
def params_apply(arm: Arm) -> None:
    """The effort at rest changes in the ratio of the loads."""
    arm.prepare()
    before = arm.hold(POSE[arm.n])
    first = gravity_load(arm.model, before.q)[0]
    others = {"masses": [1.6] * arm.n, "lengths": [0.9] * arm.n}
    changes: list[dict[str, object]] = [{"gravity": 5.0}, others]
    for change in changes:
        arm.ok(SET_PARAMS, change)
        arm.read_model()
        after = arm.hold(POSE[arm.n])
        ratio = gravity_load(arm.model, after.q)[0] / first
        wanted = before.effort[0] * ratio
        slack = 0.05 * abs(before.effort[0])
        near(f"effort of joint 1 after {change}", after.effort[0], wanted, slack, "load ratio")


def swinging(lists: dict[int, dict[str, list[float]]]) -> Callable[[Arm], None]:
    """Make the check that a free swing is the true motion."""

    def run(arm: Arm) -> None:
        arm.prepare(**lists.get(arm.n, {}))
        moving(arm)
        samples = arm.run(SWING)
        motion = reference(free(arm.model), samples[0].state, SWING + 1.0)
        title = f"free swing, masses {arm.model.masses}, lengths {arm.model.lengths}"
        error, count = compare(arm, title, motion, STEP, samples)
        must(
            error < 0.006 and count > 3,
            "each state to lie on the true motion from the first one on, within 0.006 (rad, or "
            "0.03 rad/s; rk4 with 2 ms is off by less than 1e-4; clocks are not compared)",
            f"{error:.3g} at most in {count} states",
        )

    return run


check(
    "dynamics.swing",
    DYNAMICS,
    4,
    "without PID, the arm moves as M(q) q'' + C(q, q') q' + G(q) = 0 says",
    "compare M, C and G with the Lagrangian: the Coriolis term has all Christoffel symbols",
)(swinging({}))
check(
    "dynamics.swing_unequal",
    DYNAMICS,
    3,
    "the free motion is right for links of different masses and lengths, too",
    "is a mass or a length of the wrong link used somewhere? Rods have m l^2/12 about the middle",
)(swinging(UNEQUAL))


@check(
    "dynamics.energy",
    DYNAMICS,
    2,
    "a free arm keeps its energy (rk4, 2 ms)",
    "energy that drifts shows friction, or Coriolis or gravity terms that do not fit M(q)",
)
def constant_energy(arm: Arm) -> None:
    """T + V of the reported states."""
    arm.prepare()
    moving(arm)
    samples = arm.run(SWING)
    energies = [energy(arm.model, s.q, s.v) for s in samples]
    # V may change by this much: it is the scale of what could be exchanged.
    scale = 2 * sum(arm.model.gravity * arm.model.moment(i) for i in range(arm.n))
    plot_over(arm, "energy of a free swing", "J", samples, energies)
    drift = max(abs(e - energies[0]) for e in energies)
    wanted = f"T + V to stay {energies[0]:.4g} J within 1 % of {scale:.3g} J"
    must(drift < 0.01 * scale, wanted, f"{drift:.3g} J more or less")


@check(
    "dynamics.momentum",
    DYNAMICS,
    2,
    "without gravity and PID, angular momentum about the base and kinetic energy are constant",
    "if only these fail, the Coriolis term or the coupling in M(q) is wrong",
)
def momentum(arm: Arm) -> None:
    """Swing, then switch gravity off."""
    arm.prepare()
    moving(arm)
    arm.ok(SET_PARAMS, {"gravity": 0})
    model = arm.read_model()
    samples = arm.run(1.2)
    momenta = [base_momentum(model, s.q, s.v) for s in samples]
    plot_over(arm, "angular momentum about the base", "kg m^2/s", samples, momenta)
    first = samples[0]
    scale = sum(abs(m * v) for m, v in zip(mass_matrix(model, first.q)[0], first.v))
    drift = max(abs(p - momenta[0]) for p in momenta)
    wanted = f"the momentum to stay {momenta[0]:.4g} within 1 % of {scale:.3g} kg m^2/s"
    must(drift < 0.01 * scale, wanted, f"{drift:.3g} more or less")
    energies = [kinetic_energy(model, s.q, s.v) for s in samples]
    drift = max(abs(e - energies[0]) for e in energies) / energies[0]
    must(drift < 0.01, f"T to stay {energies[0]:.4g} J within 1 %", f"{100 * drift:.2g} % off")


def plot_over(arm: Arm, title: str, unit: str, samples: list[Sample], values: list[float]) -> None:
    """Plot a quantity that should be constant."""
    times = [sample.stamp - samples[0].stamp for sample in samples]
    level = Series("expected", [times[0], times[-1]], [values[0]] * 2)
    arm.plots.append(
        Plot(title, "stamp in s", unit, [level, Series("measured", times, values, dots=True)])
    )


@check(
    "dynamics.coupling",
    DYNAMICS,
    3,
    "an effort at one joint moves all joints, as the inverse of the mass matrix says",
    "solve M(q) q'' = tau - C - G with the whole matrix, not with its diagonal",
    spared_by=("pid.proportional",),
    seconds=40.0,
)
def coupling(arm: Arm) -> None:
    """Push one joint after the other, without gravity, from rest in a bent pose."""
    for joint in range(arm.n):
        arm.prepare(gravity=0.0, **UNEQUAL[arm.n])
        push(arm, joint)


def push(arm: Arm, joint: int) -> None:
    """Push one joint of a resting arm by a spring, and compare the motion."""
    arm.gains(ki=[0.0] * arm.n)
    pose = arm.hold([0.3, 0.9, -0.7][: arm.n]).q
    unit = [float(i == joint) for i in range(arm.n)]
    # Such that the joint itself begins with 6 rad/s^2.
    stiffness = [6.0 * x / solve(mass_matrix(arm.model, pose), unit)[joint] for x in unit]
    arm.ok(ENABLE, {"data": False})
    only(arm, kp=stiffness)
    goal = [angle + 1.0 if i == joint else angle for i, angle in enumerate(pose)]
    arm.setpoint(goal)
    arm.wait(0.1)
    arm.ok(ENABLE, {"data": True})
    samples = arm.run(0.8)
    samples = [s for s in samples if s.effort[joint] != 0][1:]

    def force(t: float, q: Row, v: Row) -> Row:
        efforts = [k * (a - b) for k, a, b in zip(stiffness, goal, q)]
        return acceleration(arm.model, q, v, efforts)

    must(len(samples) > 3, f"an effort at joint {joint + 1} after enabling", "none")
    motion = reference(force, samples[0].state, 1.6)
    title = f"a spring pushes joint {joint + 1}, no gravity"
    error, count = compare(arm, title, motion, STEP, samples)
    must(
        error < 0.04 and count > 3,
        f"all joints to move as M(q) says when joint {joint + 1} alone is pushed, within 0.04 "
        "(rad, or 0.2 rad/s; a correct arm is off by less than 0.01)",
        f"{error:.3g} at most in {count} states",
    )


@check(
    "dynamics.rest",
    DYNAMICS,
    1,
    "without gravity and PID, an arm at rest stays at rest",
    "G must be proportional to gravity, and no term may be left over",
)
def rest(arm: Arm) -> None:
    """Where reset leaves the arm at rest."""
    arm.prepare(gravity=0.0)
    start = reset(arm)
    if any(start[1]):
        return
    last = arm.run(0.7)[-1]
    off = max(abs(a - b) for a, b in zip(last.q, start[0]))
    must(off < 1e-3, f"the arm to stay at {show(start[0])} within 0.001 rad", last.q)
