"""Carries out the effects that the bridge returns: lines to clients, letters to actors."""

from functools import partial
from typing import Any

from actors.door.clients import Clients
from actors.kernel.actor import Actor
from actors.kernel.asks import Reply
from actors.kernel.letters import Publication
from protocol import limits
from protocol.bridge import Bridge
from protocol.effects import (
    AbandonCalls,
    Answer,
    CallActor,
    Effect,
    PublishToActors,
    RefusePublication,
    Send,
    Status,
    error,
)
from protocol.fields import show
from protocol.wire import encode

SHORT = 1024  # bytes


class Dispatch:
    """Carries out effects. Calls leave when the gateway is flushed, publications at once."""

    def __init__(self, gateway: Actor, bridge: Bridge, clients: Clients):
        self._gateway = gateway
        self._bridge = bridge
        self._clients = clients

    def carry_out(self, effects: list[Effect]) -> None:
        """Carry out effects in order."""
        for effect in effects:
            if isinstance(effect, Answer):
                self._clients.answer(effect)
            elif isinstance(effect, CallActor):
                self._call(effect)
            elif isinstance(effect, Send):
                self._clients.send(effect)
            elif isinstance(effect, Status):
                self.carry_out([*self._bridge.tell(effect)])
            elif isinstance(effect, AbandonCalls):
                self._gateway.asks.abandon(effect.session)
            elif isinstance(effect, PublishToActors):
                self._publish(effect)
            else:
                self._refuse_publication(effect)

    def _refuse_publication(self, refused: RefusePublication) -> None:
        """Tell the client and the log why a publication has no effect."""
        text = f"{refused.topic} ignored: {refused.reason}"
        self._gateway.log.warning(text, about=refused.topic)
        self.carry_out([error(refused.session, text)])

    def _publish(self, effect: PublishToActors) -> None:
        """Publish to the subscribed actors, and hold a client that publishes too fast for them."""
        outbox = self._gateway.outbox
        for to in self._gateway.registry.subscribers(effect.topic):
            if to != self._gateway.name:
                outbox.add(to, Publication(effect.topic, effect.msg, effect.session), keep=True)
                outbox.flush()
                if outbox.crowded(to):
                    self._clients.hold(effect.session, to)

    def _call(self, asked: CallActor) -> None:
        """Ask the actor that serves the service, if the arguments are an object of allowed size."""
        args = asked.call.args
        longest = self._gateway.registry.routes[asked.service].size
        if not isinstance(args, dict):
            self._refuse(asked, f"args must be an object, got {show(args)}")
        elif asked.call.size > longest:
            what = f"a call of {asked.service} must have at most {longest} bytes"
            self._refuse(asked, f"{what}, got {asked.call.size}")
        else:
            self._ask(asked, args, "")

    def _refuse(self, asked: CallActor, refusal: str) -> None:
        """Refuse a call, with the values that the service returns for an empty request, if any."""
        if self._gateway.registry.routes[asked.service].repeatable({}):
            self._ask(asked, {}, refusal)
        else:
            self.carry_out(self._bridge.services.answered(asked, False, refusal, b"{}"))

    def _ask(self, asked: CallActor, args: dict[str, Any], refusal: str) -> None:
        if asked.call.size > SHORT:  # its arguments would take memory until the answer comes
            asked = asked._replace(call=asked.call._replace(args=None))
        then = partial(self._answer, asked, refusal)
        timeout = asked.call.timeout or limits.BUILT_IN_TIMEOUT
        self._gateway.ask(asked.service, args, then, timeout, True, asked.session)

    def _answer(self, asked: CallActor, refusal: str, reply: Reply) -> None:
        """Send the client the answer of the actor, or the reason why its call was refused."""
        values = reply.values if isinstance(reply.values, bytes) else encode(reply.values)
        result = reply.result and not refusal
        status = refusal or reply.status
        self.carry_out(self._bridge.services.answered(asked, result, status, values))
