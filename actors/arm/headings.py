"""The headings of the last link under which three links reach a point, when none is asked for.

Measured from the bearing of the target they are all within [closest, widest], on either side: there
the wrist is between the folded and the stretched first two links. Limits of the joints cut pieces
out of these ranges. Each piece ends where one joint is exactly at a limit, so it is enough to try
those headings, and the ones half way between neighbours among them.
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
    """Headings in rad, the preferred one first; the others only where there are limits.

    shares      (3,) lengths of the links in parts of the reach
    x, y        the target in parts of the reach
    reference   (3,) in rad: its heading is preferred, or the nearest to it that reaches. Without a
                reference it is the middle of all headings on one side
    allowed     (3,) ranges in rad, or None
    """
    d = math.hypot(x, y)
    bearing = math.atan2(y, x)
    closest, widest = _reaching(shares, d)
    first = _preferred(bearing, closest, widest, reference)
    if allowed is None:
        return [first]
    at_limits = [wrapped(phi - bearing) for phi in _at_limits(shares, x, y, allowed)]
    rest = [bearing + offset for offset in _within(closest, widest, at_limits)]
    return [first, *sorted(rest, key=lambda phi: abs(wrapped(phi - first)))]


def _preferred(
    bearing: float, closest: float, widest: float, reference: Sequence[float] | None
) -> float:
    """The first heading to try."""
    if reference is None:
        return bearing + (closest + widest) / 2
    offset = wrapped(sum(reference) - bearing)
    if closest <= abs(offset) <= widest:
        return sum(reference)
    return bearing + math.copysign(min(max(abs(offset), closest), widest), offset)


def _reaching(shares: Sequence[float], d: float) -> tuple[float, float]:
    """closest and widest in rad, for a point at the distance d from the base."""
    l1, l2, l3 = shares
    if d < ON_THE_BASE:
        return 0.0, math.pi  # the wrist is as far from the base under any heading
    closest = 0.0 if abs(d - l3) >= abs(l1 - l2) else _heading_for_wrist(d, l3, abs(l1 - l2))
    if d + l3 <= l1 + l2:
        return closest, math.pi
    return closest, max(closest, _heading_for_wrist(d, l3, l1 + l2))


def _heading_for_wrist(d: float, l3: float, wrist: float) -> float:
    """The angle between bearing and third link where the wrist is so far from the base.

    By the law of cosines in the triangle of base, wrist and target.
    """
    return math.acos(min(1.0, max(-1.0, (d * d + l3 * l3 - wrist * wrist) / (2 * d * l3))))


def _at_limits(
    shares: Sequence[float], x: float, y: float, allowed: Sequence[Range]
) -> Iterator[float]:
    """The headings with one joint at one end of its range. The others are a two-link problem."""
    l1, l2, l3 = shares
    target = complex(x, y)
    for end in allowed[0]:
        rest = (target - cmath.rect(l1, end)) * cmath.rect(1, -end)
        yield from (end + sum(pair) for pair in two_links(l2, l3, rest.real, rest.imag))
    for end in allowed[1]:
        stiff = l1 + cmath.rect(l2, end)  # links 1 and 2 as one
        for q, fold in two_links(abs(stiff), l3, x, y):
            yield q + fold  # the bend of the stiff link is part of the fold
    for end in allowed[2]:
        stiff = l2 + cmath.rect(l3, end)  # links 2 and 3 as one
        for q, fold in two_links(l1, abs(stiff), x, y):
            yield q + fold - cmath.phase(stiff) + end


def _within(closest: float, widest: float, offsets: Sequence[float]) -> Iterator[float]:
    """On either side: the ends, the offsets between them, and the middles of all neighbours."""
    for side in (1, -1):
        between = [side * offset for offset in offsets if closest <= side * offset <= widest]
        marks = sorted({closest, widest, *between})
        yield from (side * mark for mark in marks)
        yield from (side * (a + b) / 2 for a, b in pairwise(marks))
