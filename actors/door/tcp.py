"""Passes the events that asyncio reports about a TCP socket to its connection."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any

from actors.door.arrival import Arrival
from actors.door.connection import Connection
from actors.door.host import Host
from actors.door.outgoing import SOCKET_BUFFER
from protocol.stream import RosbridgeStream

READ_BUFFER = memoryview(bytearray(64 * 1024))


class TcpClient(asyncio.BufferedProtocol):
    """One client, whatever it speaks."""

    def __init__(self, gateway: Host, closed: Callable[[], None]):
        self._gateway = gateway
        self._closed = closed  # called when the connection has ended

    def connection_made(self, transport: Any) -> None:
        """Called once by asyncio when a client has connected: make its connection."""
        transport.set_write_buffer_limits(high=SOCKET_BUFFER)
        # asyncio sets TCP_NODELAY only if the listener was made with an explicit protocol number.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connection = Connection(self._gateway, transport, RosbridgeStream())
        self.connection.replace_stream(Arrival(self.connection))

    def connection_lost(self, problem: Exception | None) -> None:
        """Called once by asyncio when the socket is closed."""
        self._closed()
        self.connection.lost()

    def get_buffer(self, sizehint: int) -> memoryview:
        """Called by asyncio before each read: return the buffer to read into.

        All clients share it, since buffer_updated copies its content before the next read.
        """
        return READ_BUFFER

    def buffer_updated(self, nbytes: int) -> None:
        """Called by asyncio after each read of nbytes bytes."""
        self.connection.receive(READ_BUFFER[:nbytes])

    def eof_received(self) -> bool:
        """Called by asyncio when the client has closed its sending half.

        It returns True, so that asyncio keeps the connection open for answers.
        """
        self.connection.end()
        return True

    def pause_writing(self) -> None:
        """Called by asyncio when the buffer of the socket is full."""
        self.connection.outgoing.pause()

    def resume_writing(self) -> None:
        """Called by asyncio when the buffer of the socket has room again."""
        self.connection.has_room()
