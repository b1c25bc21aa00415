"""One tick of the arm: control update, step and energy books, derived as one flat function."""

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

# (state, time in s, held) -> (state one timestep later, effort, residue). The state is the tuple
# (q, qdot, integral, work, lost), where the first three are tuples of n numbers. held is the tuple
# that held() returns. Effort and residue are those of Ticked.
FlatTick: TypeAlias = Callable[..., tuple[Any, ...]]


class Ticked(NamedTuple):
    """The result of one tick. The numbers are floats, arrays or recording scalars."""

    position: Sequence[Any]  # (n,) rad
    velocity: Sequence[Any]  # (n,) rad/s
    effort: Sequence[Any]  # (n,) N m, constant during the step
    books: EnergyBooks
    residue: Any  # 0 if position, velocity, books and time are finite; else nan


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
    """Compute the effort from the state, then one step of dt (s) with that effort.

    q, qdot    (n,) in rad and rad/s, at the given time in s
    stepping   a context that is entered for the step alone

    The integral of the controller changes in place.
    """
    effort = controller.update(q, qdot, dt)
    with stepping:
        q_next, qdot_next = step(arm, method, dt, q, qdot, effort)
    after = books.after_step(arm, effort, dt, q, qdot, q_next, qdot_next)
    residue = _residue((*q_next, *qdot_next, after.work, after.lost, time + dt))
    return Ticked(q_next, qdot_next, effort, after, residue)


def _residue(numbers: Iterable[Any]) -> Any:
    """Return 0 if all numbers are finite, else nan.

    x - x is 0 for a finite x, and nan for inf and nan.
    """
    total: Any = 0.0
    for x in numbers:
        total = total + (x - x)
    return total


@lru_cache(maxsize=16)
def flat_tick(arm: Arm, method: str, dt: float, limited: bool, stopped: bool) -> FlatTick:
    """Derive the tick as a flat function.

    limited   whether the controller has limits of effort
    stopped   whether the controller knows hard stops

    If the result is not finite, the function returns a residue of nan, or raises one of
    DOMAIN_ERRORS.
    """
    return recorded_tick(arm, method, dt, limited, stopped).function()


def held(controller: PidController) -> tuple[Any, ...]:
    """Return what a flat tick needs from the controller, except for the integral."""
    setpoint = controller.setpoint
    gains = controller.gains
    lowest, highest = zip(*controller.stops) if controller.stops else (None, None)
    return (
        setpoint.position,
        setpoint.velocity,
        gains.kp,
        gains.ki,
        gains.kd,
        controller.integral_limit,
        controller.enabled,
        controller.effort_limit,
        lowest,
        highest,
    )


def recorded_tick(arm: Arm, method: str, dt: float, limited: bool, stopped: bool) -> Recording:
    """Record the tick; flat_tick() makes a function from the recording."""
    tape = Tape()
    n = arm.links
    q, qdot, integral, *books = tape.inputs(
        "state", {"q": n, "qdot": n, "integral": n, "work": None, "lost": None}
    )
    time = tape.input("time")
    controller = _recording_controller(tape, n, limited, stopped)
    controller.integral = integral
    reciprocals = tape.dividing_by_reciprocals()
    after = tick(arm, method, dt, controller, EnergyBooks(0.0, *books), q, qdot, time, reciprocals)
    state_after = (after.position, after.velocity, controller.integral, *after.books[1:])
    return tape.recording([state_after, after.effort, after.residue])


def _recording_controller(tape: Tape, n: int, limited: bool, stopped: bool) -> PidController:
    """Make a controller of recording scalars. They are inputs in the order of held()."""
    rows = dict.fromkeys(("goal", "goal_rate", "kp", "ki", "kd"), n)
    limits = {"integral_limit": None, "enabled": None, "effort_limit": n if limited else None}
    ends = dict.fromkeys(("lowest", "highest"), n if stopped else None)
    position, velocity, kp, ki, kd, *rest = tape.inputs("held", {**rows, **limits, **ends})
    controller = PidController(Gains(kp, ki, kd), Setpoint(position, velocity))
    controller.integral_limit, controller.enabled, effort_limit, lowest, highest = rest
    controller.effort_limit = effort_limit if limited else None
    controller.stops = list(zip(lowest, highest)) if stopped else None
    return controller
