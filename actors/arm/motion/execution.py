"""The execution of a plan: the setpoint at every time, and the reaction to snapshots of the arm.

All times are simulation time. The stages of the plan are executed one after the other. A stage ends
after its leg is over, as soon as the arm is at rest. If the arm does not come to rest in time, the
next stage begins all the same; after the last stage, the motion has timed out.
"""

import math
from dataclasses import dataclass, field, replace
from typing import Any

from actors.arm.feed import OFFSETS, STOP, Motion
from actors.arm.forward_kinematics import end_effector
from actors.arm.motion.braking import Braking, Eased, easing
from actors.arm.motion.endings import FAULTED, LOST, REACHED, STOPPED, TIMED_OUT, fault
from actors.arm.motion.guard import RECENT, deviation, likely_cause, limited_joint, unrest
from actors.arm.motion.leg import final_pose
from actors.arm.motion.pieces import Point
from actors.arm.motion.plan import DYNAMICS, PREPARE, SETTLE, Plan, Stage, is_at_rest
from actors.arm.motion.tracking import Figures, Tracking, pen_of
from actors.arm.pid import Setpoint
from actors.arm.simulation import Look, Snapshot
from actors.arm.tenure import StreamSetpoint, Verdict
from actors.arm.watchdog import LEASE

PERIOD = 0.004  # s between two setpoints
GAP = 0.03  # s; after this time without a setpoint, the leg is continued where it was left
LEAD = 0.03  # s from the decision that a stage begins to its beginning
RESUME = 0.2  # s in which a leg gets back to full pace after a gap, if the arm stood meanwhile
FOLLOWING = 0.1  # rad; an arm that is at rest so far from its setpoint still follows
SWINGING = 0.1  # rad/s; an arm that is faster than this does not follow a setpoint at rest


@dataclass
class Execution:
    """A plan that is being executed, and how far its execution has come."""

    plan: Plan
    since: float  # s, when the present stage began
    now: float  # s, the time of the latest setpoint
    timestep: float  # s, that of the arm in the latest snapshot
    looked: float = -math.inf  # s, the time of the latest look at the arm
    resumed: float = -math.inf  # s, when the leg was continued after a gap in which the arm stood
    index: int = 0  # that of the present stage
    settling: bool = False  # whether the leg of the stage is over, and the arm must come to rest
    stopping: bool = False  # whether the motion brakes because a client has stopped it
    received: bool = False  # whether a snapshot has shown that the arm has received a setpoint
    settle_time: float | None = None  # s from the end of the last leg until the arm is at rest
    limited: tuple[int, float] | None = None  # joint at its effort limit, and the latest time (s)
    failed: bool = False  # whether the motion brakes because the pen has left its path
    reason: str = ""  # why the motion ended, unless its outcome is REACHED or STOPPED
    tracking: Tracking = field(default_factory=Tracking)

    @classmethod
    def beginning(cls, plan: Plan, now: float, timestep: float) -> "Execution":
        """Return the execution of a plan that is to begin now (s), with the timestep of the arm."""
        return cls(plan, now + cls._lead(plan.stages[0]), now, timestep)

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
        return self._setpoint_at(now)

    def _motion_at(self, now: float) -> Motion:
        """Return how the arm is meant to move at a time in s, if no gap comes before it."""
        eased = self.eased(now)
        stage = self.stage
        return eased.motion(stage.leg.motion(stage.leg_time(eased.time)))

    def _setpoint_at(self, now: float) -> Setpoint:
        eased = self.eased(now)
        setpoint = self.stage.setpoint(eased.time)
        if eased.pace == 1.0:
            return setpoint
        return Setpoint(setpoint.position, tuple(eased.pace * rate for rate in setpoint.velocity))

    def command(self, now: float) -> StreamSetpoint:
        """Return what is sent to the arm for a time in s."""
        setpoint = self.setpoint(now)
        ahead: tuple[Motion, ...] = ()
        if self.stage.feedforward == DYNAMICS:
            ahead = tuple(self._motion_at(now + offset) for offset in OFFSETS)
        return self.addressed(setpoint)._replace(time=now, ahead=ahead)

    def last_command(self) -> StreamSetpoint:
        """Return what the arm is sent at the end, so that it holds the final pose at rest."""
        return self.addressed(Setpoint.at_rest(final_pose(self.stage.leg)))

    def addressed(self, setpoint: Setpoint) -> StreamSetpoint:
        """Return the setpoint with what the arm needs to know about its sender."""
        return StreamSetpoint(setpoint, self.plan.id, self.plan.resets, opening=not self.received)

    def eased(self, time: float) -> Eased:
        """Return the time since the stage began that belongs to a time (s) of the arm.

        After a gap the motion gets back to full pace gradually.
        """
        t = time - self.since
        u = (time - self.resumed) / RESUME
        if u < 0:  # the arm stands
            return Eased(self.resumed - self.since + RESUME / 2, 0.0, 0.0)
        if u >= 1:
            return Eased(t, 1.0, 0.0)
        ease = easing(u)
        return Eased(t + RESUME * (ease.time - u + 0.5), ease.pace, ease.change / RESUME)

    def _resume(self, now: float) -> None:
        """Continue the leg where it was left, if there was a gap without setpoints.

        During such a gap the arm does not move along the leg, except where it knows how the leg
        goes on: then it follows the leg for a lease, and stops after that.
        """
        if self._is_gap(now):
            if self.stage.feedforward == DYNAMICS and self.now > self.since:
                stopping = min((now - self.now - LEASE) / STOP, 1.0)
                moved = LEASE + STOP * (stopping - stopping * stopping / 2)
                self.since += now - self.now - moved + RESUME / 2
                self.resumed = now
            else:
                self.since += now - self.now
            self.now = now
            self.looked = max(self.looked, now)

    def _is_gap(self, now: float) -> bool:
        """Whether too long a time without a setpoint has passed at a time in s."""
        return now - self.now > self._patience and not self.settling

    @property
    def _patience(self) -> float:
        """The longest time (s) without a setpoint that is no gap."""
        known = LEASE if self.stage.feedforward == DYNAMICS else GAP
        return max(known, 2 * self.timestep)

    # -- braking ---------------------------------------------------------------------------------
    def brake(self, now: float) -> None:
        """Brake from now (s) on, and end the motion where the arm comes to rest.

        The pen stays on the present leg, because that leg was checked.
        """
        if not self.stopping:
            stage = replace(self.braking(now), settle=SETTLE)
            self.since = self.since if isinstance(self.stage.leg, Braking) else now
            self.resumed = -math.inf
            self.plan = replace(self.plan, stages=(stage,))
            self.index = 0
            self.settling = False
            self.stopping = True

    def braking(self, now: float, brake_at: float = 0.0) -> Stage:
        """Return the stage that follows the present leg from now (s) on, and brakes at brake_at.

        brake_at is a time in s. The stage stays on the leg until the arm is at rest.
        """
        self._resume(now)
        return self.stage.braking(self.eased(now).time, max(0.0, brake_at - now))

    def preempted_by(self, plan: Plan, now: float, brake_at: float) -> "Execution":
        """Return the execution of another plan, which begins where this execution comes to rest.

        This execution follows its leg from now (s) on, and brakes at brake_at (s).
        """
        braking = replace(self.braking(now, brake_at), settle=PREPARE)
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
        joint = limited_joint(snapshot)
        if joint is not None:
            self.limited = (joint, snapshot.time)
        self._look(snapshot)
        if self._is_gap(snapshot.time):
            return None  # the next setpoint continues the leg; until then nothing can be said
        waited = self.eased(snapshot.time).time - self.stage.leg.duration
        self.settling = waited >= 0
        return self._settle(snapshot, waited) if self.settling else None

    def _look(self, snapshot: Snapshot) -> None:
        """Measure how far the pen is off at each look at the arm.

        Where setpoints have stopped coming, it is not meant to follow.
        """
        looks = snapshot.looks or (Look(snapshot.time, snapshot.position),)
        until = self.now + self._patience
        for time, position in looks:
            t = self.eased(time).time
            tracked = self.stage.tracked and 0 < t <= self.stage.leg.duration
            if tracked and not self.settling and self.looked < time <= until:
                meant = self.stage.pen(t, self.plan.lengths)
                pen = end_effector(snapshot.lengths, position)[:2]
                self.tracking.add(meant, pen)
                self._guard(snapshot, t, meant, math.dist(meant, pen))
        self.looked = max(self.looked, looks[-1].time)

    def _limited_recently(self, snapshot: Snapshot, within: float = RECENT) -> int | None:
        """Return the index of a joint whose effort was at its limit within a time (s), or None."""
        recent = self.limited is not None and snapshot.time - self.limited[1] <= within
        return self.limited[0] if self.limited and recent else None

    def _guard(self, snapshot: Snapshot, t: float, meant: Point, off: float) -> None:
        """Brake, and end the motion after that, if the pen is too far (m) off its path."""
        stage = self.stage
        if stage.guard is None or off <= stage.guard.tolerance:
            return
        limited = self._limited_recently(snapshot)
        fed = stage.feedforward == DYNAMICS
        cause = likely_cause(stage.guard, stage.leg, t, snapshot, limited, fed)
        self.reason = f"{deviation(stage.guard, stage.leg, t, meant, off)}: {cause}"
        self.failed = True
        self.brake(snapshot.time)

    def _lost(self, snapshot: Snapshot) -> str | None:
        """Return the outcome if the arm no longer follows the motion."""
        verdict = snapshot.tenure.verdict(self.plan.id, self.received, self.plan.resets)
        self.received = self.received or verdict is not Verdict.NOT_RECEIVED
        lost = LOST.get(verdict) or fault(snapshot, self.plan)
        if lost:
            outcome, self.reason = lost
            return outcome
        return None

    def _settle(self, snapshot: Snapshot, waited: float) -> str | None:
        """Begin the next stage if the arm is at rest, or return the outcome after the last stage.

        waited   s since the leg was over
        """
        stage = self.stage
        end = final_pose(stage.leg)
        still = is_at_rest(snapshot.position, snapshot.velocity, end, stage.still)
        if self.failed:
            return FAULTED
        if not still and waited < stage.settle:
            return None
        follows = is_at_rest(snapshot.position, snapshot.velocity, end, FOLLOWING, SWINGING)
        if stage.waits and not follows:
            self.reason = (
                f"the arm has not come to rest within {stage.settle:g} s before it: "
                f"{self._unrest(snapshot)}"
            )
            return FAULTED
        if self.index + 1 < len(self.plan.stages):
            self.index += 1
            self.since = snapshot.time + self._lead(self.stage)
            self.resumed = -math.inf
            self.settling = False
            return None
        if stage.tracked:
            self.tracking.add_end(pen_of(snapshot))
        if not still:
            self.reason = (
                f"it has not come to rest within {stage.settle:g} s: {self._unrest(snapshot)}"
            )
            return TIMED_OUT
        self.settle_time = waited
        return STOPPED if self.stopping else REACHED

    def _unrest(self, snapshot: Snapshot) -> str:
        """Return the text that says how far the arm is from rest, and why."""
        limited = self._limited_recently(snapshot, max(self.stage.settle, RECENT))
        text = unrest(snapshot, final_pose(self.stage.leg), limited)
        remark = self.plan.remark(snapshot.timestep)
        return f"{text}; {remark}" if remark else text

    @staticmethod
    def _lead(stage: Stage) -> float:
        """Return how long (s) after a decision a stage begins.

        Where the arm follows its course exactly, it must know the course when that begins.
        """
        return LEAD if stage.feedforward == DYNAMICS else 0.0

    # -- reports ---------------------------------------------------------------------------------
    def summary(self) -> tuple[str, str, float, float]:
        """Return id and kind of the motion, and of the present stage its age and duration in s."""
        return self.plan.id, self.plan.kind, self.now - self.since, self.stage.leg.duration

    @property
    def figures(self) -> Figures:
        """The figures in the report on a motion that has ended."""
        return self.tracking.figures(self.settle_time, self.plan.timestep_limit)
