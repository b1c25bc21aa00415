"""Checks of /ik_trial: the contract of its services and of its status."""

import math
from collections.abc import Callable
from typing import Any

from tests.grade.action_checks import Goals
from tests.grade.arm import Arm
from tests.grade.checks import KINEMATICS, Lost, check, must, show
from tests.grade.values import is_number, is_vector

START, SKIP, STOP = "/ik_trial/start", "/ik_trial/skip", "/ik_trial/stop"
STATUS = "/ik_trial/status"
STATES = ("idle", "active", "reached", "preempted")
# Targets that are never reached: the trial stays at its first one.
HARD = {"duration": 60.0, "epsilon": 1e-6, "success_hold": 30.0}


def watch(arm: Arm) -> None:
    """Bring the arm into a known state, and subscribe to the status."""
    Goals(arm)
    arm.call(STOP)
    arm.wire.subscribe(STATUS)


def status(arm: Arm, fits: Callable[[dict[str, Any]], bool], what: str) -> dict[str, Any]:
    """Wait for a status of a kind, and return it. Raises Lost."""
    arm.wire.take(STATUS)
    queue = arm.wire.topics[STATUS]
    seen: list[dict[str, Any]] = []

    def found() -> bool:
        while queue:
            message = queue.popleft()[1]
            seen.append(message if isinstance(message, dict) else {})
        return bool(seen) and fits(seen[-1])

    if not arm.wait(4.0, found):
        raise Lost(f"a message on {STATUS} with {what} within 4 s", show(seen[-1] if seen else ()))
    return seen[-1]


def running(message: dict[str, Any]) -> bool:
    """Return whether a status shows a running trial with a target."""
    return message.get("running") is True and message.get("target") is not None


def spot(message: dict[str, Any]) -> tuple[float, float]:
    """Return x and y of the target of a status. Raises Lost."""
    target = message.get("target")
    fits = isinstance(target, dict) and is_number(target.get("x")) and is_number(target.get("y"))
    must(fits, "a target with x and y", message)
    return message["target"]["x"], message["target"]["y"]


def cleared(message: dict[str, Any]) -> bool:
    """Return whether a status shows a trial that has ended, with nothing in flight."""
    nothing = all(message.get(key, 0) is None for key in ("target", "error", "desired_positions"))
    return message.get("running") is False and nothing and message.get("action_status") == "idle"


ENDED = "running false, action_status 'idle', and null as target, error and desired_positions"


@check(
    "trial.start",
    KINEMATICS,
    1,
    "a trial that is started is shown by its status, with a target in reach",
    "publish the status periodically, with all eight fields",
)
def start(arm: Arm) -> None:
    """All fields."""
    watch(arm)
    arm.ok(START, HARD)
    seen = status(arm, running, "running true and a target")
    x, y = spot(seen)
    reach = sum(arm.model.lengths)
    must(math.hypot(x, y) <= reach * 1.000001, f"a target within {reach:g} m", seen)
    must(is_number(seen.get("elapsed")) and seen["elapsed"] >= 0, "elapsed in s", seen)
    must(seen.get("duration") == 60, "the duration 60", seen)
    must(seen.get("targets_reached") == 0, "targets_reached 0", seen)
    must(seen.get("action_status") in STATES, f"action_status one of {STATES}", seen)
    seen = status(arm, lambda m: m.get("error") is not None, "an error in m")
    must(is_number(seen["error"]), "error in m", seen)
    must(is_vector(seen.get("desired_positions"), arm.n), f"{arm.n} desired_positions", seen)
    arm.ok(STOP)


@check(
    "trial.skip",
    KINEMATICS,
    1,
    "skip gives another target at once, and does not count the old one as reached",
    "cancel the goal in flight, sample a new target, and submit it",
)
def skip(arm: Arm) -> None:
    """Another target."""
    watch(arm)
    arm.ok(START, HARD)
    before = spot(status(arm, running, "running true and a target"))
    arm.ok(SKIP)

    def other(message: dict[str, Any]) -> bool:
        return running(message) and spot(message) != before

    seen = status(arm, other, f"another target than {show(before)}")
    must(seen.get("targets_reached") == 0, "targets_reached 0", seen)
    arm.ok(STOP)


@check(
    "trial.stop",
    KINEMATICS,
    1,
    "stop ends the trial and clears its target; stop and skip without a trial are refused",
    "set target, error and desired_positions to null, and action_status to 'idle'",
)
def stop(arm: Arm) -> None:
    """Running, stopped, and stopped again."""
    watch(arm)
    arm.ok(START, HARD)
    status(arm, running, "running true and a target")
    arm.ok(STOP)
    status(arm, cleared, ENDED)
    arm.refused(STOP, {})
    arm.refused(SKIP, {})


@check(
    "trial.ends",
    KINEMATICS,
    1,
    "a trial ends when its duration is over, and its status is cleared then",
    "compare elapsed with duration; abandon the goal in flight",
)
def ends(arm: Arm) -> None:
    """A trial of one second."""
    watch(arm)
    arm.ok(START, {**HARD, "duration": 1.0})
    status(arm, cleared, ENDED)
    arm.refused(SKIP, {})


@check(
    "trial.restarts",
    KINEMATICS,
    1,
    "start during a trial begins a fresh one: the clock and the count begin at zero",
    "start always resets elapsed and targets_reached, and submits a first target",
)
def restarts(arm: Arm) -> None:
    """Easy targets are counted; a start sets the count back."""
    watch(arm)
    arm.ok(START, {"duration": 60.0, "epsilon": 20.0, "success_hold": 0.1})
    counted = status(arm, lambda m: _count(m) >= 2, "targets_reached of at least 2")
    arm.ok(START, HARD)
    seen = status(arm, lambda m: running(m) and _count(m) == 0, "targets_reached 0")
    less = is_number(seen.get("elapsed")) and seen["elapsed"] < max(0.5, counted["elapsed"])
    must(less, f"elapsed to begin at 0 again, below {counted['elapsed']:.2g} s", seen)
    arm.ok(STOP)


def _count(message: dict[str, Any]) -> int:
    count = message.get("targets_reached")
    return int(count) if is_number(count) else -1
