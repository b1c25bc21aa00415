"""The log: one whole line per event on standard error, with time, level, actor and text."""

import time
from collections.abc import Callable
from queue import Full

from actors.kernel.letters import Publication, packed
from actors.kernel.lines import LineWriter
from actors.kernel.mailbox import Mailbox
from protocol.diagnostics import LEVELS, log_message
from protocol.names import ROSOUT
from protocol.wire import encode

REPEAT_WINDOW = 5.0  # s in which a text is counted instead of written again
REMEMBERED = 100  # texts whose repetitions are counted
# Opened once, before the first fork; each process counts its own lines.
STANDARD_ERROR = LineWriter(2)


class Log:
    """The log of one process.

    Each line is written by one call, so the lines of several processes do not mix, and no line is
    waited for. If the mailbox of the gateway is given, every line is published on /rosout too.
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
        self._written: dict[str, float] = {}  # s, when a text was written last
        self._repeated: dict[str, int] = {}  # how often it has come since

    def info(self, text: str) -> None:
        """Write a line about an ordinary event."""
        self._write("INFO", text)

    def warning(self, text: str, about: str = "") -> None:
        """Write a line about something that went wrong.

        Of the warnings about one matter only the first within REPEAT_WINDOW is written; the others
        are counted, and the count is added to the next one.
        """
        self._write_once("WARNING", text, about or text)

    def error(self, text: str) -> None:
        """Write a line about a fault. Repetitions are counted, as for warnings."""
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
            pass  # the line is on standard error


def _stamp(now: float) -> str:
    """A wall time in s, in UTC, to the millisecond."""
    seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now))
    return f"{seconds}.{int(now % 1 * 1000):03d}Z"
