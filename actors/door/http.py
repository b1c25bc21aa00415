"""HTTP: answers one request of a browser with a page, or begins to speak WebSocket with it."""

import sys
from importlib import import_module
from typing import Any

from actors.door.connection import CLOSE_TIMEOUT, Connection
from actors.door.extras import HOW_TO_GET_WEBSOCKET, has_websocket
from actors.door.pages import Page, page, sentence
from actors.door.request import BARE_NEWLINE, END, HEAD_BYTES, Request, read_request
from actors.door.visitors import refusal
from protocol.operations import Harmless
from protocol.wire import Malformed

HEAD_TIMEOUT = 10.0  # s for the head of a request
BODY_TIMEOUT = 30.0  # s for a browser to read a page
VERSION = "13"  # of the WebSocket protocol
# What the package websockets loads, in parts that each take 10 to 30 ms.
PARTS = ("importlib.metadata", "websockets", "websockets.server")


class HttpStream:
    """The stream of a connection that begins with GET. What follows the request is ignored."""

    def __init__(self, connection: Connection):
        self.size = 0
        self._connection: Connection | None = connection
        self._bytes = bytearray()
        self._timeout = connection.gateway.loop.call_later(HEAD_TIMEOUT, self._too_late)

    def __len__(self) -> int:
        return len(self._bytes)

    def clear(self) -> None:
        """Forget the bytes and the connection."""
        self._timeout.cancel()
        self._bytes = bytearray()
        self._connection = None

    def receive_data(self, data: bytes | memoryview) -> None:
        """Add bytes that have arrived."""
        self._bytes += data

    def goodbye(self, reason: str) -> bytes:
        """Return what the client is sent before its connection is closed for a reason."""
        answer = sentence(503, reason)
        return answer.head() + answer.body

    def next(self) -> dict[str, Any] | Malformed | Harmless | None:
        """Answer the request if its head is complete. It is never an operation."""
        reply = self._reply()
        if not isinstance(reply, Page):
            return reply
        self._answer(reply)
        return None

    def _reply(self) -> Page | Harmless | None:
        """Return a page, or Harmless if the connection speaks WebSocket, or will soon."""
        head, end, rest = self._bytes.partition(END)
        if BARE_NEWLINE.search(head):
            return sentence(400, "Each line of a request must end with CR LF")
        if len(head) > HEAD_BYTES:
            return sentence(431, f"The head of a request may have at most {HEAD_BYTES} bytes")
        if not end:
            return None
        request = read_request(bytes(head))
        if isinstance(request, Page):
            return request
        return self._serve(request) or self._upgrade(request, bytes(rest))

    def _serve(self, request: Request) -> Page | None:
        """Return the page that a request gets. None if it is a handshake of WebSocket."""
        assert self._connection is not None
        gateway = self._connection.gateway
        refused = refusal(request, gateway.origins)
        if refused is not None:
            text = refused.body.decode().strip()
            gateway.log.warning(f"a browser was refused: {text}", "a browser was refused")
            return refused
        if not request.wants_websocket:
            return page(request.path)
        if not has_websocket():
            return sentence(501, HOW_TO_GET_WEBSOCKET)
        if request.values("sec-websocket-version") not in ([], [VERSION]):
            header = ("Sec-WebSocket-Version", VERSION)
            return sentence(426, f"The version of WebSocket must be {VERSION}", header)
        return None

    def _upgrade(self, request: Request, rest: bytes) -> Page | Harmless:
        """Speak WebSocket from now on, or return why that cannot be; it may take several turns.

        rest is what has followed the head already: the first frames.
        """
        # It is loaded when the first client asks for it, since it takes time and memory.
        for module in PARTS:
            if module not in sys.modules:
                import_module(module)
                return Harmless()  # other clients have their turns, and this one has another
        from actors.door.websocket import Refused, open_websocket

        connection = self._connection
        assert connection is not None
        try:
            open_websocket(connection, request)
        except Refused as problem:
            headers = (("Upgrade", "websocket"),) if problem.status == 426 else ()
            return sentence(problem.status, str(problem), *headers)
        connection.stream.receive_data(rest)
        return Harmless()

    def _answer(self, answer: Page) -> None:
        """Send a page, and close the connection."""
        connection = self._connection
        assert connection is not None
        connection.outgoing.write_raw(answer.head())
        connection.outgoing.write_raw(answer.body)  # by itself: many browsers may share it
        connection.hang_up(BODY_TIMEOUT if connection.outgoing.waiting else CLOSE_TIMEOUT)

    def _too_late(self) -> None:
        self._answer(sentence(408, f"The request was not complete within {HEAD_TIMEOUT:g} s"))
