"""A multiprocessing queue that no kill can break."""

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

CAPACITY = 1024 * 1024  # bytes, as far as the system allows
PACKET = 32 * 1024  # a longer pickle travels in a memory file
IN_FILE = b"\0"  # the packet with the descriptor; no pickle begins so
ONE_DESCRIPTOR = socket.CMSG_LEN(array.array("i").itemsize)
NOW = int(
    socket.MSG_DONTWAIT
)  # as plain numbers: to join flags of the socket module takes a microsecond
TAKE = NOW | int(getattr(socket, "MSG_CMSG_CLOEXEC", 0))
NOTHING = bytes(4)
NO_ROOM = (errno.ETOOMANYREFS, errno.ENOBUFS)


class Mailbox(SimpleQueue):
    """The queue of one actor: many writers, one reader at a time, and no lock.

    multiprocessing's own queues write a byte stream to a pipe and guard it with locks shared by the
    processes. SIGKILL a process that holds one and the lock stays shut; kill it half way through a
    message and the stream is torn. Here the wire is a pair of packet sockets, and the kernel keeps
    packets whole: one put is one send, one get is one receive, and nothing is left to lock or tear.
    So a mailbox outlives its readers, and the next incarnation of an actor just reads on.

    A long message travels in an anonymous file whose descriptor rides in the packet. The kernel
    frees it with the packet, read or not.
    """

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
        return fcntl.ioctl(self._reader, termios.FIONREAD, NOTHING) == NOTHING

    def waiting(self) -> int:
        """Bytes that were put and not yet taken, with the system's overhead; 0 where it does not tell."""
        try:
            count = fcntl.ioctl(self._writer, termios.TIOCOUTQ, array.array("i", [0]).tobytes())
        except OSError:
            return 0
        return array.array("i", count)[0]

    def put(self, obj: Any) -> None:
        """Add obj, or raise Full. Never waits, so no cycle of actors can deadlock."""
        packet = pickle.dumps(obj, pickle.HIGHEST_PROTOCOL)
        try:
            if len(packet) <= PACKET:
                self._writer.send(packet, NOW)
            else:
                self._put_file(packet)
        except BlockingIOError:
            raise Full from None
        except OSError as problem:
            if problem.errno in NO_ROOM:
                raise Full from None
            raise

    def _put_file(self, letter: bytes) -> None:
        descriptor = _anonymous_file()
        try:
            rest = memoryview(letter)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [descriptor]))
            self._writer.sendmsg([IN_FILE], [rights], NOW)
        finally:
            os.close(descriptor)

    def get(self, timeout: float | None = None) -> Any:
        """The next object; raises Empty after timeout seconds. None waits for ever."""
        if timeout != 0 and not select.select([self._reader], [], [], timeout)[0]:
            raise Empty
        try:
            # recvmsg, since socket.recv_fds would ignore the flags
            packet, rights, _, _ = self._reader.recvmsg(PACKET, ONE_DESCRIPTOR, TAKE)
        except BlockingIOError:  # nothing there, or another reader's last breath took it
            raise Empty from None
        if packet == IN_FILE and not rights:
            raise Empty  # this process had no descriptor left for the letter, and it is lost
        return _read_file(rights[0][2]) if rights else pickle.loads(packet)


def _read_file(rights: bytes) -> Any:
    (descriptor,) = array.array("i", rights)
    try:
        with mmap.mmap(descriptor, 0, prot=mmap.PROT_READ) as letter:
            return pickle.loads(letter)
    finally:
        os.close(descriptor)


# Where a system lacks packet streams or memory files (macOS), datagrams and an unlinked file do the same.
def _packet_sockets() -> tuple[socket.socket, socket.socket]:
    try:
        return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    except OSError:
        reader, writer = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, CAPACITY)
        return reader, writer


def _anonymous_file() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("letter", os.MFD_CLOEXEC)
    descriptor, path = tempfile.mkstemp()
    os.unlink(path)
    return descriptor
