"""What waits for a client that reads too slowly: everything it asked for, and the newest of each topic."""

from collections import OrderedDict, defaultdict, deque

from protocol import limits


class SendQueue:
    """Lines in order. Of each topic at most so many wait, and of all topics so many bytes; old ones give way."""

    def __init__(self) -> None:
        self._lines: OrderedDict[int, tuple[bytes, str | None]] = OrderedDict()
        self._of_topic: dict[str, deque[int]] = defaultdict(deque)
        self._next = 0
        self._topic_bytes = 0
        self.bytes = 0
        self.dropped = 0

    def __bool__(self) -> bool:
        return bool(self._lines)

    def push(self, line: bytes, topic: str | None = None, keep: int = limits.TOPIC_QUEUE) -> None:
        """Add a line; if it is of a topic, at most keep lines of it wait afterwards."""
        if topic is not None:
            numbers = self._of_topic[topic]
            while numbers and (len(numbers) >= keep or self._topic_bytes + len(line) > limits.TOPIC_BYTES):
                dropped, _ = self._lines.pop(numbers.popleft())
                self._topic_bytes -= len(dropped)
                self.bytes -= len(dropped)
                self.dropped += 1
            numbers.append(self._next)
            self._topic_bytes += len(line)
        self._lines[self._next] = line, topic
        self._next += 1
        self.bytes += len(line)

    def pop(self) -> bytes:
        """Take the oldest line."""
        _, (line, topic) = self._lines.popitem(last=False)
        if topic is not None:
            self._topic_bytes -= len(line)
            self._of_topic[topic].popleft()
            if not self._of_topic[topic]:
                del self._of_topic[topic]
        self.bytes -= len(line)
        return line
