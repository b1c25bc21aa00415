"""Handles operations on services: our own, which actors serve, and those that clients provide."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from protocol import limits, lines, names, operations
from protocol.effects import (
    Answer,
    CallActor,
    Effect,
    Form,
    Send,
    error,
    ignored,
    info,
    too_many,
    warnings,
)
from protocol.fields import Rejected
from protocol.forwarding import ForwardedCall, Forwarding
from protocol.names import canonical
from protocol.operations import CallService
from protocol.ordering import Ordering
from protocol.providers import Providers
from protocol.session import Session
from protocol.shares import Shares
from protocol.similar import did_you_mean
from protocol.wire import encode

if TYPE_CHECKING:
    from protocol.rosapi.server import Rosapi

LONG = 64 * 1024  # bytes of values
FAILED_AT_ONCE = 100  # calls that are answered as failed before other clients have their turns


class Services:
    """Turns operations on services into effects. Times are in s, monotonic.

    sessions    those of the bridge, by number
    owner       the actor that serves each of our own services
    ordering    knows the kinds of their calls
    rosapi      returns the one that answers calls of /rosapi services
    override    whether clients may provide services under the names of our own
    """

    def __init__(
        self,
        sessions: Mapping[int, Session],
        owner: Mapping[str, str],
        ordering: Ordering,
        rosapi: Callable[[], "Rosapi"],
        override: bool = False,
    ):
        self.rosapi = rosapi
        self._sessions = sessions
        self._owner = owner
        self._ordering = ordering
        self._override = override
        self.providers = Providers()
        self._forwarding = Forwarding()
        self._shares = Shares()

    # -- calls -----------------------------------------------------------------------------------
    def is_own(self, service: str) -> bool:
        """Whether an actor answers calls of the service (canonical name), and not a client."""
        return service in self._owner and service not in self.providers

    def share_is_used_up(self, session: Session, service: str) -> bool:
        """Whether a call of one of our own services must wait for an answer to an earlier one."""
        return self._shares.used_up(self._owner[service], session.number)

    def call(self, session: Session, op: CallService, now: float) -> list[Effect]:
        """Pass a call to the newest client that provides the service, or else to its actor."""
        service = canonical(op.service)
        effects = warnings(session.number, ignored("call_service", op), op.id)
        provider = self.providers.newest(service)
        if provider is None and service in names.ROSAPI:
            return [*effects, self._answer_rosapi(session, service, op)]
        if self.is_own(service):
            if op.args is None or op.args == []:
                op = op._replace(args={})
            return [*effects, self._ask_actor(session, service, op)]
        if provider is None:
            similar = did_you_mean(service, self._owner.keys() | names.ROSAPI)
            reason = f"nobody provides the service {op.service}{similar}"
            return [*effects, _answer(session, op, False, reason)]
        if len(session.forwarded) >= limits.FORWARDED_CALLS:
            reason = f"this connection already waits for {limits.FORWARDED_CALLS} calls like this"
            return [*effects, _answer(session, op, False, f"refused: {reason}")]
        return [*effects, self._forward(session, op, provider, service, now)]

    def _ask_actor(
        self, session: Session, service: str, op: CallService, form: Form | None = None
    ) -> CallActor:
        kind = self._ordering.kind(service, op.args)
        session.call_begins(kind, op.size)
        self._shares.begin(kind.actor, session.number)
        return CallActor(session.number, service, kind, op, form)

    def _answer_rosapi(self, session: Session, service: str, op: CallService) -> Effect:
        """Answer a call of a /rosapi service, or ask the actor that knows the answer."""
        try:
            if op.size > limits.REQUEST_BYTES:
                what = f"a call of {service} must have at most {limits.REQUEST_BYTES} bytes"
                raise Rejected(f"{what}, got {op.size}")
            found = self.rosapi().answer(service, op.args)
        except Rejected as refusal:
            return _answer(session, op, False, str(refusal), encode(refusal.values or {}))
        if isinstance(found, dict):
            return _answer(session, op, True, "", encode(found))
        return self._ask_actor(session, found.service, op._replace(args=found.args), found.form)

    def _forward(
        self, caller: Session, op: CallService, provider: Session, service: str, now: float
    ) -> Send:
        deadline = now + (op.timeout or limits.CALL_TIMEOUT)
        id = self._forwarding.add(caller, op, provider, service, deadline)
        return Send(
            provider.number, lines.call_line(provider.provides[service].spelled, id, op.args)
        )

    def answered(self, asked: CallActor, result: bool, status: str, values: bytes) -> list[Effect]:
        """Answer a call of one of our own services, unless its client has disconnected.

        values is JSON text.
        """
        self._shares.end(asked.kind.actor, asked.session)
        session = self._sessions.get(asked.session)
        if session is None:
            return []
        session.call_ends(asked.kind, asked.call.size)
        if asked.form is not None:
            result, status, values = asked.form(result, status, values)
        return [_answer(session, asked.call, result, status, values)]

    # -- providers -------------------------------------------------------------------------------
    def provide(
        self, session: Session, op: operations.AdvertiseService, now: float
    ) -> list[Effect]:
        """Make a client the newest provider of a service, and confirm it."""
        service = canonical(op.service)
        if (service in self._owner or service in names.ROSAPI) and not self._override:
            text = f"advertise_service: service {op.service} is one of Pendularm's own"
            return [error(session.number, text, op.id)]
        remark = self.providers.about_type(op, service)
        if not self.providers.add(service, session, op):
            text = f"advertise_service: service {too_many('services')}"
            return [error(session.number, text, op.id)]
        return [
            info(session.number, f"providing {op.service}", op.id),
            *warnings(session.number, ignored("advertise_service", op), op.id),
            *warnings(session.number, remark, op.id),
        ]

    def withdraw(
        self, session: Session, op: operations.UnadvertiseService, now: float
    ) -> list[Effect]:
        """End the service of a client. Its unanswered calls may still be answered."""
        if not self.providers.remove(canonical(op.service), session):
            text = f"unadvertise_service: service {op.service} is not yours"
            return [error(session.number, text, op.id)]
        return []

    def respond(self, session: Session, op: operations.ServiceResponse, now: float) -> list[Effect]:
        """Pass on the answer of a provider. Only the client that was asked can answer, and once."""
        if not isinstance(op.id, str) or self._forwarding.provider(op.id) is not session:
            return []
        call = self._forwarding.take(op.id)
        status = op.status
        if status is None and not op.result:
            status = op.values if isinstance(op.values, str) else ""
            status = status or f"{call.call.service} reported a failure"
        return [_conclude(call, op.result, status or "", op.values)]

    # -- the ends of forwarded calls -------------------------------------------------------------
    def expire(self, now: float) -> None:
        """Let the calls fail whose provider has not answered in time: see fail_some."""
        self._forwarding.expire(now)

    @property
    def any_failing(self) -> bool:
        """Whether fail_some must be called again."""
        return self._forwarding.any_failing

    def fail_some(self) -> list[Effect]:
        """Answer some of the calls that nobody will answer."""
        return [
            _conclude(call, False, f"the provider of {call.call.service} {reason}", {})
            for call, reason in self._forwarding.failed(FAILED_AT_ONCE)
        ]

    def forget_calls_of(self, session: Session) -> None:
        """Called when a client has disconnected: forget the calls that it has made."""
        self._forwarding.forget_calls_of(session)

    def end(self, session: Session) -> None:
        """End all services of a client, and let its unanswered calls fail."""
        for service in list(session.provides):
            self.providers.remove(service, session)
        self._forwarding.provider_left(session)


def _conclude(forwarded: ForwardedCall, result: bool, status: str, values: Any) -> Effect:
    return _answer(forwarded.caller, forwarded.call, result, status, encode(values))


def _answer(
    session: Session, call: CallService, result: bool, status: str, values: bytes = b"{}"
) -> Answer:
    """Make the response to a call. The call is no longer counted; values is JSON text."""
    more = session.awaits_answers()
    if len(values) > LONG:
        begin, *rest = lines.response_parts(call, result, status, values)
        return Answer(session.number, begin, more, tuple(rest))
    line = lines.response_line(call, result, status, values)
    return Answer(session.number, line, more)
