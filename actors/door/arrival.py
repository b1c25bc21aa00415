"""A client that has just connected: its first bytes decide what the connection speaks."""

from typing import Any

from actors.door.connection import Connection
from protocol.first_bytes import Language, language, without_blanks
from protocol.operations import Harmless
from protocol.stream import NO_ROSBRIDGE, RosbridgeStream
from protocol.wire import Malformed


class Arrival:
    """The stream of a new connection. It puts another one in its place."""

    def __init__(self, connection: Connection):
        self.size = 0
        self._connection: Connection | None = connection
        self._first = b""

    def __len__(self) -> int:
        return len(self._first)

    def clear(self) -> None:
        """Forget the bytes and the connection."""
        self._first = b""
        self._connection = None

    def receive_data(self, data: bytes | memoryview) -> None:
        """Add bytes that have arrived."""
        self._first = without_blanks(self._first + bytes(data))

    def goodbye(self, reason: str) -> bytes:
        """Return what the client is sent before its connection is closed for a reason."""
        return RosbridgeStream.goodbye(reason)

    def next(self) -> dict[str, Any] | Malformed | Harmless | None:
        """Decide if there are enough bytes, and return what the stream that takes over returns."""
        connection, first = self._connection, self._first
        spoken = language(first) if first and connection else None
        if spoken is Language.OTHER:
            return NO_ROSBRIDGE
        if spoken is None or connection is None:
            return None
        if spoken is Language.JSON:
            connection.replace_stream(RosbridgeStream())
        else:
            # It is loaded when the first browser comes, since many runtimes never see one.
            from actors.door.http import HttpStream

            connection.replace_stream(HttpStream(connection))
        connection.stream.receive_data(first)
        return connection.stream.next()
