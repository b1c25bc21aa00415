"""Lets a limited number of handlers at a time do what needs much memory, in turn by client."""

from collections import Counter
from typing import Generic, TypeVar

from actors.kernel.fair_queue import Client, FairQueue

T = TypeVar("T")


class Places(Generic[T]):
    """Places for handlers. A handler that yields a Places waits for one, and keeps it to its end.

    in_all    how many handlers have a place at a time; None for any number
    of_each   how many of them may run for the same client
    """

    def __init__(self, in_all: int | None = None, of_each: int = 1):
        self._in_all = in_all
        self._of_each = of_each
        self._waiting: FairQueue[T] = FairQueue()
        self._taken: Counter[Client] = Counter()  # places by client

    def wait(self, client: Client, handler: T) -> None:
        """Add a handler to those that wait for a place."""
        self._waiting.add(client, handler)

    def admit(self) -> T | None:
        """Give a place to the next waiting handler and return it; None if nobody can have one."""
        if self._in_all is not None and self._taken.total() >= self._in_all:
            return None
        return self._waiting.pop(self._take)

    def _take(self, client: Client) -> bool:
        """Take a place for a client, and return whether there was one."""
        if self._taken[client] >= self._of_each:
            return False
        self._taken[client] += 1
        return True

    def leave(self, client: Client, handler: T) -> None:
        """Called when a handler has ended: it no longer waits, or else gives back its place."""
        if self._waiting.remove(client, handler):
            return
        self._taken[client] -= 1
        if not self._taken[client]:
            del self._taken[client]
