"""Lets connections write the lines that wait for them, piece by piece and one after the other.

So a line of some megabytes to many clients does not stop the gateway while it is being written.
"""

import asyncio
import time
from collections import deque
from typing import Any, TypeAlias

from actors.door.timer import Timer

ROUND = 0.005  # s of writing, before the gateway handles other events

# It is an actors.door.connection.Connection. That file uses this class through its gateway.
Connection: TypeAlias = Any


class Writers:
    """The connections with waiting lines whose sockets have room, in the order of their turns."""

    def __init__(self, loop: asyncio.AbstractEventLoop):
        self._timer = Timer(loop, 0.0, self._round)
        self._queue: deque[Connection] = deque()

    def line_up(self, client: Connection) -> None:
        """Put a connection at the end of the queue."""
        self._queue.append(client)
        self._timer.start()

    def _round(self) -> None:
        end = time.monotonic() + ROUND
        while self._queue and time.monotonic() < end:
            client = self._queue.popleft()
            if client.write_piece():
                self._queue.append(client)
        if self._queue:
            self._timer.start()
