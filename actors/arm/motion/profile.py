"""Profiles: time scalings that give the path parameter s at the time u.

During a leg, both s and u go from 0 to 1. Biagiotti and Melchiorri, Trajectory Planning for
Automatic Machines and Robots, derive the quintic and the trapezoidal profile; so do Lynch and Park,
Modern Robotics, chapter 9.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

RAMP = 0.25  # the fraction of the time in which a trapezoid speeds up, and in which it slows down


class Scaled(NamedTuple):
    """The path parameter s, and its first and second derivatives with respect to u."""

    s: float
    rate: float
    acceleration: float


class Profile(NamedTuple):
    """A time scaling for u from 0 to 1."""

    at: Callable[[float], Scaled]
    peak_rate: float  # the largest rate
    peak_acceleration: float  # the largest acceleration


def quintic(u: float) -> Scaled:
    """Go from rest to rest without a jump of the acceleration: s = 10 u^3 - 15 u^4 + 6 u^5."""
    rest = 1 - u
    return Scaled(
        u * u * u * (10 - 15 * u + 6 * u * u), 30 * u * u * rest * rest, 60 * u * rest * (1 - 2 * u)
    )


def trapezoid(u: float) -> Scaled:
    """Go from rest to rest. The rate rises linearly, stays constant, and falls linearly."""
    top = 1 / (1 - RAMP)
    if u < RAMP:
        return Scaled(top * u * u / (2 * RAMP), top * u / RAMP, top / RAMP)
    if u > 1 - RAMP:
        rest = 1 - u
        return Scaled(1 - top * rest * rest / (2 * RAMP), top * rest / RAMP, -top / RAMP)
    return Scaled(top * (u - RAMP / 2), top, 0.0)


def steady(u: float) -> Scaled:
    """Go at a constant rate. The rate jumps at the beginning and at the end."""
    return Scaled(u, 1.0, 0.0)


PROFILES = {
    "quintic": Profile(quintic, 1.875, 10 / math.sqrt(3)),
    "trapezoid": Profile(trapezoid, 1 / (1 - RAMP), 1 / (RAMP * (1 - RAMP))),
    "steady": Profile(steady, 1.0, 0.0),
}
