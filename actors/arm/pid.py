"""The joint controller: PID on each joint, with the derivative taken from the measured velocity.

The control law is that of Craig, Introduction to Robotics, chapter 9: each joint is controlled by
itself, without a model of the arm.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from actors.arm.limits import Range
from actors.arm.scalars import choose, clamped

INTEGRAL_LIMIT = 10.0  # rad s
# By number of links: kp, ki and kd, each (n,).
DEFAULT_GAINS = {
    2: ((400.0, 130.0), (800.0, 260.0), (60.0, 20.0)),
    3: ((1350.0, 450.0, 150.0), (2700.0, 900.0, 300.0), (200.0, 60.0, 18.0)),
}


@dataclass(frozen=True)
class Gains:
    """The gains of the joints, (n,) each, at least 0."""

    kp: tuple[float, ...]  # N m/rad
    ki: tuple[float, ...]  # N m/(rad s)
    kd: tuple[float, ...]  # N m s/rad

    @classmethod
    def of_links(cls, n: int) -> "Gains":
        """Return the default gains for n links.

        With the default timestep, the arm comes to rest at a setpoint in about 2 s.
        """
        return cls(*DEFAULT_GAINS[n])


@dataclass(frozen=True)
class Setpoint:
    """The pose and the velocity that the controller holds."""

    position: tuple[float, ...]  # (n,) rad
    velocity: tuple[float, ...]  # (n,) rad/s

    @classmethod
    def at_rest(cls, position: Sequence[float]) -> "Setpoint":
        """Make a setpoint of a pose (n,) in rad with velocity zero."""
        return cls(tuple(position), (0.0,) * len(position))


class PidController:
    """The controller and its state. Its numbers are floats, arrays or recording scalars.

    integral         (n,) in rad s
    integral_limit   rad s, at least 0, one for each joint or one for all: the integral does not
                     grow beyond it in either direction (anti-windup). Where it is beyond a new
                     limit already, it stays, and can only become smaller
    effort_limit     (n,) in N m in both directions, or None: the effort is cut off there, and the
                     integral does not grow further
    fed_forward      (n,) in N m, or None: what a motion adds to the effort of the law, see feed.py
    stops            (n,) ranges in rad, or None: the hard stops. The integral does not grow because
                     of a setpoint beyond them
    """

    def __init__(self, gains: Gains, setpoint: Setpoint):
        self.gains = gains
        self.setpoint = setpoint
        self.integral_limit: float | tuple[float, ...] = INTEGRAL_LIMIT
        self.effort_limit: tuple[float, ...] | None = None
        self.stops: Sequence[Range] | None = None
        self.fed_forward: Sequence[Any] | None = None
        self.integral = (0.0,) * len(gains.kp)
        self.enabled = False

    def enable(self, enabled: bool) -> None:
        """Switch the controller on or off. Switching it on sets the integral to zero."""
        if enabled and not self.enabled:
            self.integral = (0.0,) * len(self.integral)
        self.enabled = enabled

    def reset(self, position: Sequence[float]) -> None:
        """Hold a pose (n,) in rad at rest, and set the integral to zero."""
        self.setpoint = Setpoint.at_rest(position)
        self.integral = (0.0,) * len(self.integral)

    @property
    def integral_limits(self) -> tuple[Any, ...]:
        """The limits of the integral, (n,) in rad s."""
        limit = self.integral_limit
        return limit if isinstance(limit, tuple) else (limit,) * len(self.integral)

    def _attainable(self) -> tuple[Any, ...]:
        """Return the pose (n,) in rad within the hard stops that is nearest to the setpoint.

        The integral accumulates the error from this pose (conditional integration). The law is
        unchanged where the stops do not exclude the setpoint; and at a stop that excludes it, there
        is nothing to accumulate.
        """
        goals = self.setpoint.position
        if self.stops is None:
            return goals
        return tuple(clamped(goal, *ends) for goal, ends in zip(goals, self.stops))

    def update(self, position: Sequence[Any], velocity: Sequence[Any], dt: float) -> list[Any]:
        """Advance the integral by dt (s), and return the effort (n,) in N m.

        position, velocity   (n,) in rad and rad/s

        While the controller is disabled, the effort is zero and the integral does not change.
        """
        efforts = []
        integrals = []
        rows = self._by_joint(position, velocity)
        for q, qdot, goal, nearest, goal_rate, before, most, *rest in rows:
            kp, ki, kd, effort_limit, fed = rest
            error = goal - q
            integral = _grown(before, (nearest - q) * dt, most)
            effort = kp * error + ki * integral + kd * (goal_rate - qdot)
            if fed is not None:
                effort = effort + fed
            if effort_limit is not None:
                effort, integral = _cut(effort, effort_limit, ki, before, integral)
            efforts.append(choose(self.enabled, effort, 0.0))
            integrals.append(choose(self.enabled, integral, before))
        self.integral = tuple(integrals)
        return efforts

    def _by_joint(self, position: Sequence[Any], velocity: Sequence[Any]) -> Iterator[Any]:
        """Return what update() needs, one tuple for each joint."""
        return zip(
            position,
            velocity,
            self.setpoint.position,
            self._attainable(),
            self.setpoint.velocity,
            self.integral,
            self.integral_limits,
            self.gains.kp,
            self.gains.ki,
            self.gains.kd,
            self.effort_limit or (None,) * len(position),
            self.fed_forward or (None,) * len(position),
        )


def _grown(integral: Any, growth: Any, most: Any) -> Any:
    """Return the integral after its growth, kept between -most and most.

    An integral beyond these may stay where it is, but not grow.
    """
    grown = integral + growth
    above = choose(integral > most, choose(grown > integral, integral, grown), most)
    below = choose(-most > integral, choose(integral > grown, integral, grown), -most)
    return choose(grown > most, above, choose(-most > grown, below, grown))


def _cut(effort: Any, limit: Any, ki: Any, before: Any, integral: Any) -> tuple[Any, Any]:
    """Cut off the effort of a joint at its limit, and return the effort and the integral.

    An integral that would drive the effort farther beyond the limit keeps its value from before
    the update (conditional integration, Åström and Hägglund, PID Controllers, 2nd edition 1995,
    chapter 3).
    """
    growth = integral - before
    winds_up = growth * effort > 0
    reduced = choose(winds_up, effort - ki * growth, effort)
    is_cut = abs(effort) > limit
    return (
        choose(is_cut, clamped(reduced, -limit, limit), effort),
        choose(is_cut, choose(winds_up, before, integral), integral),
    )
