"""The body of an actor's process."""

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
CRASHED = 1  # exit codes
POINTLESS = 69  # EX_UNAVAILABLE


class CannotServe(Exception):
    """Raised by an actor that lacks what no restart will bring: the runtime stops."""


def live(actor: type["Actor"], registry: "Registry", supervisor: int) -> None:
    """Be that actor until told to stop. Called in a process forked for it, with STOP_SIGNALS blocked."""
    _tie_to(supervisor, actor.name)
    signal.set_wakeup_fd(-1)
    for number in STOP_SIGNALS - {signal.SIGTERM}:
        signal.signal(number, signal.SIG_IGN)  # the supervisor decides when to stop
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
    log = Log(actor.name, registry.mailbox.get(GATEWAY))
    try:
        actor(registry, log).run()
    except CannotServe as reason:
        log.error(str(reason))
        os._exit(POINTLESS)
    except Exception as bug:
        log.error(f"crashed: {in_one_line(bug)}")
    os._exit(CRASHED)


def in_one_line(bug: BaseException) -> str:
    """What went wrong and where: a traceback for a log of one line per event."""
    where = "".join(
        f" ({os.path.basename(frame.filename)}:{frame.lineno})"
        for frame in traceback.extract_tb(bug.__traceback__)[-1:]
    )
    return f"{type(bug).__name__}: {bug}{where}"


def _tie_to(supervisor: int, name: str) -> None:
    """No actor outlives its supervisor, however that ends. Its process bears its name, for ps and pkill."""
    if sys.platform == "linux":
        libc = ctypes.CDLL(None)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        libc.prctl(PR_SET_NAME, name.encode())
        libc.prctl(PR_SET_TIMERSLACK, 1000)  # ns: wake within 1 us, not 50
        if hasattr(libc, "mallopt"):
            libc.mallopt(
                M_MMAP_THRESHOLD, 128 * 1024
            )  # what large messages took goes back to the system
    if os.getppid() != supervisor:
        os._exit(CRASHED)  # it died before we could say so
