"""Integrates the motion of a particle under a forcing function of time.

It serves /arm_sim/integration_step. It is a node of its own, so that a long request delays only
later requests of the same kind. It has no state, so nothing survives its death. Calls that it has
not answered are sent again, to its successor.
"""

from collections.abc import Mapping
from typing import Any

from actors.arm.expression import SyntaxProblem
from actors.arm.integrators import INTEGRATORS
from actors.arm.particle import ParticleStep, integrate
from actors.kernel.actor import Actor
from actors.kernel.service import always, serves
from protocol import limits, names
from protocol.fields import Rejected, choice, number, read_field, text, whole
from protocol.wire import encode

HANDOVER = 2.0  # s that a slow machine needs to put the longest answer into a mailbox
PIECE = 20_000  # numbers that are encoded between two signs of life


class Integration(Actor):
    """Handles one request after the other. It does not touch the live arm."""

    name = "integration"

    @serves(names.INTEGRATION_STEP, repeatable=always, size=limits.FRAME_BYTES)
    def integration_step(self, args: dict[str, Any]) -> dict[str, Any]:
        """Integrate the motion of a particle under a forcing function."""
        function = read_field(args, "function", text)
        x0 = read_field(args, "x0", number())
        xdot0 = read_field(args, "xdot0", number()) if "xdot0" in args else 0.0
        dt = read_field(args, "dt", number(above=0))
        steps = read_field(args, "steps", whole(1, limits.INTEGRATION_STEPS))
        method = read_field(args, "integrator", choice(INTEGRATORS))
        step = _step(function, method, dt, steps)
        return integrate(step, x0, xdot0, dt, steps, self._show_life)._asdict()

    def encode(self, values: Mapping[str, Any]) -> bytes:
        """Called for each answer to a client, before the commit: encode it piece by piece.

        Encoding a million numbers takes longer than an actor may be silent.
        """
        fields = []
        for name, numbers in values.items():
            pieces = []
            for k in range(0, len(numbers), PIECE):
                pieces.append(encode(numbers[k : k + PIECE])[1:-1])
                self._show_life()
            fields.append(b'"%b":[%b]' % (name.encode(), b",".join(pieces)))
        self._show_life(ahead=HANDOVER)
        return b"{%b}" % b",".join(fields)

    def _show_life(self, ahead: float = 0.0) -> None:
        """Give a sign of life, and announce up to `ahead` s of silence."""
        self.entry.beat(self.clock(), ahead)


def _step(function: str, method: str, dt: float, steps: int) -> ParticleStep:
    """Prepare the step of the particle. Raises Rejected for a bad function or too much work."""
    if len(function) > limits.FUNCTION_CHARACTERS:
        raise Rejected(
            f"function must have at most {limits.FUNCTION_CHARACTERS} characters, "
            f"got {len(function)}"
        )
    try:
        step = ParticleStep(function, method, dt)
    except SyntaxProblem as problem:
        raise Rejected(f"function could not be read: {problem}") from None
    if step.operations * steps > limits.STEP_OPERATIONS:
        raise Rejected(
            f"function and steps ask for {step.operations} operations in each of {steps} steps, "
            f"the limit is {limits.STEP_OPERATIONS} in all"
        )
    return step
