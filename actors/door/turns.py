"""Gives connections their turns, one after the other, and lets letters be handled in between.

Clients that have used little of the gateway's time come before the others, so that a client with
few requests gets its answers soon, however many others are busy.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable

from actors.door.connection import Connection

ROUND = 0.005  # s for the turns of all clients, before the gateway handles letters


class Turns:
    """The connections that wait for a turn: quiet ones first, and otherwise as they have asked.

    At the end of every round it calls flush, to send the letters and lines that the turns produced.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, flush: Callable[[], None]):
        self._loop = loop
        self._flush = flush
        self._quiet: deque[Connection] = deque()
        self._busy: deque[Connection] = deque()
        self._round_due = False

    def at_once(self, client: Connection) -> None:
        """Give a connection its turn now if no other one waits, or else put it into the queue."""
        if self._quiet or self._busy:
            client.wake()
        else:
            self._serve(client)
            self._flush()

    def line_up(self, client: Connection) -> None:
        """Put a connection at the end of its queue."""
        queue = self._quiet if client.usage.is_quiet(time.monotonic()) else self._busy
        queue.append(client)
        self._schedule()

    def _schedule(self) -> None:
        if not self._round_due:
            self._round_due = True
            self._loop.call_soon(self._round)

    def _round(self) -> None:
        self._round_due = False
        end = time.monotonic() + ROUND
        while (queue := self._quiet or self._busy) and self._serve(queue.popleft()) < end:
            pass
        self._flush()
        if self._quiet or self._busy:
            self._schedule()

    def _serve(self, client: Connection) -> float:
        """Give a connection its turn, and return the time when it ends, in s, monotonic."""
        begin = time.monotonic()
        client.take_turn()
        end = time.monotonic()
        client.usage.add(begin, end)
        return end
