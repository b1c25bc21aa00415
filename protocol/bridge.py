"""The bridge between clients and actors: it turns the operations of clients into effects.

It has one session for each client, and uses no socket. It passes each operation to Topics or
Services, which keep the subscriptions, advertisements and calls of the clients. They return a list
of effects, which the gateway carries out in order.
"""

import itertools
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from protocol import limits, names, operations
from protocol.budget import Budget
from protocol.effects import AbandonCalls, Effect, Send, Status, error
from protocol.forms import Encoder
from protocol.lines import status_line
from protocol.names import canonical
from protocol.nodes import Node
from protocol.operations import Operation
from protocol.ordering import Ordering
from protocol.services import Services
from protocol.session import Session
from protocol.topics import Topics

if TYPE_CHECKING:
    from protocol.rosapi.server import Rosapi


class Bridge:
    """The sessions of all clients. Each method returns the effects that follow from an event.

    owner maps each of our own services to the actor that serves it. in_order are the actors that
    carry out their calls in the order in which they come. nodes has the topics and services of each
    actor.

    strict_advertise    drop the publications of a client on topics that it has not advertised
    override            whether clients may provide our own services, and publish on our own topics
    encoder             makes the messages of topics for clients that do not want JSON
    """

    def __init__(
        self,
        owner: Mapping[str, str],
        in_order: Collection[str] = (),
        strict_advertise: bool = False,
        override: bool = False,
        nodes: Mapping[str, Node] | None = None,
        encoder: Encoder | None = None,
    ):
        if names.SET_PARAMS in owner:
            arm = owner[names.SET_PARAMS]
            owner = {**owner, **dict.fromkeys(names.OF_THE_ARM_BY_ROSAPI, arm)}
        self._nodes = nodes or {}
        self._rosapi: Rosapi | None = None
        self.sessions: dict[int, Session] = {}
        self.budget = Budget()
        self.topics = Topics(strict_advertise, override, encoder)
        self._ordering = Ordering(owner, in_order)
        self.services = Services(self.sessions, owner, self._ordering, self._ask_rosapi, override)
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
            operations.SetLevel: _set_level,
            operations.Invalid: _refuse,
            operations.Harmless: _ignore,
        }

    def open(self) -> int:
        """Called when a client has connected: open a session, and return its unique number."""
        number = next(self._numbers)
        self.sessions[number] = Session(number, self.budget.open(number))
        return number

    def tell(self, status: Status) -> list[Send]:
        """Return the line of a status, if its client has not left and wants to hear it."""
        session = self.sessions.get(status.session)
        if session is None or not session.hears(status.level):
            return []
        return [Send(status.session, status_line(status.level, status.text, status.id))]

    def _ask_rosapi(self) -> "Rosapi":
        """Return the one that answers calls of /rosapi services; it is made when first asked."""
        if self._rosapi is None:
            from protocol.rosapi.server import Rosapi  # many runtimes never need it

            self._rosapi = Rosapi(
                self._nodes, self.sessions, self.topics.members, self.services.providers
            )
        return self._rosapi

    def receive(self, number: int, operation: Operation, now: float) -> list[Effect] | None:
        """Return the effects of an operation of a client; now in s, monotonic.

        It returns None if the operation must wait. The caller then passes the operation again after
        a call of the client has been answered, or the encoder has loaded more, and before any later
        operation of the client.
        """
        session = self.sessions[number]
        if type(operation) is operations.Subscribe and self.topics.must_load(session, operation):
            return None
        if session.in_flight and self._must_wait(session, operation):
            return None
        return self._handlers[type(operation)](session, operation, now)

    def _must_wait(self, session: Session, operation: Operation) -> bool:
        """Whether an operation of a client waits for its calls in flight."""
        if session.calls_in_flight >= limits.CALLS_IN_FLIGHT:
            return True
        if isinstance(operation, operations.CallService):
            service = canonical(operation.service)
            return self.services.is_own(service) and (
                self._ordering.call_waits(service, operation.args, session.in_flight)
                or self.services.share_is_used_up(session, service)
            )
        if isinstance(operation, operations.Subscribe):
            topic = canonical(operation.topic)
            return self._ordering.subscription_waits(topic, session.in_flight)
        return False

    def awaits_answers(self, number: int) -> bool:
        """Whether a client has calls that are not yet answered."""
        return self.sessions[number].awaits_answers()

    def end_of_input(self, number: int) -> None:
        """Called when a client has closed its sending half: end its topics and services.

        Its calls are still answered.
        """
        session = self.sessions[number]
        self.topics.end(session)
        self.services.end(session)

    def close(self, number: int) -> list[Effect]:
        """Called when a client has disconnected: end its subscriptions, services and calls."""
        session = self.sessions[number]
        self.services.forget_calls_of(session)
        self.end_of_input(number)
        self.budget.close(number)
        del self.sessions[number]
        return [AbandonCalls(number)] if session.in_flight else []


def _refuse(session: Session, op: operations.Invalid, now: float) -> list[Effect]:
    return [error(session.number, op.text, op.id)]


def _set_level(session: Session, op: operations.SetLevel, now: float) -> list[Effect]:
    session.level = op.level
    return []


def _ignore(session: Session, op: operations.Harmless, now: float) -> list[Effect]:
    return []
