"""Effects: the bridge returns them for an operation, and the gateway carries them out."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from protocol import limits
from protocol.operations import NO_ID, CallService
from protocol.ordering import Kind


class Send(NamedTuple):
    """Send one line to one client, in a separate write.

    For a publication, topic is its topic, and keep is how many of the topic may wait for a slow
    client.
    """

    session: int
    line: bytes
    topic: str | None = None
    keep: int = 0


class Answer(NamedTuple):
    """Send the response to a call of a client.

    If the client waits for more answers, they may be written together: a client with several calls
    in flight reads line by line. Other clients may treat the data of one read as one object.
    """

    session: int
    line: bytes
    more: bool  # whether the client waits for further answers
    rest: tuple[bytes, ...] = ()  # the rest of a long line, which is not joined to save a copy


class Status(NamedTuple):
    """Tell one client something, unless it does not want to hear statuses of this level."""

    session: int
    level: str  # "info", "warning" or "error"
    text: str
    id: bytes = NO_ID


# Makes the answer to a client from that of an actor: result, status, and values as JSON text.
Form: TypeAlias = Callable[[bool, str, bytes], tuple[bool, str, bytes]]


class CallActor(NamedTuple):
    """Call one of our own services. The gateway passes the answer to Services.answered().

    The call of the client may be one of another service, with these arguments.
    """

    session: int
    service: str  # the canonical name
    kind: Kind
    call: CallService
    form: Form | None = None  # None: the answer of the actor is that to the client


class AbandonCalls(NamedTuple):
    """Stop the work on the calls of a client that has disconnected, unless they change something.

    Nobody waits for their answers.
    """

    session: int


class PublishToActors(NamedTuple):
    """Pass the publication of a client to the actors that subscribe to the topic."""

    session: int
    topic: str
    msg: Any


class RefusePublication(NamedTuple):
    """Tell a client, and the log, why what it has published has no effect."""

    session: int
    topic: str
    reason: str


Effect: TypeAlias = (
    Send | Answer | Status | CallActor | AbandonCalls | PublishToActors | RefusePublication
)


def error(session: int, text: str, id: bytes = NO_ID) -> Status:
    """Make an error status for one client."""
    return Status(session, "error", text, id)


def info(session: int, text: str, id: bytes = NO_ID) -> Status:
    """Make a confirmation for one client."""
    return Status(session, "info", text, id)


def ignored(what: str, op: Any) -> str:
    """Say which fields of an operation are wrong, and so have no effect; "" if none is."""
    return f"{what}: ignored: {op.ignored}" if op.ignored else ""


def warnings(session: int, text: str, id: bytes = NO_ID) -> list[Effect]:
    """Make a warning for one client, or nothing if the text is empty."""
    return [Status(session, "warning", text, id)] if text else []


def too_many(what: str) -> str:
    """Say why a client may not add another name of a kind."""
    return f"refused: this connection already has {limits.NAMES_PER_CLIENT} {what}"
