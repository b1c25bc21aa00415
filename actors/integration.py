"""Integrates the motion of a particle under a forcing function of time.

It serves /arm_sim/integration_step. It is a node of its own, and works on the requests of each
client in turn. It has no state, so nothing survives its death. Calls that it has not answered are
sent again, to its successor.
"""

import io
from collections.abc import Generator
from typing import Any, NamedTuple

from actors.arm.expression import SyntaxProblem
from actors.arm.integrators import INTEGRATORS
from actors.arm.particle import Step, Trajectory, integrate, particle_step
from actors.arm.slices import Slices
from actors.kernel.actor import Actor
from actors.kernel.places import Places
from actors.kernel.service import always, serves
from protocol import limits, names
from protocol.fields import Rejected, choice, number, read_field, text, whole
from protocol.wire import encode

PIECE = 1_000  # numbers that are encoded in one slice; they take about 0.5 ms, or 1 ms with nulls
# Steps of a request, or characters of its function.
SHORT = 10_000  # such an answer has 0.6 MB; such a function needs less
MEDIUM = 100_000  # such an answer has 6 MB
HANDOVER = 2.0  # s that a slow machine needs to put the longest answer into a mailbox

Sliced = Generator[Any, Any, bytes]


class Integration(Actor):
    """Integrates in slices. It does not touch the live arm.

    An answer or a function can be long, so only so many requests are worked on at a time, one of
    each client and length. The others wait without a trajectory.
    """

    name = "integration"
    background = True

    def begin(self, saved: Any) -> None:
        self._short: Places[Any] = Places()
        self._medium: Places[Any] = Places(in_all=4)
        self._long: Places[Any] = Places(in_all=1)

    @serves(names.INTEGRATION_STEP, repeatable=always, size=limits.FRAME_BYTES)
    def integration_step(self, args: dict[str, Any]) -> Sliced:
        """Integrate the motion of a particle under a forcing function. The answer is JSON text."""
        request = _read(args)
        yield self._places(max(request.steps, len(request.function)))
        step = yield from _step(request)
        slices = integrate.slices(step, request.x0, request.xdot0, request.dt, request.steps)
        answer = yield from _encoded((yield from slices))
        self.entry.beat(self.clock(), HANDOVER)
        return answer

    def _places(self, length: int) -> Places[Any]:
        """Return the places for requests of so many steps or characters."""
        if length <= SHORT:
            return self._short
        return self._medium if length <= MEDIUM else self._long


class Request(NamedTuple):
    """What a client asks for."""

    function: str  # the acceleration in m/s^2, an expression in t (s)
    x0: float  # m
    xdot0: float  # m/s
    dt: float  # s
    steps: int
    method: str  # a name in INTEGRATORS


def _read(args: dict[str, Any]) -> Request:
    return Request(
        read_field(args, "function", text),
        read_field(args, "x0", number()),
        read_field(args, "xdot0", number()) if "xdot0" in args else 0.0,
        read_field(args, "dt", number(above=0)),
        read_field(args, "steps", whole(1, limits.INTEGRATION_STEPS)),
        read_field(args, "integrator", choice(INTEGRATORS)),
    )


def _step(request: Request) -> Slices[Step]:
    """Prepare the step of the particle. Raises Rejected for a bad function or too much work."""
    try:
        step = yield from particle_step.slices(request.function, request.method, request.dt)
    except SyntaxProblem as problem:
        raise Rejected(f"function could not be read: {problem}") from None
    if step.operations * request.steps > limits.STEP_OPERATIONS:
        raise Rejected(
            f"function and steps ask for {step.operations} operations in each of {request.steps} "
            f"steps, the limit is {limits.STEP_OPERATIONS} in all"
        )
    return step


def _encoded(trajectory: Trajectory) -> Slices[bytes]:
    """Encode a trajectory as JSON text, and free each of its arrays when it is encoded."""
    fields = trajectory._asdict()
    del trajectory
    text = io.BytesIO()  # its getvalue() does not copy the text
    separator = b"{"
    for name in list(fields):
        numbers = fields.pop(name)
        text.write(b'%b"%b":[' % (separator, name.encode()))
        for k in range(0, len(numbers), PIECE):
            yield
            text.write(b"," if k else b"")
            text.write(encode(numbers[k : k + PIECE].tolist())[1:-1])
        text.write(b"]")
        separator = b","
    text.write(b"}")
    return text.getvalue()
