"""The rules of a trial: random targets, one after the other, for a span of simulation time."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from actors.arm.dynamics import end_effector
from actors.arm.goal import (
    DEFAULT_EPSILON,
    DEFAULT_SUCCESS_HOLD,
    PREEMPTED,
    REACHED,
    Conclusion,
)
from actors.arm.kinematics import Target
from actors.arm.stops import Range

DEFAULT_DURATION = 60.0  # s
IDLE = "idle"
ACTIVE = "active"


def sample_target(
    lengths: Sequence[float], rng: random.Random, allowed: Sequence[Range] | None = None
) -> Target:
    """A random target that is reachable: the end effector's pose at random joint angles.

    lengths   (n,) in m
    allowed   (n,) ranges in rad to draw the joint angles from; None: half a turn either way
    """
    within = allowed or ((-math.pi, math.pi),) * len(lengths)
    x, y, heading = end_effector(lengths, [_sample_angle(*ends, rng) for ends in within])
    return Target(x, y, math.remainder(heading, 2 * math.pi) if len(lengths) > 2 else None)


def _sample_angle(lowest: float, highest: float, rng: random.Random) -> float:
    """From the range, or from the turn in it that is nearest to zero, if it is wider than that."""
    width = min(highest - lowest, 2 * math.pi)
    return min(max(-math.pi, lowest), highest - width) + rng.random() * width


class Observation(NamedTuple):
    """The arm's clock, and the goal that is active, of any client."""

    time: float  # simulation time in s
    resets: int  # how often the arm has been reset
    goal_id: str | None  # of the active goal, as are the next two
    distance: float | None  # m from its target
    positions: tuple[float, ...] | None  # (n,) rad, its setpoint
    concluded: Conclusion | None = None  # the latest goal that has ended


@dataclass(frozen=True)
class Trial:
    """One trial from its start on. Immutable: each event makes a new one."""

    duration: float = DEFAULT_DURATION  # s
    epsilon: float = DEFAULT_EPSILON  # m
    success_hold: float = DEFAULT_SUCCESS_HOLD  # s
    running: bool = True
    elapsed: float = 0.0  # s of simulation time; a reset of the arm does not turn it back
    reached: int = 0
    clock: tuple[int, float] | None = None  # resets and time of the arm, in the latest observation
    goal_id: str | None = None  # of the trial's goal, while that is active
    target: Target | None = None
    error: float | None = None  # m
    positions: tuple[float, ...] | None = None  # (n,) rad, desired
    status: str = IDLE
    to_cancel: str | None = None  # a goal that was abandoned and may still be active
    waiting: bool = False  # until no goal is active, to submit the next target then

    @property
    def over(self) -> bool:
        """Whether a running trial has had its time."""
        return self.running and self.elapsed >= self.duration

    @property
    def observing(self) -> bool:
        """Whether observations matter: for a running trial, and until an abandoned goal is gone."""
        return self.running or self.to_cancel is not None

    def observe(self, seen: Observation) -> "Trial":
        """The clock goes on, and the distance of the trial's own goal is shown."""
        gone = not self.running and seen.goal_id != self.to_cancel
        trial = replace(
            self,
            clock=(seen.resets, seen.time),
            elapsed=self.elapsed + self._passed(seen),
            to_cancel=None if gone else self.to_cancel,
        )
        if seen.goal_id is None or seen.goal_id != self.goal_id:
            return trial
        return replace(trial, error=seen.distance, positions=seen.positions, status=ACTIVE)

    def _passed(self, seen: Observation) -> float:
        """Simulation time since the last observation, in s; a reset sets the arm's clock to 0."""
        if self.clock is None or not self.running:
            return 0.0
        resets, time = self.clock
        return max(0.0, seen.time - (time if resets == seen.resets else 0.0))

    def pursue(
        self, goal_id: str, target: Target, error: float | None, positions: tuple[float, ...] | None
    ) -> "Trial":
        """A target was accepted as a goal."""
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
        """The trial's goal has ended. If it was preempted, the goal in its place is waited for."""
        return replace(
            self,
            goal_id=None,
            error=error,
            status=outcome,
            waiting=outcome == PREEMPTED,
            reached=self.reached + (outcome == REACHED),
        )

    def abandon(self) -> "Trial":
        """The trial's goal is given up, is to be cancelled, and is no longer shown."""
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
        """The next target is about to be submitted, and nothing is waited for any more."""
        return replace(self, waiting=False)

    def end(self) -> "Trial":
        """The trial is over or was stopped; its count and its time stay."""
        return replace(self.abandon(), running=False)
