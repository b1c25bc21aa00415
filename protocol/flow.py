"""Throttles the messages of one topic to one client, and queues some of them."""

import math
from collections import deque

from protocol import limits
from protocol.budget import Account
from protocol.operations import Subscribe


class Flow:
    """The messages of one topic to one client.

    If the client has several subscriptions, the shortest period and the longest queue count.
    """

    def __init__(self, spelled: str, account: Account):
        self.spelled = spelled  # the topic as the client wrote it
        self.subscriptions: dict[bytes, Subscribe] = {}  # by id
        self.period = 0.0  # s, the shortest time between two messages
        self.queue_length = 0  # messages that may wait for the throttle
        self.keep = 0  # messages that may wait for a slow client
        self.last = -math.inf  # s, monotonic: when the last message was sent
        self.waiting: deque[bytes] = deque()
        self._account = account

    def settle(self) -> None:
        """Compute the period and the queue lengths from the present subscriptions."""
        self.period = min(op.throttle_rate for op in self.subscriptions.values()) / 1000
        self.queue_length = max(op.queue_length for op in self.subscriptions.values())
        self.keep = max(op.queue_length or limits.TOPIC_QUEUE for op in self.subscriptions.values())
        self._shorten(max(self.queue_length, 1))

    def is_open(self, now: float) -> bool:
        """Return whether a message may be sent now, and if so, note that it is sent."""
        if now < self.last + self.period or self.waiting:
            return False
        self.last = now
        return True

    def hold(self, line: bytes) -> None:
        """Queue a message that may not be sent now. If the queue is full, the oldest is dropped."""
        self._shorten(self.queue_length - 1)
        self.waiting.append(line)
        self._account.hold(line)

    @property
    def due(self) -> float:
        """The time in s, monotonic, when the next message that waits may be sent."""
        return self.last + self.period

    def release(self, now: float) -> list[bytes]:
        """Return the messages that are due now: all if there is no throttle, else at most one."""
        due = []
        while self.waiting and now >= self.due:
            due.append(self._take())
            self.last = now
        return due

    def clear(self) -> None:
        """Called when the last subscription has ended: drop the messages that wait."""
        self._shorten(0)

    def _shorten(self, length: int) -> None:
        while len(self.waiting) > length:
            self._take()

    def _take(self) -> bytes:
        line = self.waiting.popleft()
        self._account.release(line)
        return line
