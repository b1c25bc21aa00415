"""The letters that actors put into each other's mailboxes, and how they are packed for sending.

Letters are named tuples. The field `incarnation` is the number of times that an actor had died when
the letter was written. A successor ignores calls and replies that were meant for its predecessor.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias


class ServiceCall(NamedTuple):
    """A call of a service of one actor, which answers it with exactly one ServiceReply."""

    service: str
    args: dict[str, Any]
    caller: str  # the actor that gets the reply
    caller_incarnation: int
    token: int  # identifies this call among all calls of the caller's incarnation
    incarnation: int  # of the actor that is asked
    encoded: bool = False  # whether the caller wants the values as JSON text
    client: int | None = None  # the session for which it is made; None for work of the actors


class ServiceReply(NamedTuple):
    """The one reply to a ServiceCall."""

    token: int
    incarnation: int  # of the caller
    result: bool
    status: str  # gives the reason when result is false
    values: Any  # a dict, or JSON bytes if the call asked for them


class Abandoned(NamedTuple):
    """Tells an actor that nobody waits for the replies to some calls, which only ask."""

    caller: str
    caller_incarnation: int
    tokens: tuple[int, ...]


class Publication(NamedTuple):
    """One message on a topic, sent to an actor that subscribes to the topic."""

    topic: str
    message: Any  # JSON bytes for the gateway, plain values for every other actor
    source: int | None = None  # the session of the client that published it; None for an actor
    once: str | None = None  # a mark: clients get only the first of the publications that share it


class Notice(NamedTuple):
    """Tells the gateway what a client must know about a publication of it."""

    session: int
    topic: str
    status: str
    refused: bool  # whether the publication has no effect, and status says why


class Down(NamedTuple):
    """Tells an actor that another one has died. It follows all letters that the dead actor sent."""

    actor: str
    incarnation: int  # of its successor


class Health(NamedTuple):
    """What an actor reports about itself once a second."""

    actor: str
    trouble: str  # empty when all is well
    figures: dict[str, Any]


Letter: TypeAlias = ServiceCall | ServiceReply | Abandoned | Publication | Notice | Down

KINDS: tuple[type[Any], ...] = (
    ServiceCall,
    ServiceReply,
    Abandoned,
    Publication,
    Notice,
    Down,
)
NUMBERS = {kind: number for number, kind in enumerate(KINDS)}


def packed(letters: Iterable[Letter]) -> list[tuple[Any, ...]]:
    """Return the letters as plain tuples, each with the number of its kind in front.

    Pickling a plain tuple takes a tenth of the time that a named tuple takes.
    """
    return [(NUMBERS[type(letter)], *letter) for letter in letters]


def unpacked(tuples: Iterable[tuple[Any, ...]]) -> list[Letter]:
    """Return the letters that packed() has turned into tuples."""
    return [tuple.__new__(KINDS[fields[0]], fields[1:]) for fields in tuples]
