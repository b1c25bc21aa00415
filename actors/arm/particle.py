"""A particle of unit mass that moves by qddot = f(t), computed by the integrators of the arm."""

from array import array
from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from actors.arm.expression import evaluate
from actors.arm.flat import CAREFUL, in_pieces
from actors.arm.integrators import INTEGRATORS, Coordinates
from actors.arm.operations import DOMAIN_ERRORS
from actors.arm.slices import Slices, in_slices
from actors.arm.tape import Tape

# Operations of one slice: they take less than 1 ms, or about 5 ms if each is a domain error.
AT_ONCE = 10_000
LONG = 1_000  # characters; so long a function is compiled in slices, and is slower
OVERHEAD = 50  # operations that take as long as what a step of such a function takes besides

Derived: TypeAlias = Callable[..., tuple[float, ...]]


class Trajectory(NamedTuple):
    """The motion of a particle: steps + 1 entries in each array."""

    times: "array[float]"  # s
    positions: "array[float]"  # m
    velocities: "array[float]"  # m/s


class Step(NamedTuple):
    """One timestep of a method with a forcing function.

    advance(t, q, qdot) returns (q, qdot) one timestep after t, in m and m/s; t in s. A domain error
    gives inf or nan, as in IEEE 754.
    """

    operations: int  # arithmetic operations in one step
    advance: Derived


@in_slices
def particle_step(function: str, method: str, dt: float) -> Slices[Step]:
    """Derive the step of a particle.

    function   an expression in t (s), the acceleration in m/s^2
    method     a name in INTEGRATORS
    dt         s

    Raises SyntaxProblem if the function cannot be read.
    """
    if len(function) < LONG:
        return _flat_step(function, method, dt)
    return (yield from _long_step(function, method, dt))


def _flat_step(function: str, method: str, dt: float) -> Step:
    """Derive a step that is one flat function."""
    tape = Tape()
    t = tape.input("t")
    q = tape.input("q")
    qdot = tape.input("qdot")
    q_next, qdot_next = INTEGRATORS[method](
        lambda t, q, qdot: [evaluate(function, t, tape)], t, [q], [qdot], tape.constant(dt)
    )
    outputs = [q_next[0], qdot_next[0]]
    careful = cache(lambda: tape.function(outputs, CAREFUL))
    return Step(len(tape), _never_raising(tape.function(outputs), careful))


def _long_step(function: str, method: str, dt: float) -> Slices[Step]:
    """Derive a step that calls the forcing function for each stage, in slices."""
    tape = Tape()
    t = tape.input("t")
    recording = tape.recording([(yield from evaluate.slices(function, t, tape))])
    plain = yield from in_pieces.slices(recording)
    careful = yield from in_pieces.slices(recording, CAREFUL)
    forcing = lru_cache(maxsize=1)(_never_raising(plain, lambda: careful))  # rk4 repeats a time

    def advance(t: float, q: float, qdot: float) -> tuple[float, ...]:
        (q_next,), (qdot_next,) = INTEGRATORS[method](
            lambda t, q, qdot: forcing(t), t, [q], [qdot], dt
        )
        return q_next, qdot_next

    return Step(OVERHEAD + len(tape) * _stages(method), advance)


def _never_raising(plain: Derived, careful: Callable[[], Derived]) -> Derived:
    """Return a function that computes like plain, or like careful() where plain raises."""

    def derived(*arguments: float) -> tuple[float, ...]:
        try:
            return plain(*arguments)
        except DOMAIN_ERRORS:
            return careful()(*arguments)

    return derived


def _stages(method: str) -> int:
    """Return the number of times at which a method evaluates the acceleration in one step."""
    times = set()

    def acceleration(t: float, q: Coordinates, qdot: Coordinates) -> Coordinates:
        times.add(t)
        return q

    INTEGRATORS[method](acceleration, 0.0, [0.0], [0.0], 1.0)
    return len(times)


@in_slices
def integrate(step: Step, x0: float, xdot0: float, dt: float, steps: int) -> Slices[Trajectory]:
    """Compute the trajectory from x0 (m) and xdot0 (m/s) in so many steps of dt (s)."""
    times = array("d", (0.0,))
    positions = array("d", (x0,))
    velocities = array("d", (xdot0,))
    advance = step.advance
    steps_at_once = max(1, AT_ONCE // step.operations)
    q = x0
    qdot = xdot0
    for first in range(0, steps, steps_at_once):
        yield
        for k in range(first, min(first + steps_at_once, steps)):
            q, qdot = advance(k * dt, q, qdot)
            times.append((k + 1) * dt)
            positions.append(q)
            velocities.append(qdot)
    return Trajectory(times, positions, velocities)
