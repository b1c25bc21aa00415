"""Memory that a process shares with the processes forked from it, without a name or a file.

multiprocessing.sharedctypes puts such memory into files of /dev/shm. Where that folder is missing
or cannot be written, nothing could start. Anonymous memory is always there, and needs no
descriptor.
"""

import ctypes
import mmap
from typing import Any, TypeVar

Kind = TypeVar("Kind")


def shared(kind: type[Kind]) -> Kind:
    """A ctypes value, structure or array in shared memory, filled with zeros.

    No lock guards it: give each field one writer.
    """
    any_kind: Any = kind
    return any_kind.from_buffer(mmap.mmap(-1, ctypes.sizeof(any_kind)))


def shared_bytes(size: int) -> memoryview:
    """So many bytes of shared memory, filled with zeros."""
    return memoryview(mmap.mmap(-1, size))
