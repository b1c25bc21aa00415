"""Keeps the advertised topics, subscriptions, services and calls of one client."""

from protocol import limits
from protocol.budget import Account
from protocol.flow import Flow
from protocol.operations import NO_ID, Subscribe

PER_NAME = 1000  # bytes that a topic, a subscription or a service takes besides its text


class Session:
    """One client of the bridge."""

    def __init__(self, number: int, account: Account):
        self.number = number
        self.account = account
        self.websocket = False  # whether the client speaks WebSocket, and not plain TCP
        self.advertised: dict[str, bool] = {}  # by topic; False after unadvertise
        self.flows: dict[str, Flow] = {}  # by subscribed topic
        self.provides: dict[str, str] = {}  # services by canonical name, as the client wrote them
        self.in_flight: dict[str, int] = {}  # calls of our own services, by actor
        # Unanswered calls of services of clients, by the id in the forwarded call.
        self.forwarded: dict[str, None] = {}  # those that this client has made
        self.asked: dict[str, None] = {}  # those that this client must answer
        self._subscriptions = 0

    # -- calls of our own services ---------------------------------------------------------------
    @property
    def calls_in_flight(self) -> int:
        """Return the number of unanswered calls of our own services."""
        return sum(self.in_flight.values())

    def call_begins(self, actor: str, size: int) -> None:
        """Count a call to an actor, of so many bytes."""
        self.in_flight[actor] = self.in_flight.get(actor, 0) + 1
        self.account.add(size)

    def call_ends(self, actor: str, size: int) -> None:
        """Count the answer to a call to an actor."""
        self.account.add(-size)
        left = self.in_flight[actor] - 1
        if left:
            self.in_flight[actor] = left
        else:
            del self.in_flight[actor]

    def awaits_answers(self) -> bool:
        """Whether any call of the client is not yet answered."""
        return bool(self.in_flight or self.forwarded)

    # -- names -----------------------------------------------------------------------------------
    def advertise(self, topic: str, may_publish: bool) -> bool:
        """Note whether the client may publish on a topic; return False if it has too many."""
        if topic not in self.advertised:
            if len(self.advertised) >= limits.NAMES_PER_CLIENT:
                return False
            self.account.add(PER_NAME + len(topic))
        self.advertised[topic] = may_publish
        return True

    def provide(self, service: str, spelled: str) -> bool:
        """Add a service that the client provides; return False if it has too many."""
        if len(self.provides) >= limits.NAMES_PER_CLIENT:
            return False
        self.account.add(PER_NAME + len(service))
        self.provides[service] = spelled
        return True

    def withdraw(self, service: str) -> bool:
        """Remove a service, and return whether the client provided it."""
        if self.provides.pop(service, None) is None:
            return False
        self.account.add(-PER_NAME - len(service))
        return True

    # -- subscriptions ---------------------------------------------------------------------------
    def subscribe(self, topic: str, op: Subscribe) -> bool:
        """Add a subscription, and return True; return False if there are too many."""
        flow = self.flows.get(topic) or Flow(op.topic, self.account)
        if op.id not in flow.subscriptions:
            if self._subscriptions >= limits.NAMES_PER_CLIENT:
                return False
            self._subscriptions += 1
            self.account.add(_size(topic, op))
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
    return PER_NAME + len(topic) + len(op.id)
