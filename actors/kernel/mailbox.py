"""A multiprocessing queue that stays whole whichever process is killed.

The queues of multiprocessing write a stream of bytes to a pipe, and guard it with locks that the
processes share. If a process is killed while it holds such a lock, the lock stays shut; if it is
killed half way through a message, the stream is torn. A Mailbox uses a pair of packet sockets
instead. The kernel of the operating system keeps packets whole: one put is one send, one get is one
receive, and there is no lock. When the reader dies, its successor reads on from the same socket.

A long object travels in an anonymous file whose descriptor is sent with the packet. The operating
system frees the file together with the packet, read or not.
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

CAPACITY = 1024 * 1024  # bytes that may wait in a mailbox, as far as the system allows
PACKET = 32 * 1024  # bytes; a longer pickle travels in a file
IN_FILE = b"\0"  # what a packet with a descriptor holds; no pickle begins with it
ONE_DESCRIPTOR = socket.CMSG_LEN(array.array("i").itemsize)
# As plain numbers, since joining flags of the socket module takes a microsecond each time.
NOW = int(socket.MSG_DONTWAIT)
TAKE = NOW | int(getattr(socket, "MSG_CMSG_CLOEXEC", 0))
NOTHING = bytes(4)
# The errors of a system without room, descriptors or memory. The mailbox counts as full then.
NO_ROOM = (
    errno.ETOOMANYREFS,
    errno.ENOBUFS,
    errno.EMFILE,
    errno.ENFILE,
    errno.ENOMEM,
    errno.ENOSPC,
)


class Mailbox(SimpleQueue):
    """The queue of one actor: many writers, and one reader at a time."""

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
        """The readable end, for select and for event loops."""
        return self._reader.fileno()

    def empty(self) -> bool:
        """Whether nothing waits to be read."""
        return fcntl.ioctl(self._reader, termios.FIONREAD, NOTHING) == NOTHING

    def waiting(self) -> int:
        """Bytes that wait to be read, with the overhead of the system; 0 where it does not tell."""
        try:
            count = fcntl.ioctl(self._writer, termios.TIOCOUTQ, array.array("i", [0]).tobytes())
        except OSError:
            return 0
        return array.array("i", count)[0]

    def put(self, obj: Any) -> None:
        """Add an object, or raise Full. It never waits, so no cycle of actors can deadlock."""
        self.put_pickled(pickle.dumps(obj, pickle.HIGHEST_PROTOCOL))

    def put_pickled(self, pickled: bytes) -> None:
        """Add an object that has been pickled already, or raise Full."""
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
        """Take the next object. Raises Empty after timeout s; None waits for ever."""
        if timeout != 0 and not select.select([self._reader], [], [], timeout)[0]:
            raise Empty
        try:
            return self._take()
        except BlockingIOError:  # nothing is there, or a reader that is being killed took it
            raise Empty from None

    def _take(self) -> Any:
        """Take the next object; raises BlockingIOError if there is none."""
        # recvmsg, since socket.recv_fds would ignore the flags
        packet, rights, _, _ = self._reader.recvmsg(PACKET, ONE_DESCRIPTOR, TAKE)
        if rights:
            return _read_file(rights[0][2])
        if packet == IN_FILE:
            raise Empty  # this process had no descriptor left to receive the file, and it is lost
        return pickle.loads(packet)


def _read_file(rights: bytes) -> Any:
    (descriptor,) = array.array("i", rights)
    try:
        with mmap.mmap(descriptor, 0, prot=mmap.PROT_READ) as pickled:
            return pickle.loads(pickled)
    finally:
        os.close(descriptor)


# Where a system has no packet streams or memory files (macOS), datagrams and unlinked files serve.
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
