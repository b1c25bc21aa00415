"""A particle of unit mass under qddot = f(t), stepped by the arm's own integrators."""

from collections.abc import Callable
from typing import NamedTuple

from actors.arm.expression import evaluate
from actors.arm.flat import CAREFUL
from actors.arm.integrators import INTEGRATORS
from actors.arm.operations import DOMAIN_ERRORS
from actors.arm.tape import Tape

OPERATIONS_BETWEEN_SIGNS = 100_000  # a few ms, or some 50 ms where each is a domain error


class Trajectory(NamedTuple):
    """The motion of a particle: steps + 1 entries each, in s, m and m/s."""

    times: list[float]
    positions: list[float]
    velocities: list[float]


class ParticleStep:
    """One timestep of one method under one forcing function, as a flat function.

    Raises SyntaxProblem if the function cannot be read.
    """

    def __init__(self, function: str, method: str, dt: float):
        tape = Tape()
        t = tape.input("t")
        q = tape.input("q")
        qdot = tape.input("qdot")
        q_next, qdot_next = INTEGRATORS[method](
            lambda t, q, qdot: [evaluate(function, t, tape)], t, [q], [qdot], tape.constant(dt)
        )
        outputs = [q_next[0], qdot_next[0]]
        self.operations = len(tape)  # of one step
        self._plain = tape.function(outputs)
        self._outputs = outputs
        self._tape = tape
        self._careful: Callable[..., tuple[float, ...]] | None = None

    def __call__(self, t: float, q: float, qdot: float) -> tuple[float, ...]:
        """(q, qdot) one timestep later. A domain error gives inf or nan, as in IEEE 754."""
        try:
            return self._plain(t, q, qdot)
        except DOMAIN_ERRORS:
            if self._careful is None:
                self._careful = self._tape.function(self._outputs, CAREFUL)
            return self._careful(t, q, qdot)


def integrate(
    step: ParticleStep,
    x0: float,
    xdot0: float,
    dt: float,
    steps: int,
    alive: Callable[[], None] = lambda: None,
) -> Trajectory:
    """The trajectory from x0 and xdot0, in m and m/s, over so many steps of dt s.

    alive is called every few ms, so that a long computation can show that it goes on.
    """
    times = [0.0]
    positions = [x0]
    velocities = [xdot0]
    between_signs = max(1, OPERATIONS_BETWEEN_SIGNS // step.operations)
    q = x0
    qdot = xdot0
    for k in range(steps):
        q, qdot = step(k * dt, q, qdot)
        times.append((k + 1) * dt)
        positions.append(q)
        velocities.append(qdot)
        if k % between_signs == between_signs - 1:
            alive()
    return Trajectory(times, positions, velocities)
