"""The rules of a goal: observations of the arm in, a verdict out. Time is simulation time throughout."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from actors.arm.kinematics import Target
from actors.arm.simulation import Snapshot

DEFAULT_EPSILON = 0.05  # m
DEFAULT_SUCCESS_HOLD = 0.5  # s
PATIENCE = 6  # observations after which an unheard command is said again

REACHED = "reached"
PREEMPTED = "preempted"


@dataclass(frozen=True)
class Goal:
    """One goal from its acceptance to its conclusion. Immutable: an observation makes a new one."""

    id: str
    target: Target
    positions: tuple[float, ...]  # (n,) rad, the commanded setpoint
    epsilon: float  # m, above 0
    success_hold: float  # s within epsilon that count as reached, at least 0
    started: float  # s
    distance: float  # m, at the last observation
    now: float  # s, of the last observation
    accepted_resets: int  # of the arm, as last seen before the command
    entered: float | None = None  # s, when the end effector came within epsilon to stay
    resets: int | None = None  # of the arm when it heard the command; None: it has not yet
    unheard: int = 0  # observations since the command was said without a sign that it was heard

    @property
    def elapsed(self) -> float:
        """Simulation time since the goal was accepted, in s."""
        return max(0.0, self.now - self.started)

    @property
    def must_repeat(self) -> bool:
        """Whether the command seems lost with an arm that died of it, and must be said again."""
        return self.resets is None and self.unheard >= PATIENCE

    def observe(self, seen: Snapshot) -> tuple["Goal", str | None]:
        """The goal after an observation, and its outcome if that concludes it."""
        goal = self._heard(seen) if self.resets is None and seen.command.name == self.id else self
        return goal._follow(seen)

    def _heard(self, seen: Snapshot) -> "Goal":
        """The arm holds the command; if it was reset just before, time began anew there."""
        if seen.command.resets == self.accepted_resets:
            return replace(self, resets=seen.command.resets)
        return replace(self, resets=seen.command.resets, started=seen.time, entered=None)

    def _follow(self, seen: Snapshot) -> tuple["Goal", str | None]:
        heard = self.resets is not None
        if self.id in (seen.refused, seen.superseded) or (
            heard and (seen.resets != self.resets or seen.command.name != self.id)
        ):
            return self, PREEMPTED  # the setpoint is gone, or was never taken
        distance = self.target.distance(seen.lengths, seen.position)
        inside = distance <= self.epsilon
        entered = (seen.time if self.entered is None else self.entered) if inside else None
        goal = replace(
            self,
            distance=distance,
            now=seen.time,
            entered=entered,
            unheard=0 if self.must_repeat else self.unheard + 1,
        )
        dwelt = entered is not None and seen.time - entered >= self.success_hold
        return goal, REACHED if dwelt and heard else None


def accept(
    id: str,
    target: Target,
    positions: Sequence[float],
    epsilon: float,
    success_hold: float,
    seen: Snapshot,
) -> Goal:
    """A new goal, commanded right after the arm was seen so."""
    return Goal(
        id,
        target,
        tuple(positions),
        epsilon,
        success_hold,
        seen.time,
        target.distance(seen.lengths, seen.position),
        seen.time,
        seen.resets,
    )
