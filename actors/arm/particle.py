"""A particle of unit mass that moves by qddot = f(t), computed by the integrators of the arm."""

from array import array
from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from actors.arm.expression import read
from actors.arm.flat import CAREFUL, in_pieces
from actors.arm.integrators import INTEGRATORS, Coordinates
from actors.arm.operations import DOMAIN_ERRORS
from actors.arm.program import Program, compute, record
from actors.arm.slices import Slices, in_slices
from actors.arm.tape import Tape

# Operations of one slice: they take less than 1 ms, or about 5 ms if each is a domain error.
AT_ONCE = 10_000
# The lengths of programs, in entries: a long one is compiled in slices, and is slower. A very long
# one is not compiled, and is five times slower, but its preparation needs little time and memory.
LONG = 1_000
VERY_LONG = 20_000
OVERHEAD = 50  # operations that take as long as what a step of a long program takes besides

Derived: TypeAlias = Callable[..., tuple[float, ...]]


class Trajectory(NamedTuple):
    """The motion of a particle: steps + 1 entries in each array."""

    times: "array[float]"  # s
    positions: "array[float]"  # m
    velocities: "array[float]"  # m/s


class Step(NamedTuple):
    """One timestep of a method with a forcing function.

    advance(t, q, qdot) returns (q, qdot) one timestep after t, in m and m/s; t in s. A domain error
    gives inf or nan, as in IEEE 754. If there is a prepare, prepare(t) must be computed before.
    """

    operations: int  # arithmetic operations in one step
    advance: Derived
    prepare: Callable[[float], Slices[None]] | None = None


@in_slices
def particle_step(function: str, method: str, dt: float) -> Slices[Step]:
    """Derive the step of a particle.

    function   an expression in t (s), the acceleration in m/s^2
    method     a name in INTEGRATORS
    dt         s

    Raises SyntaxProblem if the function cannot be read.
    """
    program = yield from read.slices(function)
    if len(program.entries) < LONG:
        return _flat_step(program, method, dt)
    if len(program.entries) < VERY_LONG:
        return (yield from _long_step(program, method, dt))
    return _very_long_step(program, method, dt)


def _flat_step(program: Program, method: str, dt: float) -> Step:
    """Derive a step that is one flat function."""
    tape = Tape()
    t = tape.input("t")
    q = tape.input("q")
    qdot = tape.input("qdot")
    q_next, qdot_next = INTEGRATORS[method](
        lambda t, q, qdot: [record(program, t, tape)], t, [q], [qdot], tape.constant(dt)
    )
    outputs = [q_next[0], qdot_next[0]]
    careful = cache(lambda: tape.function(outputs, CAREFUL))
    return Step(len(tape), _never_raising(tape.function(outputs), careful))


def _long_step(program: Program, method: str, dt: float) -> Slices[Step]:
    """Derive a step that calls the forcing function for each stage, in slices."""
    tape = Tape()
    t = tape.input("t")
    recording = tape.recording([(yield from record.slices(program, t, tape))])
    plain = yield from in_pieces.slices(recording)
    careful = yield from in_pieces.slices(recording, CAREFUL)
    forcing = lru_cache(maxsize=1)(_never_raising(plain, lambda: careful))  # rk4 repeats a time
    advance = _advance(method, dt, lambda t: forcing(t)[0])
    return Step(OVERHEAD + len(tape) * len(_times(method, 0.0, 1.0)), advance)


def _very_long_step(program: Program, method: str, dt: float) -> Step:
    """Make a step that computes the program, in slices, at the times of all stages beforehand."""
    accelerations: dict[float, float] = {}

    def prepare(t: float) -> Slices[None]:
        accelerations.clear()
        for time in _times(method, t, dt):
            accelerations[time] = yield from compute.slices(program, time)

    advance = _advance(method, dt, accelerations.__getitem__)
    operations = OVERHEAD + program.operations * len(_times(method, 0.0, 1.0))
    return Step(operations, advance, prepare)


def _advance(method: str, dt: float, forcing: Callable[[float], float]) -> Derived:
    """Return the function that advances a particle by dt (s); forcing(t) in m/s^2, t in s."""

    def advance(t: float, q: float, qdot: float) -> tuple[float, ...]:
        (q_next,), (qdot_next,) = INTEGRATORS[method](
            lambda t, q, qdot: [forcing(t)], t, [q], [qdot], dt
        )
        return q_next, qdot_next

    return advance


def _never_raising(plain: Derived, careful: Callable[[], Derived]) -> Derived:
    """Return a function that computes like plain, or like careful() where plain raises."""

    def derived(*arguments: float) -> tuple[float, ...]:
        try:
            return plain(*arguments)
        except DOMAIN_ERRORS:
            return careful()(*arguments)

    return derived


def _times(method: str, t: float, dt: float) -> set[float]:
    """Return the times (s) at which a method evaluates the acceleration in the step from t on."""
    times = set()

    def acceleration(t: float, q: Coordinates, qdot: Coordinates) -> Coordinates:
        times.add(t)
        return q

    INTEGRATORS[method](acceleration, t, [0.0], [0.0], dt)
    return times


@in_slices
def integrate(step: Step, x0: float, xdot0: float, dt: float, steps: int) -> Slices[Trajectory]:
    """Compute the trajectory from x0 (m) and xdot0 (m/s) in so many steps of dt (s)."""
    times = array("d", (0.0,))
    positions = array("d", (x0,))
    velocities = array("d", (xdot0,))
    advance = step.advance
    steps_at_once = 1 if step.prepare else max(1, AT_ONCE // step.operations)
    q = x0
    qdot = xdot0
    for first in range(0, steps, steps_at_once):
        yield
        if step.prepare:
            yield from step.prepare(first * dt)
        for k in range(first, min(first + steps_at_once, steps)):
            q, qdot = advance(k * dt, q, qdot)
            times.append((k + 1) * dt)
            positions.append(q)
            velocities.append(qdot)
    return Trajectory(times, positions, velocities)
