"""How the messages of one topic flow to one client: throttled, and some waiting meanwhile."""

import math
from collections import deque

from protocol import limits
from protocol.operations import Subscribe


class Flow:
    """One topic to one client. Of several subscriptions the most demanding terms count."""

    def __init__(self, spelled: str):
        self.spelled = spelled  # the topic as the client wrote it
        self.subscriptions: dict[bytes | None, Subscribe] = {}  # by id
        self.period = 0.0  # s between messages at least
        self.queue_length = 0  # messages that wait while throttled
        self.keep = 0  # messages that may wait for a slow reader
        self.last = -math.inf  # s, when the last message went out
        self.waiting: deque[bytes] = deque()

    def settle(self) -> None:
        """Work out the terms from the subscriptions there are."""
        self.period = min(op.throttle_rate for op in self.subscriptions.values()) / 1000
        self.queue_length = max(op.queue_length for op in self.subscriptions.values())
        self.keep = max(op.queue_length or limits.TOPIC_QUEUE for op in self.subscriptions.values())
        self.waiting = deque(self.waiting, maxlen=max(self.queue_length, 1))

    def admit(self, line: bytes, now: float) -> bool:
        """Whether a message may go out now. If not it waits, or gives way to newer ones."""
        if now >= self.last + self.period and not self.waiting:
            self.last = now
            return True
        if self.queue_length:
            self.waiting.append(line)
        return False

    def release(self, now: float) -> list[bytes]:
        """The messages that are due now: one, or all that wait if nothing throttles them."""
        due = []
        while self.waiting and now >= self.last + self.period:
            due.append(self.waiting.popleft())
            self.last = now
        return due
