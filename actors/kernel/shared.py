"""Anonymous memory that a process shares with the processes forked from it.

multiprocessing.sharedctypes uses files in /dev/shm, and fails where that folder is missing or not
writable. Anonymous memory is always available, and needs no file descriptor.
"""

import ctypes
import mmap
from typing import Any, TypeVar

Kind = TypeVar("Kind")


def shared(kind: type[Kind]) -> Kind:
    """Make a ctypes value, structure or array in shared memory, filled with zeros.

    No lock protects it, so each field must have only one writer.
    """
    any_kind: Any = kind
    return any_kind.from_buffer(mmap.mmap(-1, ctypes.sizeof(any_kind)))


def shared_bytes(size: int) -> memoryview:
    """Make a block of shared memory of size bytes, filled with zeros."""
    return memoryview(mmap.mmap(-1, size))
