"""How a motion can end."""

from actors.arm.motion.plan import Plan
from actors.arm.simulation import Snapshot
from actors.arm.tenure import Verdict

REACHED, STOPPED, PREEMPTED, TIMED_OUT, FAULTED = OUTCOMES = (
    "reached",
    "stopped",
    "preempted",
    "timed_out",
    "faulted",
)

LOST = {
    Verdict.RESET: (PREEMPTED, "the arm was reset"),
    Verdict.REFUSED: (FAULTED, "a setpoint was beyond the limits of the arm"),
    Verdict.SUPERSEDED: (PREEMPTED, "another setpoint took its place"),
    Verdict.OVERRULED: (PREEMPTED, "another setpoint took its place"),
}
"""Verdicts that end a motion, with its outcome and the reason."""


def fault(snapshot: Snapshot, plan: Plan) -> tuple[str, str] | None:
    """Return outcome and reason if the arm cannot follow any more."""
    if snapshot.diverged:
        return FAULTED, "the arm has diverged"
    if not snapshot.enabled:
        return FAULTED, "PID was disabled"
    if snapshot.lengths != plan.lengths:
        return FAULTED, "the lengths of the arm were changed"
    return None
