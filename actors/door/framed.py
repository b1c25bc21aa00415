"""Writes the lines for one WebSocket client, each as a message of its own."""

import asyncio
from collections.abc import Callable

from actors.door.frames import FINAL_TEXT, GOING_AWAY, Frames, close_frame, frame, header
from actors.door.outgoing import Outgoing
from protocol.budget import Account


class FramedOutgoing(Outgoing):
    """Frames the lines. All else is as for a TCP client."""

    def __init__(
        self,
        transport: asyncio.Transport,
        account: Account,
        line_up: Callable[[], None],
        frames: Frames,
    ):
        super().__init__(transport, account, line_up)
        self._frames = frames  # shared by all clients

    def send(self, line: bytes, topic: str | None = None, keep: int = 0) -> None:
        """Write a line now, or queue it until the socket has room."""
        super().send(frame(line) if topic is None else self._frames.of(line), topic, keep)

    def answer(self, line: bytes, more: bool, rest: tuple[bytes, ...] = ()) -> bool:
        """Write an answer at once, or collect it; see Outgoing."""
        if not rest:
            return super().answer(frame(line), more)
        *middle, last = rest
        last = last[:-1]  # without the newline
        length = len(line) + sum(map(len, middle)) + len(last)
        return super().answer(header(FINAL_TEXT, length) + line, more, (*middle, last))

    def leave(self) -> None:
        """Say that the gateway is about to stop, unless a part of a frame may be written."""
        if not self.waiting:
            self.write_raw(close_frame(GOING_AWAY, "Pendularm stops"))
