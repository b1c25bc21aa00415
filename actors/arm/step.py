"""One timestep of the arm under a constant effort, and fast functions that are derived from it."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from actors.arm.flat import ON_ARRAYS, Recording
from actors.arm.forward_dynamics import forward_dynamics
from actors.arm.integrators import INTEGRATORS
from actors.arm.model import Arm
from actors.arm.tape import Tape

Step: TypeAlias = Callable[..., tuple[Any, ...]]


def step(
    arm: Arm,
    method: str,
    dt: float,
    q: Sequence[Any],
    qdot: Sequence[Any],
    effort: Sequence[Any],
) -> tuple[Sequence[Any], Sequence[Any]]:
    """Return pose and velocity, (n,) in rad and rad/s, one timestep later.

    method            a name in INTEGRATORS
    dt                s; the effort is constant during the step
    q, qdot, effort   (n,) in rad, rad/s and N m: floats, arrays or recording scalars
    """

    def acceleration(t: Any, q: Sequence[Any], qdot: Sequence[Any]) -> list[Any]:
        return forward_dynamics(arm, q, qdot, effort)

    return INTEGRATORS[method](acceleration, 0.0, q, qdot, dt)


@lru_cache(maxsize=16)
def arm_step(arm: Arm, method: str, dt: float) -> Step:
    """Derive the step as a flat function.

    The function is (q_1..q_n, qdot_1..qdot_n, tau_1..tau_n) -> (q_1..q_n, qdot_1..qdot_n). If the
    result is not finite, the function returns it, or raises one of DOMAIN_ERRORS.
    """
    return _recorded(arm, method, dt).function()


def batch_step(arm: Arm, method: str, dt: float) -> Step:
    """Derive the same function for arrays: each argument is one coordinate of many equal arms."""
    return _recorded(arm, method, dt).function(ON_ARRAYS)


def _recorded(arm: Arm, method: str, dt: float) -> Recording:
    tape = Tape()
    q, qdot, effort = (
        [tape.input(f"{name}_{i + 1}") for i in range(arm.links)] for name in ("q", "qdot", "tau")
    )
    with tape.dividing_by_reciprocals():
        q_next, qdot_next = step(arm, method, dt, q, qdot, effort)
    return tape.recording([*q_next, *qdot_next])
