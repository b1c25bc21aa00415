"""Checks of when a goal counts as reached."""

import time
from collections.abc import Sequence

from tests.grade.action_checks import CANCEL, SEND, Goals
from tests.grade.arm import Arm
from tests.grade.checks import KINEMATICS, Lost, check, must
from tests.grade.mechanics import tip
from tests.grade.moves import moving
from tests.grade.values import Sample


@check(
    "action.reached",
    KINEMATICS,
    1,
    "with success_hold 0 a goal is reached at the first moment within epsilon, and said so once",
    "publish one result for each goal, and forget the goal then",
)
def reached(arm: Arm) -> None:
    """An epsilon larger than the arm's reach."""
    goals = Goals(arm)
    id = goals.send(epsilon=20.0, success_hold=0.0)
    goals.one_result(id, "reached")
    arm.refused(CANCEL, {})


@check(
    "action.dwell",
    KINEMATICS,
    1,
    "a goal is reached only after success_hold seconds of simulation within epsilon",
    "note the time of entry, and compare it with success_hold at every tick",
)
def dwell(arm: Arm) -> None:
    """Inside from the beginning, so it takes success_hold."""
    hold = 1.0
    goals = Goals(arm)
    arm.next_samples()
    before = arm.next_samples()[-1]
    begun = time.monotonic()
    id = goals.send(epsilon=20.0, success_hold=hold)
    samples = [before]
    while not goals.of(id) and time.monotonic() - begun < 8.0:
        arm.wait(0.02)
        samples += arm.samples()
    took = max(time.monotonic() - begun, samples[-1].stamp - before.stamp)
    must(took > 0.9 * hold, f"no result before {hold} s within epsilon", f"one after {took:.2g} s")
    goals.one_result(id, "reached")


@check(
    "action.dwell_restarts",
    KINEMATICS,
    1,
    "leaving epsilon starts the dwell time anew: stretches inside do not add up",
    "set the time of entry back whenever the end effector is outside",
    seconds=20.0,
    spared_by=("action.dwell", "dynamics.swing"),
)
def dwell_restarts(arm: Arm) -> None:
    """A pendulum passes through epsilon again and again, but never stays for success_hold."""
    goals = Goals(arm)
    tips, samples = _swing(arm, goals.lengths)
    x, y = tips[len(tips) // 2]
    epsilon, hold = 0.25 * sum(goals.lengths), 0.5
    q = samples[len(tips) // 2].q
    target = {"x": x, "y": y, **({"phi": sum(q)} if arm.n == 3 else {})}
    values = arm.ok(SEND, {**target, "epsilon": epsilon, "success_hold": hold})
    id = str(values.get("goal_id"))
    begun, seen = time.monotonic(), arm.next_samples()
    while not goals.of(id) and time.monotonic() - begun < 6.0:
        arm.wait(0.02)
        seen += arm.samples()
    if not goals.of(id):
        return goals.end()
    stay = _last_stay(seen, goals.lengths, (x, y), 1.02 * epsilon)
    wanted = f"a result only after {hold} s within {epsilon:.3g} m at a stretch (70 % are enough)"
    must(stay >= 0.7 * hold, wanted, f"a result after {stay:.2g} s within")


def _swing(arm: Arm, lengths: Sequence[float]) -> tuple[list[tuple[float, float]], list[Sample]]:
    """Let the arm fall, and return the way of its tip during a second."""
    moving(arm)
    samples = arm.run(1.0)
    tips = [tip(list(lengths), sample.q)[:2] for sample in samples]
    if max(abs(x - tips[0][0]) + abs(y - tips[0][1]) for x, y in tips) < 0.05:
        raise Lost("the arm to swing freely without PID", "it hardly moves")
    return tips, samples


def _last_stay(
    samples: Sequence[Sample], lengths: Sequence[float], spot: tuple[float, float], radius: float
) -> float:
    """Return how long (s by the stamps) the tip has last stayed within a radius of a spot."""
    stay, entered = 0.0, None
    for sample in samples:
        x, y, _ = tip(list(lengths), sample.q)
        if (x - spot[0]) ** 2 + (y - spot[1]) ** 2 > radius**2:
            entered = None
        else:
            entered = sample.stamp if entered is None else entered
            stay = sample.stamp - entered
    return stay
