"""Hard stops: how the joints of the arm come to rest on them.

A stop is inelastic, and only pushes. When joints hit their stops, each of them either comes to rest
or leaves its stop, and the momenta of all other joints stay as they are. This is the plastic impact
of Featherstone, Rigid Body Dynamics Algorithms, chapter 11, with the few joints tried in all
combinations.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from actors.arm.dynamics import mass_matrix
from actors.arm.forward_dynamics import solve_from_the_tip
from actors.arm.limits import Limits, Range, into, outside, whole_turns_into  # noqa: F401
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
    """Pose and velocity after the stops have acted on an arm that a free step took to q, qdot.

    q, qdot   (n,) in rad and rad/s
    before    (n,) in rad, the pose before the step: a joint that was at its stop may be held there

    There is one set of joints that can come to rest so that no stop would have to pull, and no
    other joint goes on into its stop. That set is found by trying all of them.
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
    """The joints that come to rest, and the velocity after that."""
    found = []
    for rests in _sets_of_touching(sides):
        velocity = _moving_on(mass, momentum, rests)
        wrongness = _wrongness(mass, momentum, sides, rests, velocity)
        found.append((wrongness, rests, velocity))
        if wrongness == 0.0:
            break  # where the arm lies on its stops this is the first set, that of all its joints
    _, rests, velocity = min(found, key=lambda each: each[0])
    return rests, velocity


def _side(limits: Range, angle: float) -> int:
    """At the upper stop 1, at the lower -1, between them 0."""
    return (angle >= limits[1]) - (angle <= limits[0])


def _sets_of_touching(sides: Sequence[int]) -> Iterator[Joints]:
    """All sets of joints that are at their stops, the largest first."""
    touching = [i for i, side in enumerate(sides) if side]
    for size in range(len(touching), -1, -1):
        yield from combinations(touching, size)


def _moving_on(mass: Matrix, momentum: Sequence[float], rests: Joints) -> list[float]:
    """The velocity when these joints come to rest, and the momenta of all others stay."""
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
    """How much a stop would have to pull, or a joint go on into its stop, in kg m^2/s.

    It is 0 for what really happens.
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
