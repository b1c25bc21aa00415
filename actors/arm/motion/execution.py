"""The execution of a plan: the setpoint at every time, and the reaction to snapshots of the arm.

All times are simulation time. The stages of the plan are executed one after the other. A stage ends
after its leg is over, as soon as the arm is at rest. If the arm does not come to rest in time, the
next stage begins all the same; after the last stage, the motion has timed out.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from actors.arm.forward_kinematics import end_effector
from actors.arm.motion.leg import Braking, Timed, final_pose
from actors.arm.motion.plan import SETTLE, Plan, Stage
from actors.arm.motion.tracking import Figures, Tracking
from actors.arm.pid import Setpoint
from actors.arm.simulation import Snapshot
from actors.arm.tenure import StreamSetpoint, Verdict

PERIOD = 0.004  # s between two setpoints
GAP = 0.03  # s; after this time without a setpoint, the leg is continued where it was left
STILL_ANGLE = 0.01  # rad; at rest, no joint is farther from the end of the leg
STILL_RATE = 0.02  # rad/s; at rest, no joint is faster

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


@dataclass
class Execution:
    """A plan that is being executed, and how far its execution has come."""

    plan: Plan
    since: float  # s, when the present stage began
    now: float  # s, the time of the latest setpoint
    timestep: float  # s, that of the arm in the latest snapshot
    index: int = 0  # that of the present stage
    settling: bool = False  # whether the leg of the stage is over, and the arm must come to rest
    stopping: bool = False  # whether the motion brakes because a client has stopped it
    received: bool = False  # whether a snapshot has shown that the arm has received a setpoint
    settle_time: float | None = None  # s from the end of the last leg until the arm is at rest
    reason: str = ""  # why the motion ended, unless its outcome is REACHED or STOPPED
    tracking: Tracking = field(default_factory=Tracking)

    @property
    def stage(self) -> Stage:
        """The present stage."""
        return self.plan.stages[self.index]

    def progress(self) -> dict[str, Any]:
        """Return all fields but the plan, which is large and seldom changes."""
        return {name: value for name, value in self.__dict__.items() if name != "plan"}

    # -- setpoints -------------------------------------------------------------------------------
    def setpoint(self, now: float) -> Setpoint:
        """Return the setpoint for a time in s."""
        self._resume(now)
        self.now = max(now, self.now)
        return self.stage.setpoint(now - self.since)

    def addressed(self, setpoint: Setpoint) -> StreamSetpoint:
        """Return the setpoint with what the arm needs to know about its sender."""
        return StreamSetpoint(setpoint, self.plan.id, self.plan.resets, opening=not self.received)

    def _resume(self, now: float) -> None:
        """Continue the leg where it was left, if there was a gap without setpoints.

        During such a gap the arm does not move along the leg.
        """
        if now - self.now > max(GAP, 2 * self.timestep) and not self.settling:
            self.since += now - self.now
            self.now = now

    # -- braking ---------------------------------------------------------------------------------
    def brake(self, now: float) -> None:
        """Brake from now (s) on, and end the motion where the arm comes to rest.

        The pen stays on the present leg, because that leg was checked.
        """
        if not self.stopping:
            stage = replace(self.braking(now), settle=SETTLE)
            self.since = self.since if isinstance(self.stage.leg, Braking) else now
            self.plan = replace(self.plan, stages=(stage,))
            self.index = 0
            self.settling = False
            self.stopping = True

    def braking(self, now: float, brake_at: float = 0.0) -> Stage:
        """Return the stage that follows the present leg from now (s) on, and brakes at brake_at.

        brake_at is a time in s. The stage stays on the leg until the arm is at rest.
        """
        self._resume(now)
        return self.stage.braking(now - self.since, max(0.0, brake_at - now))

    def preempted_by(self, plan: Plan, now: float, brake_at: float) -> "Execution":
        """Return the execution of another plan, which begins where this execution comes to rest.

        This execution follows its leg from now (s) on, and brakes at brake_at (s).
        """
        braking = self.braking(now, brake_at)
        since = self.since if braking.leg is self.stage.leg else now
        plan = replace(plan, stages=(braking, *plan.stages))
        return Execution(plan, since, now, self.timestep)

    # -- snapshots -------------------------------------------------------------------------------
    def observe(self, snapshot: Snapshot) -> str | None:
        """Take a snapshot into account, and return the outcome if it ends the motion."""
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
        """Return the outcome if the arm no longer follows the motion."""
        verdict = snapshot.tenure.verdict(self.plan.id, self.received, self.plan.resets)
        self.received = self.received or verdict is not Verdict.NOT_RECEIVED
        lost = LOST.get(verdict) or _fault(snapshot, self.plan)
        if lost:
            outcome, self.reason = lost
            return outcome
        return None

    def _settle(self, snapshot: Snapshot, waited: float) -> str | None:
        """Begin the next stage if the arm is at rest, or return the outcome after the last stage.

        waited   s since the leg was over
        """
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
        """Return id and kind of the motion, and of the present stage its age and duration in s."""
        return self.plan.id, self.plan.kind, self.now - self.since, self.stage.leg.duration

    @property
    def figures(self) -> Figures:
        """The figures in the report on a motion that has ended."""
        return self.tracking.figures(self.settle_time)


def _fault(snapshot: Snapshot, plan: Plan) -> tuple[str, str] | None:
    """Return outcome and reason if the arm cannot follow any more."""
    if snapshot.diverged:
        return FAULTED, "the arm has diverged"
    if not snapshot.enabled:
        return FAULTED, "PID was disabled"
    if snapshot.lengths != plan.lengths:
        return FAULTED, "the lengths of the arm were changed"
    return None


def _is_still(snapshot: Snapshot, leg: Timed) -> bool:
    """Return whether the arm is at rest in the final pose of the leg."""
    errors = [abs(q - end) for q, end in zip(snapshot.position, final_pose(leg))]
    rates = [abs(rate) for rate in snapshot.velocity]
    return max(errors) <= STILL_ANGLE and max(rates) <= STILL_RATE


def pen_of(snapshot: Snapshot) -> tuple[float, float]:
    """Return x and y of the pen, in m."""
    return end_effector(snapshot.lengths, snapshot.position)[:2]
