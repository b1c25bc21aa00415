"""The joint controller: PID on each joint, with the derivative taken from the measured velocity.

The control law is that of Craig, Introduction to Robotics, chapter 9: each joint by itself, without
a model of the arm.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from actors.arm.scalars import choose, clamped

INTEGRAL_LIMIT = 10.0  # rad s
DEFAULT_GAINS = {  # by the number of links: kp, ki, kd, joint by joint
    2: ((300.0, 100.0), (600.0, 200.0), (45.0, 16.0)),
    3: ((900.0, 300.0, 100.0), (1800.0, 600.0, 200.0), (145.0, 45.0, 16.0)),
}


@dataclass(frozen=True)
class Gains:
    """The gains of the joints, (n,) each, at least 0."""

    kp: tuple[float, ...]  # N m/rad
    ki: tuple[float, ...]  # N m/(rad s)
    kd: tuple[float, ...]  # N m s/rad

    @classmethod
    def of_links(cls, n: int) -> "Gains":
        """The default gains. With the default timestep, a setpoint settles in about 2 s."""
        return cls(*DEFAULT_GAINS[n])


@dataclass(frozen=True)
class Setpoint:
    """What the controller holds: angles in rad and velocities in rad/s, (n,) each."""

    position: tuple[float, ...]
    velocity: tuple[float, ...]

    @classmethod
    def at_rest(cls, position: Sequence[float]) -> "Setpoint":
        """A pose (n,) in rad that is held with no velocity."""
        return cls(tuple(position), (0.0,) * len(position))


class PidController:
    """The controller and its state. Its numbers are floats, arrays or recording scalars.

    The integral (n,) in rad s is kept within +-integral_limit (anti-windup). effort_limit, (n,) N m
    either way or None, is where the effort is cut off; the integral does not grow further then.
    """

    def __init__(self, gains: Gains, setpoint: Setpoint, integral_limit: float = INTEGRAL_LIMIT):
        self.gains = gains
        self.setpoint = setpoint
        self.integral_limit = integral_limit
        self.effort_limit: tuple[float, ...] | None = None
        self.integral = (0.0,) * len(gains.kp)
        self.enabled = False

    def enable(self, enabled: bool) -> None:
        """Switch on or off. The integral begins at zero when the controller is switched on."""
        if enabled and not self.enabled:
            self.integral = (0.0,) * len(self.integral)
        self.enabled = enabled

    def reset(self, position: Sequence[float]) -> None:
        """Hold this pose (n,) in rad at rest, with an integral of zero."""
        self.setpoint = Setpoint.at_rest(position)
        self.integral = (0.0,) * len(self.integral)

    def update(self, position: Sequence[Any], velocity: Sequence[Any], dt: float) -> list[Any]:
        """One control update: advance the integral by dt (s), and return the effort (n,) in N m.

        position, velocity   (n,) in rad and rad/s

        While the controller is disabled, the effort is zero and the integral stays.
        """
        efforts = []
        integrals = []
        for q, qdot, goal, goal_rate, before, kp, ki, kd, effort_limit in zip(
            position,
            velocity,
            self.setpoint.position,
            self.setpoint.velocity,
            self.integral,
            self.gains.kp,
            self.gains.ki,
            self.gains.kd,
            self.effort_limit or (None,) * len(position),
        ):
            error = goal - q
            integral = clamped(before + error * dt, -self.integral_limit, self.integral_limit)
            effort = kp * error + ki * integral + kd * (goal_rate - qdot)
            if effort_limit is not None:
                effort, integral = _cut(effort, effort_limit, ki, before, integral)
            efforts.append(choose(self.enabled, effort, 0.0))
            integrals.append(choose(self.enabled, integral, before))
        self.integral = tuple(integrals)
        return efforts


def _cut(effort: Any, limit: Any, ki: Any, before: Any, integral: Any) -> tuple[Any, Any]:
    """Effort and integral of a joint, with the effort cut off at its limit.

    An integral that grew towards the cut stays where it was before (conditional integration, Åström
    and Hägglund, PID Controllers, 2nd edition 1995, chapter 3).
    """
    growth = integral - before
    winds_up = growth * effort > 0
    reduced = choose(winds_up, effort - ki * growth, effort)
    is_cut = abs(effort) > limit
    return (
        choose(is_cut, clamped(reduced, -limit, limit), effort),
        choose(is_cut, choose(winds_up, before, integral), integral),
    )
