"""What the bridge wants done, carried out: lines to clients, calls and publications to actors."""

from functools import partial
from typing import Any

from actors.door.clients import Clients
from actors.kernel.actor import Actor
from actors.kernel.asks import Reply
from actors.kernel.letters import Publication
from protocol import limits, names
from protocol.bridge import Bridge
from protocol.effects import Answer, CallActor, Effect, PublishToActors, Send
from protocol.fields import show
from protocol.wire import encode


class Dispatch:
    """Carries out effects. Calls and publications go out when the gateway is flushed."""

    def __init__(self, gateway: Actor, bridge: Bridge, clients: Clients):
        self._gateway = gateway
        self._bridge = bridge
        self._clients = clients

    def carry_out(self, effects: list[Effect]) -> None:
        """Do what is to be done, in order."""
        for effect in effects:
            if isinstance(effect, Answer):
                self._clients.answer(effect)
            elif isinstance(effect, CallActor):
                self._call(effect)
            elif isinstance(effect, Send):
                self._clients.send(effect)
            elif effect.topic in names.COMMANDS:
                self._publish(effect)

    def _publish(self, effect: PublishToActors) -> None:
        """To the actors that subscribe; a client that publishes too fast for them is held."""
        outbox = self._gateway.outbox
        for to in self._gateway.registry.subscribers(effect.topic):
            if to != self._gateway.name:
                outbox.add(to, Publication(effect.topic, effect.msg, effect.session), keep=True)
                outbox.flush()
                if outbox.crowded(to):
                    self._clients.hold(effect.session)

    def _call(self, asked: CallActor) -> None:
        """Ask the actor that serves it."""
        args = asked.call.args
        if isinstance(args, dict):
            self._ask(asked, args, "")
        else:
            self._refuse(asked, f"args must be an object, got {show(args)}")

    def _refuse(self, asked: CallActor, refusal: str) -> None:
        """Answer it with what an empty request echoes, where the service has such a thing."""
        if self._gateway.registry.routes[asked.service].repeatable({}):
            self._ask(asked, {}, refusal)
        else:
            self.carry_out(self._bridge.services.answered(asked, False, refusal, b"{}"))

    def _ask(self, asked: CallActor, args: dict[str, Any], refusal: str) -> None:
        then = partial(self._answer, asked, refusal)
        timeout = asked.call.timeout or limits.BUILT_IN_TIMEOUT
        self._gateway.ask(asked.service, args, then, timeout, encoded=True)

    def _answer(self, asked: CallActor, refusal: str, reply: Reply) -> None:
        """Tell the client what the actor has answered, or why its call was refused before."""
        values = reply.values if isinstance(reply.values, bytes) else encode(reply.values)
        result = reply.result and not refusal
        status = refusal or reply.status
        self.carry_out(self._bridge.services.answered(asked, result, status, values))
