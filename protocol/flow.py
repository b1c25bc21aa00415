"""Throttles the messages of one topic to one client, and queues some of them."""

import math
from collections import deque

from protocol import limits
from protocol.operations import Subscribe


class Flow:
    """The messages of one topic to one client.

    If the client has several subscriptions, the shortest period and the longest queue count.
    """

    def __init__(self, spelled: str):
        self.spelled = spelled  # the topic as the client wrote it
        self.subscriptions: dict[bytes | None, Subscribe] = {}  # by id
        self.period = 0.0  # s, the shortest time between two messages
        self.queue_length = 0  # messages that may wait for the throttle
        self.keep = 0  # messages that may wait for a slow client
        self.last = -math.inf  # s, monotonic: when the last message was sent
        self.waiting: deque[bytes] = deque()

    def settle(self) -> None:
        """Compute the period and the queue lengths from the present subscriptions."""
        self.period = min(op.throttle_rate for op in self.subscriptions.values()) / 1000
        self.queue_length = max(op.queue_length for op in self.subscriptions.values())
        self.keep = max(op.queue_length or limits.TOPIC_QUEUE for op in self.subscriptions.values())
        self.waiting = deque(self.waiting, maxlen=max(self.queue_length, 1))

    def admit(self, line: bytes, now: float) -> bool:
        """Return whether a message may be sent now. If not, it is queued or dropped."""
        if now >= self.last + self.period and not self.waiting:
            self.last = now
            return True
        if self.queue_length:
            self.waiting.append(line)
        return False

    def release(self, now: float) -> list[bytes]:
        """Return the messages that are due now: all if there is no throttle, else at most one."""
        due = []
        while self.waiting and now >= self.last + self.period:
            due.append(self.waiting.popleft())
            self.last = now
        return due
