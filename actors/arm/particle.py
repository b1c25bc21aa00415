"""A particle of unit mass that moves by qddot = f(t), computed by the integrators of the arm."""

from array import array
from collections.abc import Callable
from typing import NamedTuple

from actors.arm.expression import evaluate
from actors.arm.flat import CAREFUL
from actors.arm.integrators import INTEGRATORS
from actors.arm.operations import DOMAIN_ERRORS
from actors.arm.slices import Slices, in_slices
from actors.arm.tape import Tape

# Operations of one slice: they take less than 1 ms, or about 5 ms if each is a domain error.
AT_ONCE = 10_000


class Trajectory(NamedTuple):
    """The motion of a particle: steps + 1 entries in each list."""

    times: "array[float]"  # s
    positions: "array[float]"  # m
    velocities: "array[float]"  # m/s


class ParticleStep:
    """One timestep of a method with a forcing function, compiled to a flat function."""

    def __init__(self, function: str, method: str, dt: float):
        """Derive the flat function.

        function   an expression in t (s), the acceleration in m/s^2
        method     a name in INTEGRATORS
        dt         s

        Raises SyntaxProblem if the function cannot be read.
        """
        tape = Tape()
        t = tape.input("t")
        q = tape.input("q")
        qdot = tape.input("qdot")
        q_next, qdot_next = INTEGRATORS[method](
            lambda t, q, qdot: [evaluate(function, t, tape)], t, [q], [qdot], tape.constant(dt)
        )
        outputs = [q_next[0], qdot_next[0]]
        self.operations = len(tape)  # in one step
        self._plain = tape.function(outputs)
        self._outputs = outputs
        self._tape = tape
        self._careful: Callable[..., tuple[float, ...]] | None = None

    def __call__(self, t: float, q: float, qdot: float) -> tuple[float, ...]:
        """Return (q, qdot) one timestep after t, in m and m/s; t in s.

        A domain error gives inf or nan, as in IEEE 754.
        """
        try:
            return self._plain(t, q, qdot)
        except DOMAIN_ERRORS:
            if self._careful is None:
                self._careful = self._tape.function(self._outputs, CAREFUL)
            return self._careful(t, q, qdot)


@in_slices
def integrate(
    step: ParticleStep, x0: float, xdot0: float, dt: float, steps: int
) -> Slices[Trajectory]:
    """Compute the trajectory from x0 (m) and xdot0 (m/s) in so many steps of dt (s)."""
    times = array("d", (0.0,))
    positions = array("d", (x0,))
    velocities = array("d", (xdot0,))
    steps_at_once = max(1, AT_ONCE // step.operations)
    q = x0
    qdot = xdot0
    for first in range(0, steps, steps_at_once):
        yield
        for k in range(first, min(first + steps_at_once, steps)):
            q, qdot = step(k * dt, q, qdot)
            times.append((k + 1) * dt)
            positions.append(q)
            velocities.append(qdot)
    return Trajectory(times, positions, velocities)
