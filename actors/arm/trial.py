"""The rules of a trial: random reachable targets, one after the other, for a span of simulation time."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from actors.arm.dynamics import end_effector
from actors.arm.goal import DEFAULT_EPSILON, DEFAULT_SUCCESS_HOLD, PREEMPTED, REACHED
from actors.arm.kinematics import Target
from actors.arm.stops import Range

DEFAULT_DURATION = 60.0  # s
IDLE = "idle"
ACTIVE = "active"


def sample_target(
    lengths: Sequence[float], rng: random.Random, allowed: Sequence[Range] | None = None
) -> Target:
    """Random joint angles mapped through forward kinematics, so always reachable; lengths (n,) in m.

    allowed (n,): ranges in rad that no joint has to leave for it.
    """
    within = allowed or ((-math.pi, math.pi),) * len(lengths)
    x, y, heading = end_effector(lengths, [_sample_angle(*ends, rng) for ends in within])
    return Target(x, y, math.remainder(heading, 2 * math.pi) if len(lengths) > 2 else None)


def _sample_angle(lowest: float, highest: float, rng: random.Random) -> float:
    """Within a range, and of a wide one within a turn near zero."""
    width = min(highest - lowest, 2 * math.pi)
    return min(max(-math.pi, lowest), highest - width) + rng.random() * width


@dataclass(frozen=True)
class Trial:
    """One trial from its start on. Immutable: whatever happens makes a new one."""

    duration: float = DEFAULT_DURATION  # s
    epsilon: float = DEFAULT_EPSILON  # m
    success_hold: float = DEFAULT_SUCCESS_HOLD  # s
    running: bool = True
    elapsed: float = 0.0  # s of simulation time; a reset of the arm does not turn it back
    reached: int = 0
    clock: tuple[int, float] | None = None  # resets and time of the arm, as last seen
    goal_id: str | None = None  # in flight
    target: Target | None = None
    error: float | None = None  # m
    positions: tuple[float, ...] | None = None  # (n,) rad, desired
    status: str = IDLE
    to_cancel: str | None = None  # a goal that was abandoned, until another has taken its place
    waiting: bool = False  # for a free arm, to submit the next target

    @property
    def over(self) -> bool:
        return self.running and self.elapsed >= self.duration

    def observe(
        self,
        resets: int,
        time: float,
        goal_id: str | None,
        error: float | None,
        positions: tuple[float, ...] | None,
    ) -> "Trial":
        """What is seen of the arm, and of the goal that is active, whoever sent it."""
        then = (
            self.clock
            if self.clock and self.clock[0] == resets
            else (resets, 0.0 if self.clock else time)
        )
        passed = max(0.0, time - then[1]) if self.running else 0.0
        trial = replace(self, clock=(resets, time), elapsed=self.elapsed + passed)
        if goal_id is None or goal_id != self.goal_id:
            return trial
        return replace(trial, error=error, positions=positions, status=ACTIVE)

    def pursue(
        self, goal_id: str, target: Target, error: float | None, positions: tuple[float, ...] | None
    ) -> "Trial":
        """A target was accepted."""
        return replace(
            self,
            goal_id=goal_id,
            target=target,
            error=error,
            positions=positions,
            status=ACTIVE,
            waiting=False,
            to_cancel=None,
        )

    def conclude(self, outcome: str, error: float) -> "Trial":
        """The goal in flight has ended. If somebody else's goal took its place, wait for that to end."""
        return replace(
            self,
            goal_id=None,
            error=error,
            status=outcome,
            waiting=outcome == PREEMPTED,
            reached=self.reached + (outcome == REACHED),
        )

    def abandon(self) -> "Trial":
        """Nothing is in flight any more, and nothing of it is shown."""
        return replace(
            self,
            goal_id=None,
            target=None,
            error=None,
            positions=None,
            status=IDLE,
            waiting=False,
            to_cancel=self.goal_id or self.to_cancel,
        )

    def advance(self) -> "Trial":
        """It is no longer waited for anything."""
        return replace(self, waiting=False)

    def end(self) -> "Trial":
        return replace(self.abandon(), running=False)
