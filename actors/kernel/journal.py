"""Results that must reach clients exactly once, whichever process dies on the way.

An actor adds a result to its journal and publishes it. The journal is saved with the state of the
actor. An entry leaves it only after the gateway has the publication in its mailbox. If the actor
dies before that, its successor publishes the entries again; the gateway recognises their marks
and passes each on once.
"""

from typing import Any, NamedTuple


class Entry(NamedTuple):
    """One result that may not have gone out yet."""

    topic: str
    message: Any
    mark: str  # the same for every publication of this result


class Journal:
    """The results of one actor that may not have gone out yet, oldest first."""

    def __init__(self, entries: tuple[Entry, ...] = ()):
        self.entries = entries

    def __len__(self) -> int:
        return len(self.entries)

    def add(self, entry: Entry) -> None:
        """Keep a result until it has gone out."""
        self.entries = (*self.entries, entry)

    def clear(self) -> None:
        """Forget the results: all have gone out."""
        self.entries = ()
