"""Which connection has its turn: one after the other, and letters in between."""

import asyncio
import time
from collections import deque
from collections.abc import Callable

from actors.door.connection import Connection

ROUND = 0.005  # s for the operations of all clients before letters have a turn


class Turns:
    """The connections that have something to be dealt with, in the order in which they came.

    flush is called at the end of every round, to send what the turns brought about.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, flush: Callable[[], None]):
        self._loop = loop
        self._flush = flush
        self._line: deque[Connection] = deque()
        self._round_due = False

    def at_once(self, client: Connection) -> None:
        """A turn now if nobody is in line, else after those who are."""
        if self._line:
            client.wake()
        else:
            client.take_turn()
            self._flush()

    def line_up(self, client: Connection) -> None:
        """A turn after those who are in line."""
        self._line.append(client)
        self._schedule()

    def _schedule(self) -> None:
        if not self._round_due:
            self._round_due = True
            self._loop.call_soon(self._round)

    def _round(self) -> None:
        self._round_due = False
        end = time.monotonic() + ROUND
        while self._line and time.monotonic() < end:
            self._line.popleft().take_turn()
        self._flush()
        if self._line:
            self._schedule()
