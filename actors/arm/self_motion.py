"""All solutions of three links for a target without a heading.

They form one or two closed curves in joint space, the self-motions of the arm (Burdick, On the
inverse kinematics of redundant manipulators: characterization of the self-motion manifolds, 1989).
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from actors.arm.choice import TURN, Angles, wrapped
from actors.arm.two_links import two_links


class Curve(NamedTuple):
    """A closed curve of solutions, with a parameter from 0 to a whole turn.

    Where the links stretch or fold at the ends of a range of headings, the curve goes on with the
    other elbow. The heading is then a cosine of the parameter, so that the joint angles change
    smoothly through the end. Where every heading is possible the parameter is the heading itself,
    and each elbow has a curve of its own.
    """

    middle: float  # rad, the heading in the middle of the range
    half: float | None  # rad from there to an end of the range; None if every heading is possible
    elbow: int = 0  # of a curve with every heading

    def at(self, parameter: float) -> tuple[float, int]:
        """Return the heading (rad) and the elbow, 0 or 1."""
        if self.half is None:
            return self.middle + parameter, self.elbow
        elbow = 0 if parameter % TURN <= math.pi else 1
        return self.middle + self.half * math.cos(parameter), elbow

    def parameters(self, heading: float) -> list[float]:
        """Return the parameters in [0, TURN) with a heading (rad), at most two."""
        offset = wrapped(heading - self.middle)
        if self.half is None:
            return [offset % TURN]
        if not self.half or abs(offset) > self.half:
            return []
        turned = math.acos(offset / self.half)
        return [turned, TURN - turned]


def curves(bearing: float, closest: float, widest: float) -> list[Curve]:
    """Return the curves for headings from closest to widest (rad) on both sides of the bearing."""
    if closest == 0.0 and widest == math.pi:
        return [Curve(bearing, None, 0), Curve(bearing, None, 1)]
    if closest == 0.0:
        return [Curve(bearing, widest)]
    if widest == math.pi:
        return [Curve(bearing + math.pi, math.pi - closest)]
    middle, half = (closest + widest) / 2, (widest - closest) / 2
    return [Curve(bearing + middle, half), Curve(bearing - middle, half)]


def wrist_solutions(
    shares: Sequence[float], x: float, y: float, phi: float, anchor: float | None
) -> list[Angles]:
    """Return the solutions of three links with both elbows for the heading phi (rad).

    shares, x, y   lengths and target, as fractions of the reach
    anchor         rad, as for two_links()
    """
    wrist = (x - shares[2] * math.cos(phi), y - shares[2] * math.sin(phi))
    return [(q1, q2, phi - q1 - q2) for q1, q2 in two_links(shares[0], shares[1], *wrist, anchor)]
