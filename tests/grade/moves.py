"""Ways to bring the arm into motion or to a halt, which several checks share."""

import math
import time
from collections.abc import Callable, Sequence

from tests.grade.arm import ENABLE, GAINS, PAUSE, RESET, SET_INTEGRATOR, TIMESTEP, Arm
from tests.grade.checks import Lost, Plot, Series, show
from tests.grade.curve import follow, refined
from tests.grade.mechanics import ArmModel, acceleration, gravity_load
from tests.grade.steppers import STEPPERS, Force, State, path
from tests.grade.values import Sample, is_vector

STEP = 0.0005  # s between two states of a reference motion
PARTS = 4  # of a step of rk4 that are interpolated
MOST = 200  # states that are compared with a motion, or a little more
# Poses for holding, by number of links; the gravity load of joint 1 is large there.
POSE = {2: [0.3, -0.4], 3: [0.3, -0.4, 0.25]}
OTHER_POSE = {2: [-0.6, 0.8], 3: [-0.6, 0.8, -0.5]}
UNEQUAL = {
    2: {"masses": [2.0, 0.5], "lengths": [0.8, 1.2]},
    3: {"masses": [1.0, 2.0, 0.5], "lengths": [1.0, 0.7, 0.4]},
}


def reset(arm: Arm) -> State:
    """Reset the arm, and return the pose and the speeds that the answer shows. Raises Lost."""
    values = arm.ok(RESET)
    rows = values.get("position"), values.get("velocity")
    if not all(is_vector(row, arm.n) for row in rows):
        wanted = f"/arm_sim/reset to answer {arm.n} numbers as position and as velocity"
        raise Lost(wanted, show(values))
    return list(rows[0]), list(rows[1])


def moving(arm: Arm) -> None:
    """See that the prepared arm swings freely: by its weight, or after a push. Raises Lost."""
    start = reset(arm)
    if max(map(abs, gravity_load(arm.model, start[0]))) < 0.5:
        gentle = {name: [gain / 8 for gain in gains] for name, gains in GAINS[arm.n].items()}
        arm.gains(**gentle)
        arm.ok(ENABLE, {"data": True})
        arm.setpoint([angle + 1.0 for angle in start[0]])
        arm.run(0.4)
        arm.ok(ENABLE, {"data": False})
    arm.run(0.4)
    if max(abs(rate) for rate in arm.next_samples()[-1].v) < 0.1:
        raise Lost("the arm to swing freely without PID", "it hardly moves")


def free(model: ArmModel) -> Force:
    """Return the accelerations of the arm without efforts."""
    return lambda t, q, v: acceleration(model, q, v, [0.0] * model.n)


def reference(force: Force, start: State, seconds: float) -> list[State]:
    """Return the true motion from a state on, in steps of STEP."""
    h = PARTS * STEP
    return refined(path(STEPPERS["rk4"], force, start, h, round(seconds / h)), h, PARTS)


def compare(
    arm: Arm, title: str, motion: Sequence[State], h: float, samples: Sequence[Sample]
) -> tuple[float, int]:
    """Compare states with a motion that begins at the first of them, and plot both.

    Returns the largest distance (rad, or 0.2 rad/s), and the number of states that were compared.
    """
    samples = samples[:: max(1, len(samples) // MOST)]
    errors, times = follow(motion, h, [sample.state for sample in samples])
    plot(arm, title, motion, h, list(zip(times, samples)))
    return (max(errors) if errors else math.inf), len(errors)


def plot(
    arm: Arm,
    title: str,
    motion: Sequence[State],
    h: float,
    found: Sequence[tuple[float, Sample]],
) -> None:
    """Plot the angles of a motion, and of the states that were found on it."""
    last = found[-1][0] if found else 0.0
    count = min(len(motion), int(last / h) + 2)
    stride = max(1, count // 150)
    lines = []
    for i in range(arm.n):
        xs = [k * h for k in range(0, count, stride)]
        ys = [motion[k][0][i] for k in range(0, count, stride)]
        lines.append(Series(f"expected q{i + 1}", xs, ys))
        dots = [(t, sample.q[i]) for t, sample in found if math.isfinite(sample.q[i])]
        lines.append(
            Series(f"measured q{i + 1}", [t for t, _ in dots], [q for _, q in dots], dots=True)
        )
    arm.plots.append(Plot(title, "time on the expected motion in s", "angle in rad", lines))


def changed(arm: Arm, act: Callable[[], object], count: int = 3) -> list[Sample]:
    """Act on an arm that stands still, and return the first states that differ.

    If the arm still stands still after a second, they are some of the last states.
    """
    still = arm.next_samples()[-1]
    act()
    found: list[Sample] = []
    end = time.monotonic() + 1.0
    while time.monotonic() < end or not found:
        found += [s for s in arm.next_samples() if found or s.state != still.state]
        if len(found) >= count:
            return found
        if time.monotonic() > end:
            found += arm.next_samples(count)
    return found


def resumed(arm: Arm, count: int = 3) -> list[Sample]:
    """Resume a paused arm, and return the first states after that."""
    return changed(arm, lambda: arm.ok(PAUSE, {"data": False}), count)


def diverge(arm: Arm, seconds: float = 8.0) -> bool:
    """Drive the arm unstable by a timestep of 0.05 s, and return whether it visibly diverges."""
    start, _ = reset(arm)
    gains = [4000.0, 2000.0, 1000.0][: arm.n]
    arm.gains(kp=gains, ki=[0.0] * arm.n, kd=[gain / 100 for gain in gains])
    arm.ok(SET_INTEGRATOR, {"method": "rk4", "timestep": 0.05})
    arm.ok(ENABLE, {"data": True})
    arm.setpoint([angle + 0.5 for angle in start])
    arm.samples()
    found: list[Sample] = []

    def far() -> bool:
        found.extend(arm.samples())
        return any(not _is_sane(sample) for sample in found[-5:])

    return arm.wait(seconds, far)


def _is_sane(sample: Sample) -> bool:
    """Return whether a state is one that a controlled arm could have."""
    return all(abs(angle) < 1e4 for angle in sample.q) and all(abs(v) < 500 for v in sample.v)


def calm(arm: Arm) -> None:
    """Switch PID off, and set the usual timestep."""
    arm.call(ENABLE, {"data": False})
    arm.call(SET_INTEGRATOR, {"method": "rk4", "timestep": TIMESTEP})
    arm.call(RESET)
