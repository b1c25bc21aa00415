"""Which of several solutions of inverse kinematics to take."""

import math
from collections.abc import Sequence

from actors.arm.errors import GeometryError
from actors.arm.stops import Range, whole_turns_into

TURN = 2 * math.pi
AS_NEAR = 1e-9  # rad; solutions that are so nearly as near as each other are equals

Angles = tuple[float, ...]


def choose(
    candidates: Sequence[Angles],
    reference: Sequence[float] | None,
    allowed: Sequence[Range] | None = None,
) -> Angles:
    """One of the candidates, each (n,) in rad, with whole turns added; raises GeometryError.

    reference   the nearest to it; without it the first, with angles in (-pi, pi]
    allowed     only solutions within these ranges, and among equals the one farthest from their ends
    """
    if allowed is not None:
        return _choose_within(allowed, candidates, reference)
    if reference is None:
        return tuple(wrapped(angle) for angle in candidates[0])
    return min(
        (_unwound(angles, reference) for angles in candidates),
        key=lambda angles: math.dist(angles, reference),
    )


def _choose_within(
    allowed: Sequence[Range], candidates: Sequence[Angles], reference: Sequence[float] | None
) -> Angles:
    fitting = []
    blocked = 0
    for angles in candidates:
        near = reference or [wrapped(angle) for angle in angles]
        fits = [whole_turns_into(*each) for each in zip(allowed, angles, near)]
        if None in fits:
            blocked = fits.index(None)
        else:
            fitting.append(tuple(angle for angle in fits if angle is not None))
    if not fitting:
        lowest, highest = allowed[blocked]
        raise GeometryError(
            f"every solution takes a joint outside its limits, joint {blocked + 1} "
            f"outside [{lowest:g}, {highest:g}] rad"
        )
    if reference is None:
        return max(fitting, key=lambda angles: _margin(allowed, angles))
    nearest = min(math.dist(angles, reference) for angles in fitting)
    equals = [angles for angles in fitting if math.dist(angles, reference) <= nearest + AS_NEAR]
    return max(equals, key=lambda angles: _margin(allowed, angles))


def _margin(allowed: Sequence[Range], angles: Sequence[float]) -> float:
    """How far the joint that is nearest to an end of its range is from it, in rad."""
    return min(
        min(angle - lowest, highest - angle) for (lowest, highest), angle in zip(allowed, angles)
    )


def wrapped(angle: float) -> float:
    """The same direction in (-pi, pi]."""
    remainder = math.remainder(angle, TURN)
    return math.pi if remainder == -math.pi else remainder


def _unwound(angles: Sequence[float], reference: Sequence[float]) -> Angles:
    """The same pose, each angle within half a turn of its reference."""
    return tuple(
        near + math.remainder(angle - near, TURN) for angle, near in zip(angles, reference)
    )
