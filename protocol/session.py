"""What one client has asked for: topics it publishes, subscriptions, services it provides."""

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
    deadline: float                     # s, monotonic


class Flow:
    """How one topic flows to one client: the most demanding of its subscriptions counts."""

    def __init__(self, spelled: str):
        self.spelled = spelled          # the topic as the client wrote it
        self.subscriptions: dict[bytes | None, Subscribe] = {}
        self.period = 0.0               # s between messages at least
        self.queue_length = 0
        self.due = 0.0
        self.waiting: deque[bytes] = deque()

    @property
    def keep(self) -> int:
        """How many publications may wait for a slow reader."""
        return self.queue_length or limits.TOPIC_QUEUE

    def settle(self) -> None:
        """Work out the terms from the subscriptions there are."""
        self.period = min(op.throttle_rate for op in self.subscriptions.values()) / 1000
        self.queue_length = max(op.queue_length for op in self.subscriptions.values())
        self.waiting = deque(self.waiting, maxlen=max(self.queue_length, 1))

    def admit(self, line: bytes, now: float) -> bool:
        """Whether a message may go out now. If not it waits, or gives way to newer ones."""
        if self.period == 0.0:
            return True
        if now >= self.due and not self.waiting:
            self.due = now + self.period
            return True
        if self.queue_length:
            self.waiting.append(line)
        return False

    def release(self, now: float) -> list[bytes]:
        """The message that waited and is due now, if any."""
        if now < self.due:
            return []
        self.due = now + self.period
        return [self.waiting.popleft()]


class Session:
    """One client of the bridge."""

    def __init__(self, number: int):
        self.number = number
        self.advertised: dict[str, bool] = {}        # topics; False once unadvertised
        self.flows: dict[str, Flow] = {}             # by topic
        self.provides: dict[str, str] = {}           # services, and how the client spelled them
        self.in_flight = 0                           # calls that it waits for
        self._subscriptions = 0

    def subscribe(self, topic: str, op: Subscribe) -> bool:
        """Register a subscription; False if there are too many."""
        if self._subscriptions >= limits.NAMES_PER_CLIENT:
            return False
        flow = self.flows.setdefault(topic, Flow(op.topic))
        self._subscriptions += _key(op.id) not in flow.subscriptions
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
