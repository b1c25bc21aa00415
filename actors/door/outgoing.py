"""Writes the lines for one client, and keeps them while the socket has no room.

Each line is written separately, since some clients treat the data of one read as one object. But
if a client waits for several answers, its answers are collected until the end of the round, and
written together. All lines keep their order.

If a client reads too slowly, first the socket fills, then SOCKET_BUFFER bytes in asyncio, and then
the queue in this module, where newer publications replace old ones. A long line is passed to
asyncio piece by piece, because asyncio copies what the socket does not take, and the same line may
be sent to many clients: see actors/door/writers.py.
"""

import asyncio
from collections.abc import Callable

from protocol.budget import Account
from protocol.sendqueue import SendQueue

SOCKET_BUFFER = 64 * 1024  # bytes that asyncio keeps for a socket, before our own queue is used


class Outgoing:
    """The lines for one client, in order."""

    def __init__(self, transport: asyncio.Transport, account: Account, line_up: Callable[[], None]):
        self.waiting = SendQueue(account)  # long lines, and lines for which the socket has no room
        self._transport = transport
        self._line_up = line_up  # asks for a call of write_piece
        self._lined_up = False
        self._has_room = True
        self._finished = False  # whether nothing more may be written
        self._answers: list[bytes] = []  # collected, to be written together
        self._answers_bytes = 0

    def send(self, line: bytes, topic: str | None = None, keep: int = 0) -> None:
        """Write a line now, or queue it until the socket has room.

        At most `keep` publications of one topic wait in the queue; newer ones replace older ones.
        """
        if self._answers:
            self.flush()
        self._write(line, topic, keep)

    def answer(self, line: bytes, more: bool, rest: tuple[bytes, ...] = ()) -> bool:
        """Write an answer at once, or collect it if more answers will follow.

        It returns whether the answer was collected, so that flush() must be called. A long answer
        has a rest, and is not collected.
        """
        if rest:
            self.flush()
            for part in (line, *rest):
                self._write(part)
            return False
        if not more and not self._answers:
            self._write(line)
            return False
        self._answers.append(line)
        self._answers_bytes += len(line)
        if self._answers_bytes > SOCKET_BUFFER:
            self.flush()
        return True

    def flush(self) -> None:
        """Write the answers that were collected."""
        if self._answers:
            together = b"".join(self._answers)
            self._answers.clear()
            self._answers_bytes = 0
            self._write(together)

    def _write(self, line: bytes, topic: str | None = None, keep: int = 0) -> None:
        if self._finished or self._transport.is_closing():
            return
        if self._has_room and not self.waiting and len(line) <= SOCKET_BUFFER:
            self._transport.write(line)
        else:
            self.waiting.push(line, topic, keep)
            self._go_on()

    def write_raw(self, data: bytes) -> None:
        """Write bytes that are not a line, such as a response of HTTP, in their order."""
        self.flush()
        self._write(data)

    def leave(self) -> None:
        """Called when the gateway is about to stop. Plain TCP needs no word for that."""

    def finish(self) -> None:
        """Ignore all that is sent from now on. What waits already will still be written."""
        self.flush()
        self._finished = True

    def close(self) -> None:
        """Called once when the connection has ended: forget what waits, and whom to ask."""
        self.waiting.clear()
        self._answers.clear()
        self._line_up = _nobody  # it holds the connection, which then could not be freed at once

    def write_piece(self) -> bool:
        """Called after line_up: write the next piece. It returns whether to call it again."""
        if self.waiting and not self._transport.is_closing():
            self._transport.write(self.waiting.take(SOCKET_BUFFER))
        self._lined_up = self._has_room and bool(self.waiting) and not self._transport.is_closing()
        return self._lined_up

    def _go_on(self) -> None:
        if self._has_room and self.waiting and not self._lined_up:
            self._lined_up = True
            self._line_up()

    # -- events of the socket --------------------------------------------------------------------
    def pause(self) -> None:
        """Called when asyncio reports that the socket is full."""
        self._has_room = False

    def resume(self) -> None:
        """Called when the socket has room again: waiting lines will be written."""
        self._has_room = True
        self._go_on()


def _nobody() -> None:
    """Stands in for line_up after the end."""
