"""Who subscribes, publishes, provides and waits: operations in, effects out.

The bridge knows every session (one client each) and no socket. What is to be done about an
operation it returns as a list of effects, in order, and the gateway carries them out.
"""

import itertools
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple, TypeAlias

from protocol import limits, operations
from protocol.fields import show
from protocol.names import canonical
from protocol.operations import ABSENT, CallService, Operation
from protocol.session import ProvidedCall, Session
from protocol.wire import encode


class Send(NamedTuple):
    """One line to one client; a publication names its topic and how many may wait for a slow reader."""

    session: int
    line: bytes
    topic: str | None = None
    keep: int = 0


class Ask(NamedTuple):
    """A call of one of our own services, to be answered through answer()."""

    session: int
    call: CallService


class Tell(NamedTuple):
    """A client's publication, for the actors that hear the topic."""

    session: int
    topic: str
    msg: Any


Effect: TypeAlias = Send | Ask | Tell


class Bridge:
    """strict_advertise: drop what a client publishes on topics it never advertised."""

    def __init__(self, built_in: Collection[str], strict_advertise: bool = False):
        self.built_in = built_in
        self.strict_advertise = strict_advertise
        self.sessions: dict[int, Session] = {}
        self._subscribers: dict[str, dict[int, Session]] = {}
        self.demand_changed = True  # whether topics may have won or lost their subscribers
        self._providers: dict[str, list[int]] = {}  # newest last
        self._calls: dict[str, ProvidedCall] = {}  # forwarded to clients, by the id we made
        self._held: set[tuple[int, str]] = set()  # sessions and topics with throttled messages
        self._call_numbers = itertools.count(1)
        self._session_numbers = itertools.count(1)
        self._handlers = {
            operations.Advertise: self._advertise,
            operations.Unadvertise: self._unadvertise,
            operations.Publish: self._publish,
            operations.Subscribe: self._subscribe,
            operations.Unsubscribe: self._unsubscribe,
            operations.CallService: self._call,
            operations.AdvertiseService: self._provide,
            operations.UnadvertiseService: self._withdraw,
            operations.ServiceResponse: self._respond,
        }

    # -- sessions --------------------------------------------------------------------------------
    def open(self) -> int:
        """A client has come; its session's number is never used again."""
        number = next(self._session_numbers)
        self.sessions[number] = Session(number)
        return number

    def close(self, number: int) -> list[Effect]:
        """A client has gone, and with it its subscriptions, services and calls."""
        for token in [token for token, call in self._calls.items() if call.caller == number]:
            del self._calls[token]
        effects = self.hear_no_more(number)
        del self.sessions[number]
        return effects

    def hear_no_more(self, number: int) -> list[Effect]:
        """A client has said its last word: all that is left for it is to hear the answers to its calls."""
        session = self.sessions[number]
        for topic in session.flows:
            self._leave(topic, number)
        session.flows.clear()
        for service in list(session.provides):
            self._unregister(service, number)
        return [
            effect
            for token, call in list(self._calls.items())
            if call.provider == number
            for effect in self._conclude(
                token, False, f"the provider of {call.call.service} has gone", {}
            )
        ]

    def waits(self, number: int) -> bool:
        """Whether a client has calls that are not yet answered."""
        session = self.sessions[number]
        return bool(session.in_flight or session.forwarded)

    def receive(self, number: int, operation: Operation, now: float) -> list[Effect]:
        """What an operation of a client brings about. now is the monotonic time in s."""
        if isinstance(operation, operations.Invalid):
            return [self._error(number, operation.text, operation.id)]
        handler: Any = self._handlers.get(type(operation))
        return list(handler(self.sessions[number], operation, now)) if handler else []

    # -- topics ----------------------------------------------------------------------------------
    def _advertise(
        self, session: Session, op: operations.Advertise, now: float
    ) -> Iterable[Effect]:
        topic = canonical(op.topic)
        if topic not in session.advertised and len(session.advertised) >= limits.NAMES_PER_CLIENT:
            yield self._error(session.number, f"advertise: topic {_too_many('topics')}", op.id)
        else:
            session.advertised[topic] = True

    def _unadvertise(
        self, session: Session, op: operations.Unadvertise, now: float
    ) -> Iterable[Effect]:
        if canonical(op.topic) in session.advertised:
            session.advertised[canonical(op.topic)] = False
        return ()

    def _publish(self, session: Session, op: operations.Publish, now: float) -> Iterable[Effect]:
        topic = canonical(op.topic)
        if topic not in session.advertised and not self.strict_advertise:
            yield from self._advertise(session, operations.Advertise(topic), now)
        if session.advertised.get(topic):
            yield Tell(session.number, topic, op.msg)
            if topic in self._subscribers:
                yield from self.deliver(topic, encode(op.msg), now)

    def _subscribe(
        self, session: Session, op: operations.Subscribe, now: float
    ) -> Iterable[Effect]:
        topic = canonical(op.topic)
        if not session.subscribe(topic, op):
            yield self._error(
                session.number, f"subscribe: topic {_too_many('subscriptions')}", op.id
            )
            return
        self._subscribers.setdefault(topic, {})[session.number] = session
        self.demand_changed = True
        yield Send(
            session.number, operations.status_line("info", f"subscribed to {op.topic}", op.id)
        )
        yield from self._release(session, topic, now)  # the new terms may make what waits due

    def _unsubscribe(
        self, session: Session, op: operations.Unsubscribe, now: float
    ) -> Iterable[Effect]:
        topic = canonical(op.topic)
        if session.unsubscribe(topic, op.id):
            self._leave(topic, session.number)
        return ()

    def _leave(self, topic: str, number: int) -> None:
        subscribers = self._subscribers.get(topic, {})
        subscribers.pop(number, None)
        if not subscribers:
            self._subscribers.pop(topic, None)
            self.demand_changed = True

    def has_subscribers(self, topic: str) -> bool:
        return topic in self._subscribers

    def deliver(self, topic: str, msg: bytes, now: float) -> list[Effect]:
        """A publication, as JSON text, to all who subscribe to its topic and are due."""
        lines: dict[str, bytes] = {}
        effects: list[Effect] = []
        for session in self._subscribers.get(topic, {}).values():
            flow = session.flows[topic]
            line = lines.get(flow.spelled)
            if line is None:
                line = lines[flow.spelled] = operations.publish_line(flow.spelled, msg)
            if flow.admit(line, now):
                effects.append(Send(session.number, line, topic, flow.keep))
            elif flow.waiting:
                self._held.add((session.number, topic))
        return effects

    @property
    def holding(self) -> bool:
        """Whether a throttle holds any publication back."""
        return bool(self._held)

    def release(self, now: float) -> list[Effect]:
        """Publications that a throttle held back and that are due now."""
        effects: list[Effect] = []
        for number, topic in list(self._held):
            session = self.sessions.get(number)
            flow = session.flows.get(topic) if session else None
            if session and flow:
                effects += self._release(session, topic, now)
            if not flow or not flow.waiting:
                self._held.discard((number, topic))
        return effects

    @staticmethod
    def _release(session: Session, topic: str, now: float) -> list[Effect]:
        flow = session.flows[topic]
        return [Send(session.number, line, topic, flow.keep) for line in flow.release(now)]

    # -- calls -----------------------------------------------------------------------------------
    def is_built_in(self, service: str) -> bool:
        """Whether a call of that service would be one of our own now."""
        return canonical(service) in self.built_in and canonical(service) not in self._providers

    def _call(self, session: Session, op: CallService, now: float) -> Iterable[Effect]:
        service = canonical(op.service)
        providers = self._providers.get(service)
        if not isinstance(op.args, dict) and not self.is_built_in(op.service):
            yield self.answer(
                session.number, op, False, f"args must be an object, got {show(op.args)}"
            )
        elif providers and session.forwarded >= limits.FORWARDED_CALLS:
            yield self.answer(
                session.number,
                op,
                False,
                f"refused: this connection already waits for {limits.FORWARDED_CALLS} calls like this",
            )
        elif providers:
            token = f"call:{service}:{next(self._call_numbers)}"
            deadline = now + (op.timeout or limits.CALL_TIMEOUT)
            self._calls[token] = ProvidedCall(session.number, op, providers[-1], deadline)
            session.forwarded += 1
            spelled = self.sessions[providers[-1]].provides[service]
            yield Send(providers[-1], operations.call_line(spelled, token, op.args))
        elif service in self.built_in:
            session.in_flight += 1
            yield Ask(session.number, op)
        else:
            yield self.answer(
                session.number, op, False, f"nobody provides the service {op.service}"
            )

    def answer(
        self, number: int, call: CallService, result: bool, status: str, values: bytes = b"{}"
    ) -> Send:
        """The response to a call; values is JSON text."""
        return Send(number, operations.response_line(call, result, status, values))

    def conclude_built_in(
        self, number: int, call: CallService, result: bool, status: str, values: bytes
    ) -> list[Effect]:
        """The response to a call of one of our own services, unless its client has gone."""
        if number not in self.sessions:
            return []
        self.sessions[number].in_flight -= 1
        return [self.answer(number, call, result, status, values)]

    def _conclude(self, token: str, result: bool, status: str, values: Any) -> list[Effect]:
        caller, call, _, _ = self._calls.pop(token)
        if caller not in self.sessions:
            return []
        self.sessions[caller].forwarded -= 1
        return [self.answer(caller, call, result, status, encode(values))]

    def _provide(
        self, session: Session, op: operations.AdvertiseService, now: float
    ) -> Iterable[Effect]:
        service = canonical(op.service)
        if service not in session.provides and len(session.provides) >= limits.NAMES_PER_CLIENT:
            yield self._error(
                session.number, f"advertise_service: service {_too_many('services')}", op.id
            )
            return
        self._unregister(service, session.number)
        session.provides[service] = op.service
        self._providers.setdefault(service, []).append(session.number)
        yield Send(session.number, operations.status_line("info", f"providing {op.service}", op.id))

    def _withdraw(
        self, session: Session, op: operations.UnadvertiseService, now: float
    ) -> Iterable[Effect]:
        if canonical(op.service) in session.provides:
            self._unregister(canonical(op.service), session.number)
        else:
            yield self._error(
                session.number, f"unadvertise_service: service {op.service} is not yours", op.id
            )

    def _unregister(self, service: str, number: int) -> None:
        providers = self._providers.get(service, [])
        if number in providers:
            providers.remove(number)
        if not providers:
            self._providers.pop(service, None)
        if number in self.sessions:
            self.sessions[number].provides.pop(service, None)

    def _respond(
        self, session: Session, op: operations.ServiceResponse, now: float
    ) -> Iterable[Effect]:
        """Only the client that was asked can answer, and only once; anything else is ignored."""
        call = self._calls.get(op.id) if isinstance(op.id, str) else None
        if call is None or call.provider != session.number:
            return []
        values = op.values if isinstance(op.values, dict) else {}
        if op.result:
            return self._conclude(op.id, True, "", values)
        reason = (
            op.values
            if isinstance(op.values, str) and op.values
            else f"{call.call.service} reported a failure"
        )
        return self._conclude(op.id, False, reason, values)

    def expire(self, now: float) -> list[Effect]:
        """Answer the calls whose provider has been silent for too long."""
        late = [token for token, call in self._calls.items() if call.deadline <= now]
        return [
            effect
            for token in late
            for effect in self._conclude(
                token,
                False,
                f"the provider of {self._calls[token].call.service} did not answer in time",
                {},
            )
        ]

    @staticmethod
    def _error(number: int, text: str, id: Any = ABSENT) -> Send:
        return Send(number, operations.status_line("error", text, id))


def _too_many(what: str) -> str:
    return f"refused: this connection already has {limits.NAMES_PER_CLIENT} {what}"
