"""A plan being executed: the setpoint at every time, and what follows from snapshots of the arm.

All times are simulation time. The stages of the plan are executed one after the other. Each ends
when its leg is over and the arm has come to rest, or has been waited for long enough.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from actors.arm.dynamics import end_effector
from actors.arm.motion.leg import Braking, Timed, final_pose
from actors.arm.motion.plan import SETTLE, Plan, Stage
from actors.arm.motion.tracking import Figures, Tracking
from actors.arm.pid import Setpoint
from actors.arm.simulation import Snapshot
from actors.arm.tenure import StreamSetpoint, Verdict

PERIOD = 0.004  # s between two setpoints
GAP = 0.03  # s without a setpoint after which the leg is taken up where it was left
STILL_ANGLE = 0.01  # rad from the end of the leg at most, and
STILL_RATE = 0.02  # rad/s at most: the arm is at rest

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
"""Verdicts on the tenure of a motion that end it, with outcome and reason."""


@dataclass
class Execution:
    """A plan, and how far it has come."""

    plan: Plan
    since: float  # s, when the present stage began
    now: float  # s, for which the latest setpoint was
    timestep: float  # s, of the arm, in the latest snapshot
    index: int = 0  # of the present stage
    settling: bool = False  # whether the leg of the stage is over, and only rest is waited for
    stopping: bool = False  # whether it brakes since it was told to stop
    received: bool = False  # whether the arm is known to have received a setpoint
    settle_time: float | None = None  # s from the end of the last leg to rest
    reason: str = ""  # why the motion ended, if it was neither reached nor stopped
    tracking: Tracking = field(default_factory=Tracking)

    @property
    def stage(self) -> Stage:
        """The present stage."""
        return self.plan.stages[self.index]

    def progress(self) -> dict[str, Any]:
        """All fields but the plan: that is large, and stays the same from setpoint to setpoint."""
        return {name: value for name, value in self.__dict__.items() if name != "plan"}

    # -- setpoints -------------------------------------------------------------------------------
    def setpoint(self, now: float) -> Setpoint:
        """The setpoint for that time."""
        self._resume(now)
        self.now = max(now, self.now)
        return self.stage.setpoint(now - self.since)

    def addressed(self, setpoint: Setpoint) -> StreamSetpoint:
        """The setpoint as it is sent to the arm."""
        return StreamSetpoint(setpoint, self.plan.id, self.plan.resets, opening=not self.received)

    def _resume(self, now: float) -> None:
        """After a gap without setpoints the arm stands; the leg goes on where it was left."""
        if now - self.now > max(GAP, 2 * self.timestep) and not self.settling:
            self.since += now - self.now
            self.now = now

    # -- braking ---------------------------------------------------------------------------------
    def brake(self, now: float) -> None:
        """Come to rest on the leg, which was checked, and end the motion there."""
        if not self.stopping:
            stage = replace(self.braking(now), settle=SETTLE)
            self.since = self.since if isinstance(self.stage.leg, Braking) else now
            self.plan = replace(self.plan, stages=(stage,))
            self.index = 0
            self.settling = False
            self.stopping = True

    def braking(self, now: float, brake_at: float = 0.0) -> Stage:
        """The stage from now to rest that follows the present leg until it is time to brake."""
        self._resume(now)
        return self.stage.braking(now - self.since, max(0.0, brake_at - now))

    def preempted_by(self, plan: Plan, now: float, brake_at: float) -> "Execution":
        """The execution of another plan, from where this one comes to rest if it brakes then."""
        braking = self.braking(now, brake_at)
        since = self.since if braking.leg is self.stage.leg else now
        plan = replace(plan, stages=(braking, *plan.stages))
        return Execution(plan, since, now, self.timestep)

    # -- snapshots -------------------------------------------------------------------------------
    def observe(self, snapshot: Snapshot) -> str | None:
        """Take notice of a snapshot of the arm; the outcome, if it ends the motion."""
        outcome = self._lost(snapshot)
        if outcome:
            return outcome
        self.timestep = snapshot.timestep
        self._resume(snapshot.time)
        stage = self.stage
        t = snapshot.time - self.since
        if not self.settling and stage.tracked and 0 < t <= stage.leg.duration:
            self.tracking.add(stage.pen(t, self.plan.lengths), pen_of(snapshot))
        self.settling = t >= stage.leg.duration
        return self._settle(snapshot, t - stage.leg.duration) if self.settling else None

    def _lost(self, snapshot: Snapshot) -> str | None:
        """The outcome, if the arm no longer follows."""
        verdict = snapshot.tenure.verdict(self.plan.id, self.received, self.plan.resets)
        self.received = self.received or verdict is not Verdict.NOT_RECEIVED
        lost = LOST.get(verdict) or _fault(snapshot, self.plan)
        if lost:
            outcome, self.reason = lost
            return outcome
        return None

    def _settle(self, snapshot: Snapshot, waited: float) -> str | None:
        """The leg is over since so many s; the outcome, if it was that of the last stage."""
        stage = self.stage
        still = _is_still(snapshot, stage.leg)
        if not still and waited < stage.settle:
            return None
        if self.index + 1 < len(self.plan.stages):
            self.index += 1
            self.since = snapshot.time
            self.settling = False
            return None
        if stage.tracked:
            self.tracking.add_end(pen_of(snapshot))
        if not still:
            self.reason = f"it has not come to rest within {stage.settle:g} s"
            return TIMED_OUT
        self.settle_time = waited
        return STOPPED if self.stopping else REACHED

    # -- reports ---------------------------------------------------------------------------------
    def summary(self) -> tuple[str, str, float, float]:
        """Id and kind of the motion; time since the present stage began, and its duration, in s."""
        return self.plan.id, self.plan.kind, self.now - self.since, self.stage.leg.duration

    @property
    def figures(self) -> Figures:
        """What is reported of a motion that has ended."""
        return self.tracking.figures(self.settle_time)


def _fault(snapshot: Snapshot, plan: Plan) -> tuple[str, str] | None:
    """Outcome and reason, if the arm cannot follow any more."""
    if snapshot.diverged:
        return FAULTED, "the arm has diverged"
    if not snapshot.enabled:
        return FAULTED, "PID was disabled"
    if snapshot.lengths != plan.lengths:
        return FAULTED, "the lengths of the arm were changed"
    return None


def _is_still(snapshot: Snapshot, leg: Timed) -> bool:
    """Whether the arm is at rest in the final pose of the leg."""
    errors = [abs(q - end) for q, end in zip(snapshot.position, final_pose(leg))]
    rates = [abs(rate) for rate in snapshot.velocity]
    return max(errors) <= STILL_ANGLE and max(rates) <= STILL_RATE


def pen_of(snapshot: Snapshot) -> tuple[float, float]:
    """Where the pen is, in m."""
    return end_effector(snapshot.lengths, snapshot.position)[:2]
