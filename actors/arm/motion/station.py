"""Stations of a path, and the poses that three links may have there.

At a station the heading of the last link is still open. Each heading on a grid gives one pose with
the elbow that was asked for, and a strain, which says how much the pose is to be avoided.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from actors.arm.choice import TURN, Angles, wrapped
from actors.arm.headings import reaching
from actors.arm.limits import Range, whole_turns_into
from actors.arm.motion.pieces import Point
from actors.arm.self_motion import wrist_solutions

HEADINGS = 48  # on the grid of a station where all headings are possible
AT_LEAST = 6  # on the grid of a range of headings, however small it is
BENT = 0.3  # the strain of an elbow at a right angle
STRAIGHT = 0.01  # a hundredth of it: it bounds the strain of an elbow that is straight or folded
LIMITED = 0.01  # the strain of a joint in the middle of its range is twice that
FOLDED = 0.02  # the strain of a straight joint 3; where link 3 folds back it is 100 times that
NEAR = 0.02  # a fraction of the reach: link 3 so near to link 1 has a strain of about 1/4


class Knot(NamedTuple):
    """A pose of three links at a station."""

    phi: float  # rad, the heading
    angles: Angles  # (3,) in rad, without whole turns
    strain: float  # rad^2, the part of the cost that depends on this pose alone; inf: not allowed


@dataclass(frozen=True)
class Station:
    """A place on a path.

    lengths   (3,) in m
    place     m
    elbow     0 for joint 2 bent anticlockwise, 1 for clockwise
    allowed   (3,) ranges in rad
    finer     times as many headings
    """

    lengths: Sequence[float]
    place: Point
    elbow: int
    allowed: Sequence[Range] | None
    finer: int = 1
    bearing: float = field(init=False)  # rad, from the base to the place
    closest: float = field(init=False)  # rad, the smallest angle between bearing and heading
    widest: float = field(init=False)  # rad, the largest one

    def __post_init__(self) -> None:
        reach = sum(self.lengths)
        x, y = self.place
        closest, widest = reaching(
            [each / reach for each in self.lengths], math.hypot(x, y) / reach
        )
        object.__setattr__(self, "bearing", math.atan2(y, x))
        object.__setattr__(self, "closest", closest)
        object.__setattr__(self, "widest", widest)

    def room(self, phi: float) -> float:
        """Return how far (rad) a heading is from those that are not possible.

        It is negative for a heading that is not possible, and inf if all are.
        """
        offset = abs(wrapped(phi - self.bearing))
        below = offset - self.closest if self.closest > 0.0 else math.inf
        above = self.widest - offset if self.widest < math.pi else math.inf
        return min(below, above)

    def has(self, phi: float) -> bool:
        """Return whether a heading (rad) is possible, and its pose allowed."""
        if not self.closest <= abs(wrapped(phi - self.bearing)) <= self.widest:
            return False
        return self.knot(phi).strain < math.inf

    def knot(self, phi: float) -> Knot:
        """Return the pose with a heading (rad)."""
        reach = sum(self.lengths)
        x, y = self.place
        shares = [each / reach for each in self.lengths]
        angles = wrist_solutions(shares, x / reach, y / reach, phi, None)[self.elbow]
        return Knot(phi, angles, self._strain(angles))

    def knots(self) -> list[Knot]:
        """Return the poses on the grid that are allowed."""
        found = [self.knot(self.bearing + offset) for offset in self._grid()]
        return [knot for knot in found if knot.strain < math.inf]

    def _grid(self) -> list[float]:
        """Return headings beside the bearing, in rad, denser where the links stretch or fold."""
        if self.closest == 0.0 and self.widest == math.pi:
            most = HEADINGS * self.finer
            return [TURN * k / most for k in range(most)]
        if self.closest == 0.0:
            ranges = [(-self.widest, self.widest)]
        elif self.widest == math.pi:
            ranges = [(self.closest, TURN - self.closest)]
        else:
            ranges = [(self.closest, self.widest), (-self.widest, -self.closest)]
        found = []
        for low, high in ranges:
            count = max(AT_LEAST, math.ceil(HEADINGS * self.finer * (high - low) / TURN))
            parts = [(1 - math.cos(math.pi * (k + 0.5) / count)) / 2 for k in range(count)]
            found += [low + part * (high - low) for part in parts]
        return found

    def _strain(self, angles: Angles) -> float:
        """Return the strain of a pose: it grows towards straight and folded elbows and limits.

        It is inf beyond a limit, and where link 3 crosses link 1.
        """
        _, q2, q3 = angles
        apart = _apart(self.lengths, q2, q3) / sum(self.lengths)
        if apart == 0.0:
            return math.inf
        total = BENT / (math.sin(q2) ** 2 + STRAIGHT)
        total += FOLDED / (math.cos(q3 / 2) ** 2 + STRAIGHT)
        total += (NEAR / (2 * apart + NEAR / 10)) ** 2
        for allowed, angle in zip(self.allowed or (), angles):
            lowest, highest = allowed
            inside: float | None = angle
            if not lowest <= angle <= highest:
                inside = whole_turns_into(allowed, angle, (lowest + highest) / 2)
            if inside is None:
                return math.inf
            width = highest - lowest
            margin = min(inside - lowest, highest - inside)
            total += LIMITED * width / (margin + LIMITED * width) if width else 0.0
        return total


def _apart(lengths: Sequence[float], q2: float, q3: float) -> float:
    """Return the distance (m) between link 1 and link 3: 0 if they cross.

    Link 1 is here the part of the x axis from 0 to its length.
    """
    l1, l2, l3 = lengths
    wx, wy = l1 + l2 * math.cos(q2), l2 * math.sin(q2)
    ux, uy = math.cos(q2 + q3), math.sin(q2 + q3)
    px, py = wx + l3 * ux, wy + l3 * uy
    if (wy > 0.0) != (py > 0.0) and 0.0 <= wx - wy * (px - wx) / (py - wy) <= l1:
        return 0.0
    ends = [math.hypot(x - min(max(x, 0.0), l1), y) for x, y in ((wx, wy), (px, py))]
    for x in (0.0, l1):
        along = min(max((x - wx) * ux - wy * uy, 0.0), l3)
        ends.append(math.hypot(wx + along * ux - x, wy + along * uy))
    return min(ends)
