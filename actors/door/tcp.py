"""Rosbridge over plain TCP: tells a connection what asyncio says of its socket."""

import asyncio
import socket
from typing import Any

from actors.door.connection import Connection
from actors.door.host import Host
from actors.door.outgoing import SOCKET_BUFFER
from protocol.wire import RosbridgeStream

READ_BUFFER = memoryview(bytearray(256 * 1024))


class TcpClient(asyncio.BufferedProtocol):
    """One client that sends JSON objects as they are, and is sent one on each line."""

    def __init__(self, gateway: Host):
        self._gateway = gateway

    def connection_made(self, transport: Any) -> None:
        transport.set_write_buffer_limits(high=SOCKET_BUFFER)
        # asyncio sets it only where the listener was made with an explicit protocol.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connection = Connection(self._gateway, transport, RosbridgeStream())

    def connection_lost(self, problem: Exception | None) -> None:
        self.connection.lost()

    def get_buffer(self, sizehint: int) -> memoryview:
        """One for all clients: what is read into it is taken out before the next read."""
        return READ_BUFFER

    def buffer_updated(self, nbytes: int) -> None:
        self.connection.receive(READ_BUFFER[:nbytes])

    def eof_received(self) -> bool:
        """True: the connection stays open for answers."""
        self.connection.end()
        return True

    def pause_writing(self) -> None:
        self.connection.outgoing.pause()

    def resume_writing(self) -> None:
        self.connection.has_room()
