"""The letters that actors put into each other's mailboxes, and their form on the way.

Letters are tuples with names. An `incarnation` is how often the named actor had died when the
letter was written for it: a successor ignores what was meant for its predecessor.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias


class ServiceCall(NamedTuple):
    """A question to one actor. It gets exactly one ServiceReply."""

    service: str
    args: dict[str, Any]
    caller: str  # the actor that the reply goes to
    caller_incarnation: int
    token: int  # pairs the reply with this call, within the caller's incarnation
    incarnation: int  # of the actor that is asked
    encoded: bool = False  # whether the caller wants the values as JSON text


class ServiceReply(NamedTuple):
    """The one answer to a ServiceCall."""

    token: int
    incarnation: int  # of the caller
    result: bool
    status: str  # gives the reason when result is false
    values: Any  # a dict, or JSON bytes if the call asked for them


class Publication(NamedTuple):
    """One message of a topic, to an actor that subscribes to it."""

    topic: str
    message: Any  # JSON bytes to the gateway, plain values to every other actor
    source: int | None = None  # the session of the client that published it; None for an actor
    once: str | None = None  # clients get only the first of several publications with one mark


class Notice(NamedTuple):
    """To the gateway: what to tell a client whose publication was refused."""

    session: int
    topic: str
    status: str


class Down(NamedTuple):
    """An actor has died. Everything that it had sent before has been put before this letter."""

    actor: str
    incarnation: int  # of its successor


class Health(NamedTuple):
    """What an actor reports about itself once a second."""

    actor: str
    trouble: str  # empty when all is well
    figures: dict[str, Any]


Letter: TypeAlias = ServiceCall | ServiceReply | Publication | Notice | Down

KINDS: tuple[type[Any], ...] = (ServiceCall, ServiceReply, Publication, Notice, Down)
NUMBERS = {kind: number for number, kind in enumerate(KINDS)}


def packed(letters: Iterable[Letter]) -> list[tuple[Any, ...]]:
    """The letters as plain tuples, each led by the number of its kind.

    A plain tuple is pickled in a tenth of the time that a named one takes.
    """
    return [(NUMBERS[type(letter)], *letter) for letter in letters]


def unpacked(tuples: Iterable[tuple[Any, ...]]) -> list[Letter]:
    """The letters that were packed."""
    return [tuple.__new__(KINDS[fields[0]], fields[1:]) for fields in tuples]
