"""Possible headings of the last of three links, for a target without a requested heading.

The bearing of the target is its direction from the base. A heading is possible if its angle from
the bearing, on either side, lies within [closest, widest]: then the first two links reach the
wrist. Limits of the joints exclude parts of these two ranges. An allowed part ends where one joint
is exactly at a limit, or where its range ends. It is therefore enough to try the headings at these
ends, and those half way between neighbouring ends.
"""

import cmath
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from actors.arm.choice import wrapped
from actors.arm.limits import Range
from actors.arm.two_links import ON_THE_BASE, two_links


def headings(
    shares: Sequence[float],
    x: float,
    y: float,
    reference: Sequence[float] | None,
    allowed: Sequence[Range] | None,
) -> list[float]:
    """Return headings in rad to try in this order.

    shares      (3,) lengths of the links, as fractions of the reach
    x, y        the target, as fractions of the reach
    reference   (3,) in rad: the first heading is that of the reference, or the nearest possible
                one. Without a reference it is the middle of the possible headings on one side
    allowed     (3,) ranges in rad, or None: without limits the first heading is the only one
    """
    d = math.hypot(x, y)
    bearing = math.atan2(y, x)
    closest, widest = reaching(shares, d)
    first = _preferred(bearing, closest, widest, reference)
    if allowed is None:
        return [first]
    ends = [wrapped(phi - bearing) for phi in at_limits(shares, x, y, allowed)]
    rest = [bearing + offset for offset in _within(closest, widest, ends)]
    return [first, *sorted(rest, key=lambda phi: abs(wrapped(phi - first)))]


def _preferred(
    bearing: float, closest: float, widest: float, reference: Sequence[float] | None
) -> float:
    """Return the first heading to try, in rad."""
    if reference is None:
        return bearing + (closest + widest) / 2
    offset = wrapped(sum(reference) - bearing)
    if closest <= abs(offset) <= widest:
        return sum(reference)
    return bearing + math.copysign(min(max(abs(offset), closest), widest), offset)


def reaching(shares: Sequence[float], d: float) -> tuple[float, float]:
    """Return closest and widest in rad, for a target at the distance d from the base."""
    l1, l2, l3 = shares
    if d < ON_THE_BASE:
        return 0.0, math.pi  # the distance from base to wrist is l3 for every heading
    closest = 0.0 if abs(d - l3) >= abs(l1 - l2) else _heading_for_wrist(d, l3, abs(l1 - l2))
    if d + l3 <= l1 + l2:
        return closest, math.pi
    return closest, max(closest, _heading_for_wrist(d, l3, l1 + l2))


def _heading_for_wrist(d: float, l3: float, wrist: float) -> float:
    """Return the angle between bearing and third link if the wrist is `wrist` far from the base.

    The law of cosines gives it, in the triangle of base, wrist and target.
    """
    return math.acos(min(1.0, max(-1.0, (d * d + l3 * l3 - wrist * wrist) / (2 * d * l3))))


def at_limits(
    shares: Sequence[float], x: float, y: float, allowed: Sequence[Range]
) -> Iterator[float]:
    """Yield the headings for which one joint is at an end of its range.

    With that joint fixed, inverse kinematics of two links gives the other joint angles.
    """
    l1, l2, l3 = shares
    target = complex(x, y)
    for end in allowed[0]:
        rest = (target - cmath.rect(l1, end)) * cmath.rect(1, -end)
        yield from (end + sum(pair) for pair in two_links(l2, l3, rest.real, rest.imag))
    for end in allowed[1]:
        # Links 1 and 2 act as one rigid link. Its bend cancels out in the heading.
        rigid = l1 + cmath.rect(l2, end)
        for q, fold in two_links(abs(rigid), l3, x, y):
            yield q + fold
    for end in allowed[2]:
        # Links 2 and 3 act as one rigid link.
        rigid = l2 + cmath.rect(l3, end)
        for q, fold in two_links(l1, abs(rigid), x, y):
            yield q + fold - cmath.phase(rigid) + end


def _within(closest: float, widest: float, offsets: Sequence[float]) -> Iterator[float]:
    """Yield closest, widest, the offsets between them and the middles between all of these.

    It does so for both sides of the bearing; all in rad from the bearing.
    """
    for side in (1, -1):
        between = [side * offset for offset in offsets if closest <= side * offset <= widest]
        marks = sorted({closest, widest, *between})
        yield from (side * mark for mark in marks)
        yield from (side * (a + b) / 2 for a, b in pairwise(marks))
