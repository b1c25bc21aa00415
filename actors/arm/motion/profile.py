"""Time scalings: the path parameter s as a function of time u; both go from 0 to 1 during a leg.

Lynch and Park, Modern Robotics, chapter 9, derive the quintic and the trapezoid.
"""

from collections.abc import Callable
from typing import NamedTuple

RAMP = 0.25  # of the time, each, in which a trapezoid speeds up and slows down


class Scaled(NamedTuple):
    """The path parameter s, and its first and second derivative by u."""

    s: float
    rate: float
    acceleration: float


class Profile(NamedTuple):
    """A time scaling at(u), for u from 0 to 1, and the largest rate in it."""

    at: Callable[[float], Scaled]
    peak_rate: float


def quintic(u: float) -> Scaled:
    """From rest to rest without a jump of the acceleration: s = 10 u^3 - 15 u^4 + 6 u^5."""
    rest = 1 - u
    return Scaled(
        u * u * u * (10 - 15 * u + 6 * u * u), 30 * u * u * rest * rest, 60 * u * rest * (1 - 2 * u)
    )


def trapezoid(u: float) -> Scaled:
    """From rest to rest with a rate that rises evenly, stays, and falls evenly."""
    top = 1 / (1 - RAMP)
    if u < RAMP:
        return Scaled(top * u * u / (2 * RAMP), top * u / RAMP, top / RAMP)
    if u > 1 - RAMP:
        rest = 1 - u
        return Scaled(1 - top * rest * rest / (2 * RAMP), top * rest / RAMP, -top / RAMP)
    return Scaled(top * (u - RAMP / 2), top, 0.0)


def steady(u: float) -> Scaled:
    """The same rate from the beginning to the end, where it jumps from and to rest."""
    return Scaled(u, 1.0, 0.0)


PROFILES = {
    "quintic": Profile(quintic, 1.875),
    "trapezoid": Profile(trapezoid, 1 / (1 - RAMP)),
    "steady": Profile(steady, 1.0),
}
