"""Runs one actor in its own process: sets up signals, runs the actor, and logs a crash."""

import ctypes
import os
import signal
import sys
import traceback
from typing import TYPE_CHECKING

from actors.kernel.log import Log
from protocol.names import GATEWAY

if TYPE_CHECKING:
    from actors.kernel.actor import Actor
    from actors.kernel.registry import Registry

STOP_SIGNALS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
PR_SET_PDEATHSIG = 1
PR_SET_NAME = 15
PR_SET_TIMERSLACK = 29
M_MMAP_THRESHOLD = -3
# It is loaded before the first fork, so that all actors share its memory.
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
NICENESS = 5  # of background actors: a busy one gets a third of the time of a busy gateway
CRASHED = 1  # exit codes
POINTLESS = 69  # EX_UNAVAILABLE


class CannotServe(Exception):
    """Raised by an actor that a restart cannot help. The whole runtime then stops."""


def live(actor: type["Actor"], registry: "Registry", supervisor: int) -> None:
    """Run an actor until its process gets SIGTERM or the actor crashes. It never returns.

    The supervisor calls it in a newly forked process, with STOP_SIGNALS blocked. supervisor is the
    pid of the supervisor.
    """
    _tie_to(supervisor, actor.name)
    if actor.background:
        os.nice(NICENESS)
    signal.set_wakeup_fd(-1)
    for number in STOP_SIGNALS - {signal.SIGTERM}:
        signal.signal(number, signal.SIG_IGN)  # the supervisor decides when the actors stop
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
    gateway = registry.entries.get(GATEWAY)
    log = Log(actor.name, gateway.mailbox if gateway else None)
    try:
        actor(registry, log).run()
    except CannotServe as reason:
        log.error(str(reason))
        os._exit(POINTLESS)
    except Exception as bug:
        log.error(f"crashed: {in_one_line(bug)}")
    os._exit(CRASHED)


def in_one_line(bug: BaseException) -> str:
    """Describe an exception and where it was raised, in one line for the log."""
    where = "".join(
        f" ({os.path.basename(frame.filename)}:{frame.lineno})"
        for frame in traceback.extract_tb(bug.__traceback__)[-1:]
    )
    return f"{type(bug).__name__}: {bug}{where}"


def _tie_to(supervisor: int, name: str) -> None:
    """Make this process end when its supervisor ends, and name it after the actor for ps."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        LIBC.prctl(PR_SET_NAME, name.encode())
        LIBC.prctl(PR_SET_TIMERSLACK, 1000)  # ns: wake up within 1 us instead of 50
        if hasattr(LIBC, "mallopt"):
            # The memory of large messages goes back to the system as soon as they are freed.
            LIBC.mallopt(M_MMAP_THRESHOLD, 128 * 1024)
    if os.getppid() != supervisor:
        os._exit(CRASHED)  # the supervisor died before PR_SET_PDEATHSIG was set
