"""Handles operations on topics: advertise, publish, subscribe, and delivery to subscribers."""

from protocol import limits, lines, operations
from protocol.effects import Effect, PublishToActors, Send, error, too_many
from protocol.names import canonical
from protocol.session import Session
from protocol.wire import encode


class Topics:
    """Turns operations on topics into effects. Times are in s, monotonic.

    strict_advertise: drop the publications of a client on topics that it has not advertised.
    """

    def __init__(self, strict_advertise: bool):
        self._strict_advertise = strict_advertise
        self._subscribers: dict[str, dict[int, Session]] = {}
        self._held: set[tuple[int, str]] = set()  # sessions and topics with throttled messages
        # Whether a topic may have got its first subscriber or lost its last one.
        self.demand_changed = True

    # -- operations of clients -------------------------------------------------------------------
    def advertise(self, session: Session, op: operations.Advertise, now: float) -> list[Effect]:
        """Note that a client may publish on a topic."""
        topic = canonical(op.topic)
        if topic not in session.advertised and len(session.advertised) >= limits.NAMES_PER_CLIENT:
            return [error(session.number, f"advertise: topic {too_many('topics')}", op.id)]
        session.advertised[topic] = True
        return []

    def unadvertise(self, session: Session, op: operations.Unadvertise, now: float) -> list[Effect]:
        """Note that a client may not publish on a topic until it advertises the topic again."""
        topic = canonical(op.topic)
        if topic in session.advertised:
            session.advertised[topic] = False
        return []

    def publish(self, session: Session, op: operations.Publish, now: float) -> list[Effect]:
        """Pass a publication to actors and clients. The first one on a topic also advertises it."""
        topic = canonical(op.topic)
        refusal: list[Effect] = []
        if topic not in session.advertised and not self._strict_advertise:
            refusal = self.advertise(session, operations.Advertise(topic), now)
        if not session.advertised.get(topic):
            return refusal
        effects: list[Effect] = [PublishToActors(session.number, topic, op.msg)]
        if topic in self._subscribers:
            effects += self.deliver(topic, encode(op.msg), now)
        return effects

    def subscribe(self, session: Session, op: operations.Subscribe, now: float) -> list[Effect]:
        """Add a subscription of a client, or change the one with the same id, and confirm it."""
        topic = canonical(op.topic)
        if not session.subscribe(topic, op):
            return [error(session.number, f"subscribe: topic {too_many('subscriptions')}", op.id)]
        self._subscribers.setdefault(topic, {})[session.number] = session
        self.demand_changed = True
        confirmation = lines.status_line("info", f"subscribed to {op.topic}", op.id)
        # With the new throttle, messages that wait may be due now.
        return [Send(session.number, confirmation), *_released(session, topic, now)]

    def unsubscribe(self, session: Session, op: operations.Unsubscribe, now: float) -> list[Effect]:
        """End one subscription of a client, or all on the topic."""
        topic = canonical(op.topic)
        if session.unsubscribe(topic, op.id):
            self._leave(session, topic)
        return []

    # -- delivery --------------------------------------------------------------------------------
    def has_subscribers(self, topic: str) -> bool:
        """Whether any client subscribes to the topic."""
        return topic in self._subscribers

    def deliver(self, topic: str, msg: bytes, now: float) -> list[Effect]:
        """Send a publication (JSON text) to subscribers whose throttle allows it, or queue it."""
        by_spelling: dict[str, bytes] = {}  # the line by the topic as clients wrote it
        effects: list[Effect] = []
        for session in self._subscribers.get(topic, {}).values():
            flow = session.flows[topic]
            line = by_spelling.get(flow.spelled)
            if line is None:
                line = lines.publish_line(flow.spelled, msg)
                by_spelling[flow.spelled] = line
            if flow.admit(line, now):
                effects.append(Send(session.number, line, topic, flow.keep))
            elif flow.waiting:
                self._held.add((session.number, topic))
        return effects

    @property
    def holding(self) -> bool:
        """Whether any publication waits for a throttle."""
        return bool(self._held)

    def release(self, now: float) -> list[Effect]:
        """Send the publications that have waited for a throttle and are due now."""
        effects: list[Effect] = []
        for number, topic in list(self._held):
            session = self._subscribers.get(topic, {}).get(number)
            if session:
                effects += _released(session, topic, now)
            if not session or not session.flows[topic].waiting:
                self._held.discard((number, topic))
        return effects

    # -- clients that disconnect -----------------------------------------------------------------
    def end(self, session: Session) -> None:
        """End all subscriptions of a client."""
        for topic in session.flows:
            self._leave(session, topic)
        session.flows.clear()

    def _leave(self, session: Session, topic: str) -> None:
        subscribers = self._subscribers[topic]
        del subscribers[session.number]
        if not subscribers:
            del self._subscribers[topic]
            self.demand_changed = True


def _released(session: Session, topic: str, now: float) -> list[Effect]:
    flow = session.flows[topic]
    return [Send(session.number, line, topic, flow.keep) for line in flow.release(now)]
