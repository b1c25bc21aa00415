"""Keeps the advertised topics, subscriptions, services and calls of one client."""

from typing import Any

from protocol import limits
from protocol.flow import Flow
from protocol.operations import ABSENT, Subscribe
from protocol.wire import encode


class Session:
    """One client of the bridge."""

    def __init__(self, number: int):
        self.number = number
        self.advertised: dict[str, bool] = {}  # by topic; False after unadvertise
        self.flows: dict[str, Flow] = {}  # by subscribed topic
        self.provides: dict[str, str] = {}  # services by canonical name, as the client wrote them
        self.in_flight: dict[str, int] = {}  # calls of our own services, by actor
        self.forwarded = 0  # unanswered calls of services of clients
        self._subscriptions = 0

    # -- calls of our own services ---------------------------------------------------------------
    @property
    def calls_in_flight(self) -> int:
        """Return the number of unanswered calls of our own services."""
        return sum(self.in_flight.values())

    def call_begins(self, actor: str) -> None:
        """Count a call to an actor."""
        self.in_flight[actor] = self.in_flight.get(actor, 0) + 1

    def call_ends(self, actor: str) -> None:
        """Count the answer to a call to an actor."""
        left = self.in_flight[actor] - 1
        if left:
            self.in_flight[actor] = left
        else:
            del self.in_flight[actor]

    def awaits_answers(self) -> bool:
        """Whether any call of the client is not yet answered."""
        return bool(self.in_flight or self.forwarded)

    # -- subscriptions ---------------------------------------------------------------------------
    def subscribe(self, topic: str, op: Subscribe) -> bool:
        """Add a subscription, and return True; return False if there are too many."""
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
        """End one subscription, or without an id all on the topic; return whether none is left."""
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
    """Turn an id into a key of a dict. An id may be any JSON value."""
    return None if id is ABSENT else encode(id)
