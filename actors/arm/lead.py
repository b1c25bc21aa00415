"""Leads a setpoint into limits that exclude it, so that new limits do not make the arm jump.

The setpoint moves with the limited speed and acceleration of a slow motion. Its own position and
velocity are all that is needed to continue from tick to tick.
"""

import math
from collections.abc import Sequence

from actors.arm.limits import Limits, into, outside
from actors.arm.pid import Setpoint

SPEED = 1.0  # rad/s at most; less where a velocity limit is lower
ACCELERATION = 4.0  # rad/s^2


def is_beyond(limits: Limits, setpoint: Setpoint) -> bool:
    """Return whether the operating or velocity limits exclude a setpoint."""
    if outside(limits.operating, setpoint.position) is not None:
        return True
    return any(abs(rate) > most for rate, most in zip(setpoint.velocity, limits.velocity or ()))


def nearer(limits: Limits, setpoint: Setpoint, q: Sequence[float]) -> Setpoint:
    """Return a setpoint moved towards its limits for as far as that brings it nearer to the arm.

    q   (n,) in rad, the pose of the arm
    """
    within = into(limits.operating, setpoint.position)
    between = [(min(held, end), max(held, end)) for held, end in zip(setpoint.position, within)]
    return Setpoint(into(between, q), setpoint.velocity)


def slowed(limits: Limits, setpoint: Setpoint) -> Setpoint:
    """Return a setpoint with its velocities cut off at their limits."""
    bounds = [(-most, most) for most in _bounds(limits, setpoint)]
    return Setpoint(setpoint.position, into(bounds, setpoint.velocity))


def led(limits: Limits, setpoint: Setpoint, dt: float) -> Setpoint:
    """Return the setpoint dt (s) later, on its way into the limits."""
    within = into(limits.operating, setpoint.position)
    bounds = _bounds(limits, setpoint)
    joints = [
        _led_joint(position, rate, end, most, dt)
        for position, rate, end, most in zip(setpoint.position, setpoint.velocity, within, bounds)
    ]
    return Setpoint(tuple(each[0] for each in joints), tuple(each[1] for each in joints))


def _led_joint(
    position: float, rate: float, end: float, most: float, dt: float
) -> tuple[float, float]:
    """Return position (rad) and velocity (rad/s) of the setpoint of one joint after dt (s).

    end    rad, the angle within the limits that is nearest to the position
    most   rad/s, the velocity limit, in both directions

    While the velocity still points away from the limits, the position stays.
    """
    change = ACCELERATION * dt
    if position == end:
        wanted = min(max(rate, -most), most)
        return position, min(max(wanted, rate - change), rate + change)
    left = end - position
    # The fastest speed from which the setpoint can brake to rest at the end.
    fastest = min(SPEED, most, math.sqrt(2 * ACCELERATION * abs(left)))
    wanted = math.copysign(fastest, left)
    rate = min(max(wanted, rate - change), rate + change)
    step = rate * dt
    if step * left <= 0:
        return position, rate
    return (end, 0.0) if abs(step) >= abs(left) else (position + step, rate)


def _bounds(limits: Limits, setpoint: Setpoint) -> tuple[float, ...]:
    """Return the velocity limits (n,) in rad/s, which are infinite if there are none."""
    return limits.velocity or (math.inf,) * len(setpoint.velocity)
