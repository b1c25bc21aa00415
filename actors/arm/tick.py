"""One tick of the live arm: control update, step and energy books, derived as one flat function."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from actors.arm.energy import EnergyBooks
from actors.arm.flat import Recording
from actors.arm.model import Arm
from actors.arm.pid import Gains, PidController, Setpoint
from actors.arm.step import step
from actors.arm.tape import Tape

# (state, time in s, held) -> (state one timestep later, effort, residue). The state is a tuple
# (q_1..q_n, qdot_1..qdot_n, integral_1..integral_n, work, lost), held is what held() returns.
FlatTick: TypeAlias = Callable[..., tuple[Any, ...]]


class Ticked(NamedTuple):
    """What one tick leaves behind. The numbers are floats, arrays or recording scalars."""

    position: Sequence[Any]  # (n,) rad
    velocity: Sequence[Any]  # (n,) rad/s
    effort: Sequence[Any]  # (n,) N m, held over the step
    books: EnergyBooks
    residue: Any  # 0 if all but the effort, and the time, are finite; else nan


def tick(
    arm: Arm,
    method: str,
    dt: float,
    controller: PidController,
    books: EnergyBooks,
    q: Sequence[Any],
    qdot: Sequence[Any],
    time: Any,
    stepping: AbstractContextManager[Any],
) -> Ticked:
    """The integral and the effort from the state at time (s), then one step with that effort held.

    The controller's integral is advanced in place. stepping: a context for the step alone.
    """
    effort = controller.update(q, qdot, dt)
    with stepping:
        q_next, qdot_next = step(arm, method, dt, q, qdot, effort)
    after = books.after_step(arm, effort, dt, q, qdot, q_next, qdot_next)
    residue = _residue((*q_next, *qdot_next, after.work, after.lost, time + dt))
    return Ticked(q_next, qdot_next, effort, after, residue)


def _residue(numbers: Iterable[Any]) -> Any:
    """0 if all numbers are finite, else nan: x - x is 0 for a finite x, and nan for inf and nan."""
    total: Any = 0.0
    for x in numbers:
        total = total + (x - x)
    return total


@lru_cache(maxsize=16)
def flat_tick(arm: Arm, method: str, dt: float, limited: bool) -> FlatTick:
    """The tick as a flat function. limited: the controller has limits of effort.

    It raises one of DOMAIN_ERRORS where the result would not be finite, or returns a residue of
    nan.
    """
    return recorded_tick(arm, method, dt, limited).function()


def held(controller: PidController) -> tuple[Any, ...]:
    """What a flat tick has to know of the controller besides its integral."""
    setpoint = controller.setpoint
    gains = controller.gains
    return (
        setpoint.position,
        setpoint.velocity,
        gains.kp,
        gains.ki,
        gains.kd,
        controller.integral_limit,
        controller.enabled,
        controller.effort_limit,
    )


def recorded_tick(arm: Arm, method: str, dt: float, limited: bool) -> Recording:
    """The tick as it is recorded before a function is made of it."""
    tape = Tape()
    n = arm.links
    q, qdot, integral, *books = tape.inputs(
        "state", {"q": n, "qdot": n, "integral": n, "work": None, "lost": None}
    )
    time = tape.input("time")
    controller = _recording_controller(tape, n, limited)
    controller.integral = integral
    reciprocals = tape.dividing_by_reciprocals()
    after = tick(arm, method, dt, controller, EnergyBooks(0.0, *books), q, qdot, time, reciprocals)
    state_after = (after.position, after.velocity, controller.integral, *after.books[1:])
    return tape.recording([state_after, after.effort, after.residue])


def _recording_controller(tape: Tape, n: int, limited: bool) -> PidController:
    """A controller of recording scalars, in the order of held()."""
    rows = dict.fromkeys(("goal", "goal_rate", "kp", "ki", "kd"), n)
    limits = {"integral_limit": None, "enabled": None, "effort_limit": n if limited else None}
    position, velocity, kp, ki, kd, *rest = tape.inputs("held", {**rows, **limits})
    controller = PidController(Gains(kp, ki, kd), Setpoint(position, velocity))
    controller.integral_limit, controller.enabled, effort_limit = rest
    controller.effort_limit = effort_limit if limited else None
    return controller
