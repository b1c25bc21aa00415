"""The bridge between clients and actors: operations of clients in, effects out.

It knows every session (one client each) and no socket. Topics and Services hold what clients asked
for; the bridge hands each operation to one of them. What is to be done is returned as a list of
effects, in order, and the gateway does it.
"""

import itertools
from collections.abc import Mapping
from typing import Any

from protocol import limits, operations
from protocol.effects import Effect, error
from protocol.names import canonical
from protocol.operations import Operation
from protocol.ordering import Order, Ordering
from protocol.services import Services
from protocol.session import Session
from protocol.topics import Topics


class Bridge:
    """All clients, what they asked for, and what follows from what they say.

    owner names the actor that serves a service of our own, and order tells how an actor orders the
    calls of one client. strict_advertise: what a client publishes on a topic that it never
    advertised is dropped.
    """

    def __init__(
        self,
        owner: Mapping[str, str],
        order: Mapping[str, Order],
        strict_advertise: bool = False,
    ):
        self.sessions: dict[int, Session] = {}
        self.topics = Topics(strict_advertise)
        self.services = Services(self.sessions, owner)
        self._ordering = Ordering(owner, order)
        self._numbers = itertools.count(1)
        self._handlers: dict[type, Any] = {
            operations.Advertise: self.topics.advertise,
            operations.Unadvertise: self.topics.unadvertise,
            operations.Publish: self.topics.publish,
            operations.Subscribe: self.topics.subscribe,
            operations.Unsubscribe: self.topics.unsubscribe,
            operations.CallService: self.services.call,
            operations.AdvertiseService: self.services.provide,
            operations.UnadvertiseService: self.services.withdraw,
            operations.ServiceResponse: self.services.respond,
            operations.Invalid: _refuse,
            operations.Harmless: _ignore,
        }

    def open(self) -> int:
        """A client has come: the number of its session, which is never used again."""
        number = next(self._numbers)
        self.sessions[number] = Session(number)
        return number

    def receive(self, number: int, operation: Operation, now: float) -> list[Effect] | None:
        """What an operation of a client brings about. now is the monotonic time in s.

        None: the operation must wait. It is to be given again when a call of the client has been
        answered, and before any later operation of the client.
        """
        session = self.sessions[number]
        if session.in_flight and self._must_wait(session, operation):
            return None
        return self._handlers[type(operation)](session, operation, now)

    def _must_wait(self, session: Session, operation: Operation) -> bool:
        """Whether an operation of a client waits for its calls in flight."""
        if session.calls_in_flight >= limits.CALLS_IN_FLIGHT:
            return True
        if isinstance(operation, operations.CallService):
            service = canonical(operation.service)
            return self.services.is_own(service) and self._ordering.call_waits(
                service, session.in_flight
            )
        if isinstance(operation, operations.Subscribe):
            topic = canonical(operation.topic)
            return self._ordering.subscription_waits(topic, session.in_flight)
        return False

    def awaits_answers(self, number: int) -> bool:
        """Whether a client has calls that are not yet answered."""
        return self.sessions[number].awaits_answers()

    def end_of_input(self, number: int) -> list[Effect]:
        """A client has closed its sending half. It only waits for the answers to its calls."""
        session = self.sessions[number]
        self.topics.end(session)
        return self.services.end(session)

    def close(self, number: int) -> list[Effect]:
        """A client has gone, and with it its subscriptions, services and calls."""
        self.services.forget_calls_of(self.sessions[number])
        effects = self.end_of_input(number)
        del self.sessions[number]
        return effects


def _refuse(session: Session, op: operations.Invalid, now: float) -> list[Effect]:
    return [error(session.number, op.text, op.id)]


def _ignore(session: Session, op: operations.Harmless, now: float) -> list[Effect]:
    return []
