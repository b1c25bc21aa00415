"""Lets few handlers at a time do what is long or needs much memory, in turn by client."""

from typing import Generic, TypeVar

from actors.kernel.fair_queue import Client, FairQueue

T = TypeVar("T")


class Places(Generic[T]):
    """Places for handlers, one for each client at a time.

    A handler that yields a Places waits for a place, and keeps it to its end.

    in_all   how many clients have a place at a time; None for any number
    """

    def __init__(self, in_all: int | None = None):
        self._in_all = in_all
        self._waiting: FairQueue[T] = FairQueue()
        self._inside: set[Client] = set()  # the clients that have a place

    def wait(self, client: Client, handler: T) -> None:
        """Add a handler to those that wait for a place."""
        self._waiting.add(client, handler)

    def admit(self) -> T | None:
        """Give a place to the next waiting handler and return it; None if nobody can have one."""
        if self._in_all is not None and len(self._inside) >= self._in_all:
            return None
        return self._waiting.pop(self._enter)

    def _enter(self, client: Client) -> bool:
        """Give a place to a client, and return whether it had none before."""
        if client in self._inside:
            return False
        self._inside.add(client)
        return True

    def leave(self, client: Client, handler: T) -> None:
        """Called when a handler has ended: it no longer waits, or else gives back its place."""
        if not self._waiting.remove(client, handler):
            self._inside.remove(client)
