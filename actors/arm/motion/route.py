"""The best headings of the last of three links at stations along a path.

Dynamic programming (Bellman, Dynamic Programming, 1957) finds the cheapest sequence of poses on the
grids of the stations. The cost of a sequence is the integral of the squared rates of the joints and
of the strain along the path, whose whole length counts as 1. Small steps then improve one pose
after the other.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from actors.arm.choice import TURN, Angles
from actors.arm.limits import Range, outside, whole_turns_into
from actors.arm.motion.station import Knot, Station
from actors.arm.slices import Slices

SWING = 0.6  # rad that the heading may change from one station to the next
STEP = 1.5  # rad that a joint may turn from one station to the next
ROUNDS = 8  # of improvements
TRIAL = 0.02  # rad by which a heading is changed to see whether that is an improvement
FARTHEST = 0.1  # rad by which an improvement changes a heading at most


@dataclass(frozen=True)
class Reached:
    """A pose that is reached at a station, and the cheapest way to it."""

    cost: float  # rad^2
    pose: Angles  # (3,) in rad, with the whole turns that the way has made
    knot: Knot
    before: "Reached | None"


@dataclass(frozen=True)
class Route:
    """The search for the best headings at stations.

    Only every second station has a grid, the first and the last one among them. Between them the
    heading is first that half way, and only small steps improve it.
    """

    stations: Sequence[Station]
    shares: Sequence[float]  # the parts of the whole path between neighbouring stations
    near: Sequence[float]  # (3,) in rad
    allowed: Sequence[Range] | None

    def found(self, fixed: bool) -> Slices[list[Knot]]:
        """Return good poses at the stations; none if nothing leads to the end.

        fixed   whether the first pose is the one that the arm comes from
        """
        knots = yield from self._best(fixed)
        yield from self._improve(knots, fixed)
        return knots

    def _best(self, fixed: bool) -> Slices[list[Knot]]:
        """Return the best poses at the stations, on the grids; none if nothing leads to the end."""
        first = self.stations[0]
        knots = [first.knot(sum(self.near))] if fixed else first.knots()
        reached = [
            Reached(cost, pose, knot, None)
            for knot in knots
            for cost, pose in self._begun(knot, fixed)
        ]
        for k in range(2, len(self.stations), 2):
            yield
            onward = [self._onward(reached, k, knot) for knot in self.stations[k].knots()]
            reached = [each for each in onward if each]
            if not reached:
                return []
        last: Reached | None = min(reached, key=lambda each: each.cost)
        found = []
        while last:
            found.append(last.knot)
            last = last.before
        return self._with_middles(found[::-1])

    def _with_middles(self, knots: Sequence[Knot]) -> list[Knot]:
        """Return the poses at the stations with a grid, and between them those half way."""
        found = [knots[0]]
        for station, (a, b) in zip(self.stations[1::2], pairwise(knots)):
            found += [station.knot(b.phi - math.remainder(b.phi - a.phi, TURN) / 2), b]
        return found

    def _begun(self, knot: Knot, fixed: bool) -> list[tuple[float, Angles]]:
        """Return cost and pose of a beginning: none if the limits exclude it."""
        if fixed:
            return [(0.0, tuple(self.near))]
        centers = [self.near[0], *(TURN * round(angle / TURN) for angle in self.near[1:])]
        ranges = self.allowed or ((-math.inf, math.inf),) * 3
        pose = [whole_turns_into(*each) for each in zip(ranges, knot.angles, centers)]
        if None in pose:
            return []
        whole = tuple(angle for angle in pose if angle is not None)
        return [(math.dist(whole, self.near) ** 2, whole)]

    def _onward(self, reached: Sequence[Reached], k: int, knot: Knot) -> Reached | None:
        """Return the cheapest way to a pose at station k from the one before the last, or None."""
        phi, (q1, q2, q3), strain = knot
        share = self.shares[k - 2] + self.shares[k - 1]
        ways = []
        for index, each in enumerate(reached):
            swing = math.remainder(phi - each.knot.phi, TURN)
            if -SWING <= swing <= SWING:
                a1, a2, a3 = each.pose
                d1 = math.remainder(q1 - a1, TURN)
                d2 = math.remainder(q2 - a2, TURN)
                d3 = math.remainder(q3 - a3, TURN)
                cost = each.cost + (d1 * d1 + d2 * d2 + d3 * d3) / share
                ways.append((cost, index, swing, (d1, d2, d3)))
        for cost, index, swing, turns in sorted(ways):
            pose = tuple(angle + turn for angle, turn in zip(reached[index].pose, turns))
            if max(map(abs, turns)) > STEP or outside(self.allowed, pose) is not None:
                continue
            if _turn_of(pose[2]) != _turn_of(reached[index].pose[2]):
                continue  # link 3 would fold onto link 2
            if self.stations[k - 1].has(phi - swing / 2):
                return Reached(cost + strain * share, pose, knot, reached[index])
        return None

    def _improve(self, knots: list[Knot], fixed: bool) -> Slices[None]:
        """Change the poses (in place) a little, so that their cost falls."""
        for _ in range(ROUNDS):
            for k in range(1 if fixed else 0, len(knots)):
                if k % 8 == 0:
                    yield
                knots[k] = self._improved(knots, k)

    def _improved(self, knots: Sequence[Knot], k: int) -> Knot:
        """Return a better pose at a station: near the vertex of a parabola through three costs."""

        def cost(knot: Knot) -> float:
            return self._local_cost(knots, k, knot)

        station, here = self.stations[k], knots[k]
        room = station.room(here.phi) / 2
        small, large = min(TRIAL, room), min(FARTHEST, room)
        now, less, more = (cost(station.knot(here.phi + each)) for each in (0.0, -small, small))
        bend = less - 2 * now + more
        if not 0.0 < bend < math.inf:
            return min(
                here,
                *(station.knot(here.phi + each) for each in (-small, small)),
                key=cost,
            )
        step = small / 2 * (less - more) / bend
        trial = station.knot(here.phi + min(max(step, -large), large))
        return trial if cost(trial) < now else here

    def _local_cost(self, knots: Sequence[Knot], k: int, knot: Knot) -> float:
        """Return the part of the cost that depends on the pose at station k."""
        total = knot.strain * sum(self.shares[max(k - 1, 0) : k + 1]) / 2
        if k == 0:
            total += sum(math.remainder(b - a, TURN) ** 2 for a, b in zip(self.near, knot.angles))
        for side in (k - 1, k + 1):
            if 0 <= side < len(knots):
                pairs = zip(knots[side].angles, knot.angles)
                turns = (math.remainder(b - a, TURN) for a, b in pairs)
                total += sum(turn * turn for turn in turns) / self.shares[min(side, k)]
        return total


def _turn_of(angle: float) -> int:
    """Return the turn that an angle (rad) is in: 0 from -pi to pi."""
    return round(angle / TURN)
