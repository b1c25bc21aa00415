"""What one client is sent: written while its socket has room, else kept until it has.

A line is a write of its own, since there are clients that take what one read returns for one
object. Only the answers to a client that waits for several are collected until the round of the
gateway is over, and written together. All lines keep their order.

A client that reads too slowly fills the socket, then SOCKET_BUFFER bytes of asyncio, and then the
queue here, where old publications give way to newer ones. If even that grows too long, the client
is cut off.
"""

import asyncio

from actors.kernel.log import Log
from protocol import limits
from protocol.sendqueue import SendQueue

SOCKET_BUFFER = 64 * 1024  # bytes that asyncio holds for a socket before our own queue does


class Outgoing:
    """The lines for one client, in order."""

    def __init__(self, transport: asyncio.Transport, log: Log):
        self.waiting = SendQueue()  # lines that the socket has no room for
        self._transport = transport
        self._log = log
        self._has_room = True
        self._answers: list[bytes] = []  # to be written together
        self._answers_bytes = 0

    def send(self, line: bytes, topic: str | None = None, keep: int = 0) -> None:
        """Write a line now, as soon as there is room, or never if newer ones of its topic come."""
        if self._answers:
            self.flush()
        self._write(line, topic, keep)

    def answer(self, line: bytes, more: bool) -> bool:
        """Write an answer, with others if more are to come; whether it waits for flush()."""
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
        if self._transport.is_closing():
            return
        if self._has_room and not self.waiting:
            self._transport.write(line)
        elif self.waiting.bytes > limits.CUT_OFF_BYTES:
            self._log.warning("a client that does not read is cut off")
            self._transport.abort()
        else:
            self.waiting.push(line, topic, keep)

    # -- events of the socket --------------------------------------------------------------------
    def pause(self) -> None:
        """The socket has no room any more."""
        self._has_room = False

    def resume(self) -> None:
        """The socket has room again; what waits is written as far as it goes."""
        self._has_room = True
        while self._has_room and self.waiting and not self._transport.is_closing():
            self._transport.write(self.waiting.pop())
