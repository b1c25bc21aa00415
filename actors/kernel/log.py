"""The log: one whole line per event on standard error, with time, level, actor and text."""

import os
import stat
import time
from queue import Full

from actors.kernel.mailbox import Mailbox
from protocol.diagnostics import LEVELS, log_message
from protocol.messages import Publication
from protocol.names import ROSOUT
from protocol.wire import encode

REPEAT_WINDOW = 5.0  # s in which the same text is counted instead of repeated

LONGEST_LINE = 4096  # bytes, which a pipe takes as a whole or not at all


def _open_lines() -> int:
    """A descriptor of standard error that never blocks. If it is a pipe, one of our own: others may share theirs."""
    try:
        if stat.S_ISFIFO(os.fstat(2).st_mode):
            return os.open("/dev/fd/2", os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        pass
    return 2


LINES = _open_lines()


class Log:
    """The log of one process. Lines are written whole, so those of several processes never mix.

    With the gateway's mailbox each line also goes out on /rosout.
    """

    def __init__(self, actor: str, gateway: Mailbox | None = None):
        self.actor = actor
        self._gateway = gateway
        self._last: dict[
            str, tuple[float, int]
        ] = {}  # when a text was written, how often it came since

    def info(self, text: str) -> None:
        self._write("INFO", text)

    def warning(self, text: str, about: str = "") -> None:
        """Something went wrong, perhaps again and again: what is about the same is written once per window."""
        self._counted("WARNING", text, about or text)

    def error(self, text: str) -> None:
        self._counted("ERROR", text, text)

    def _counted(self, level: str, text: str, about: str) -> None:
        now = time.monotonic()
        written, count = self._last.get(about, (-REPEAT_WINDOW, 0))
        if now - written < REPEAT_WINDOW:
            self._last[about] = written, count + 1
            return
        if len(self._last) > 100:
            self._last.clear()
        self._last[about] = now, 0
        self._write(level, f"{text} (and {count} more like this before)" if count else text)

    def _write(self, level: str, text: str) -> None:
        now = time.time()
        stamp = (
            time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now % 1 * 1000):03d}Z"
        )
        line = " ".join(f"{stamp} {level} {self.actor}: {text}".split("\n")).encode(
            "utf-8", "backslashreplace"
        )
        try:
            os.write(LINES, line[: LONGEST_LINE - 1] + b"\n")
        except OSError:
            pass  # nobody reads the log any more, or not fast enough
        try:
            if self._gateway:
                self._gateway.put(
                    Publication(ROSOUT, encode(log_message(now, LEVELS[level], self.actor, text)))
                )
        except Full:
            pass  # it is on standard error
