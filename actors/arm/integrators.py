"""The four integrators. Each advances qddot = acceleration(t, q, qdot) by one timestep.

A method is a function (acceleration, t, q, qdot, dt) -> (q, qdot). q and qdot are sequences of n
coordinates: floats, arrays or recording scalars. acceleration(t, q, qdot) returns n numbers: the
accelerations of the arm under a constant effort, or a forcing function that depends on t alone.
Each stage of a method is evaluated at its own time. For euler see Hairer, Nørsett and Wanner,
Solving Ordinary Differential Equations I, chapter I.7; for midpoint and rk4, chapter II.1.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

Coordinates: TypeAlias = Sequence[Any]
Acceleration: TypeAlias = Callable[[Any, Coordinates, Coordinates], Coordinates]
Method: TypeAlias = Callable[
    [Acceleration, Any, Coordinates, Coordinates, Any], tuple[Coordinates, Coordinates]
]


def euler(
    acceleration: Acceleration, t: Any, q: Coordinates, qdot: Coordinates, dt: Any
) -> tuple[Coordinates, Coordinates]:
    """Take a step of the explicit Euler method (1768): one stage, first order."""
    return _moved(q, dt, qdot), _moved(qdot, dt, acceleration(t, q, qdot))


def midpoint(
    acceleration: Acceleration, t: Any, q: Coordinates, qdot: Coordinates, dt: Any
) -> tuple[Coordinates, Coordinates]:
    """Take a step of the explicit midpoint rule (Runge, 1895): two stages, second order."""
    half = dt * 0.5
    q_mid = _moved(q, half, qdot)
    qdot_mid = _moved(qdot, half, acceleration(t, q, qdot))
    return _moved(q, dt, qdot_mid), _moved(qdot, dt, acceleration(t + half, q_mid, qdot_mid))


def verlet(
    acceleration: Acceleration, t: Any, q: Coordinates, qdot: Coordinates, dt: Any
) -> tuple[Coordinates, Coordinates]:
    """Take a step of velocity Verlet (Swope et al., 1982): two stages, second order.

    The second stage needs a velocity for the forces that depend on it. An Euler step predicts it.
    """
    half = dt * 0.5
    before = acceleration(t, q, qdot)
    q_next = _moved(_moved(q, dt, qdot), half * dt, before)
    after = acceleration(t + dt, q_next, _moved(qdot, dt, before))
    return q_next, _moved(qdot, half, _sum(before, after))


def rk4(
    acceleration: Acceleration, t: Any, q: Coordinates, qdot: Coordinates, dt: Any
) -> tuple[Coordinates, Coordinates]:
    """Take a step of the classical Runge-Kutta method (Kutta, 1901): four stages, fourth order."""
    half = dt * 0.5
    sixth = dt / 6.0
    v1 = qdot
    a1 = acceleration(t, q, qdot)
    v2 = _moved(qdot, half, a1)
    a2 = acceleration(t + half, _moved(q, half, v1), _moved(qdot, half, a1))
    v3 = _moved(qdot, half, a2)
    a3 = acceleration(t + half, _moved(q, half, v2), _moved(qdot, half, a2))
    v4 = _moved(qdot, dt, a3)
    a4 = acceleration(t + dt, _moved(q, dt, v3), _moved(qdot, dt, a3))
    return _moved(q, sixth, _blend(v1, v2, v3, v4)), _moved(qdot, sixth, _blend(a1, a2, a3, a4))


INTEGRATORS: Mapping[str, Method] = {
    "euler": euler,
    "midpoint": midpoint,
    "verlet": verlet,
    "rk4": rk4,
}


def _moved(x: Coordinates, dt: Any, rate: Coordinates) -> list[Any]:
    return [xi + dt * ri for xi, ri in zip(x, rate)]


def _sum(a: Coordinates, b: Coordinates) -> list[Any]:
    return [ai + bi for ai, bi in zip(a, b)]


def _blend(k1: Coordinates, k2: Coordinates, k3: Coordinates, k4: Coordinates) -> list[Any]:
    """Return the sum of the stages with the weights 1, 2, 2 and 1."""
    return [a + 2.0 * (b + c) + d for a, b, c, d in zip(k1, k2, k3, k4)]
