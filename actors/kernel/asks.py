"""Keeps the questions that an actor has asked other actors, until each has its one reply."""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from actors.kernel.letters import ServiceCall
from actors.kernel.outbox import Outbox
from actors.kernel.registry import Registry
from protocol.fields import Rejected


class Reply(NamedTuple):
    """The one reply to an ask. When result is false, status gives the reason."""

    result: bool
    status: str
    values: Any


class Unanswered(Rejected):
    """Raised when the asked actor refuses, dies, or does not answer in time."""


Then = Callable[[Reply], None]


class Pending(NamedTuple):
    """One ask that has no reply yet."""

    service: str
    args: dict[str, Any]
    then: Then
    deadline: float  # s, monotonic
    repeatable: bool  # whether to ask the successor if the asked actor dies
    encoded: bool
    to: str
    incarnation: int  # of the asked actor when it was asked


class Asks:
    """The pending asks of one actor. Each ends once: by a reply, a death or its deadline."""

    def __init__(self, registry: Registry, outbox: Outbox, name: str, incarnation: int):
        self._registry = registry
        self._outbox = outbox
        self._name = name
        self._incarnation = incarnation
        self._pending: dict[int, Pending] = {}
        self._tokens = 0
        self._soonest = math.inf  # s, monotonic; no deadline is earlier

    def __len__(self) -> int:
        return len(self._pending)

    def ask(
        self, service: str, args: dict[str, Any], then: Then, deadline: float, encoded: bool = False
    ) -> None:
        """Ask the actor that serves a service; then(reply) is called exactly once, later.

        deadline is in s, monotonic. encoded: the values of the reply are JSON text.
        """
        route = self._registry.routes[service]
        to = route.owner
        incarnation = self._registry[to].incarnation
        repeatable = route.repeatable(args)
        self._send(Pending(service, args, then, deadline, repeatable, encoded, to, incarnation))

    def _send(self, ask: Pending) -> None:
        self._tokens += 1
        token = self._tokens
        self._pending[token] = ask
        if ask.deadline < self._soonest:
            self._soonest = ask.deadline
        call = ServiceCall(
            ask.service,
            ask.args,
            self._name,
            self._incarnation,
            token,
            ask.incarnation,
            ask.encoded,
        )
        self._outbox.add(ask.to, call, keep=True)

    def settle(self, token: int, reply: Reply) -> None:
        """Pass a reply to the function that waits for it. A second one for a token is ignored."""
        ask = self._pending.pop(token, None)
        if ask:
            ask.then(reply)

    def expire(self, now: float) -> None:
        """Settle as failed the asks whose deadline has passed; now in s, monotonic."""
        if now < self._soonest:
            return
        for token, ask in list(self._pending.items()):
            if ask.deadline <= now:
                self.settle(
                    token, Reply(False, f"{ask.to} did not answer {ask.service} in time", {})
                )
        self._soonest = min((ask.deadline for ask in self._pending.values()), default=math.inf)

    def on_down(self, incarnations: Mapping[str, int]) -> None:
        """Called when actors have died: deal with the asks that they can no longer answer.

        incarnations are the numbers of the living incarnations, by actor. A repeatable ask is sent
        once more, to the successor; any other is settled as failed. The caller must have handled
        all letters that the dead actors had sent.
        """
        for token, ask in list(self._pending.items()):
            if ask.incarnation >= incarnations.get(ask.to, 0):
                continue
            if ask.repeatable:
                del self._pending[token]
                incarnation = self._registry[ask.to].incarnation
                self._send(ask._replace(incarnation=incarnation, repeatable=False))
            else:
                status = f"{ask.to} was restarted while it held this call"
                self.settle(token, Reply(False, status, {}))
