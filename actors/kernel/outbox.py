"""Letters that were said but are not yet sent: they go out once the state they speak of is saved."""

from collections import deque
from queue import Full
from typing import NamedTuple

from actors.kernel.registry import Registry
from protocol.messages import Letter, ServiceCall, ServiceReply

COMFORT = 48 * 1024  # bytes in a mailbox, a few ms of work; more makes others wait


class Item(NamedTuple):
    letter: Letter
    keep: bool  # wait for room in a full mailbox; else be dropped


class Outbox:
    """In order for each recipient; a full mailbox holds up nobody else's letters.

    What is kept for a full mailbox is bounded by who says it: a client has only so many calls in flight,
    and is held back when its publications are not taken.
    """

    def __init__(self, registry: Registry, sender: str):
        self._registry = registry
        self._sender = sender
        self._waiting: dict[str, deque[Item]] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, to: str, letter: Letter, keep: bool) -> None:
        self._waiting.setdefault(to, deque()).append(Item(letter, keep))

    def crowded(self, to: str) -> bool:
        """Whether so much waits for this recipient that whoever can wait should."""
        return to in self._waiting or self._registry.mailbox[to].waiting() > COMFORT

    def flush(self) -> None:
        """Send what can be sent; drop what need not wait."""
        for to in list(self._waiting):
            letters = self._waiting[to]
            if not self._send(to, letters):
                kept = [item for item in letters if item.keep]
                self._registry.count_drops(self._sender, to, len(letters) - len(kept))
                self._waiting[to] = letters = deque(kept)
            if not letters:
                del self._waiting[to]

    def _send(self, to: str, letters: deque[Item]) -> bool:
        """Whether all went out."""
        mailbox = self._registry.mailbox[to]
        life = self._registry.life(to)
        while letters:
            letter = letters[0].letter
            if not isinstance(letter, (ServiceCall, ServiceReply)) or letter.life == life:
                try:
                    mailbox.put(letter)
                except Full:
                    return False
            letters.popleft()  # sent; or meant for one who has died, and whose askers have been told
        return True
