"""What the bridge wants done about an operation, in order. The gateway does it."""

from typing import Any, NamedTuple, TypeAlias

from protocol import limits
from protocol.lines import status_line
from protocol.operations import ABSENT, CallService


class Send(NamedTuple):
    """One line to one client, in a write of its own.

    A publication names its topic, and how many of its topic may wait for a slow reader.
    """

    session: int
    line: bytes
    topic: str | None = None
    keep: int = 0


class Answer(NamedTuple):
    """The response to a call of a client.

    Where the client waits for more answers, it may share a write with them: a client that keeps
    several calls in flight reads line by line. Others may take all that one read returns for one
    object.
    """

    session: int
    line: bytes
    more: bool  # whether the client waits for more answers


class CallActor(NamedTuple):
    """A call of one of our own services. What it is answered goes to Services.answered()."""

    session: int
    service: str  # by its canonical name
    call: CallService


class PublishToActors(NamedTuple):
    """A client's publication, for the actors that subscribe to the topic."""

    session: int
    topic: str
    msg: Any


Effect: TypeAlias = Send | Answer | CallActor | PublishToActors


def error(session: int, text: str, id: Any = ABSENT) -> Send:
    """An error status to one client."""
    return Send(session, status_line("error", text, id))


def too_many(what: str) -> str:
    """Why one name more of a kind is refused."""
    return f"refused: this connection already has {limits.NAMES_PER_CLIENT} {what}"
