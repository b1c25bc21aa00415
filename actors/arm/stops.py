"""Limits of the joints, and the hard stops among them: inelastic, and as physical as the rest of the arm."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from actors.arm.dynamics import solve_from_the_tip
from actors.arm.model import Arm

ROUNDING = 1e-12  # rad by which an angle may miss its range, and is put onto its end

Range = tuple[float, float]  # lowest and highest
Matrix = list[list[float]]


@dataclass(frozen=True)
class Limits:
    """What bounds each joint; None where nothing does. All (n,)."""

    position: tuple[Range, ...] | None = None  # rad: hard stops, of the mechanism itself
    operating: tuple[Range, ...] | None = (
        None  # rad, inside the hard stops: of what may be commanded
    )
    velocity: tuple[float, ...] | None = None  # rad/s, either way: of what may be commanded
    effort: tuple[float, ...] | None = None  # N m, either way: of what the controller applies

    @property
    def allowed(self) -> tuple[Range, ...] | None:
        """Where poses have to be: within the operating limits, or at least within the hard stops."""
        return self.operating or self.position

    def echo(self) -> dict[str, object]:
        """As /arm_sim/set_limits reports them."""
        return {
            "position": self.position,
            "operating": self.operating,
            "velocity": self.velocity,
            "effort": self.effort,
        }


def revised(limits: Limits, given: dict[str, Any], q: Sequence[float]) -> tuple[Limits, list[str]]:
    """The limits with what was given, as far as it holds together, and a sentence for what does not.

    The pose q (n,) in rad must be within the hard stops, and operating limits must lie inside them.
    """
    accepted = dict(given)
    problems = []
    joint = outside(accepted.get("position"), q)
    if joint is not None:
        problems.append(
            f"position of joint {joint + 1} must contain its present angle, {q[joint]:g} rad"
        )
        del accepted["position"]
    for field in ("operating", "position"):
        wanted = replace(limits, **accepted)
        joint = _not_inside(wanted.operating, wanted.position)
        if joint is not None and field in accepted:
            problems.append(
                f"{field} is refused: the operating limits of joint {joint + 1} must lie inside "
                "its position limits"
            )
            del accepted[field]
    return replace(limits, **accepted), problems


def _not_inside(inner: Sequence[Range] | None, outer: Sequence[Range] | None) -> int | None:
    """The first joint whose inner range leaves its outer one, if any."""
    if inner is None or outer is None:
        return None
    return next(
        (i for i, (a, b) in enumerate(zip(inner, outer)) if not b[0] <= a[0] <= a[1] <= b[1]), None
    )


def outside(ranges: Sequence[Range] | None, q: Sequence[float]) -> int | None:
    """The first joint whose angle is out of its range, if any; q (n,) in rad."""
    if ranges is None:
        return None
    return next(
        (
            i
            for i, ((lowest, highest), angle) in enumerate(zip(ranges, q))
            if not lowest <= angle <= highest
        ),
        None,
    )


def into(ranges: Sequence[Range] | None, q: Sequence[float]) -> tuple[float, ...]:
    """The nearest angles within the ranges, for q (n,) in rad."""
    if ranges is None:
        return tuple(q)
    return tuple(min(max(angle, lowest), highest) for (lowest, highest), angle in zip(ranges, q))


def touches(stops: Sequence[Range], q: Sequence[float]) -> bool:
    """Whether any joint is at a stop, or beyond it; q (n,) in rad."""
    return any(not lowest < angle < highest for (lowest, highest), angle in zip(stops, q))


def arrest(
    arm: Arm,
    stops: Sequence[Range],
    q: Sequence[float],
    qdot: Sequence[float],
    before: Sequence[float] | None = None,
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Pose and velocity after the stops have acted on an arm that a free step took to q, qdot.

    q, qdot (n,) in rad and rad/s. before: the pose before the step; who was at a stop then may not have left it.
    Stops are inelastic: joints come to rest on them or leave them, and the impulse that takes is handed on to
    the other joints by the mass matrix. A stop only pushes. So of all sets of joints that may come to rest
    there is one for which no stop would have to pull, and no other joint goes on into its stop.
    """
    at = list(into(stops, q))
    sides = [
        _side(limits, angle) or _side(limits, then)
        for limits, angle, then in zip(stops, at, before or at)
    ]
    momentum = _product(_mass_matrix(arm, q), qdot)
    mass = _mass_matrix(arm, at)
    touching = [i for i, side in enumerate(sides) if side]
    resting, velocity = min(
        (
            (rests, _moving_on(mass, momentum, rests))
            for size in range(len(touching), -1, -1)
            for rests in combinations(touching, size)
        ),
        key=lambda found: _wrongness(mass, momentum, sides, *found),
    )
    for i in resting:
        at[i] = stops[i][1] if sides[i] > 0 else stops[i][0]
    return tuple(at), tuple(velocity)


def _side(limits: Range, angle: float) -> int:
    """At the upper stop 1, at the lower -1, between them 0."""
    return (angle >= limits[1]) - (angle <= limits[0])


def _moving_on(mass: Matrix, momentum: Sequence[float], rests: Sequence[int]) -> list[float]:
    """The velocity when these joints come to rest and the momenta of all others stay."""
    free = [i for i in range(len(momentum)) if i not in rests]
    velocity = [0.0] * len(momentum)
    if free:
        upper = {(j, k): mass[free[j]][free[k]] for k in range(len(free)) for j in range(k + 1)}
        for i, rate in zip(free, solve_from_the_tip(upper, [momentum[i] for i in free])):
            velocity[i] = rate
    return velocity


def _wrongness(
    mass: Matrix,
    momentum: Sequence[float],
    sides: Sequence[int],
    rests: Sequence[int],
    velocity: Sequence[float],
) -> float:
    """How much a stop would have to pull or a joint goes on into its stop, in kg m^2/s; 0 for what happens."""
    after = _product(mass, velocity)
    pulls = [sides[i] * (after[i] - momentum[i]) for i in rests]
    into_stops = [
        sides[i] * velocity[i] * mass[i][i]
        for i in range(len(sides))
        if sides[i] and i not in rests
    ]
    return max([0.0, *pulls, *into_stops])


def _mass_matrix(arm: Arm, q: Sequence[float]) -> Matrix:
    """As in dynamics.py, on floats, which for so few joints are faster than arrays."""
    n = arm.links
    c = arm.couplings
    turns = [
        [math.cos(sum(q[min(i, j) + 1 : max(i, j) + 1])) * c[i][j] for j in range(n)]
        for i in range(n)
    ]
    return [
        [sum(turns[i][j] for i in range(k, n) for j in range(m, n)) for m in range(n)]
        for k in range(n)
    ]


def _product(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(a * x for a, x in zip(row, vector)) for row in matrix]


def whole_turns_into(allowed: Range, angle: float, near: float) -> float | None:
    """The same direction within the range, as near as can be to another angle; None if there is none. All rad."""
    turn = 2 * math.pi
    (lowest, highest) = allowed
    wanted = round((min(max(near, lowest), highest) - angle) / turn)
    fitting = [angle + turn * k for k in (wanted, wanted - 1, wanted + 1)]
    inside = [
        min(max(each, lowest), highest)
        for each in fitting
        if lowest - ROUNDING <= each <= highest + ROUNDING
    ]
    return min(inside, key=lambda each: abs(each - near), default=None)
