"""How a motion is spread over its time: the share of the way that is behind, from 0 to 1, over a time from 0 to 1."""

from collections.abc import Callable
from typing import NamedTuple

RAMP = 0.25  # of the time, each, in which a trapezoid speeds up and slows down


class Moment(NamedTuple):
    """The share of the way, and its first and second derivative by the share of the time."""

    share: float
    rate: float
    acceleration: float


class Profile(NamedTuple):
    """at(u) for u from 0 to 1, and the largest rate in it: a steady motion has 1."""

    at: Callable[[float], Moment]
    peak: float


def quintic(u: float) -> Moment:
    """From rest to rest without a jump of the acceleration: 10 u^3 - 15 u^4 + 6 u^5."""
    rest = 1 - u
    return Moment(
        u * u * u * (10 - 15 * u + 6 * u * u), 30 * u * u * rest * rest, 60 * u * rest * (1 - 2 * u)
    )


def trapezoid(u: float) -> Moment:
    """From rest to rest with three pieces of constant acceleration: up, none, down."""
    top = 1 / (1 - RAMP)
    if u < RAMP:
        return Moment(top * u * u / (2 * RAMP), top * u / RAMP, top / RAMP)
    if u > 1 - RAMP:
        rest = 1 - u
        return Moment(1 - top * rest * rest / (2 * RAMP), top * rest / RAMP, -top / RAMP)
    return Moment(top * (u - RAMP / 2), top, 0.0)


def steady(u: float) -> Moment:
    """The same speed from the first moment to the last."""
    return Moment(u, 1.0, 0.0)


PROFILES = {
    "quintic": Profile(quintic, 1.875),
    "trapezoid": Profile(trapezoid, 1 / (1 - RAMP)),
    "steady": Profile(steady, 1.0),
}
