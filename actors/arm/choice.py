"""The choice of one solution of inverse kinematics among several."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from actors.arm.errors import GeometryError
from actors.arm.limits import Range, whole_turns_into

TURN = 2 * math.pi
AS_NEAR = 1e-9  # rad; two solutions whose costs differ by less than this are equally good

Angles = tuple[float, ...]


class Preference(NamedTuple):
    """What makes one solution better than another.

    The better solution has the smaller cost: its distance from the reference, minus a part of its
    margin. The margin is the smallest distance between a joint and an end of its range.
    """

    reference: Sequence[float] | None = None  # (n,) in rad
    allowed: Sequence[Range] | None = None  # (n,) ranges in rad: only solutions within them count
    margin_weight: float = 0.0  # rad of distance that one rad of margin is worth

    def unwound(self, angles: Sequence[float]) -> Angles | None:
        """Return the angles with whole turns added to them, as near as possible to the reference.

        Without a reference they are in (-pi, pi], or as near to it as the ranges allow. None if a
        joint cannot be within its range.
        """
        if self.reference is None:
            near = nearest = [wrapped(angle) for angle in angles]
        else:
            near = list(self.reference)
            nearest = [at + math.remainder(angle - at, TURN) for angle, at in zip(angles, near)]
        for joint, (lowest, highest) in enumerate(self.allowed or ()):
            if not lowest <= nearest[joint] <= highest:
                fitting = whole_turns_into((lowest, highest), angles[joint], near[joint])
                if fitting is None:
                    return None
                nearest[joint] = fitting
        return tuple(nearest)

    def cost(self, angles: Angles) -> float:
        """Return the cost (rad) of a solution with its whole turns; a reference must be given."""
        assert self.reference is not None
        distance = math.dist(angles, self.reference)
        if self.allowed is None or not self.margin_weight:
            return distance
        return distance - self.margin_weight * self.margin(angles)

    def margin(self, angles: Angles) -> float:
        """Return the smallest distance in rad between a joint and an end of its range.

        Without ranges it is 0.
        """
        return min(
            (
                min(angle - lowest, highest - angle)
                for (lowest, highest), angle in zip(self.allowed or (), angles)
            ),
            default=0.0,
        )

    def blocked(self, angles: Angles) -> int:
        """Return the index of the first joint that cannot be within its range."""
        assert self.allowed is not None
        near = self.reference or [wrapped(angle) for angle in angles]
        return [whole_turns_into(*each) for each in zip(self.allowed, angles, near)].index(None)


def choose(candidates: Sequence[Angles], preference: Preference) -> Angles:
    """Choose the best of the candidates, and add whole turns to its angles.

    candidates  (n,) in rad each, at least one

    Of candidates that are equally good, the one with the largest margin is chosen. Without a
    reference all are equally good. Of those with the same margin the first one is chosen.

    Raises GeometryError if no candidate is within the ranges.
    """
    unwound = [preference.unwound(angles) for angles in candidates]
    fitting = [angles for angles in unwound if angles is not None]
    if not fitting:
        assert preference.allowed is not None
        joint = preference.blocked(candidates[-1])
        lowest, highest = preference.allowed[joint]
        raise GeometryError(
            f"every solution takes a joint outside its limits, joint {joint + 1} "
            f"outside [{lowest:g}, {highest:g}] rad"
        )
    if preference.reference is not None:
        costs = [preference.cost(angles) for angles in fitting]
        best = min(costs) + AS_NEAR
        fitting = [angles for angles, cost in zip(fitting, costs) if cost <= best]
    return max(fitting, key=preference.margin)


def wrapped(angle: float) -> float:
    """Return the angle in (-pi, pi] that has the same direction as the given one, both in rad."""
    remainder = math.remainder(angle, TURN)
    return math.pi if remainder == -math.pi else remainder
