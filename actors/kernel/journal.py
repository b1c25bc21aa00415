"""Keeps the results that clients must get exactly once, even if the publishing actor dies.

An actor adds a result to its journal and publishes it. The journal is saved together with the state
of the actor. The actor removes an entry only after the publication is in the mailbox of the
gateway. If the actor dies before that, its successor publishes the entries again. The gateway
recognises their marks, and passes each result on to clients once.
"""

from typing import Any, NamedTuple


class Entry(NamedTuple):
    """One result that may not have been sent yet."""

    topic: str
    message: Any
    mark: str  # the same for every publication of this result


class Journal:
    """The results of one actor that may not have been sent yet, oldest first."""

    def __init__(self, entries: tuple[Entry, ...] = ()):
        self.entries = entries

    def __len__(self) -> int:
        return len(self.entries)

    def add(self, entry: Entry) -> None:
        """Keep a result until it has been sent."""
        self.entries = (*self.entries, entry)

    def clear(self) -> None:
        """Remove all results, after they have been sent."""
        self.entries = ()
