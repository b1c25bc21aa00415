"""The joint controller: PID on each joint, with the derivative taken from the measured velocity."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from actors.arm.scalars import choose, clamped

INTEGRAL_LIMIT = 10.0  # rad s
DEFAULT_GAINS = {  # kp in N m/rad, ki in N m/(rad s), kd in N m s/rad; joint by joint
    2: ((300.0, 100.0), (600.0, 200.0), (45.0, 16.0)),
    3: ((900.0, 300.0, 100.0), (1800.0, 600.0, 200.0), (145.0, 45.0, 16.0)),
}


@dataclass(frozen=True)
class Gains:
    """kp, ki and kd, (n,) each, at least 0."""

    kp: tuple[float, ...]
    ki: tuple[float, ...]
    kd: tuple[float, ...]

    @classmethod
    def of_links(cls, n: int) -> "Gains":
        """The default gains; with the default timestep every setpoint within a turn settles in about 2 s."""
        return cls(*DEFAULT_GAINS[n])

    def echo(self) -> dict[str, tuple[float, ...]]:
        """The gains as /pid_controller/set_gains reports them."""
        return {"kp": self.kp, "ki": self.ki, "kd": self.kd}


@dataclass(frozen=True)
class Setpoint:
    """What the controller holds: angles in rad and velocities in rad/s, (n,) each."""

    position: tuple[float, ...]
    velocity: tuple[float, ...]

    @classmethod
    def at_rest(cls, position: Sequence[float]) -> "Setpoint":
        return cls(tuple(position), (0.0,) * len(position))


class PidController:
    """The state of the controller: gains, setpoint, integral (n,) in rad s, and whether it is enabled.

    The integral is kept within +-integral_limit (rad s), or it would wind up under a long error. Where
    effort_limit ((n,) N m, either way) cuts the effort off, it does not grow further.
    """

    def __init__(self, gains: Gains, setpoint: Setpoint, integral_limit: float = INTEGRAL_LIMIT):
        self.gains = gains
        self.setpoint = setpoint
        self.integral_limit = integral_limit
        self.effort_limit: tuple[float, ...] | None = None
        self.integral = (0.0,) * len(gains.kp)
        self.enabled = False

    def enable(self, enabled: bool) -> None:
        """Switch; what was accumulated before a pause in control never counts after it."""
        if enabled and not self.enabled:
            self.integral = (0.0,) * len(self.integral)
        self.enabled = enabled

    def reset(self, position: Sequence[float]) -> None:
        """Hold this pose, with nothing accumulated."""
        self.setpoint = Setpoint.at_rest(position)
        self.integral = (0.0,) * len(self.integral)

    def update(self, position: Sequence[Any], velocity: Sequence[Any], dt: float) -> list[Any]:
        """One control update: advance the integral by dt (s), return the effort (n,) in N m.

        position, velocity   (n,) in rad and rad/s: floats, arrays or recording scalars

        While disabled the effort is zero and the integral stays.
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

    An integral that grew towards the cut stays where it was before (conditional integration, Astrom
    and Hagglund, PID Controllers, 2nd ed. 1995, section 3.5).
    """
    growth = integral - before
    winds_up = growth * effort > 0
    reduced = choose(winds_up, effort - ki * growth, effort)
    is_cut = abs(effort) > limit
    return (
        choose(is_cut, clamped(reduced, -limit, limit), effort),
        choose(is_cut, choose(winds_up, before, integral), integral),
    )
