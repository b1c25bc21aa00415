"""The step of the live arm: an integrator run over the arm's forward dynamics, derived as flat Python."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from actors.arm.dynamics import forward_dynamics
from actors.arm.integrators import INTEGRATORS
from actors.arm.model import Arm
from actors.arm.tape import Tape

Step: TypeAlias = Callable[..., tuple[float, ...]]


@lru_cache(maxsize=16)
def arm_step(arm: Arm, method: str, dt: float) -> Step:
    """A function (q_1..q_n, qdot_1..qdot_n, tau_1..tau_n) -> (q_1..q_n, qdot_1..qdot_n) one timestep later.

    The effort is held over the step. Angles in rad, rates in rad/s, efforts in N m, dt in s. Raises
    ArithmeticError or ValueError where the result would not be finite, or returns what is not.
    """
    tape, outputs = _record(arm, method, dt)
    return tape.function(outputs)


def batch_step(arm: Arm, method: str, dt: float) -> Step:
    """The same function on arrays: each argument holds one coordinate of many arms of the same make."""
    tape, outputs = _record(arm, method, dt)
    return tape.array_function(outputs)


def _record(arm: Arm, method: str, dt: float) -> tuple[Tape, list[Any]]:
    """A tape of one step, and what comes out of it."""
    tape = Tape(reciprocals=True)
    q, qdot, effort = (_inputs(tape, name, arm.links) for name in ("q", "qdot", "tau"))

    def acceleration(t: Any, q: Sequence[Any], qdot: Sequence[Any]) -> list[Any]:
        return forward_dynamics(arm, q, qdot, effort)

    q_next, qdot_next = INTEGRATORS[method](acceleration, 0.0, q, qdot, dt)
    return tape, [*q_next, *qdot_next]


def _inputs(tape: Tape, name: str, n: int) -> list[Any]:
    return [tape.input(f"{name}_{i + 1}") for i in range(n)]
