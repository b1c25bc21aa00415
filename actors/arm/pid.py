"""The joint controller: PID on each joint, with the derivative taken from the measured velocity."""

from collections.abc import Sequence
from dataclasses import dataclass

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

    def update(
        self, position: Sequence[float], velocity: Sequence[float], dt: float
    ) -> list[float]:
        """One control update: advance the integral by dt (s), return the effort (n,) in N m. Zero while disabled."""
        if not self.enabled:
            return [0.0] * len(position)
        gains = self.gains
        limit = self.integral_limit
        integral = []
        effort = []
        for q, qdot, target, target_rate, accumulated, kp, ki, kd in zip(
            position,
            velocity,
            self.setpoint.position,
            self.setpoint.velocity,
            self.integral,
            gains.kp,
            gains.ki,
            gains.kd,
        ):
            error = target - q
            accumulated = min(max(accumulated + error * dt, -limit), limit)
            integral.append(accumulated)
            effort.append(kp * error + ki * accumulated + kd * (target_rate - qdot))
        if self.effort_limit is not None:
            self._saturate(effort, integral)
        self.integral = tuple(integral)
        return effort

    def _saturate(self, effort: list[float], integral: list[float]) -> None:
        """Cut efforts off at their limits; an integral that grew towards a cut stays where it was."""
        for i, limit in enumerate(self.effort_limit or ()):
            if abs(effort[i]) > limit:
                growth = integral[i] - self.integral[i]
                if growth * effort[i] > 0:
                    integral[i] = self.integral[i]
                    effort[i] -= self.gains.ki[i] * growth
                effort[i] = min(max(effort[i], -limit), limit)
