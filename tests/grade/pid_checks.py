"""Checks of the controller: its gains, its switch, and each term of its law."""

from tests.grade.arm import ENABLE, GAINS, SET_GAINS, Arm
from tests.grade.checks import PID, Lost, Plot, Series, check, must, near, show
from tests.grade.curve import wrapped
from tests.grade.mechanics import gravity_load
from tests.grade.moves import OTHER_POSE, POSE, reset
from tests.grade.values import Sample, is_vector, same

NAMES = ("kp", "ki", "kd")


@check(
    "pid.starts_disabled",
    PID,
    2,
    "a runtime that has just started reports zero effort: PID is disabled at first",
    "PID must be off until /pid_controller/enable, also while the arm swings",
    fresh=True,
)
def starts_disabled(arm: Arm) -> None:
    """Nothing but zeros."""
    for sample in arm.run(0.5):
        must(
            sample.effort == [0.0] * arm.n,
            "effort 0 for all joints, exactly (nothing has enabled PID)",
            sample.effort,
        )


def read_gains(arm: Arm) -> dict[str, list[float]]:
    """Return the gains that {} shows. Raises Lost."""
    values = arm.ok(SET_GAINS)
    if not all(is_vector(values.get(name), arm.n) for name in NAMES):
        raise Lost(f"set_gains {{}} to echo kp, ki and kd with {arm.n} numbers each", show(values))
    return {name: list(values[name]) for name in NAMES}


def some_gains(arm: Arm, factor: float = 1.0) -> dict[str, list[float]]:
    """Return gains that differ from joint to joint and from term to term."""
    return {
        name: [factor * (base + joint) for joint in range(arm.n)]
        for name, base in (("kp", 10.5), ("ki", 4.25), ("kd", 2.5))
    }


@check(
    "pid.gains",
    PID,
    2,
    "set_gains sets what is given, leaves the rest, and echoes all gains; {} changes nothing",
    "every field is optional; the answer has kp, ki and kd as they are after the request",
)
def gains(arm: Arm) -> None:
    """All at once, then one at a time."""
    wanted = some_gains(arm)
    must(same(arm.ok(SET_GAINS, wanted), wanted), f"the echo {wanted}", read_gains(arm))
    must(same(read_gains(arm), wanted), f"{{}} to show {wanted}", read_gains(arm))
    for k, name in enumerate(NAMES):
        change = {name: [30.0 + k + joint for joint in range(arm.n)]}
        wanted.update(change)
        arm.ok(SET_GAINS, change)
        must(
            same(read_gains(arm), wanted),
            f"{change} to change {name} alone: {wanted}",
            read_gains(arm),
        )
    zeros = {"ki": [0] * arm.n}
    arm.ok(SET_GAINS, zeros)
    must(read_gains(arm)["ki"] == [0] * arm.n, "gains of 0 to be accepted", read_gains(arm))


def wrong_gains(arm: Arm, name: str) -> list[list[float]]:
    """Return values for a gain that must be rejected."""
    return [[1.0] * (arm.n - 1), [1.0] * (arm.n + 1), [], [1.0] * (arm.n - 1) + [-1.0]]


@check(
    "pid.gains_rejected",
    PID,
    2,
    "a gain list of the wrong length, or with a negative number, is rejected",
    "result is false, and the gains in force stay",
)
def gains_rejected(arm: Arm) -> None:
    """Each field by itself."""
    wanted = some_gains(arm)
    arm.ok(SET_GAINS, wanted)
    for name in NAMES:
        for value in wrong_gains(arm, name):
            arm.refused(SET_GAINS, {name: value})
            now = read_gains(arm)
            must(same(now, wanted), f"{{{name}: {show(value)}}} to leave the gains {wanted}", now)


@check(
    "pid.gains_independent",
    PID,
    1,
    "a bad gain field does not disturb the good ones of the same request",
    "check and apply each field by itself; do not refuse the request as a whole",
)
def gains_independent(arm: Arm) -> None:
    """One bad field, two good ones."""
    for bad in NAMES:
        old, new = some_gains(arm), some_gains(arm, 2.0)
        arm.ok(SET_GAINS, old)
        arm.call(SET_GAINS, {**new, bad: [-1.0] * arm.n})
        wanted, now = {**new, bad: old[bad]}, read_gains(arm)
        must(same(now, wanted), f"all but the bad {bad} to take effect: {wanted}", now)


@check(
    "pid.enable",
    PID,
    2,
    "enable switches the controller on, and off again: then the effort is zero",
    "effort is that of the controller while it is enabled, and 0 otherwise",
)
def enable(arm: Arm) -> None:
    """On, and off."""
    arm.prepare()
    start, _ = reset(arm)
    arm.setpoint([angle + 0.5 for angle in start])
    for data in (True, False, True, False):
        arm.ok(ENABLE, {"data": data})
        arm.ok(ENABLE)  # a question, which changes nothing
        arm.run(0.15)
        effort = arm.next_samples()[-1].effort
        zero = all(torque == 0 for torque in effort)
        wanted = "an effort other than 0 while enabled" if data else "effort 0 while disabled"
        must(zero != data, wanted, effort)


def only(arm: Arm, **changes: list[float]) -> None:
    """Set these gains, and the others to 0."""
    zero = [0.0] * arm.n
    arm.gains(**{"kp": zero, "ki": zero, "kd": zero, **changes})


@check(
    "pid.proportional",
    PID,
    2,
    "with kp alone, the effort of each joint is kp times its own position error",
    "effort = kp * (setpoint - position), joint by joint; nothing is added for gravity",
)
def proportional(arm: Arm) -> None:
    """Joint by joint, and all together."""
    arm.prepare(gravity=0.0)
    for active in [*range(arm.n), None]:
        start, _ = reset(arm)
        goal = [angle + 0.9 - 0.2 * i for i, angle in enumerate(start)]
        kp = [20.0 if active in (i, None) else 0.0 for i in range(arm.n)]
        only(arm, kp=kp)
        arm.ok(ENABLE, {"data": True})
        arm.setpoint(goal)
        arm.run(0.1)
        sample = arm.next_samples()[-1]
        for i in range(arm.n):
            wanted = kp[i] * (goal[i] - sample.q[i])
            slack = kp[i] * (0.03 + 0.02 * abs(sample.v[i])) + 1e-9
            near(f"effort of joint {i + 1}", sample.effort[i], wanted, slack, "kp * error")
        arm.ok(ENABLE, {"data": False})


@check(
    "pid.derivative",
    PID,
    2,
    "with kd alone, the effort is kd times the commanded velocity minus the measured one",
    "is the velocity of the setpoint used? A difference quotient of the error loses it",
)
def derivative(arm: Arm) -> None:
    """The velocity of the setpoint counts."""
    arm.prepare(gravity=0.0)
    start, _ = reset(arm)
    rates = [1.5, -2.0, 1.0][: arm.n]
    only(arm, kd=[1.0] * arm.n)
    arm.ok(ENABLE, {"data": True})
    arm.setpoint(start, velocities=rates)
    arm.run(0.1)
    for sample in arm.next_samples(3)[-3:]:
        for i, rate in enumerate(rates):
            wanted = rate - sample.v[i]
            slack = 0.05 * abs(wanted) + 0.15
            near(f"effort of joint {i + 1}", sample.effort[i], wanted, slack, "kd (v_set - v)")


@check(
    "pid.sag",
    PID,
    2,
    "without the integral term, the arm settles below its setpoint, by its weight over kp",
    "does something else compensate gravity, or does ki = 0 not switch the integral off?",
    seconds=40.0,
)
def sag(arm: Arm) -> None:
    """PD alone cannot hold a weight without an error."""
    arm.prepare()
    kp = [gain / 2 for gain in GAINS[arm.n]["kp"]]
    arm.gains(kp=kp, ki=[0.0] * arm.n)
    resting = arm.hold(POSE[arm.n])
    load = gravity_load(arm.model, resting.q)
    error = abs(wrapped(POSE[arm.n][0] - resting.q[0]))
    wanted = abs(load[0]) / kp[0]
    must(
        0.3 * wanted < error < 3 * wanted,
        f"an offset of joint 1 of about |G|/kp = {wanted:.3g} rad (a third to thrice is allowed)",
        error,
    )


def stays(arm: Arm, pose: list[float], samples: list[Sample], tolerance: float) -> None:
    """Raise Lost unless the arm is at a pose in all states."""
    for sample in samples:
        error = max(abs(wrapped(a - b)) for a, b in zip(sample.q, pose))
        must(
            error <= tolerance,
            f"the arm to stay within {tolerance} rad of {show(pose)} (a generous tolerance)",
            f"q = {show(sample.q)}, that is {error:.3g} rad off",
        )


@check(
    "pid.converges",
    PID,
    4,
    "with the integral term, the arm comes to its setpoint and stays there, against its weight",
    "does the integral accumulate, and does ki * integral reach the effort?",
    seconds=60.0,
)
def converges(arm: Arm) -> None:
    """Two setpoints, one after the other."""
    arm.prepare()
    for pose in (POSE[arm.n], OTHER_POSE[arm.n]):
        arm.ok(ENABLE, {"data": True})
        arm.setpoint(pose)
        way = arm.run(2.0)
        arm.settled()
        samples = arm.run(0.8)
        plot_way(arm, pose, way)
        stays(arm, pose, samples, 0.05)


def plot_way(arm: Arm, pose: list[float], samples: list[Sample]) -> None:
    """Plot the way to a setpoint."""
    begun = samples[0].stamp
    times = [sample.stamp - begun for sample in samples]
    lines = []
    for i in range(arm.n):
        lines.append(Series(f"setpoint q{i + 1}", [0.0, times[-1]], [pose[i]] * 2))
        lines.append(Series(f"measured q{i + 1}", times, [s.q[i] for s in samples], dots=True))
    arm.plots.append(Plot(f"the way to {show(pose)}", "stamp in s", "angle in rad", lines))
