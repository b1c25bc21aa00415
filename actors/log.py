"""The log: one whole line per event on standard error, with time, level, actor and text."""

import os
import time
from queue import Full

from actors.mailbox import Mailbox
from protocol.diagnostics import LEVELS, log_message
from protocol.messages import Publication
from protocol.names import ROSOUT
from protocol.wire import encode

REPEAT_WINDOW = 5.0                     # s in which the same text is counted instead of repeated


class Log:
    """The log of one process. Lines are written whole, so those of several processes never mix.

    With the gateway's mailbox each line also goes out on /rosout.
    """

    def __init__(self, actor: str, gateway: Mailbox | None = None):
        self.actor = actor
        self._gateway = gateway
        self._last: dict[str, tuple[float, int]] = {}        # when a text was written, how often it came since

    def info(self, text: str) -> None:
        self._write("INFO", text)

    def warning(self, text: str) -> None:
        """Something went wrong, perhaps again and again: the same text is written once per window."""
        self._counted("WARNING", text)

    def error(self, text: str) -> None:
        self._counted("ERROR", text)

    def _counted(self, level: str, text: str) -> None:
        now = time.monotonic()
        written, count = self._last.get(text, (-REPEAT_WINDOW, 0))
        if now - written < REPEAT_WINDOW:
            self._last[text] = written, count + 1
            return
        if len(self._last) > 100:
            self._last.clear()
        self._last[text] = now, 0
        self._write(level, f"{text} (and {count} times before)" if count else text)

    def _write(self, level: str, text: str) -> None:
        now = time.time()
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now % 1 * 1000):03d}Z"
        line = " ".join(f"{stamp} {level} {self.actor}: {text}".split("\n")) + "\n"
        try:
            os.write(2, line.encode("utf-8", "backslashreplace"))
        except OSError:
            pass                        # nobody reads the log any more
        try:
            if self._gateway:
                self._gateway.put(Publication(ROSOUT, encode(log_message(now, LEVELS[level], self.actor, text))))
        except Full:
            pass                        # it is on standard error
