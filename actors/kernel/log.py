"""Logs events on standard error: one line each, with time, level, actor and text."""

import time
from collections.abc import Callable
from queue import Full

from actors.kernel.letters import Publication, packed
from actors.kernel.lines import LineWriter
from actors.kernel.mailbox import Mailbox
from protocol.diagnostics import LEVELS, log_message
from protocol.names import ROSOUT
from protocol.wire import encode

REPEAT_WINDOW = 5.0  # s after a line in which its repetitions are only counted
REMEMBERED = 100  # lines whose repetitions are counted at a time
# It is opened once, before the first fork. Each process counts its own dropped lines.
STANDARD_ERROR = LineWriter(2)


class Log:
    """The log of one process.

    Each line is written with one system call, so the lines of several processes do not mix. A write
    never blocks. If the mailbox of the gateway is given, every line is also published on /rosout.
    """

    def __init__(
        self,
        actor: str,
        gateway: Mailbox | None = None,
        clock: Callable[[], float] = time.monotonic,
    ):
        self.actor = actor
        self._gateway = gateway
        self._clock = clock
        self._written: dict[
            str, float
        ] = {}  # s, monotonic: when a line was written last, by subject
        self._repeated: dict[str, int] = {}  # how often it was repeated since then

    def info(self, text: str) -> None:
        """Write a line about an ordinary event."""
        self._write("INFO", text)

    def warning(self, text: str, about: str = "") -> None:
        """Write a line about something that went wrong.

        Of all warnings with the same `about`, only the first within REPEAT_WINDOW is written. The
        others are counted, and the next one that is written includes the count. Without `about`,
        the text itself is compared.
        """
        self._write_once("WARNING", text, about or text)

    def error(self, text: str) -> None:
        """Write a line about a fault. Repetitions are counted, as those of warnings are."""
        self._write_once("ERROR", text, text)

    def _write_once(self, level: str, text: str, about: str) -> None:
        now = self._clock()
        if now - self._written.get(about, -REPEAT_WINDOW) < REPEAT_WINDOW:
            self._repeated[about] = self._repeated.get(about, 0) + 1
            return
        count = self._repeated.pop(about, 0)
        if len(self._written) > REMEMBERED:
            self._written.clear()
            self._repeated.clear()
        self._written[about] = now
        self._write(level, f"{text} (and {count} more like this before)" if count else text)

    def _write(self, level: str, text: str) -> None:
        now = time.time()
        line = f"{_stamp(now)} {level} {self.actor}: {text}".replace("\n", " ")
        STANDARD_ERROR.write(line.encode("utf-8", "backslashreplace"))
        if self._gateway:
            self._publish(log_message(now, LEVELS[level], self.actor, text))

    def _publish(self, message: dict[str, object]) -> None:
        assert self._gateway is not None
        try:
            self._gateway.put(packed([Publication(ROSOUT, encode(message))]))
        except Full:
            pass  # the line has been written to standard error


def _stamp(now: float) -> str:
    """Format a wall time in s as UTC, to the millisecond."""
    seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now))
    return f"{seconds}.{int(now % 1 * 1000):03d}Z"
