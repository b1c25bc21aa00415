"""The best of all solutions of three links for a target without a heading.

Each curve of solutions is looked at all around. Wherever the cost has a minimum between
neighbouring places, golden section search finds it (Press et al., Numerical Recipes, section 10.2).
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from actors.arm.choice import TURN, Angles, Preference
from actors.arm.headings import at_limits, headings, reaching
from actors.arm.self_motion import Curve, curves, wrist_solutions

PLACES = 32  # on a curve, where the cost is looked at in any case
FARTHEST = 0.3  # rad that a joint may turn between two places; else there is another one between
CLOSEST = 1e-6  # rad of the parameter between two places, however far the joints turn
STEPS = 42  # of a golden section search: the interval shrinks to 2e-9 of its length
GOLDEN = (3 - math.sqrt(5)) / 2
WRIST_ON_THE_BASE = 1e-9  # a fraction of the reach: a wrist so near to the base counts as on it


def good_solutions(
    shares: Sequence[float], x: float, y: float, preference: Preference, anchor: float | None
) -> list[Angles]:
    """Return solutions of three links, (3,) in rad each. The best of all is among them.

    shares, x, y   lengths and target, as fractions of the reach
    preference     has a reference
    anchor         rad, as for two_links()
    """

    def solutions(phi: float) -> list[Angles]:
        return wrist_solutions(shares, x, y, phi, anchor)

    preferred = headings(shares, x, y, preference.reference, preference.allowed)
    first = [angles for phi in preferred for angles in solutions(phi)]
    marks = list(at_limits(shares, x, y, preference.allowed)) if preference.allowed else []
    bearing = math.atan2(y, x)
    distance = math.hypot(x, y)
    around = curves(bearing, *reaching(shares, distance))
    found = [*first, *Search(solutions, preference, marks).best(around)]
    if max(abs(shares[0] - shares[1]), abs(distance - shares[2])) <= WRIST_ON_THE_BASE:
        found += _with_wrist_on_the_base(bearing, preference)
    return found


def _with_wrist_on_the_base(heading: float, preference: Preference) -> Iterator[Angles]:
    """Yield solutions in which link 2 is folded onto link 1; the best of these is among them.

    The first joint may then have any angle. Its best one is half way between what the first and the
    third joint would like, or one at which one of them is at a limit.
    """
    assert preference.reference is not None
    near, _, other = preference.reference
    rest = heading - math.pi
    firsts = [near + math.remainder(rest - near - other, TURN) / 2]
    if preference.allowed:
        firsts += [*preference.allowed[0], *(rest - end for end in preference.allowed[2])]
    yield from ((q1, math.pi, rest - q1) for q1 in firsts)


class Place(NamedTuple):
    """A place on a curve of solutions."""

    parameter: float  # rad
    angles: Angles  # (3,) in rad, without whole turns
    cost: float  # rad; inf if the place is outside the limits


@dataclass
class Search:
    """Searches the curves of solutions for a target.

    solutions   gives both solutions for a heading, (3,) in rad each, the positive elbow first
    preference  has a reference
    marks       headings in rad where solutions begin or cease to be within the limits
    """

    solutions: Callable[[float], Sequence[Angles]]
    preference: Preference
    marks: Sequence[float] = ()

    def best(self, among: Iterable[Curve]) -> Iterator[Angles]:
        """Yield solutions with a minimal cost, (3,) in rad each. The best of all is among them."""
        places = [self._places(curve) for curve in among]
        lows = [low for curve, found in zip(among, places) for low in self._lows(curve, found)]
        least = math.inf
        for low in sorted(lows, key=lambda low: low[2].cost):
            curve, before, place, after, bound = low
            if place.cost - bound > least:
                continue
            found = self._lowest(curve, before, place, after)
            least = min(least, found.cost)
            yield found.angles

    def _place(self, curve: Curve, parameter: float) -> Place:
        heading, elbow = curve.at(parameter)
        angles = self.solutions(heading)[elbow]
        unwound = self.preference.unwound(angles)
        return Place(
            parameter, angles, math.inf if unwound is None else self.preference.cost(unwound)
        )

    def _places(self, curve: Curve) -> list[Place]:
        """Return places all around the curve, so close that the joints hardly turn between them."""
        first = self._place(curve, 0.0)
        ahead = [first._replace(parameter=TURN)]
        ahead += [self._place(curve, parameter) for parameter in self._parameters(curve)[::-1]]
        places = [first]
        while ahead:
            before, after = places[-1], ahead[-1]
            width = after.parameter - before.parameter
            if width > CLOSEST and _turn(before, after) > FARTHEST:
                ahead.append(self._place(curve, before.parameter + width / 2))
            else:
                places.append(ahead.pop())
        return places[:-1]

    def _parameters(self, curve: Curve) -> list[float]:
        """Return the parameters above 0 to begin with: evenly spaced, and at and between marks."""
        found = [TURN * k / PLACES for k in range(1, PLACES)]
        if self.marks:
            at_marks = [each for mark in self.marks for each in curve.parameters(mark)]
            found = sorted({*found, *at_marks} - {0.0})
            found += [(a + b) / 2 for a, b in zip([0.0, *found], [*found, TURN])]
        return sorted(found)

    def _lows(
        self, curve: Curve, places: Sequence[Place]
    ) -> Iterator[tuple[Curve, float, Place, float, float]]:
        """Yield places whose neighbours are no better, with the parameters of the neighbours.

        The last number bounds how much the cost may be less in between.
        """
        for k, place in enumerate(places):
            before, after = places[k - 1], places[(k + 1) % len(places)]
            if place.cost == math.inf or place.cost > min(before.cost, after.cost):
                continue
            turn = math.sqrt(3) * max(_turn(before, place), _turn(place, after))
            yield (
                curve,
                before.parameter - (TURN if k == 0 else 0.0),
                place,
                after.parameter + (TURN if k == len(places) - 1 else 0.0),
                2 * turn * (1 + self.preference.margin_weight),
            )

    def _lowest(self, curve: Curve, low: float, best: Place, high: float) -> Place:
        """Return the place with the least cost between two parameters, by golden section search."""
        for _ in range(STEPS):
            parameter = best.parameter
            if high - parameter > parameter - low:
                probe = self._place(curve, parameter + GOLDEN * (high - parameter))
            else:
                probe = self._place(curve, parameter - GOLDEN * (parameter - low))
            worse = max(best, probe, key=lambda place: place.cost)
            best = min(best, probe, key=lambda place: place.cost)
            if worse.parameter > best.parameter:
                high = worse.parameter
            else:
                low = worse.parameter
        return best


def _turn(a: Place, b: Place) -> float:
    """Return by how much the joint turns that turns most from one place to another, in rad."""
    return max(abs(math.remainder(y - x, TURN)) for x, y in zip(a.angles, b.angles))
