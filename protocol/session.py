"""Keeps the advertised topics, subscriptions, services and calls of one client."""

from typing import NamedTuple

from protocol import limits
from protocol.budget import Account
from protocol.flow import Flow
from protocol.operations import LEVELS, NO_ID, Subscribe
from protocol.ordering import Kind

PER_NAME = 1000  # bytes that a topic, a subscription or a service takes besides its text


class Provided(NamedTuple):
    """A service that a client provides."""

    spelled: str  # as the client wrote it
    type: str  # "" if the client has named none


class Session:
    """One client of the bridge."""

    def __init__(self, number: int, account: Account):
        self.number = number
        self.account = account
        self.websocket = False  # whether the client speaks WebSocket, and not plain TCP
        self.level = "info"  # the lowest level of the statuses that the client wants to hear
        # The types of advertised topics; "" if the client has named none, None after unadvertise.
        self.advertised: dict[str, str | None] = {}
        self.flows: dict[str, Flow] = {}  # by subscribed topic
        self.provides: dict[str, Provided] = {}  # by canonical name
        self.in_flight: dict[Kind, int] = {}  # unanswered calls of our own services
        # Unanswered calls of services of clients, by the id in the forwarded call.
        self.forwarded: dict[str, None] = {}  # those that this client has made
        self.asked: dict[str, None] = {}  # those that this client must answer
        self._subscriptions = 0
        self._refused: set[str] = set()  # compressions that the client was told it cannot have

    # -- calls of our own services ---------------------------------------------------------------
    @property
    def calls_in_flight(self) -> int:
        """Return the number of unanswered calls of our own services."""
        return sum(self.in_flight.values())

    def call_begins(self, kind: Kind, size: int) -> None:
        """Count a call of a kind, of so many bytes."""
        self.in_flight[kind] = self.in_flight.get(kind, 0) + 1
        self.account.add(size)

    def call_ends(self, kind: Kind, size: int) -> None:
        """Count the answer to a call of a kind."""
        self.account.add(-size)
        left = self.in_flight[kind] - 1
        if left:
            self.in_flight[kind] = left
        else:
            del self.in_flight[kind]

    def awaits_answers(self) -> bool:
        """Whether any call of the client is not yet answered."""
        return bool(self.in_flight or self.forwarded)

    def is_new(self, compression: str) -> bool:
        """Note that the client is told that it cannot have a compression; False if it was."""
        was_told = compression in self._refused
        self._refused.add(compression)
        return not was_told

    # -- names -----------------------------------------------------------------------------------
    def speaks_websocket(self) -> None:
        """Called when the client has asked for a WebSocket, before its first operation.

        It hears no confirmations until it asks for them: its library may log each as a fault.
        """
        self.websocket = True
        self.level = "warning"

    def hears(self, level: str) -> bool:
        """Whether the client wants to hear statuses of a level."""
        return LEVELS.index(level) >= LEVELS.index(self.level)

    def advertise(self, topic: str, type: str) -> bool:
        """Note that the client may publish on a topic; return False if it has too many.

        A type that it has named before stays.
        """
        if topic not in self.advertised:
            if len(self.advertised) >= limits.NAMES_PER_CLIENT:
                return False
            self.account.add(PER_NAME + len(topic))
        if not self.advertised.get(topic):
            self.account.add(len(type))
            self.advertised[topic] = type
        return True

    def unadvertise(self, topic: str) -> bool:
        """Note that the client may not publish on a topic, and return whether it could."""
        type = self.advertised.get(topic)
        if type is None:
            return False
        self.account.add(-len(type))
        self.advertised[topic] = None
        return True

    def provide(self, service: str, provided: Provided) -> bool:
        """Add a service that the client provides; return False if it has too many."""
        if len(self.provides) >= limits.NAMES_PER_CLIENT:
            return False
        self.account.add(PER_NAME + len(service) + len(provided.type))
        self.provides[service] = provided
        return True

    def withdraw(self, service: str) -> bool:
        """Remove a service, and return whether the client provided it."""
        provided = self.provides.pop(service, None)
        if provided is None:
            return False
        self.account.add(-PER_NAME - len(service) - len(provided.type))
        return True

    # -- subscriptions ---------------------------------------------------------------------------
    def subscribe(self, topic: str, op: Subscribe) -> bool:
        """Add a subscription, and return True; return False if there are too many."""
        flow = self.flows.get(topic) or Flow(self.account)
        before = flow.subscriptions.get(op.id)
        if before is None:
            if self._subscriptions >= limits.NAMES_PER_CLIENT:
                return False
            self._subscriptions += 1
        self.account.add(_size(topic, op) - (_size(topic, before) if before else 0))
        self.flows[topic] = flow
        flow.subscriptions[op.id] = op
        flow.settle()
        return True

    def unsubscribe(self, topic: str, id: bytes) -> bool:
        """End one subscription, or without an id all on the topic; return whether none is left."""
        flow = self.flows.get(topic)
        if flow is None:
            return False
        for key in list(flow.subscriptions) if id == NO_ID else [id]:
            op = flow.subscriptions.pop(key, None)
            if op is not None:
                self._subscriptions -= 1
                self.account.add(-_size(topic, op))
        if flow.subscriptions:
            flow.settle()
            return False
        flow.clear()
        del self.flows[topic]
        return True


def _size(topic: str, op: Subscribe) -> int:
    """Return the bytes that a subscription takes."""
    return PER_NAME + len(topic) + len(op.id) + len(op.type)
