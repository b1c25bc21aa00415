"""Letters that an actor has written and not sent yet. They leave after its state has been saved."""

import io
import pickle
from queue import Full
from typing import Any, NamedTuple

from actors.kernel.letters import Letter, ServiceCall, ServiceReply, packed
from actors.kernel.mailbox import PACKET, Mailbox
from actors.kernel.registry import Registry

CROWDED = 48 * 1024  # bytes in a mailbox, a few ms of work, above which senders should wait
TOGETHER = 64  # letters in one packet at most


class Item(NamedTuple):
    """One letter, and whether it waits for room in a full mailbox; else it is dropped."""

    letter: Letter
    keep: bool


class Outbox:
    """The letters of one actor, in order for each recipient.

    A recipient with a full mailbox holds up nobody else's letters. The letters that are kept for it
    are bounded by those who cause them: a client may have only so many calls in flight, and is not
    read while its publications find no room.
    """

    def __init__(self, registry: Registry, sender: str):
        self._registry = registry
        self._sender = sender
        self._waiting: dict[str, list[Item]] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, to: str, letter: Letter, keep: bool) -> None:
        """Write a letter to an actor. It leaves with the next flush that finds room for it."""
        waiting = self._waiting.get(to)
        if waiting is None:
            self._waiting[to] = [Item(letter, keep)]
        else:
            waiting.append(Item(letter, keep))

    def crowded(self, to: str) -> bool:
        """Whether so much waits for an actor that senders who can wait should do so."""
        return to in self._waiting or self._registry[to].mailbox.waiting() > CROWDED

    def flush(self) -> None:
        """Send what finds room. Of the rest, drop what need not be kept."""
        if not self._waiting:
            return
        waiting = self._waiting
        self._waiting = {}
        for to, items in waiting.items():
            entry = self._registry[to]
            current = [item for item in items if _is_for(item.letter, entry.incarnation)]
            sent = 0
            while sent < len(current):
                count = _send(entry.mailbox, current[sent : sent + TOGETHER])
                if not count:
                    break
                sent += count
            if sent < len(current):
                self._keep(to, current[sent:])

    def _keep(self, to: str, items: list[Item]) -> None:
        """The mailbox is full: let wait what is to be kept, and count what is dropped."""
        kept = [item for item in items if item.keep]
        self._registry.count_drops(self._sender, to, len(items) - len(kept))
        if kept:
            self._waiting[to] = kept


def _is_for(letter: Letter, incarnation: int) -> bool:
    """Whether it still has a reader. The askers of an actor that died have been told already."""
    if isinstance(letter, (ServiceCall, ServiceReply)):
        return letter.incarnation == incarnation
    return True


def _send(mailbox: Mailbox, items: list[Item]) -> int:
    """Put these letters, or the first half of them, ..., into one packet; how many were sent.

    Long letters travel alone, so that their reader can show life between them.
    """
    packet = _pickled(packed(item.letter for item in items))
    if len(packet) > PACKET and len(items) > 1:
        return _send(mailbox, items[: len(items) // 2])
    try:
        mailbox.put_pickled(packet)
    except Full:
        return 0
    return len(items)


def _pickled(letters: list[tuple[Any, ...]]) -> bytes:
    """The bytes of a packet.

    An object that is in several letters arrives as a copy in each. Ordinary pickles would make the
    receiver share one copy, and a handler that changes it would change the other letters.
    """
    if len(letters) == 1:
        return pickle.dumps(letters, pickle.HIGHEST_PROTOCOL)
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    pickler.fast = True
    pickler.dump(letters)
    return buffer.getvalue()
