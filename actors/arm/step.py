"""One timestep of the arm under a held effort, and fast functions that are derived from it."""

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
    """Pose and velocity one timestep later: an integrator run over the forward dynamics.

    q, qdot, effort   n each, in rad, rad/s and N m: floats, arrays or recording scalars
    dt                s; the effort is held meanwhile
    """

    def acceleration(t: Any, q: Sequence[Any], qdot: Sequence[Any]) -> list[Any]:
        return forward_dynamics(arm, q, qdot, effort)

    return INTEGRATORS[method](acceleration, 0.0, q, qdot, dt)


@lru_cache(maxsize=16)
def arm_step(arm: Arm, method: str, dt: float) -> Step:
    """The step as a flat function (q_1..q_n, qdot_1..qdot_n, tau_1..tau_n) -> (q_1..n, qdot_1..n).

    Raises one of DOMAIN_ERRORS where the result would not be finite, or returns what is not.
    """
    return _recorded(arm, method, dt).function()


def batch_step(arm: Arm, method: str, dt: float) -> Step:
    """The same function on arrays: each argument is one coordinate of many arms of one make."""
    return _recorded(arm, method, dt).function(ON_ARRAYS)


def _recorded(arm: Arm, method: str, dt: float) -> Recording:
    tape = Tape()
    q, qdot, effort = (
        [tape.input(f"{name}_{i + 1}") for i in range(arm.links)] for name in ("q", "qdot", "tau")
    )
    with tape.dividing_by_reciprocals():
        q_next, qdot_next = step(arm, method, dt, q, qdot, effort)
    return tape.recording([*q_next, *qdot_next])
