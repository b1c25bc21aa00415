"""The rules of a goal: from snapshots of the arm to its outcome. All times are simulation time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from actors.arm.kinematics import Target
from actors.arm.pid import Setpoint
from actors.arm.simulation import Snapshot
from actors.arm.tenure import GoalSetpoint, Verdict

DEFAULT_EPSILON = 0.05  # m
DEFAULT_SUCCESS_HOLD = 0.5  # s
REPEAT_AFTER = 6  # snapshots without a sign that the arm has received the setpoint

REACHED = "reached"
PREEMPTED = "preempted"

LOST = (Verdict.RESET, Verdict.REFUSED, Verdict.SUPERSEDED)
"""Verdicts that preempt a goal. A setpoint without a name does not, whatever it leads to."""


class Conclusion(NamedTuple):
    """How a goal has ended."""

    goal_id: str
    outcome: str  # REACHED or PREEMPTED
    distance: float  # m between the end effector and the target, at the end


@dataclass(frozen=True)
class Goal:
    """One goal from its acceptance to its conclusion. Immutable: each snapshot makes a new one."""

    id: str
    target: Target
    positions: tuple[float, ...]  # (n,) rad, the setpoint that reaches the target
    epsilon: float  # m, above 0
    success_hold: float  # s within epsilon that count as reached, at least 0
    started: float  # s
    distance: float  # m between the end effector and the target, in the latest snapshot
    now: float  # s, of the latest snapshot
    accepted_resets: int  # how often the arm had been reset when the goal was accepted
    entered: float | None = None  # s, since when the end effector has been within epsilon
    resets: int | None = None  # the same when the arm received the setpoint; None: it has not yet
    unheard: int = 0  # snapshots without a sign of that since the setpoint was last sent

    @property
    def elapsed(self) -> float:
        """Simulation time since the goal was accepted, in s."""
        return max(0.0, self.now - self.started)

    @property
    def setpoint(self) -> GoalSetpoint:
        """What the arm is to hold: the solution for the target, at rest."""
        return GoalSetpoint(Setpoint.at_rest(self.positions), self.id)

    @property
    def must_repeat(self) -> bool:
        """Whether the setpoint must be sent again: it seems to be lost with an arm that died."""
        return self.resets is None and self.unheard >= REPEAT_AFTER

    def observe(self, snapshot: Snapshot) -> tuple["Goal", str | None]:
        """The goal after a snapshot, and its outcome if the snapshot concludes it."""
        heard = self.resets is not None
        verdict = snapshot.tenure.verdict(self.id, heard, self.resets)
        if verdict in LOST:
            return self, PREEMPTED
        goal = self if heard or verdict is Verdict.NOT_HEARD else self._received(snapshot)
        return goal._measure(snapshot)

    def _received(self, snapshot: Snapshot) -> "Goal":
        """The arm holds the setpoint; if it was reset just before, its time began anew there."""
        resets = snapshot.tenure.since
        if resets == self.accepted_resets:
            return replace(self, resets=resets)
        return replace(self, resets=resets, started=snapshot.time, entered=None)

    def _measure(self, snapshot: Snapshot) -> tuple["Goal", str | None]:
        distance = self.target.distance(snapshot.lengths, snapshot.position)
        entered = None
        if distance <= self.epsilon:
            entered = snapshot.time if self.entered is None else self.entered
        goal = replace(
            self,
            distance=distance,
            now=snapshot.time,
            entered=entered,
            unheard=0 if self.must_repeat else self.unheard + 1,
        )
        has_dwelt = entered is not None and snapshot.time - entered >= self.success_hold
        return goal, REACHED if has_dwelt and self.resets is not None else None


def accept(
    id: str,
    target: Target,
    positions: Sequence[float],
    epsilon: float,
    success_hold: float,
    snapshot: Snapshot,
) -> Goal:
    """A new goal. Its setpoint is sent right after this snapshot of the arm was taken."""
    return Goal(
        id,
        target,
        tuple(positions),
        epsilon,
        success_hold,
        started=snapshot.time,
        distance=target.distance(snapshot.lengths, snapshot.position),
        now=snapshot.time,
        accepted_resets=snapshot.tenure.resets,
    )
