"""Inverse kinematics in closed form, for two and three links.

The source is Craig, Introduction to Robotics, chapter 4. The law of cosines solves two links. For
three links, the heading of the last link and the target give the position of the wrist, where the
last link begins. The first two links must reach the wrist.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from actors.arm.choice import Angles, Preference, choose
from actors.arm.errors import GeometryError
from actors.arm.forward_kinematics import end_effector
from actors.arm.headings import headings
from actors.arm.limits import Range, into
from actors.arm.nearest import good_solutions
from actors.arm.self_motion import wrist_solutions
from actors.arm.two_links import two_links

# A fraction of the reach: a target outside by no more than this counts as being on the boundary.
SLACK = 1e-9
TOO_FAR_FROM_ZERO = (
    "the reference pose is so far from zero that no joint angles near it are fine enough"
)


class Unreachable(GeometryError):
    """No joint angles bring the end effector to the target. The text gives the distance."""


class TooFarFromZero(Unreachable):
    """No joint angles near the reference are fine enough."""

    def __init__(self) -> None:
        super().__init__(TOO_FAR_FROM_ZERO)


@dataclass(frozen=True)
class Target:
    """A position for the end effector, and perhaps a heading."""

    x: float  # m
    y: float  # m
    phi: float | None = None  # rad, the heading; None if any heading is right

    def distance(self, lengths: Sequence[float], q: Sequence[float]) -> float:
        """Return the distance in m from the end effector to the target.

        lengths   (n,) in m
        q         (n,) joint angles in rad

        The distance is inf if an angle is not finite.
        """
        if not math.isfinite(sum(map(abs, q))):
            return math.inf
        x, y, _ = end_effector(lengths, q)
        return math.hypot(x - self.x, y - self.y)


def inverse_kinematics(
    lengths: Sequence[float],
    target: Target,
    reference: Sequence[float] | None = None,
    allowed: Sequence[Range] | None = None,
    margin_weight: float = 0.0,
) -> Angles:
    """Return joint angles (n,) in rad that bring the end effector to the target.

    lengths     (2,) or (3,) in m
    reference   (n,) in rad: of all solutions, and all that differ from them by whole turns, the
                nearest to the reference is returned. Without a reference and without limits it is
                the one with q_2 >= 0 and angles in (-pi, pi]
    allowed     (n,) ranges in rad that no joint may leave
    margin_weight   rad of distance from the reference that one rad of margin is worth; the margin
                is the smallest distance between a joint and an end of its range

    Raises Unreachable if there is no solution, or GeometryError if the limits exclude all of them.
    """
    if reference is not None and not math.isfinite(sum(map(abs, reference))):
        raise TooFarFromZero
    solution = _best(lengths, target, Preference(reference, allowed, margin_weight))
    if target.distance(lengths, solution) > 1.01 * SLACK * sum(lengths):
        raise TooFarFromZero
    return solution


def _best(lengths: Sequence[float], target: Target, preference: Preference) -> Angles:
    """Return the best of all solutions."""
    shares, scaled = _in_parts_of_the_reach(lengths, target)
    reference, allowed, _ = preference
    anchor = None
    if reference is not None or allowed is not None:
        anchor = into(allowed, reference or (0.0,) * len(lengths))[0]
    if len(lengths) == 2:
        found = two_links(shares[0], shares[1], scaled.x, scaled.y, anchor)
        return choose(found, preference)
    if scaled.phi is not None:
        # Sine and cosine wrap a large angle exactly; multiples of the rounded 2 pi would not.
        phi = math.atan2(math.sin(scaled.phi), math.cos(scaled.phi))
        return choose(_three_links(lengths, shares, scaled, phi, anchor), preference)
    if reference is not None:
        return choose(good_solutions(shares, scaled.x, scaled.y, preference, anchor), preference)
    refusal: GeometryError | None = None
    for phi in headings(shares, scaled.x, scaled.y, None, allowed):
        try:
            return choose(_three_links(lengths, shares, scaled, phi, anchor), preference)
        except GeometryError as problem:
            refusal = refusal or problem
    assert refusal is not None
    raise refusal


def both_elbows(lengths: Sequence[float], target: Target, near: Sequence[float]) -> list[Angles]:
    """Return the solution with joint 2 bent anticlockwise, and the one with it bent clockwise.

    lengths   (2,) or (3,) in m
    near      (n,) in rad: three links keep the heading of this pose, or take the nearest possible
              heading
    ->        two poses (n,) in rad

    Raises Unreachable if there is no solution.
    """
    shares, scaled = _in_parts_of_the_reach(lengths, target)
    if len(lengths) == 2:
        return list(two_links(shares[0], shares[1], scaled.x, scaled.y, near[0]))
    phi = headings(shares, scaled.x, scaled.y, near, None)[0]
    return _three_links(lengths, shares, scaled, phi, near[0])


def _in_parts_of_the_reach(lengths: Sequence[float], target: Target) -> tuple[list[float], Target]:
    """Divide the lengths and the target by the reach, so that rounding does not depend on the size.

    Raises Unreachable if the target is too far from the base, or so near that the links cannot fold
    enough to reach it.
    """
    reach = sum(lengths)
    if not math.isfinite(reach):
        raise Unreachable("the links are too long for the reach to be a number")
    scaled = Target(target.x / reach, target.y / reach, target.phi)
    _check_reach(lengths, target, math.hypot(scaled.x, scaled.y))
    return [length / reach for length in lengths], scaled


def _check_reach(lengths: Sequence[float], target: Target, distance: float) -> None:
    """Raise Unreachable if the target is out of reach, or inside the hole around the base.

    distance   from the base to the target, as a fraction of the reach
    """
    reach = sum(lengths)
    longest = max(lengths)
    hole = max(0.0, longest - (reach - longest))
    _check_ring(
        f"the target ({target.x:.9g}, {target.y:.9g})", distance * reach, hole, reach, SLACK * reach
    )


def _check_ring(what: str, distance: float, inner: float, outer: float, slack: float) -> None:
    """Raise Unreachable if a point is outside the ring that the links reach.

    what      the name of the point in the text of the error
    distance  m from the base to the point; inner and outer are the radii of the ring in m
    slack     m by which the point may be outside
    """
    if not distance <= outer + slack:
        raise Unreachable(
            f"{what} is out of reach by {distance - outer:g} m: the links reach {outer:g} m"
        )
    if distance < inner - slack:
        raise Unreachable(
            f"{what} is inside the hole by {inner - distance:g} m: the links fold to {inner:g} m"
        )


def _three_links(
    lengths: Sequence[float],
    shares: Sequence[float],
    target: Target,
    phi: float,
    anchor: float | None,
) -> list[Angles]:
    """Return the solutions with both elbows for the heading phi (rad) of the last link.

    shares, target   the lengths and the target, as fractions of the reach
    anchor           rad, as for two_links()
    """
    reach = sum(lengths)
    x = target.x - shares[2] * math.cos(phi)
    y = target.y - shares[2] * math.sin(phi)
    _check_ring(
        f"the wrist ({x * reach:g}, {y * reach:g}) for the orientation {phi:g}",
        math.hypot(x, y) * reach,
        abs(lengths[0] - lengths[1]),
        lengths[0] + lengths[1],
        SLACK * reach,
    )
    return wrist_solutions(shares, target.x, target.y, phi, anchor)
