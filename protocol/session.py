"""What one client has asked for: topics it publishes, subscriptions, services it provides."""

import math
from collections import deque
from typing import Any, NamedTuple

from protocol import limits
from protocol.operations import ABSENT, CallService, Subscribe
from protocol.wire import encode


class ProvidedCall(NamedTuple):
    """A call forwarded to the client that provides its service."""

    caller: int
    call: CallService
    provider: int
    deadline: float  # s, monotonic


class Flow:
    """How one topic flows to one client: the most demanding of its subscriptions counts."""

    def __init__(self, spelled: str):
        self.spelled = spelled  # the topic as the client wrote it
        self.subscriptions: dict[bytes | None, Subscribe] = {}
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
        """The messages that waited and are due now: one, or all if nothing throttles them any more."""
        due = []
        while self.waiting and now >= self.last + self.period:
            due.append(self.waiting.popleft())
            self.last = now
        return due


class Session:
    """One client of the bridge."""

    def __init__(self, number: int):
        self.number = number
        self.advertised: dict[str, bool] = {}  # topics; False once unadvertised
        self.flows: dict[str, Flow] = {}  # by topic
        self.provides: dict[str, str] = {}  # services, and how the client spelled them
        self.in_flight = 0  # calls of our own services that it waits for
        self.forwarded = 0  # calls of other clients' services that it waits for
        self._subscriptions = 0

    def subscribe(self, topic: str, op: Subscribe) -> bool:
        """Register a subscription; False if there are too many."""
        flow = self.flows.get(topic) or Flow(op.topic)
        is_new = _key(op.id) not in flow.subscriptions
        if is_new and self._subscriptions >= limits.NAMES_PER_CLIENT:
            return False
        self.flows[topic] = flow
        self._subscriptions += is_new
        flow.subscriptions[_key(op.id)] = op
        flow.settle()
        return True

    def unsubscribe(self, topic: str, id: Any) -> bool:
        """End one subscription, or all if no id is given; whether the client now hears nothing of the topic."""
        flow = self.flows.get(topic)
        if flow is None:
            return False
        for key in list(flow.subscriptions) if id is ABSENT else [_key(id)]:
            self._subscriptions -= flow.subscriptions.pop(key, None) is not None
        if flow.subscriptions:
            flow.settle()
            return False
        del self.flows[topic]
        return True


def _key(id: Any) -> bytes | None:
    """Ids may be any JSON value; their text can be a key."""
    return None if id is ABSENT else encode(id)
