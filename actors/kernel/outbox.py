"""Keeps the letters that an actor has written, until its state is saved and they can be sent."""

import io
import pickle
from queue import Full
from typing import Any, NamedTuple

from actors.kernel.letters import Letter, ServiceCall, ServiceReply, packed
from actors.kernel.mailbox import PACKET, Mailbox
from actors.kernel.registry import Registry

CROWDED = 48 * 1024  # bytes, a few ms of work; with more in a mailbox, senders should wait
TOGETHER = 64  # letters in one packet at most


class Item(NamedTuple):
    """A letter, and whether to keep it while the mailbox is full; otherwise it is dropped."""

    letter: Letter
    keep: bool


class Outbox:
    """The letters of one actor, in order for each recipient.

    A recipient with a full mailbox does not delay the letters to others. The number of letters that
    are kept for it is bounded, since the calls in flight of each client are limited, and since the
    gateway reads nothing from a client whose publications find no room.
    """

    def __init__(self, registry: Registry, sender: str):
        self._registry = registry
        self._sender = sender
        self._waiting: dict[str, list[Item]] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, to: str, letter: Letter, keep: bool) -> None:
        """Add a letter to an actor. The next flush that finds room for the letter sends it."""
        waiting = self._waiting.get(to)
        if waiting is None:
            self._waiting[to] = [Item(letter, keep)]
        else:
            waiting.append(Item(letter, keep))

    def crowded(self, to: str) -> bool:
        """Whether so many letters wait for an actor that senders should wait if they can."""
        return to in self._waiting or self._registry[to].mailbox.waiting() > CROWDED

    def flush(self) -> None:
        """Send the letters that find room, and drop those of the others that need not be kept."""
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
        """Called when a mailbox is full: store the items to keep; drop and count the others."""
        kept = [item for item in items if item.keep]
        self._registry.count_drops(self._sender, to, len(items) - len(kept))
        if kept:
            self._waiting[to] = kept


def _is_for(letter: Letter, incarnation: int) -> bool:
    """Whether the letter is for this incarnation, and not for a predecessor that has died."""
    if isinstance(letter, (ServiceCall, ServiceReply)):
        return letter.incarnation == incarnation
    return True


def _send(mailbox: Mailbox, items: list[Item]) -> int:
    """Send one packet with as many of these letters as fit, and return how many were sent.

    If they do not fit, the first half of them is tried, and so on. A long letter gets a packet of
    its own, so that its reader can give a sign of life before it handles the next letter.
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
    """Return the bytes of a packet.

    An object that several letters contain arrives as a separate copy in each. With an ordinary
    pickle the letters would share one copy, and a handler that changes it would change them all.
    """
    if len(letters) == 1:
        return pickle.dumps(letters, pickle.HIGHEST_PROTOCOL)
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    pickler.fast = True
    pickler.dump(letters)
    return buffer.getvalue()
