"""What one client has asked for: its topics, its subscriptions, its services and its calls."""

from typing import Any

from protocol import limits
from protocol.flow import Flow
from protocol.operations import ABSENT, Subscribe
from protocol.wire import encode


class Session:
    """One client of the bridge."""

    def __init__(self, number: int):
        self.number = number
        self.advertised: dict[str, bool] = {}  # topics; False once unadvertised
        self.flows: dict[str, Flow] = {}  # subscribed topics
        self.provides: dict[str, str] = {}  # services, and how the client spelled them
        self.in_flight: dict[str, int] = {}  # calls of our own services, by the actor that serves
        self.forwarded = 0  # calls of other clients' services that are not yet answered
        self._subscriptions = 0

    # -- calls of our own services ---------------------------------------------------------------
    @property
    def calls_in_flight(self) -> int:
        """How many calls of our own services are not yet answered."""
        return sum(self.in_flight.values())

    def call_begins(self, actor: str) -> None:
        """Count a call that an actor serves."""
        self.in_flight[actor] = self.in_flight.get(actor, 0) + 1

    def call_ends(self, actor: str) -> None:
        """Count its answer."""
        left = self.in_flight[actor] - 1
        if left:
            self.in_flight[actor] = left
        else:
            del self.in_flight[actor]

    def awaits_answers(self) -> bool:
        """Whether any call, of our own services or of others', is not yet answered."""
        return bool(self.in_flight or self.forwarded)

    # -- subscriptions ---------------------------------------------------------------------------
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
        """End one subscription, or all of the topic if no id is given; whether none is left."""
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
