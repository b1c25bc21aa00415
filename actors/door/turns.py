"""Gives connections their turns, one after the other, and lets letters be handled in between.

Connections with few waiting bytes come before the others. So a client that sends one request at a
time gets its answers soon, however many others are busy. One operation can take some ten
milliseconds, if its message is long. Then only connections with few bytes have turns for as long.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable

from actors.door.connection import Connection
from actors.door.timer import Alarm

ROUND = 0.005  # s for the turns of all clients, before the gateway handles letters
FEW = 1024  # bytes, at most


class Turns:
    """The connections that wait for a turn, each kind in the order in which they have asked.

    At the end of every round it calls flush, to send the letters and lines that the turns produced.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, flush: Callable[[], None]):
        self._timer = Alarm(loop, self._round)
        self._flush = flush
        self._quiet: deque[Connection] = deque()
        self._busy: deque[Connection] = deque()
        self._rest_until = 0.0  # s, monotonic: when connections with many bytes have turns again
        self._used_at_once = 0.0  # s of turns at once since the last round

    def at_once(self, client: Connection) -> None:
        """Give a quiet connection its turn now if no other one waits, or else let it line up.

        When many clients have sent something, asyncio calls this for one after the other. When
        these turns have used the time of a round, the next client lines up, so that letters and
        other events are handled before its turn.
        """
        used_up = self._used_at_once >= ROUND
        if used_up or self._quiet or self._busy or not _is_quiet(client):
            client.wake()
            return
        begin = time.monotonic()
        client.take_turn()
        self._flush()
        self._used_at_once += time.monotonic() - begin

    def line_up(self, client: Connection) -> None:
        """Put a connection at the end of its queue."""
        (self._quiet if _is_quiet(client) else self._busy).append(client)
        self._schedule()

    def _schedule(self) -> None:
        # Unlike call_soon, a timer lets clients that have sent something meanwhile line up first.
        if self._quiet:
            self._timer.set(0.0)
        elif self._busy:
            self._timer.set(self._rest_until)

    def _round(self) -> None:
        """Give all quiet connections a turn, and then at least one of the others."""
        self._used_at_once = 0.0
        now = time.monotonic()
        end = now + ROUND
        while self._quiet and now < end:
            self._quiet.popleft().take_turn()
            now = time.monotonic()
        if now >= self._rest_until:
            self._serve_busy(now, end)
        self._flush()
        self._schedule()

    def _serve_busy(self, now: float, end: float) -> None:
        """Give connections with many bytes a turn until the end, in s, monotonic."""
        while self._busy:
            begin = now
            self._busy.popleft().take_turn()
            now = time.monotonic()
            if now - begin > ROUND:
                self._rest_until = now + (now - begin)
            if now >= end:
                break


def _is_quiet(client: Connection) -> bool:
    return len(client.stream) <= FEW
