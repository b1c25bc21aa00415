"""Inverse kinematics in closed form: the law of cosines for two links, wrist decoupling for a third.

With the heading phi given, the third link's own contribution is taken off the target, and what is left
for the first two links is the wrist point.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from actors.arm.dynamics import end_effector

SLACK = 1e-9                            # of the reach: a target so little outside is on the boundary
ON_THE_BASE = 1e-12                     # of the reach: a point so near has no direction worth following
TURN = 2 * math.pi
TOO_FAR_FROM_ZERO = "no joint angles so far from zero are fine enough to reach the target"

Angles = tuple[float, ...]


class Unreachable(ValueError):
    """No joint angles bring the end effector there; str() says by how much."""


@dataclass(frozen=True)
class Target:
    """Where the end effector is to be, in m, and its heading in rad: None if any will do."""

    x: float
    y: float
    phi: float | None = None

    def distance(self, lengths: Sequence[float], q: Sequence[float]) -> float:
        """From the end effector at the joint angles q (n,), in m; inf where they are too large to have sines."""
        if not math.isfinite(sum(map(abs, q))):
            return math.inf
        x, y, _ = end_effector(lengths, q)
        return math.hypot(x - self.x, y - self.y)


def inverse_kinematics(lengths: Sequence[float], target: Target, reference: Sequence[float] | None = None) -> Angles:
    """Joint angles (n,) in rad that bring the end effector to the target; raises Unreachable.

    lengths     (2,) or (3,) in m
    reference   (n,) in rad: of all solutions, whole turns included, the nearest to it is returned.
                Without it one fixed elbow, q_2 >= 0, with angles in (-pi, pi].
    """
    if reference is not None and not math.isfinite(sum(map(abs, reference))):
        raise Unreachable(TOO_FAR_FROM_ZERO)
    reach = sum(lengths)
    scaled = Target(target.x / reach, target.y / reach, target.phi)          # any size of arm is like any other
    shares = [length / reach for length in lengths]
    _check_reach(lengths, target, math.hypot(scaled.x, scaled.y))
    if len(lengths) == 2:
        candidates = _two_links(shares[0], shares[1], scaled.x, scaled.y, reference)
    else:
        # By its sine and cosine, since the turns of a large angle are not whole multiples of a rounded 2 pi.
        phi = _any_heading(shares, scaled, reference) if target.phi is None else \
            math.atan2(math.sin(target.phi), math.cos(target.phi))
        candidates = _three_links(lengths, shares, scaled, phi, reference)
    if reference is None:
        solution = tuple(_wrapped(angle) for angle in candidates[0])
    else:
        solution = min((_unwound(angles, reference) for angles in candidates),
                       key=lambda angles: math.dist(angles, reference))
    if target.distance(lengths, solution) > 1.01 * SLACK * reach:
        raise Unreachable(TOO_FAR_FROM_ZERO)
    return solution


def _check_reach(lengths: Sequence[float], target: Target, distance: float) -> None:
    """distance: of the target from the base, in parts of the reach."""
    reach, longest = sum(lengths), max(lengths)
    hole = max(0.0, longest - (reach - longest))
    _check_ring(f"the target ({target.x:g}, {target.y:g})", distance * reach, hole, reach, SLACK * reach)


def _check_ring(what: str, distance: float, inner: float, outer: float, slack: float) -> None:
    """Whether a point lies in the ring that some links reach; all in m."""
    if not distance <= outer + slack:
        raise Unreachable(f"{what} is out of reach by {distance - outer:g} m: the links reach {outer:g} m")
    if distance < inner - slack:
        raise Unreachable(f"{what} is inside the hole by {inner - distance:g} m: the links fold to {inner:g} m")


def _two_links(l1: float, l2: float, x: float, y: float, reference: Sequence[float] | None) -> list[Angles]:
    """Both elbows. By the half angle, which loses nothing near the boundaries; points just outside count as on it."""
    d = math.hypot(x, y)
    to_outer = max(0.0, (l1 + l2 - d) * (l1 + l2 + d))
    to_inner = max(0.0, (d - abs(l1 - l2)) * (d + abs(l1 - l2)))
    q2 = 2 * math.atan2(math.sqrt(to_outer), math.sqrt(to_inner))
    if d < ON_THE_BASE and reference is not None:
        return [(reference[0], q2), (reference[0], -q2)]     # folded onto the base: the first joint is free
    bearing, lead = math.atan2(y, x), math.atan2(l2 * math.sin(q2), l1 + l2 * math.cos(q2))
    return [(bearing - lead, q2), (bearing + lead, -q2)]


def _three_links(lengths: Sequence[float], shares: Sequence[float], target: Target, phi: float,
                 reference: Sequence[float] | None) -> list[Angles]:
    """target and shares in parts of the reach."""
    reach = sum(lengths)
    x, y = target.x - shares[2] * math.cos(phi), target.y - shares[2] * math.sin(phi)
    _check_ring(f"the wrist ({x * reach:g}, {y * reach:g}) for the orientation {phi:g}", math.hypot(x, y) * reach,
                abs(lengths[0] - lengths[1]), lengths[0] + lengths[1], SLACK * reach)
    return [(q1, q2, phi - q1 - q2) for q1, q2 in _two_links(shares[0], shares[1], x, y, reference)]


def _any_heading(shares: Sequence[float], target: Target, reference: Sequence[float] | None) -> float:
    """A heading that reaches: the reference's, or the nearest to it that does; else the middle of those that do.

    All headings within [closest, widest] of the bearing of the target do, on either side of it: there the
    wrist is between the folded and the stretched first two links.
    """
    l1, l2, l3 = shares
    d, bearing = math.hypot(target.x, target.y), math.atan2(target.y, target.x)
    closest = 0.0 if abs(d - l3) >= abs(l1 - l2) else _heading_for_wrist(d, l3, abs(l1 - l2))
    widest = math.pi if d + l3 <= l1 + l2 else max(closest, _heading_for_wrist(d, l3, l1 + l2))
    if reference is None:
        return bearing + (closest + widest) / 2
    offset = _wrapped(sum(reference) - bearing)
    if closest <= abs(offset) <= widest:
        return sum(reference)
    return bearing + math.copysign(min(max(abs(offset), closest), widest), offset)


def _heading_for_wrist(d: float, l3: float, wrist: float) -> float:
    """How far from the bearing the third link points when the wrist is so far from the base: law of cosines."""
    return math.acos(min(1.0, max(-1.0, (d * d + l3 * l3 - wrist * wrist) / (2 * d * l3))))


def _wrapped(angle: float) -> float:
    """The same direction in (-pi, pi]."""
    wrapped = math.remainder(angle, TURN)
    return math.pi if wrapped == -math.pi else wrapped


def _unwound(angles: Sequence[float], reference: Sequence[float]) -> Angles:
    """The same pose, each angle within half a turn of its reference."""
    return tuple(near + math.remainder(angle - near, TURN) for angle, near in zip(angles, reference))
