"""A queue that gives clients their turns one after the other, however much each has put into it."""

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar

# The session of a client, or None for what an actor does by itself, which counts as one client.
Client: TypeAlias = int | None
T = TypeVar("T")


def _anybody(client: Client) -> bool:
    return True


class FairQueue(Generic[T]):
    """Items in line, by client. Round robin between clients, first in first out for each of them.

    Nagle, On Packet Switches with Infinite Storage (RFC 970, 1985), describes this for packets.
    """

    def __init__(self) -> None:
        self._lines: OrderedDict[Client, deque[T]] = OrderedDict()  # the next client comes first

    def __bool__(self) -> bool:
        return bool(self._lines)

    def add(self, client: Client, item: T) -> None:
        """Add an item behind the other items of the client."""
        line = self._lines.get(client)
        if line is None:
            self._lines[client] = deque((item,))
        else:
            line.append(item)

    def pop(self, may_go: Callable[[Client], bool] = _anybody) -> T | None:
        """Take the first item of the next client, or of the next one that may go.

        That client is then the last in turn. Returns None if there is no such client.
        """
        for client, line in self._lines.items():
            if may_go(client):
                item = line.popleft()
                if line:
                    self._lines.move_to_end(client)
                else:
                    del self._lines[client]
                return item
        return None

    def remove(self, client: Client, item: T) -> bool:
        """Remove an item of a client, and return whether it was there."""
        line = self._lines.get(client, ())
        if item not in line:
            return False
        self._lines[client].remove(item)
        if not line:
            del self._lines[client]
        return True
