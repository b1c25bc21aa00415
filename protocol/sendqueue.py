"""A queue of lines for a client that reads too slowly.

It keeps all answers, but only the newest publications of each topic.
"""

from collections import OrderedDict

from protocol import limits
from protocol.budget import Account


class SendQueue:
    """Lines in order. The publications of each topic are limited in number, all in bytes."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._lines: OrderedDict[int, tuple[bytes, str | None]] = OrderedDict()
        # The topics of the publications among the lines.
        self._published: OrderedDict[int, str] = OrderedDict()
        self._of_topic: dict[str, OrderedDict[int, None]] = {}
        self._next = 0
        self._topic_bytes = 0
        self._sent = 0  # bytes of the oldest line that are sent already
        self.bytes = 0
        self.dropped = 0

    def __bool__(self) -> bool:
        return bool(self._lines)

    def push(self, line: bytes, topic: str | None = None, keep: int = limits.TOPIC_QUEUE) -> None:
        """Add a line. A publication replaces older ones: at most `keep` of its topic wait."""
        if topic is not None:
            while len(self._of_topic.get(topic, ())) >= max(keep, 1):
                self._drop(next(iter(self._of_topic[topic])))
            while self._published and self._topic_bytes + len(line) > limits.TOPIC_BYTES:
                self._drop(next(iter(self._published)))
            self._published[self._next] = topic
            self._of_topic.setdefault(topic, OrderedDict())[self._next] = None
            self._topic_bytes += len(line)
        self._lines[self._next] = line, topic
        self._next += 1
        self.bytes += len(line)
        self._account.hold(line)

    def take(self, size: int) -> bytes | memoryview:
        """Take the oldest line out, or the next `size` bytes of it if it is longer."""
        number = next(iter(self._lines))
        line, topic = self._lines[number]
        if topic is not None:
            self._settle(number, topic, line)  # from now on, newer ones do not replace it
        begin = self._sent
        self._sent += size
        if self._sent >= len(line):
            self._sent = 0
            self._remove(number)
        return line if size >= len(line) else memoryview(line)[begin : begin + size]

    def clear(self) -> None:
        """Called when the connection has ended: forget all lines."""
        for number in list(self._lines):
            self._remove(number)

    def _drop(self, number: int) -> None:
        self._remove(number)
        self.dropped += 1

    def _remove(self, number: int) -> None:
        line, topic = self._lines.pop(number)
        if topic is not None:
            self._forget_topic(number, topic, line)
        self.bytes -= len(line)
        self._account.release(line)

    def _settle(self, number: int, topic: str, line: bytes) -> None:
        self._lines[number] = line, None
        self._forget_topic(number, topic, line)

    def _forget_topic(self, number: int, topic: str, line: bytes) -> None:
        del self._published[number], self._of_topic[topic][number]
        if not self._of_topic[topic]:
            del self._of_topic[topic]
        self._topic_bytes -= len(line)
