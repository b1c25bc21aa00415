"""Hard stops: what happens when joints hit them.

A stop is inelastic, and it only pushes. When joints hit their stops, each of them either comes to
rest or leaves its stop; the generalized momenta of all other joints do not change. This is the
plastic impact of Featherstone, Rigid Body Dynamics Algorithms, chapter 11. An arm has few joints,
so all combinations of resting joints are tried.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from actors.arm.dynamics import mass_matrix
from actors.arm.forward_dynamics import solve_from_the_tip
from actors.arm.limits import Range, into
from actors.arm.model import Arm

Matrix = list[list[float]]
Joints = tuple[int, ...]


def arrest(
    arm: Arm,
    stops: Sequence[Range],
    q: Sequence[float],
    qdot: Sequence[float],
    before: Sequence[float] | None = None,
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return pose and velocity, (n,) in rad and rad/s, after the stops have acted on the arm.

    stops     (n,) ranges in rad
    q, qdot   (n,) in rad and rad/s, after a step that ignored the stops
    before    (n,) in rad, the pose before the step: a joint that was at its stop may be held there

    The result is the only one in which no stop pulls at a resting joint, and no other joint moves
    into its stop.
    """
    at = list(into(stops, q))
    sides = [
        _side(limits, angle) or _side(limits, then)
        for limits, angle, then in zip(stops, at, before or at)
    ]
    momentum = _product(mass_matrix(arm, q), qdot)
    mass = mass_matrix(arm, at)
    resting, velocity = _least_wrong(mass, momentum, sides)
    for i in resting:
        at[i] = stops[i][1] if sides[i] > 0 else stops[i][0]
    return tuple(at), tuple(velocity)


def _least_wrong(
    mass: Matrix, momentum: Sequence[float], sides: Sequence[int]
) -> tuple[Joints, list[float]]:
    """Return the joints that come to rest, and the velocity (n,) in rad/s after that.

    Because of rounding, this is the combination with the smallest wrongness.
    """
    found = []
    for rests in _sets_of_touching(sides):
        velocity = _moving_on(mass, momentum, rests)
        wrongness = _wrongness(mass, momentum, sides, rests, velocity)
        found.append((wrongness, rests, velocity))
        # If the arm lies still on its stops, the first set ends the search: it has all joints that
        # touch a stop.
        if wrongness == 0.0:
            break
    _, rests, velocity = min(found, key=lambda each: each[0])
    return rests, velocity


def _side(limits: Range, angle: float) -> int:
    """Return 1 for an angle at the upper stop, -1 for one at the lower stop, and 0 between them."""
    return (angle >= limits[1]) - (angle <= limits[0])


def _sets_of_touching(sides: Sequence[int]) -> Iterator[Joints]:
    """Yield all sets of joints that touch their stops, the largest set first."""
    touching = [i for i, side in enumerate(sides) if side]
    for size in range(len(touching), -1, -1):
        yield from combinations(touching, size)


def _moving_on(mass: Matrix, momentum: Sequence[float], rests: Joints) -> list[float]:
    """Return the velocity (n,) in rad/s if the given joints come to rest.

    The generalized momenta of all other joints do not change.
    """
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
    rests: Joints,
    velocity: Sequence[float],
) -> float:
    """Return how badly a combination violates the rules of arrest(), in kg m^2/s.

    It is the largest impulse with which a stop would pull, or momentum with which a joint would
    move into its stop. It is 0 for the right combination.
    """
    after = _product(mass, velocity)
    pulls = [sides[i] * (after[i] - momentum[i]) for i in rests]
    into_stops = [
        sides[i] * velocity[i] * mass[i][i]
        for i in range(len(sides))
        if sides[i] and i not in rests
    ]
    return max([0.0, *pulls, *into_stops])


def _product(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(a * x for a, x in zip(row, vector)) for row in matrix]
