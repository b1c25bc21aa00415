"""Throttles the messages of one topic to one client, and queues some of them."""

import math
from collections import deque

from protocol import limits
from protocol.budget import Account
from protocol.forms import COMPRESSIONS, Form, form_of
from protocol.operations import Subscribe


class Flow:
    """The messages of one topic to one client.

    If the client has several subscriptions, the shortest period and the longest queue count. If it
    has written the topic in several ways, it is sent each message once for each of them. All are
    sent with the same compression, the last in COMPRESSIONS that a subscription asks for.
    """

    def __init__(self, account: Account):
        self.form = Form("")  # in which the client is sent the messages
        self.others: tuple[Form, ...] = ()  # likewise, if it has written the topic in other ways
        self.told = False  # whether the client was told why it is sent something else
        self.subscriptions: dict[bytes, Subscribe] = {}  # by id
        self.period = 0.0  # s, the shortest time between two messages
        self.queue_length = 0  # messages that may wait for the throttle
        self.keep = 0  # messages that may wait for a slow client
        self.last = -math.inf  # s, monotonic: when the last message was sent
        self.waiting: deque[tuple[bytes, ...]] = deque()  # the lines of each message that waits
        self._account = account

    @property
    def type(self) -> str:
        """The type of the topic, if a subscription names one."""
        return next((op.type for op in self.subscriptions.values() if op.type), "")

    def settle(self) -> None:
        """Compute the period, the queue lengths and the forms of the present subscriptions."""
        asked = self.subscriptions.values()
        compression = max((op.compression for op in asked), key=COMPRESSIONS.index)
        self.form, *others = (
            form_of(topic, compression) for topic in dict.fromkeys(op.topic for op in asked)
        )
        self.others = tuple(others)
        self.period = min(op.throttle_rate for op in asked) / 1000
        self.queue_length = max(op.queue_length for op in asked)
        self.keep = max(op.queue_length or limits.TOPIC_QUEUE for op in asked)
        self._shorten(max(self.queue_length, 1))

    def is_open(self, now: float) -> bool:
        """Return whether a message may be sent now, and if so, note that it is sent."""
        if now < self.last + self.period or self.waiting:
            return False
        self.last = now
        return True

    def hold(self, lines: tuple[bytes, ...]) -> None:
        """Queue the lines of a message that may not be sent now, and drop the oldest if need be."""
        self._shorten(self.queue_length - 1)
        self.waiting.append(lines)
        for line in lines:
            self._account.hold(line)

    @property
    def due(self) -> float:
        """The time in s, monotonic, when the next message that waits may be sent."""
        return self.last + self.period

    def release(self, now: float) -> list[bytes]:
        """Return the lines that are due now: of all messages if there is no throttle, else of one.

        No line is due before the next message may be sent.
        """
        due: list[bytes] = []
        while self.waiting and now >= self.due:
            due += self._take()
            self.last = now
        return due

    def clear(self) -> None:
        """Called when the last subscription has ended: drop the messages that wait."""
        self._shorten(0)

    def _shorten(self, length: int) -> None:
        while len(self.waiting) > length:
            self._take()

    def _take(self) -> tuple[bytes, ...]:
        lines = self.waiting.popleft()
        for line in lines:
            self._account.release(line)
        return lines
