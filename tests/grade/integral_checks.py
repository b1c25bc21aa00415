"""Checks of the controller's integral: when it is kept, cleared and bounded.

With kp = kd = 0 the effort is ki times the integral. So the effort just after a pause shows the
integral itself, which no message contains.
"""

from tests.grade.arm import ENABLE, GAINS, PAUSE, RESET, Arm
from tests.grade.checks import PID, check, must
from tests.grade.moves import POSE, reset, resumed
from tests.grade.pid_checks import only, stays
from tests.grade.values import Sample

SPARED = ("pid.converges", "pid.sag")


def loaded(arm: Arm) -> float:
    """Hold a pose until the integral carries the arm, and return the effort of joint 1."""
    arm.prepare()
    return arm.hold(POSE[arm.n]).effort[0]


def show_integral(arm: Arm, factor: float = 1.0) -> None:
    """Set kp and kd to 0, and ki to a multiple of its usual value."""
    only(arm, ki=[factor * gain for gain in GAINS[arm.n]["ki"]])


def best(samples: list[Sample], wanted: float) -> float:
    """Return that effort of joint 1, of the first three states, that is nearest to one."""
    return min((sample.effort[0] for sample in samples[:3]), key=lambda got: abs(got - wanted))


@check(
    "pid.integral_kept",
    PID,
    2,
    "changing gains keeps the integral: twice the ki gives twice the integral's part at once",
    "set_gains must neither reset nor rescale what the controller has accumulated",
    spared_by=SPARED,
    seconds=40.0,
)
def kept(arm: Arm) -> None:
    """Double ki while the integral carries the arm."""
    load = loaded(arm)
    arm.ok(PAUSE, {"data": True})
    show_integral(arm, 2.0)
    got = best(resumed(arm), 2 * load)
    must(
        abs(got - 2 * load) < 0.25 * abs(2 * load),
        f"an effort of joint 1 of about {2 * load:.3g} N m, twice what held the arm, just after "
        "ki was doubled and kp and kd were set to 0 (25 %, since the arm moves at once)",
        got,
    )


@check(
    "pid.integral_cleared",
    PID,
    2,
    "enabling the controller after it was disabled starts from an integral of zero",
    "clear the integral at each change from disabled to enabled",
    spared_by=SPARED,
    seconds=40.0,
)
def cleared(arm: Arm) -> None:
    """Disable, fall a little, and enable with the setpoint where the arm is."""
    load = loaded(arm)
    arm.ok(ENABLE, {"data": False})
    arm.run(0.2)
    arm.ok(PAUSE, {"data": True})
    arm.wait(0.1)
    arm.setpoint(arm.next_samples()[-1].q)
    show_integral(arm)
    arm.ok(ENABLE, {"data": True})
    arm.wait(0.1)
    got = best(resumed(arm), 0.0)
    must(
        abs(got) < 0.3 * abs(load),
        "almost no effort just after enabling, since kp = kd = 0 and the integral begins at 0 "
        f"(at most 30 % of the {load:.3g} N m from before)",
        got,
    )


@check(
    "pid.integral_paused",
    PID,
    2,
    "while the simulation is paused, the integral stands still",
    "the controller must not be updated while the arm is paused",
    spared_by=(*SPARED, "pid.integral_kept"),
    seconds=40.0,
)
def paused(arm: Arm) -> None:
    """Show a paused controller a large error for a second."""
    load = loaded(arm)
    pose = POSE[arm.n]
    arm.ok(PAUSE, {"data": True})
    arm.setpoint([angle + 3.0 for angle in pose])
    arm.wait(1.0)
    arm.setpoint(pose)
    show_integral(arm)
    arm.wait(0.1)
    got = best(resumed(arm), load)
    must(
        abs(got - load) < 0.3 * abs(load),
        f"ki * integral of joint 1 to be {load:.3g} N m as before the pause (30 %, since the arm "
        "moves at once), although the setpoint was 3 rad away during the pause",
        got,
    )


@check(
    "pid.integral_bounded",
    PID,
    1,
    "the integral is bounded, however large and long the error is",
    "clamp the integral to +-integral_limit at every update",
)
def bounded(arm: Arm) -> None:
    """An error of a million rad, and a ki so small that any sensible bound is soon reached."""
    arm.prepare(gravity=0.0)
    start, _ = reset(arm)
    only(arm, ki=[1e-4] * arm.n)
    arm.ok(ENABLE, {"data": True})
    arm.setpoint([angle + 1e6 for angle in start])
    first = arm.run(1.5)[-1]
    last = arm.run(1.0, [first])[-1]
    seconds = max(1.0, last.stamp - first.stamp)
    growth = max(abs(b - a) for a, b in zip(first.effort, last.effort)) / seconds
    arm.ok(ENABLE, {"data": False})
    must(
        growth < 30,
        "ki * integral to stand still 1.5 s after an error of 1e6 rad began, with ki 1e-4 "
        "(less than 30 N m/s; without a bound it is 100)",
        f"{growth:.3g} N m/s",
    )


@check(
    "pid.reset_setpoint",
    PID,
    2,
    "reset makes the starting pose the setpoint, so the arm stays there",
    "reset must reset the controller's setpoint, too",
    seconds=40.0,
)
def reset_setpoint(arm: Arm) -> None:
    """A reset arm is not pulled back to what it was to hold."""
    arm.prepare()
    home, _ = reset(arm)
    arm.hold([angle + 0.9 for angle in home])
    reset(arm)
    arm.ok(ENABLE, {"data": True})
    stays(arm, home, arm.run(1.5), 0.3)


@check(
    "pid.reset_integral",
    PID,
    2,
    "reset clears the integral",
    "reset must reset the controller's integral, too",
    spared_by=SPARED,
    seconds=40.0,
)
def reset_integral(arm: Arm) -> None:
    """Just after a reset the integral has no part in the effort."""
    load = loaded(arm)
    arm.ok(PAUSE, {"data": True})
    show_integral(arm)
    arm.ok(RESET)
    arm.ok(ENABLE, {"data": True})
    arm.wait(0.1)
    got = best(resumed(arm), 0.0)
    must(
        abs(got) < 0.3 * abs(load),
        "almost no effort just after the reset, since kp = kd = 0 and the integral is 0 (at most "
        f"30 % of the {load:.3g} N m from before)",
        got,
    )
