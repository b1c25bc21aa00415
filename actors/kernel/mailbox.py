"""A multiprocessing queue that keeps working when a process that uses it is killed.

The queues of multiprocessing write a stream of bytes to a pipe, and guard it with locks that the
processes share. If a process is killed while it holds such a lock, nobody can take the lock again.
If it is killed in the middle of a message, the reader finds an incomplete message. A Mailbox uses a
pair of packet sockets instead. The operating system delivers a packet completely or not at all. One
put is one send, one get is one receive, and no lock is needed. When the reader dies, its successor
continues with the same socket.

A long object is written to an anonymous file, and the packet contains only the descriptor of the
file. The operating system frees the file when the packet is freed, whether it was read or not.
"""

import array
import errno
import fcntl
import mmap
import os
import pickle
import select
import socket
import tempfile
import termios
from multiprocessing.queues import SimpleQueue
from queue import Empty, Full
from typing import Any

CAPACITY = 1024 * 1024  # bytes that may wait in a mailbox; the operating system may allow fewer
PACKET = 32 * 1024  # bytes; a longer pickle is passed in a file
IN_FILE = b"\0"  # the content of a packet with a descriptor; no pickle begins with this byte
ONE_DESCRIPTOR = socket.CMSG_LEN(array.array("i").itemsize)
# These are plain numbers, since combining the flags of the socket module takes a microsecond.
NOW = int(socket.MSG_DONTWAIT)
TAKE = NOW | int(getattr(socket, "MSG_CMSG_CLOEXEC", 0))
NOTHING = bytes(4)
# With these errors the operating system reports that it lacks buffers, descriptors or memory.
# The mailbox then counts as full for a while.
NO_ROOM = (
    errno.ETOOMANYREFS,
    errno.ENOBUFS,
    errno.EMFILE,
    errno.ENFILE,
    errno.ENOMEM,
    errno.ENOSPC,
)


class Mailbox(SimpleQueue):
    """The queue of one actor, with many writers and one reader at a time."""

    def __init__(self) -> None:
        reader, writer = _packet_sockets()
        self._reader: Any = reader
        self._writer: Any = writer
        writer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, CAPACITY)

    def __getstate__(self) -> Any:
        return self._reader, self._writer

    def __setstate__(self, state: Any) -> None:
        self._reader, self._writer = state

    def fileno(self) -> int:
        """Return the descriptor of the readable end, for select and for event loops."""
        return self._reader.fileno()

    def empty(self) -> bool:
        """Whether no object waits to be read."""
        return fcntl.ioctl(self._reader, termios.FIONREAD, NOTHING) == NOTHING

    def waiting(self) -> int:
        """Return how many bytes wait to be read, as counted by the system; 0 if it cannot tell."""
        try:
            count = fcntl.ioctl(self._writer, termios.TIOCOUTQ, array.array("i", [0]).tobytes())
        except OSError:
            return 0
        return array.array("i", count)[0]

    def put(self, obj: Any) -> None:
        """Add an object, or raise Full. It never blocks, so actors cannot deadlock."""
        self.put_pickled(pickle.dumps(obj, pickle.HIGHEST_PROTOCOL))

    def put_pickled(self, pickled: bytes) -> None:
        """Add an object that is already pickled, or raise Full."""
        try:
            if len(pickled) <= PACKET:
                self._writer.send(pickled, NOW)
            else:
                self._put_file(pickled)
        except BlockingIOError:
            raise Full from None
        except OSError as problem:
            if problem.errno in NO_ROOM:
                raise Full from None
            raise

    def _put_file(self, pickled: bytes) -> None:
        descriptor = _anonymous_file()
        try:
            rest = memoryview(pickled)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [descriptor]))
            self._writer.sendmsg([IN_FILE], [rights], NOW)
        finally:
            os.close(descriptor)

    def get(self, timeout: float | None = None) -> Any:
        """Take the next object. Raises Empty after timeout s; None waits without limit."""
        if timeout != 0 and not select.select([self._reader], [], [], timeout)[0]:
            raise Empty
        try:
            return self._take()
        except BlockingIOError:  # it is empty, or a predecessor that is being killed was faster
            raise Empty from None

    def _take(self) -> Any:
        """Take the next object. Raises BlockingIOError if there is none."""
        # socket.recv_fds would ignore the flags.
        packet, rights, _, _ = self._reader.recvmsg(PACKET, ONE_DESCRIPTOR, TAKE)
        if rights:
            return _read_file(rights[0][2])
        if packet == IN_FILE:
            raise Empty  # this process has no free descriptor for the file, so the object is lost
        return pickle.loads(packet)


def _read_file(rights: bytes) -> Any:
    (descriptor,) = array.array("i", rights)
    try:
        with mmap.mmap(descriptor, 0, prot=mmap.PROT_READ) as pickled:
            return pickle.loads(pickled)
    finally:
        os.close(descriptor)


# macOS has neither packet streams nor memory files; datagrams and unlinked files replace them.
def _packet_sockets() -> tuple[socket.socket, socket.socket]:
    try:
        return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    except OSError:
        reader, writer = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, CAPACITY)
        return reader, writer


def _anonymous_file() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("letters", os.MFD_CLOEXEC)
    descriptor, path = tempfile.mkstemp()
    os.unlink(path)
    return descriptor
