"""Notices when the process that started the runtime has ended or has lost its terminal.

When a terminal window is closed, the operating system sends SIGHUP to the leader of its session. An
interactive shell passes the signal on to its jobs. make does not: if `make run` is the only command
of the window, make is the leader, and waits for a runtime that has not got the signal.
"""

import os
import signal


class Parent:
    """The process with which the runtime ends."""

    def __init__(self, pid: int | None):
        """pid is the parent process, or None if the runtime does not end with it."""
        self._pid = pid
        self._watches_terminal = (
            os.getsid(0) == pid
            and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN  # nohup has ignored it
            and has_terminal()
        )

    def end(self) -> str:
        """Return why the runtime has to end, or an empty text."""
        if self._pid is not None and os.getppid() != self._pid:
            return f"the parent process {self._pid} has ended"
        if self._watches_terminal and not has_terminal():
            return f"the terminal of the parent process {self._pid} is closed"
        return ""


def has_terminal() -> bool:
    """Whether this process has a controlling terminal that is not closed."""
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY))
    except OSError:
        return False
    return True
