"""WebSocket (RFC 6455): turns the bytes of a client into messages, on the package websockets.

The package is told only a few bytes at a time, since it parses all that it gets at a stretch, and
a client may send many tiny frames. Messages are handled in the order in which they came, and what
the package wants to send, such as a pong, leaves when all messages before it are handled.
"""

from collections import deque
from typing import Any

from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from actors.door.connection import Connection
from actors.door.framed import FramedOutgoing
from actors.door.frames import POLICY, close_frame, frame
from actors.door.request import Request
from protocol import limits
from protocol.lines import status_line
from protocol.message import read_message
from protocol.operations import Harmless
from protocol.wire import Malformed

NEEDED = ("host", "connection", "sec-websocket-key", "sec-websocket-version")
PIECE = 1024  # bytes that are parsed at a stretch
INVALID_TEXT = 1007
NO_BINARY = Malformed("binary messages are not read: send each object as a text message")


class Refused(Exception):
    """Raised for a handshake that is not valid. status is that of the HTTP response."""

    def __init__(self, status: int, text: str):
        super().__init__(text)
        self.status = status


def open_websocket(connection: Connection, request: Request) -> None:
    """Answer a handshake and let the connection speak WebSocket. Raises Refused.

    No extension is accepted, since compression would take much memory for each client.
    """
    protocol = ServerProtocol(max_size=limits.FRAME_BYTES)
    protocol.receive_data(_handshake(request))
    requests: list[Any] = protocol.events_received()
    if not requests:
        _release(protocol)
        raise Refused(400, "The handshake cannot be understood")
    response = protocol.accept(requests[0])
    if response.status_code != 101:
        _release(protocol)
        raise Refused(response.status_code, (response.body or b"").decode().partition("\n")[0])
    protocol.send_response(response)
    for data in protocol.data_to_send():
        connection.outgoing.write_raw(data)
    outgoing = FramedOutgoing(
        connection.transport,
        connection.account,
        connection.line_up_to_write(),
        connection.gateway.clients.frames,
    )
    connection.replace_stream(WebSocketStream(connection, protocol), outgoing)
    connection.gateway.bridge.sessions[connection.session].speaks_websocket()


def _handshake(request: Request) -> bytes:
    """Write the request again with only what a handshake needs.

    The package would refuse a long field, such as the cookies of other programs on this machine,
    and an Upgrade that offers other protocols besides.
    """
    fields = [f"{name}: {value}" for name in NEEDED for value in request.values(name)]
    lines = [f"GET / {request.version}", "Upgrade: websocket", *fields, "", ""]
    return "\r\n".join(lines).encode("latin-1")


def _release(protocol: ServerProtocol) -> None:
    """Called when a protocol is no longer needed: let go of what refers back to it.

    Else its memory would be freed only by the garbage collector, which seldom runs here.
    """
    protocol.parser.close()
    problem: BaseException | None
    for problem in (protocol.handshake_exc, protocol.parser_exc):
        while problem is not None:
            problem.__traceback__ = None  # it has the frames, and so all that was in use there
            problem = problem.__context__
    protocol.handshake_exc = protocol.parser_exc = None


class WebSocketStream:
    """The stream of a client that speaks WebSocket: each text message is one object."""

    def __init__(self, connection: Connection, protocol: ServerProtocol):
        self.size = 0  # bytes of the message that was taken last
        self._connection: Connection | None = connection
        self._protocol = protocol
        self._buffer = bytearray()  # not yet parsed
        self._frames: deque[Any] = deque()  # parsed, and not yet taken
        self._message = bytearray()  # the fragments of an unfinished message
        self._is_binary = False  # whether that message is binary

    def __len__(self) -> int:
        """Return how many bytes wait to be taken."""
        return len(self._buffer) + len(self._protocol.reader.buffer) + len(self._message)

    def clear(self) -> None:
        """Forget all bytes and the connection, when nothing more will be taken."""
        self._buffer = bytearray()
        self._message = bytearray()
        self._frames.clear()
        self._protocol.reader.buffer.clear()
        _release(self._protocol)
        self._connection = None

    def receive_data(self, data: bytes | memoryview) -> None:
        """Add bytes that have arrived."""
        self._buffer += data

    def goodbye(self, reason: str) -> bytes:
        """Return what the client is sent before its connection is closed for a reason."""
        return frame(status_line("error", reason)) + close_frame(POLICY, reason)

    def next(self) -> dict[str, Any] | Malformed | Harmless | None:
        """Take the next message."""
        if not self._frames:
            self._send_replies()
            if not self._buffer:
                return None
            self._parse_piece()
        while self._frames:
            message = self._take(self._frames.popleft())
            if message is not None:
                return message
        return Harmless()  # there may be replies to send, or more pieces

    def _parse_piece(self) -> None:
        piece = bytes(self._buffer[:PIECE])
        del self._buffer[:PIECE]
        self._protocol.receive_data(piece)
        self._frames.extend(self._protocol.events_received())

    def _send_replies(self) -> None:
        """Send pongs and close frames. After a close frame, hang up."""
        for data in self._protocol.data_to_send():
            if self._connection is None:
                return
            if data:
                self._connection.outgoing.write_raw(data)
            else:
                self._connection.hang_up()

    def _take(self, frame: Frame) -> dict[str, Any] | Malformed | None:
        """Take a frame: return its message if it ends one."""
        if frame.opcode is Opcode.TEXT or frame.opcode is Opcode.BINARY:
            self._is_binary = frame.opcode is Opcode.BINARY
        elif frame.opcode is not Opcode.CONT:
            return None  # the package has replied to it
        if not frame.fin:
            self._message += frame.data
            return None
        whole = bytes(frame.data)
        if self._message:
            whole = bytes(self._message) + whole
            self._message = bytearray()
        return NO_BINARY if self._is_binary else self._read(whole)

    def _read(self, text: bytes) -> dict[str, Any] | Malformed | None:
        self.size = len(text)
        if not text.isascii():
            try:
                text.decode()
            except UnicodeDecodeError as problem:
                self._protocol.fail(INVALID_TEXT, f"{problem.reason} at byte {problem.start}")
                self._buffer.clear()
                self._frames.clear()
                return None
        return read_message(text)
