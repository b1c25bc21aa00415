"""Handles operations on topics: advertise, publish, subscribe, and delivery to subscribers."""

import heapq
from typing import Any

from protocol import names, operations
from protocol.effects import (
    Effect,
    PublishToActors,
    RefusePublication,
    Send,
    error,
    ignored,
    info,
    too_many,
    warnings,
)
from protocol.fields import Rejected
from protocol.flow import Flow
from protocol.forms import NONE, Encoder, Form, JsonOnly
from protocol.members import MSG, TopicMembers
from protocol.names import canonical, canonical_type
from protocol.publication import Publication
from protocol.session import Session
from protocol.similar import did_you_mean
from protocol.trajectory import last_point
from protocol.wire import encode

RELEASED_AT_ONCE = 500  # publications, after which other clients have their turns


class Topics:
    """Turns operations on topics into effects. Times are in s, monotonic.

    strict_advertise    drop the publications of a client on topics that it has not advertised
    override            whether clients may publish on the topics on which only actors publish
    encoder             makes the forms of messages that are not JSON
    """

    def __init__(
        self, strict_advertise: bool, override: bool = False, encoder: Encoder | None = None
    ):
        self._strict_advertise = strict_advertise
        self._reserved = frozenset() if override else names.PUBLISHED
        self._encoder = encoder or JsonOnly()
        self.members = TopicMembers()
        # A heap of the times when throttled messages are due, each with its session and topic. A
        # session and topic is in it at most once, and is then also in _held.
        self._due: list[tuple[float, int, str]] = []
        self._held: set[tuple[int, str]] = set()
        self._present: dict[str, Publication] = {}  # the last message of each latched topic
        # Whether a topic may have got its first subscriber or lost its last one.
        self.demand_changed = True

    # -- operations of clients -------------------------------------------------------------------
    def advertise(self, session: Session, op: operations.Advertise, now: float) -> list[Effect]:
        """Note that a client may publish on a topic."""
        topic = canonical(op.topic)
        remark = self.members.about_type("advertise", op, topic)
        if not session.advertise(topic, canonical_type(op.type, MSG)):
            return [error(session.number, f"advertise: topic {too_many('topics')}", op.id)]
        self.members.publishing.add(topic, session)
        return warnings(session.number, _joined(ignored("advertise", op), remark), op.id)

    def unadvertise(self, session: Session, op: operations.Unadvertise, now: float) -> list[Effect]:
        """Note that a client may not publish on a topic until it advertises the topic again."""
        topic = canonical(op.topic)
        if session.unadvertise(topic):
            self.members.publishing.remove(topic, session)
        return []

    def publish(self, session: Session, op: operations.Publish, now: float) -> list[Effect]:
        """Pass a publication to actors and clients. The first one on a topic also advertises it."""
        topic = canonical(op.topic)
        if topic in self._reserved:
            text = f"publish: only Pendularm itself publishes on topic {op.topic}"
            return [error(session.number, text, op.id)]
        refusal: list[Effect] = []
        if topic not in session.advertised and not self._strict_advertise:
            refusal = self.advertise(session, operations.Advertise(topic), now)
        if session.advertised.get(topic) is None:
            return refusal
        effects = _command(session, topic, op.msg) if topic in names.COMMANDS else []
        if topic in self.members.subscribing:
            effects += self.deliver(topic, encode(op.msg), now)
        return effects

    def subscribe(self, session: Session, op: operations.Subscribe, now: float) -> list[Effect]:
        """Add a subscription of a client, or change the one with the same id, and confirm it."""
        topic = canonical(op.topic)
        remark = self.members.about_type("subscribe", op, topic)
        op, about_compression = self._with_possible_compression(session, op, topic)
        if not session.subscribe(topic, op):
            return [error(session.number, f"subscribe: topic {too_many('subscriptions')}", op.id)]
        self.members.subscribing.add(topic, session)
        self.demand_changed = True
        flow = session.flows[topic]
        return [
            info(session.number, f"subscribed to {op.topic}", op.id),
            *warnings(session.number, _joined(_about(op, topic), remark, about_compression), op.id),
            *self._latched(session, topic, op.topic),
            # With the new throttle, messages that wait may be due now.
            *_released(session, topic, flow, now),
        ]

    def must_load(self, session: Session, op: operations.Subscribe) -> bool:
        """Whether a subscription waits until what encodes its messages is loaded."""
        if op.compression == NONE or not session.websocket:
            return False
        topic = canonical(op.topic)
        return not self._encoder.is_ready(op.compression, self._type_for(op, topic))

    def _type_for(self, op: operations.Subscribe, topic: str) -> str:
        """Return the type of a topic, or the one that a new subscription names, or ""."""
        return self.members.type_of(topic) or canonical_type(op.type, MSG)

    def _with_possible_compression(
        self, session: Session, op: operations.Subscribe, topic: str
    ) -> tuple[operations.Subscribe, str]:
        """Return a subscription whose messages can be made, and what the client should know."""
        wanted = op.compression
        if wanted == NONE:
            return op, ""
        problem = "only WebSocket clients can be sent binary messages"
        if session.websocket:
            problem = self._encoder.problem(wanted, self._type_for(op, topic))
        if not problem:
            return op, ""
        is_new = session.is_new(wanted)
        remark = f"subscribe: messages come as JSON, not as {wanted}: {problem}" if is_new else ""
        return op._replace(compression=NONE), remark

    def unsubscribe(self, session: Session, op: operations.Unsubscribe, now: float) -> list[Effect]:
        """End one subscription of a client, or all on the topic."""
        topic = canonical(op.topic)
        if session.unsubscribe(topic, op.id):
            self._end_flow(session, topic)
        return []

    # -- delivery --------------------------------------------------------------------------------
    def settle_demand(self) -> None:
        """Called when it is told on which topics there are subscribers: forget what nobody wants.

        The messages of latched topics are kept only while there are subscribers.
        """
        self.demand_changed = False
        wanted = self.members.subscribing
        self._present = {topic: last for topic, last in self._present.items() if topic in wanted}

    def has_subscribers(self, topic: str) -> bool:
        """Whether any client subscribes to the topic."""
        return topic in self.members.subscribing

    def deliver(self, topic: str, msg: bytes, now: float) -> list[Effect]:
        """Send a publication (JSON text) to subscribers whose throttle allows it, or queue it."""
        publication = Publication(topic, msg, self.members, self._encoder)
        form: Form | None = None  # that of the line
        line = b""
        effects: list[Effect] = []
        if topic in names.LATCHED and (topic in self.members.subscribing or topic in self._present):
            self._present[topic] = publication
        for session in self.members.subscribing.of(topic):
            flow = session.flows[topic]
            is_open = flow.is_open(now)
            if not is_open and not flow.queue_length:
                continue
            if flow.form is not form:  # most clients want the same form
                form = flow.form
                line = publication.line(form)
            if not line:
                continue
            if is_open and not flow.others:  # the most frequent case by far
                effects.append(Send(session.number, line, topic, flow.keep))
                continue
            lines = (line, *(publication.line(form) for form in flow.others))
            if is_open:
                effects += [Send(session.number, each, topic, flow.keep) for each in lines]
            else:
                flow.hold(lines)
                self._hold(session.number, topic, flow)
        if publication.problems:
            effects += self._about_problems(topic, publication)
        return effects

    def _about_problems(self, topic: str, publication: Publication) -> list[Effect]:
        """Tell each client once that it is not sent what it wants, and why."""
        effects: list[Effect] = []
        for session in self.members.subscribing.of(topic):
            flow = session.flows[topic]
            problem = publication.problems.get(flow.form)
            if problem and not flow.told:
                flow.told = True
                effects += warnings(session.number, problem)
        return effects

    def _latched(self, session: Session, topic: str, spelled: str) -> list[Effect]:
        """Send a new subscriber the present message of a latched topic, if there is one."""
        publication = self._present.get(topic)
        if publication is None:
            return []
        flow = session.flows[topic]
        line = publication.line(flow.form._replace(spelled=spelled))
        return [Send(session.number, line, topic, flow.keep)] if line else []

    def _hold(self, number: int, topic: str, flow: Flow) -> None:
        """Note when the first of the messages that wait for a throttle is due."""
        if (number, topic) not in self._held:
            self._held.add((number, topic))
            heapq.heappush(self._due, (flow.due, number, topic))

    @property
    def next_due(self) -> float | None:
        """The time when release() must be called, or None if no message waits for a throttle."""
        return self._due[0][0] if self._due else None

    def release(self, now: float) -> list[Effect]:
        """Send publications that have waited for a throttle and are due now, but not too many."""
        effects: list[Effect] = []
        while self._due and self._due[0][0] <= now and len(effects) < RELEASED_AT_ONCE:
            _, number, topic = heapq.heappop(self._due)
            self._held.discard((number, topic))
            session = self.members.subscribing.get(topic, number)
            if session is None:
                continue
            flow = session.flows[topic]
            effects += _released(session, topic, flow, now)
            if flow.waiting:
                self._hold(number, topic, flow)
        return effects

    # -- clients that disconnect -----------------------------------------------------------------
    def end(self, session: Session) -> None:
        """End all subscriptions of a client, and show it no longer as one that publishes.

        It may still publish what it had sent before it closed its sending half.
        """
        for topic, flow in session.flows.items():
            flow.clear()
            self._end_flow(session, topic)
        session.flows.clear()
        for topic in session.advertised:
            self.members.publishing.remove(topic, session)

    def _end_flow(self, session: Session, topic: str) -> None:
        if self.members.subscribing.remove(topic, session):
            self.demand_changed = True


def _command(session: Session, topic: str, msg: Any) -> list[Effect]:
    """Pass a command to actors, without what they do not read."""
    try:
        return [PublishToActors(session.number, topic, last_point(msg))]
    except Rejected as problem:
        return [RefusePublication(session.number, topic, str(problem))]


def _about(op: operations.Subscribe, topic: str) -> str:
    """Return what a client should know about its subscription, or nothing."""
    if op.ignored:
        return ignored("subscribe", op)
    if topic in names.PUBLISHED or topic in names.COMMANDS:
        return ""
    similar = did_you_mean(topic, names.PUBLISHED | names.COMMANDS)
    return f"subscribe: Pendularm publishes no topic {op.topic}{similar}" if similar else ""


def _joined(*remarks: str) -> str:
    return "; ".join(remark for remark in remarks if remark)


def _released(session: Session, topic: str, flow: Flow, now: float) -> list[Effect]:
    return [Send(session.number, line, topic, flow.keep) for line in flow.release(now)]
