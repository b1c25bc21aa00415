"""Handles operations on services: our own, which actors serve, and those that clients provide."""

import itertools
from collections.abc import Mapping
from typing import Any, NamedTuple

from protocol import limits, lines, operations
from protocol.effects import Answer, CallActor, Effect, Send, error, too_many
from protocol.fields import show
from protocol.names import canonical
from protocol.operations import CallService
from protocol.session import Session
from protocol.wire import encode


class ForwardedCall(NamedTuple):
    """A call that was forwarded to the client that provides the service, and is not answered."""

    caller: Session
    call: CallService
    provider: Session
    deadline: float  # s, monotonic


class Services:
    """Turns operations on services into effects.

    sessions are those of the bridge, by number. owner maps each of our own services to the actor
    that serves it. Times are in s, monotonic.
    """

    def __init__(self, sessions: Mapping[int, Session], owner: Mapping[str, str]):
        self._sessions = sessions
        self._owner = owner
        self._providers: dict[str, list[Session]] = {}  # by service, newest last
        self._forwarded: dict[str, ForwardedCall] = {}  # by the id in the forwarded call
        self._numbers = itertools.count(1)

    # -- calls -----------------------------------------------------------------------------------
    def is_own(self, service: str) -> bool:
        """Whether an actor answers calls of the service (canonical name), and not a client."""
        return service in self._owner and service not in self._providers

    def call(self, session: Session, op: CallService, now: float) -> list[Effect]:
        """Pass a call to the newest client that provides the service, or else to its actor."""
        service = canonical(op.service)
        if self.is_own(service):
            session.call_begins(self._owner[service])
            return [CallActor(session.number, service, op)]
        if not isinstance(op.args, dict):
            return [_answer(session, op, False, f"args must be an object, got {show(op.args)}")]
        providers = self._providers.get(service)
        if not providers:
            return [_answer(session, op, False, f"nobody provides the service {op.service}")]
        if session.forwarded >= limits.FORWARDED_CALLS:
            reason = f"this connection already waits for {limits.FORWARDED_CALLS} calls like this"
            return [_answer(session, op, False, f"refused: {reason}")]
        return [self._forward(session, op, providers[-1], service, now)]

    def _forward(
        self, caller: Session, op: CallService, provider: Session, service: str, now: float
    ) -> Send:
        id = f"call:{service}:{next(self._numbers)}"
        deadline = now + (op.timeout or limits.CALL_TIMEOUT)
        self._forwarded[id] = ForwardedCall(caller, op, provider, deadline)
        caller.forwarded += 1
        line = lines.call_line(provider.provides[service], id, op.args)
        return Send(provider.number, line)

    def answered(self, asked: CallActor, result: bool, status: str, values: bytes) -> list[Effect]:
        """Answer a call of one of our own services, unless its client has disconnected.

        values is JSON text.
        """
        session = self._sessions.get(asked.session)
        if session is None:
            return []
        session.call_ends(self._owner[asked.service])
        return [_answer(session, asked.call, result, status, values)]

    # -- providers -------------------------------------------------------------------------------
    def provide(
        self, session: Session, op: operations.AdvertiseService, now: float
    ) -> list[Effect]:
        """Make a client the newest provider of a service, and confirm it."""
        service = canonical(op.service)
        if service not in session.provides and len(session.provides) >= limits.NAMES_PER_CLIENT:
            text = f"advertise_service: service {too_many('services')}"
            return [error(session.number, text, op.id)]
        self._remove(service, session)  # a client that advertises again becomes the newest provider
        session.provides[service] = op.service
        self._providers.setdefault(service, []).append(session)
        confirmation = lines.status_line("info", f"providing {op.service}", op.id)
        return [Send(session.number, confirmation)]

    def withdraw(
        self, session: Session, op: operations.UnadvertiseService, now: float
    ) -> list[Effect]:
        """End the service of a client. Its unanswered calls may still be answered."""
        service = canonical(op.service)
        if service not in session.provides:
            text = f"unadvertise_service: service {op.service} is not yours"
            return [error(session.number, text, op.id)]
        self._remove(service, session)
        return []

    def _remove(self, service: str, session: Session) -> None:
        if session.provides.pop(service, None) is None:
            return
        self._providers[service].remove(session)
        if not self._providers[service]:
            del self._providers[service]

    def respond(self, session: Session, op: operations.ServiceResponse, now: float) -> list[Effect]:
        """Pass on the answer of a provider. Only the client that was asked can answer, and once."""
        forwarded = self._forwarded.get(op.id) if isinstance(op.id, str) else None
        if forwarded is None or forwarded.provider is not session:
            return []
        values = op.values if isinstance(op.values, dict) else {}
        if op.result:
            return self._conclude(op.id, True, "", values)
        reason = op.values if isinstance(op.values, str) else ""
        reason = reason or f"{forwarded.call.service} reported a failure"
        return self._conclude(op.id, False, reason, values)

    # -- the ends of forwarded calls -------------------------------------------------------------
    def expire(self, now: float) -> list[Effect]:
        """Answer, as failed, the calls whose provider has not answered in time."""
        late = [id for id, forwarded in self._forwarded.items() if forwarded.deadline <= now]
        return self._fail(late, "did not answer in time")

    def forget_calls_of(self, session: Session) -> None:
        """Called when a client has disconnected: forget the calls that it has made."""
        for id in [id for id, call in self._forwarded.items() if call.caller is session]:
            del self._forwarded[id]

    def end(self, session: Session) -> list[Effect]:
        """End all services of a client, and answer its unanswered calls as failed."""
        for service in list(session.provides):
            self._remove(service, session)
        unanswered = [id for id, call in self._forwarded.items() if call.provider is session]
        return self._fail(unanswered, "has gone")

    def _fail(self, ids: list[str], what: str) -> list[Effect]:
        effects: list[Effect] = []
        for id in ids:
            service = self._forwarded[id].call.service
            effects += self._conclude(id, False, f"the provider of {service} {what}", {})
        return effects

    def _conclude(self, id: str, result: bool, status: str, values: Any) -> list[Effect]:
        caller, call, _, _ = self._forwarded.pop(id)
        caller.forwarded -= 1
        return [_answer(caller, call, result, status, encode(values))]


def _answer(
    session: Session, call: CallService, result: bool, status: str, values: bytes = b"{}"
) -> Answer:
    """Make the response to a call. The call is no longer counted; values is JSON text."""
    line = lines.response_line(call, result, status, values)
    return Answer(session.number, line, session.awaits_answers())
