"""The rules of a goal: how snapshots of the arm lead to its outcome.

All times are simulation time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from actors.arm.kinematics import Target
from actors.arm.pid import Setpoint
from actors.arm.pursuit import Aim
from actors.arm.simulation import Snapshot
from actors.arm.tenure import GoalSetpoint, Verdict

DEFAULT_EPSILON = 0.05  # m
DEFAULT_SUCCESS_HOLD = 0.5  # s
REPEAT_AFTER = 6  # snapshots: if none shows that the arm has the setpoint, it is sent again

REACHED = "reached"
PREEMPTED = "preempted"

LOST = (Verdict.RESET, Verdict.REFUSED, Verdict.SUPERSEDED)
"""Verdicts that preempt a goal. OVERRULED is not one of them: a setpoint without a name moves the
arm, but the goal goes on."""


class Conclusion(NamedTuple):
    """How a goal has ended."""

    goal_id: str
    outcome: str  # REACHED or PREEMPTED
    distance: float  # m between the end effector and the target, at the end


@dataclass(frozen=True)
class Goal:
    """One goal from its acceptance to its conclusion.

    It is immutable: observe() returns the goal after a snapshot as a new object.
    """

    id: str
    target: Target
    positions: tuple[float, ...]  # (n,) rad, the setpoint that reaches the target
    epsilon: float  # m, above 0
    success_hold: float  # s, at least 0, that the end effector must stay within epsilon
    started: float  # s
    distance: float  # m between the end effector and the target, in the latest snapshot
    now: float  # s, of the latest snapshot
    accepted_resets: int  # how often the arm had been reset when `started` was read
    timeout: float | None = None  # s after which it is preempted, unless it is reached before
    # How often the arm had been reset when it received the setpoint; None until it receives it.
    resets: int | None = None
    # Snapshots since the setpoint was last sent; used only until the arm receives the setpoint.
    unconfirmed: int = 0

    @property
    def elapsed(self) -> float:
        """Simulation time in s since the goal was accepted."""
        return max(0.0, self.now - self.started)

    @property
    def is_late(self) -> bool:
        """Whether its timeout has passed."""
        return self.timeout is not None and self.elapsed >= self.timeout

    @property
    def setpoint(self) -> GoalSetpoint:
        """The setpoint that the arm must hold: the joint angles for the target, at rest."""
        aim = Aim(self.target, self.epsilon, self.success_hold)
        return GoalSetpoint(Setpoint.at_rest(self.positions), self.id, aim)

    @property
    def must_repeat(self) -> bool:
        """Whether the setpoint must be sent again, since it was probably lost when the arm died."""
        return self.resets is None and self.unconfirmed >= REPEAT_AFTER

    def observe(self, snapshot: Snapshot) -> tuple["Goal", str | None]:
        """Return the goal after a snapshot, and its outcome if the snapshot concludes it.

        The arm itself judges whether the goal is reached. If it was reached first, what happened to
        the arm between that and the snapshot does not count.
        """
        arrival = snapshot.arrival
        if arrival is not None and arrival.goal_id == self.id:
            arrived = replace(self, distance=arrival.distance, now=arrival.time)
            return arrived, PREEMPTED if arrived.is_late else REACHED
        received = self.resets is not None
        verdict = snapshot.tenure.verdict(self.id, received, self.resets)
        if verdict in LOST:
            return self, PREEMPTED
        goal = self if received else self._since_reset(snapshot)
        if not received and verdict is not Verdict.NOT_RECEIVED:
            goal = replace(goal, resets=snapshot.tenure.since)
        goal = goal._measure(snapshot)
        return goal, PREEMPTED if goal.is_late else None

    def _since_reset(self, snapshot: Snapshot) -> "Goal":
        """Return the goal, anew if the arm was reset after the snapshot of its acceptance.

        The clock of the arm began again at 0 then, so the goal counts its time from this snapshot.
        """
        resets = snapshot.tenure.resets
        if resets == self.accepted_resets:
            return self
        return replace(self, accepted_resets=resets, started=snapshot.time)

    def _measure(self, snapshot: Snapshot) -> "Goal":
        """Return the goal with its distance and its time in a snapshot."""
        return replace(
            self,
            distance=self.target.distance(snapshot.lengths, snapshot.position),
            now=snapshot.time,
            unconfirmed=0 if self.must_repeat else self.unconfirmed + 1,
        )


def accept(
    id: str,
    target: Target,
    epsilon: float,
    success_hold: float,
    positions: Sequence[float],
    snapshot: Snapshot,
    timeout: float | None = None,
) -> Goal:
    """Make a new goal. The caller sends its setpoint right after it has received this snapshot.

    epsilon        m
    success_hold   s
    positions      (n,) in rad, the setpoint that reaches the target
    timeout        s after which the goal is preempted, unless it is reached before
    """
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
        timeout=timeout,
    )
