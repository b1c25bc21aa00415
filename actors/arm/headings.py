"""The headings under which a three-link arm reaches a point, when none is asked for.

Seen from the target's bearing they are all within [closest, widest], on either side: there the wrist is
between the folded and the stretched first two links. Limits of the joints cut pieces out of these ranges.
Each piece ends where a joint is exactly at a limit, so it is enough to look at those headings, and half way
between neighbours among them.
"""

import cmath
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from actors.arm.choice import wrapped
from actors.arm.stops import Range
from actors.arm.two_links import ON_THE_BASE, two_links


def headings(
    shares: Sequence[float],
    x: float,
    y: float,
    reference: Sequence[float] | None,
    allowed: Sequence[Range] | None,
) -> list[float]:
    """First the reference's heading, or the nearest to it that reaches; without a reference the middle of them all.

    shares (3,) and the point in parts of the reach, reference (3,) in rad. The rest only where limits are.
    """
    d = math.hypot(x, y)
    bearing = math.atan2(y, x)
    closest, widest = _reaching(shares, d)
    offset = (closest + widest) / 2 if reference is None else wrapped(sum(reference) - bearing)
    if not closest <= abs(offset) <= widest:
        offset = math.copysign(min(max(abs(offset), closest), widest), offset)
        first = bearing + offset
    else:
        first = bearing + offset if reference is None else sum(reference)
    if allowed is None:
        return [first]
    rest = list(
        _within(
            closest, widest, [wrapped(phi - bearing) for phi in _at_limits(shares, x, y, allowed)]
        )
    )
    return [
        first,
        *sorted((bearing + offset for offset in rest), key=lambda phi: abs(wrapped(phi - first))),
    ]


def _reaching(shares: Sequence[float], d: float) -> tuple[float, float]:
    """closest and widest, for a point at that distance from the base."""
    l1, l2, l3 = shares
    if d < ON_THE_BASE:
        return 0.0, math.pi  # the wrist is as far from the base under any heading
    closest = 0.0 if abs(d - l3) >= abs(l1 - l2) else _heading_for_wrist(d, l3, abs(l1 - l2))
    return closest, math.pi if d + l3 <= l1 + l2 else max(
        closest, _heading_for_wrist(d, l3, l1 + l2)
    )


def _heading_for_wrist(d: float, l3: float, wrist: float) -> float:
    """How far from the bearing the third link points when the wrist is so far from the base: law of cosines."""
    return math.acos(min(1.0, max(-1.0, (d * d + l3 * l3 - wrist * wrist) / (2 * d * l3))))


def _at_limits(
    shares: Sequence[float], x: float, y: float, allowed: Sequence[Range]
) -> Iterator[float]:
    """The headings with one joint at one end of its range: the others are a two-link problem."""
    l1, l2, l3 = shares
    target = complex(x, y)
    for end in allowed[0]:
        rest = (target - cmath.rect(l1, end)) * cmath.rect(1, -end)
        yield from (end + sum(pair) for pair in two_links(l2, l3, rest.real, rest.imag))
    for end in allowed[1]:
        stiff = l1 + cmath.rect(l2, end)  # links 1 and 2 as one
        for q, fold in two_links(abs(stiff), l3, x, y):
            yield q + fold  # the stiff link's own bend is in the fold
    for end in allowed[2]:
        stiff = l2 + cmath.rect(l3, end)  # links 2 and 3 as one
        for q, fold in two_links(l1, abs(stiff), x, y):
            yield q + fold - cmath.phase(stiff) + end


def _within(closest: float, widest: float, offsets: Sequence[float]) -> Iterator[float]:
    """On either side: the ends, what lies between them, and half way between neighbours."""
    for side in (1, -1):
        marks = sorted(
            {
                closest,
                widest,
                *(side * offset for offset in offsets if closest <= side * offset <= widest),
            }
        )
        yield from (side * mark for mark in marks)
        yield from (side * (a + b) / 2 for a, b in pairwise(marks))
