"""Accepts connections, as long as there are enough descriptors for all that the gateway does."""

import asyncio
import errno
import os
import resource
import socket
from collections.abc import Callable

from actors.kernel.log import Log

BACKLOG = 1024  # connections that may wait to be accepted
AT_ONCE = 16  # connections that are accepted before other events are handled
RESERVE = 16  # descriptors that stay free, for long letters and for what Python opens
RETRY = 1.0  # s until connections are accepted again after the system had no room for one
# Errors of accept when the system has no room for a connection.
NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Entrance:
    """Accepts connections from a listening socket, and makes a protocol for each.

    make(closed) returns the protocol, which must call closed() when its connection has ended. If as
    many connections are open as there are descriptors for, further ones wait in the backlog of the
    listening socket until one is closed.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        listener: socket.socket,
        make: Callable[[Callable[[], None]], asyncio.BaseProtocol],
        log: Log,
    ):
        self._loop = loop
        self._listener = listener
        self._make = make
        self._log = log
        self._most = most_connections()
        self._open = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Begin to listen and to accept. Raises OSError if the port is in use."""
        self._listener.setblocking(False)
        self._listener.listen(BACKLOG)
        self._resume()

    def _closed(self) -> None:
        """Called when a connection that was accepted has ended."""
        if self._open == self._most:
            self._resume()
        self._open -= 1

    def _resume(self) -> None:
        self._loop.add_reader(self._listener, self._accept)

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            if self._open >= self._most:
                self._loop.remove_reader(self._listener)
                self._log.warning(f"{self._open} connections are open, more have to wait")
                return
            try:
                client, _address = self._listener.accept()
            except OSError as problem:
                if problem.errno in NO_ROOM:
                    self._pause(problem)
                return  # else nobody waits, or has hung up meanwhile
            self._open += 1
            task = self._loop.create_task(self._connect(client))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _pause(self, problem: OSError) -> None:
        self._log.warning(f"no more connections can be accepted for now: {problem.strerror}")
        self._loop.remove_reader(self._listener)
        self._loop.call_later(RETRY, self._resume)

    async def _connect(self, client: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(lambda: self._make(self._closed), client)
        except OSError:
            client.close()
            self._closed()


def most_connections() -> int:
    """Return how many connections fit besides the descriptors that are open now."""
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(1, limit - open_descriptors() - RESERVE)


def open_descriptors() -> int:
    """Return how many descriptors this process has open."""
    for folder in ("/proc/self/fd", "/dev/fd"):
        try:
            return len(os.listdir(folder)) - 1  # without that of the folder itself
        except OSError:
            continue
    return 100
