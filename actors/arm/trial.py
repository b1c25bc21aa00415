"""The rules of a trial: random targets, one after the other, for some simulation time."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from actors.arm.forward_kinematics import end_effector
from actors.arm.goal import (
    DEFAULT_EPSILON,
    DEFAULT_SUCCESS_HOLD,
    PREEMPTED,
    REACHED,
    Conclusion,
)
from actors.arm.kinematics import Target
from actors.arm.limits import Range

DEFAULT_DURATION = 60.0  # s
IDLE = "idle"
ACTIVE = "active"


def sample_target(
    lengths: Sequence[float], rng: random.Random, allowed: Sequence[Range] | None = None
) -> Target:
    """Choose a random target that is reachable: where the end effector is at random joint angles.

    lengths   (n,) in m
    allowed   (n,) ranges in rad for the joint angles; None for (-pi, pi)
    """
    within = allowed or ((-math.pi, math.pi),) * len(lengths)
    x, y, heading = end_effector(lengths, [_sample_angle(*ends, rng) for ends in within])
    return Target(x, y, math.remainder(heading, 2 * math.pi) if len(lengths) > 2 else None)


def _sample_angle(lowest: float, highest: float, rng: random.Random) -> float:
    """Choose a random angle in rad from a range.

    If the range is wider than one turn, the angle is from the turn inside it nearest to zero.
    """
    width = min(highest - lowest, 2 * math.pi)
    return min(max(-math.pi, lowest), highest - width) + rng.random() * width


class Observation(NamedTuple):
    """The arm and the active goal at one time. The goal may be the trial's or a client's."""

    time: float  # simulation time in s
    resets: int  # how often the arm has been reset
    goal_id: str | None  # the active goal; None if there is none
    distance: float | None  # m between the end effector and the target of the active goal
    positions: tuple[float, ...] | None  # (n,) rad, the setpoint of the active goal
    concluded: Conclusion | None = None  # how the latest goal has ended


@dataclass(frozen=True)
class Trial:
    """One trial from its start on. Immutable: each method returns the trial after an event."""

    duration: float = DEFAULT_DURATION  # s
    epsilon: float = DEFAULT_EPSILON  # m
    success_hold: float = DEFAULT_SUCCESS_HOLD  # s
    running: bool = True
    elapsed: float = 0.0  # s of simulation time; a reset of the arm does not set it back
    reached: int = 0  # the number of goals of the trial that were reached
    clock: tuple[int, float] | None = None  # resets and time of the arm, in the latest observation
    goal_id: str | None = None  # the trial's own goal, while it is active
    target: Target | None = None  # the target of the trial's own goal
    error: float | None = None  # m, the distance of the trial's own goal
    positions: tuple[float, ...] | None = None  # (n,) rad, the setpoint of the trial's own goal
    status: str = IDLE  # IDLE, ACTIVE or the outcome of the latest goal
    to_cancel: str | None = None  # a goal that was abandoned and may still be active
    waiting: bool = False  # whether the next target is submitted once no goal is active

    @property
    def over(self) -> bool:
        """Whether the trial is running and its duration has passed."""
        return self.running and self.elapsed >= self.duration

    @property
    def observing(self) -> bool:
        """Whether the trial needs observations.

        It needs them while it is running, and after that until an abandoned goal has ended.
        """
        return self.running or self.to_cancel is not None

    def observe(self, observation: Observation) -> "Trial":
        """Return the trial after an observation.

        Its elapsed time grows, and it shows the distance of its own goal.
        """
        has_ended = not self.running and observation.goal_id != self.to_cancel
        trial = replace(
            self,
            clock=(observation.resets, observation.time),
            elapsed=self.elapsed + self._passed(observation),
            to_cancel=None if has_ended else self.to_cancel,
        )
        if observation.goal_id is None or observation.goal_id != self.goal_id:
            return trial
        return replace(
            trial, error=observation.distance, positions=observation.positions, status=ACTIVE
        )

    def _passed(self, observation: Observation) -> float:
        """Return the simulation time in s since the observation before.

        A reset sets the clock of the arm to 0.
        """
        if self.clock is None or not self.running:
            return 0.0
        resets, time = self.clock
        return max(0.0, observation.time - (time if resets == observation.resets else 0.0))

    def pursue(
        self, goal_id: str, target: Target, error: float | None, positions: tuple[float, ...] | None
    ) -> "Trial":
        """Return the trial after its target was accepted as a goal.

        error       m between the end effector and the target
        positions   (n,) in rad, the setpoint of the goal
        """
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
        """Return the trial after its own goal has ended.

        If another goal has preempted it, the trial waits until no goal is active.
        """
        return replace(
            self,
            goal_id=None,
            error=error,
            status=outcome,
            waiting=outcome == PREEMPTED,
            reached=self.reached + (outcome == REACHED),
        )

    def abandon(self) -> "Trial":
        """Return the trial without its own goal, which the caller must cancel."""
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
        """Return the trial just before the next target is submitted: it waits no longer."""
        return replace(self, waiting=False)

    def end(self) -> "Trial":
        """Return the trial after it is over or was stopped. Its count and its time stay."""
        return replace(self.abandon(), running=False)
