"""One tick of the arm: control update, step and energy books, derived as one flat function."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from actors.arm.energy import EnergyBooks
from actors.arm.feed import Course, Feed
from actors.arm.flat import Recording
from actors.arm.model import Arm
from actors.arm.pid import Gains, PidController, Setpoint
from actors.arm.step import step
from actors.arm.tape import Tape

# (state, time in s, held) -> (state one timestep later, effort, residue). The state is the tuple
# (q, qdot, integral, work, lost), where the first three are tuples of n numbers. held is the tuple
# that held() returns. Effort and residue are those of Ticked.
FlatTick: TypeAlias = Callable[..., tuple[Any, ...]]


# What a flat tick needs to know about a feed, and whether it is a number for each joint.
FEED = {
    "begin": False,
    "duration": False,
    **{f"coefficient_{k}": True for k in range(6)},
    "since": False,
    "share": True,
    "share_rate": True,
}


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
    feed: Feed | None = None,
) -> Ticked:
    """Compute the effort from the state, then one step of dt (s) with that effort.

    q, qdot    (n,) in rad and rad/s, at the given time in s
    stepping   a context that is entered for the step alone
    feed       what a motion feeds forward, if one does. The controller gets its setpoint from it;
               its effort is that of the middle of the step, since it is held during the step

    The integral of the controller changes in place.
    """
    if feed is not None:
        controller.setpoint = feed.setpoint(time)
        controller.fed_forward = feed.effort(arm, time + dt / 2)
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
def flat_tick(
    arm: Arm, method: str, dt: float, limited: bool, stopped: bool, fed: bool = False
) -> FlatTick:
    """Derive the tick as a flat function.

    limited   whether the controller has limits of effort
    stopped   whether the controller knows hard stops
    fed       whether a motion feeds its effort forward

    If the result is not finite, the function returns a residue of nan, or raises one of
    DOMAIN_ERRORS.
    """
    return recorded_tick(arm, method, dt, limited, stopped, fed).function()


def held(controller: PidController, feed: Feed | None = None) -> tuple[Any, ...]:
    """Return what a flat tick needs from the controller, except for the integral, and the feed."""
    setpoint = controller.setpoint
    gains = controller.gains
    lowest, highest = zip(*controller.stops) if controller.stops else (None, None)
    return (
        setpoint.position,
        setpoint.velocity,
        gains.kp,
        gains.ki,
        gains.kd,
        controller.integral_limits,
        controller.enabled,
        controller.effort_limit,
        lowest,
        highest,
        *(
            (*feed.course[:2], *feed.course.coefficients, *feed[1:4])
            if feed
            else (None,) * len(FEED)
        ),
    )


def recorded_tick(
    arm: Arm, method: str, dt: float, limited: bool, stopped: bool, fed: bool = False
) -> Recording:
    """Record the tick; flat_tick() makes a function from the recording."""
    tape = Tape()
    n = arm.links
    q, qdot, integral, *books = tape.inputs(
        "state", {"q": n, "qdot": n, "integral": n, "work": None, "lost": None}
    )
    time = tape.input("time")
    controller, feed = _recording_controller(tape, n, limited, stopped, fed)
    controller.integral = integral
    reciprocals = tape.dividing_by_reciprocals()
    opened = EnergyBooks(0.0, *books)
    after = tick(arm, method, dt, controller, opened, q, qdot, time, reciprocals, feed)
    books_after = (after.books.work, after.books.lost)
    state_after = (after.position, after.velocity, controller.integral, *books_after)
    return tape.recording([state_after, after.effort, after.residue])


def _recording_controller(
    tape: Tape, n: int, limited: bool, stopped: bool, fed: bool
) -> tuple[PidController, Feed | None]:
    """Make a controller and a feed of recording scalars. They are inputs in the order of held()."""
    rows = dict.fromkeys(("goal", "goal_rate", "kp", "ki", "kd"), n)
    limits = {"integral_limit": n, "enabled": None, "effort_limit": n if limited else None}
    ends = dict.fromkeys(("lowest", "highest"), n if stopped else None)
    feeds = {name: (n if isrow else None) if fed else None for name, isrow in FEED.items()}
    inputs = tape.inputs("held", {**rows, **limits, **ends, **feeds})
    position, velocity, kp, ki, kd, *rest = inputs
    controller = PidController(Gains(kp, ki, kd), Setpoint(position, velocity))
    controller.integral_limit, controller.enabled, effort_limit, lowest, highest, *feed = rest
    controller.effort_limit = effort_limit if limited else None
    controller.stops = list(zip(lowest, highest)) if stopped else None
    begin, duration, *coefficients = feed[:-3]
    course = Course(begin, duration, coefficients)
    return controller, Feed(course, *feed[-3:]) if fed else None
