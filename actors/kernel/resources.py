"""Checks before the start that the limits of the process leave room for the system.

Without this check the system would start in part: some actors run, and the others fail again and
again, although no later try can succeed under the same limits.
"""

import mmap
import os
import resource

MANY_FILES = 65536
FILES_PER_ACTOR = 3  # two ends of its mailbox, and one to notice the end of its process
SPARE_FILES = 20  # for the event loop of the gateway, a fork, long letters and a few clients
SPARE_MEMORY = 32 * 1024 * 1024  # bytes; a few long messages need so much


class NoRoom(Exception):
    """Raised when the limits of the process leave too little room to start."""


def allow_many_files() -> None:
    """Raise the limit of open files to MANY_FILES, or as far as the operating system permits."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MANY_FILES if most == resource.RLIM_INFINITY else min(most, MANY_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def check_room(actors: int) -> None:
    """Raise NoRoom unless the limits of this process allow so many actors.

    What they need is taken for a moment, since what is in use already is not known otherwise.
    """
    _take_files(FILES_PER_ACTOR * actors + SPARE_FILES)
    try:
        mmap.mmap(-1, SPARE_MEMORY, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except OSError:
        raise NoRoom("too little memory may be used (ulimit -v)") from None


def _take_files(count: int) -> None:
    taken: list[int] = []
    try:
        while len(taken) < count:
            taken.append(os.dup(0))
    except OSError:
        lack = count - len(taken)
        raise NoRoom(f"too few files may be open (ulimit -n): {lack} more are needed") from None
    finally:
        for descriptor in taken:
            os.close(descriptor)
