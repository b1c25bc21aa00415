"""Writes whole lines to standard output or standard error, and never waits for their reader.

An ordinary write blocks if the terminal was stopped with Ctrl-S, or if a pipe or socket is full.
The supervisor would then kill the blocked actor as silent. A LineWriter drops such a line instead,
and the next line that it can write says how many are missing.
"""

import os
import select
import socket
import stat

LONGEST = 4096  # bytes; a pipe accepts a write of this length either completely or not at all


class LineWriter:
    """Writes lines to one file descriptor of this process."""

    def __init__(self, descriptor: int):
        self._descriptor = descriptor
        self._socket: socket.socket | None = None
        self._dropped = 0
        self._torn = False  # whether the last line was cut short
        self._is_own = False  # whether this object has opened the descriptor
        self._open()

    def _open(self) -> None:
        """Open a descriptor on which writes do not block, if the kind of file allows it.

        Pipes and terminals are opened a second time: other programs share the original descriptor,
        and do not expect it to be non-blocking.
        """
        try:
            mode = os.fstat(self._descriptor).st_mode
            if stat.S_ISSOCK(mode):
                self._socket = socket.socket(fileno=os.dup(self._descriptor))
            elif stat.S_ISFIFO(mode) or stat.S_ISCHR(mode):
                flags = os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
                self._descriptor = os.open(f"/dev/fd/{self._descriptor}", flags)
                self._is_own = True
        except OSError:
            pass  # _write uses the original descriptor, and checks for room before each write

    def write(self, line: bytes) -> None:
        """Write a line, shortened to LONGEST bytes, or drop it if there is no room."""
        missing = (
            b" (%d lines before this one are missing)" % self._dropped if self._dropped else b""
        )
        data = line[: LONGEST - 1 - len(missing)] + missing + b"\n"
        if self._torn:
            data = b"\n" + data
        try:
            written = self._write(data)
        except OSError:
            written = 0  # the reader has closed its end, or is too slow
        self._dropped = 0 if written else self._dropped + 1
        self._torn = 0 < written < len(data) or (self._torn and not written)

    def close(self) -> None:
        """Close the descriptors that were opened for this writer."""
        if self._socket is not None:
            self._socket.close()
        if self._is_own:
            os.close(self._descriptor)

    def _write(self, data: bytes) -> int:
        if self._socket is not None:
            return self._socket.send(data, socket.MSG_DONTWAIT)
        if not select.select([], [self._descriptor], [], 0)[1]:
            return 0
        return os.write(self._descriptor, data)
