"""Gives connections their turns, one after the other, and lets letters be handled in between."""

import asyncio
import time
from collections import deque
from collections.abc import Callable

from actors.door.connection import Connection

ROUND = 0.005  # s for the turns of all clients, before the gateway handles letters


class Turns:
    """The queue of connections that wait for a turn, in the order in which they asked for it.

    At the end of every round it calls flush, to send the letters and lines that the turns produced.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, flush: Callable[[], None]):
        self._loop = loop
        self._flush = flush
        self._queue: deque[Connection] = deque()
        self._round_due = False

    def at_once(self, client: Connection) -> None:
        """Give a connection its turn now if no other one waits, or else put it into the queue."""
        if self._queue:
            client.wake()
        else:
            client.take_turn()
            self._flush()

    def line_up(self, client: Connection) -> None:
        """Put a connection at the end of the queue."""
        self._queue.append(client)
        self._schedule()

    def _schedule(self) -> None:
        if not self._round_due:
            self._round_due = True
            self._loop.call_soon(self._round)

    def _round(self) -> None:
        self._round_due = False
        end = time.monotonic() + ROUND
        while self._queue and time.monotonic() < end:
            self._queue.popleft().take_turn()
        self._flush()
        if self._queue:
            self._schedule()
