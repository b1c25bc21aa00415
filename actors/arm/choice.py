"""The choice of one solution of inverse kinematics among several."""

import math
from collections.abc import Sequence

from actors.arm.errors import GeometryError
from actors.arm.limits import Range, whole_turns_into

TURN = 2 * math.pi
AS_NEAR = 1e-9  # rad; two solutions whose distances differ by less than this are equally near

Angles = tuple[float, ...]


def choose(
    candidates: Sequence[Angles],
    reference: Sequence[float] | None,
    allowed: Sequence[Range] | None = None,
) -> Angles:
    """Choose one of the candidates, and add whole turns to its angles.

    candidates  (n,) in rad each, at least one
    reference   (n,) in rad: the candidate nearest to it is chosen. Without a reference the first
                candidate is chosen, with its angles in (-pi, pi]
    allowed     (n,) ranges in rad: only candidates within them are considered. Of equally near
                candidates, or without a reference, the one farthest from the ends of the ranges
                is chosen

    Raises GeometryError if no candidate is allowed.
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
    fitting = _fitting(allowed, candidates, reference)
    if reference is None:
        return max(fitting, key=lambda angles: _margin(allowed, angles))
    nearest = min(math.dist(angles, reference) for angles in fitting)
    equals = [angles for angles in fitting if math.dist(angles, reference) <= nearest + AS_NEAR]
    return max(equals, key=lambda angles: _margin(allowed, angles))


def _fitting(
    allowed: Sequence[Range], candidates: Sequence[Angles], reference: Sequence[float] | None
) -> list[Angles]:
    """Return the candidates that lie within the ranges once whole turns are added to their angles.

    Raises GeometryError if there is no such candidate.
    """
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
    return fitting


def _margin(allowed: Sequence[Range], angles: Sequence[float]) -> float:
    """Return the smallest distance in rad between a joint and an end of its range."""
    return min(
        min(angle - lowest, highest - angle) for (lowest, highest), angle in zip(allowed, angles)
    )


def wrapped(angle: float) -> float:
    """Return the angle in (-pi, pi] that has the same direction as the given one, both in rad."""
    remainder = math.remainder(angle, TURN)
    return math.pi if remainder == -math.pi else remainder


def _unwound(angles: Sequence[float], reference: Sequence[float]) -> Angles:
    """Return the same pose, with each angle within half a turn of its reference."""
    return tuple(
        near + math.remainder(angle - near, TURN) for angle, near in zip(angles, reference)
    )
