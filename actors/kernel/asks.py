"""Keeps the questions that an actor has asked other actors, until each has its one reply."""

import math
import pickle
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple

from actors.kernel.letters import Abandoned, ServiceCall
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


NO_ARGS = pickle.dumps({}, pickle.HIGHEST_PROTOCOL)
Then = Callable[[Reply], None]


class Pending(NamedTuple):
    """One ask that has no reply yet."""

    service: str
    args: bytes  # for a repetition: pickled, since objects take up to fifty times the memory
    then: Then
    deadline: float  # s, monotonic
    only_asks: bool  # whether the service is repeatable with these args
    repeated: bool  # whether the successor of the asked actor was asked once more
    encoded: bool
    client: int | None
    asker: Hashable
    to: str
    incarnation: int  # of the asked actor when it was asked


class Asks:
    """The pending asks of one actor. Each ends once: by a reply, a death or its deadline.

    An ask that has ended without a reply is abandoned: the asked actor stops working on it if its
    service is repeatable, which means that the call only asks.
    """

    def __init__(self, registry: Registry, outbox: Outbox, name: str, incarnation: int):
        self._registry = registry
        self._outbox = outbox
        self._name = name
        self._incarnation = incarnation
        self._pending: dict[int, Pending] = {}
        self._tokens_of: dict[Hashable, set[int]] = {}  # the pending asks of each asker
        self._tokens = 0
        self._soonest = math.inf  # s, monotonic; no deadline is earlier

    def __len__(self) -> int:
        return len(self._pending)

    def ask(
        self,
        service: str,
        args: dict[str, Any],
        then: Then,
        deadline: float,
        encoded: bool = False,
        client: int | None = None,
        asker: Hashable = None,
    ) -> None:
        """Ask the actor that serves a service; then(reply) is called exactly once, later.

        deadline   s, monotonic
        encoded    the values of the reply are JSON text
        client     the session of the client for which the actor asks
        asker      who may give up the ask by abandon()
        """
        route = self._registry.routes[service]
        to = route.owner
        incarnation = self._registry[to].incarnation
        only_asks = route.repeatable(args)
        again = pickle.dumps(args, pickle.HIGHEST_PROTOCOL) if only_asks and args else NO_ARGS
        promise = (service, again, then, deadline, only_asks, False, encoded)
        self._send(args, Pending(*promise, client, asker, to, incarnation))

    def _send(self, args: dict[str, Any], ask: Pending) -> None:
        self._tokens += 1
        token = self._tokens
        self._pending[token] = ask
        if ask.asker is not None:
            tokens = self._tokens_of.get(ask.asker)
            if tokens is None:
                self._tokens_of[ask.asker] = {token}
            else:
                tokens.add(token)
        if ask.deadline < self._soonest:
            self._soonest = ask.deadline
        call = ServiceCall(
            ask.service,
            args,
            self._name,
            self._incarnation,
            token,
            ask.incarnation,
            ask.encoded,
            ask.client,
        )
        self._outbox.add(ask.to, call, keep=True)

    def settle(self, token: int, reply: Reply) -> None:
        """Pass a reply to the function that waits for it. A second one for a token is ignored."""
        ask = self._remove(token)
        if ask:
            ask.then(reply)

    def _remove(self, token: int) -> Pending | None:
        """Remove a pending ask, and return it if there was one."""
        ask = self._pending.pop(token, None)
        if ask is not None and ask.asker is not None:
            tokens = self._tokens_of[ask.asker]
            tokens.remove(token)
            if not tokens:
                del self._tokens_of[ask.asker]
        return ask

    def abandon(self, asker: Hashable) -> None:
        """Settle as failed the asks of one asker, except those that change something.

        The asked actors stop working on them.
        """
        by_actor = defaultdict(list)
        for token in self._tokens_of.get(asker, ()):
            ask = self._pending[token]
            if ask.only_asks:
                by_actor[ask.to].append(token)
        for to, tokens in by_actor.items():
            self._tell(to, tokens)
            for token in tokens:
                self.settle(token, Reply(False, "nobody waits for the answer any more", {}))

    def _tell(self, to: str, tokens: list[int]) -> None:
        letter = Abandoned(self._name, self._incarnation, tuple(tokens))
        self._outbox.add(to, letter, keep=True)

    def expire(self, now: float) -> None:
        """Settle as failed the asks whose deadline has passed; now in s, monotonic."""
        if now < self._soonest:
            return
        for token, ask in list(self._pending.items()):
            if ask.deadline <= now:
                if ask.only_asks:
                    self._tell(ask.to, [token])
                status = f"{ask.to} did not answer {ask.service} in time"
                self.settle(token, Reply(False, status, {}))
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
            if ask.only_asks and not ask.repeated:
                self._remove(token)
                incarnation = self._registry[ask.to].incarnation
                again = ask._replace(incarnation=incarnation, repeated=True)
                self._send(pickle.loads(ask.args), again)
            else:
                status = f"{ask.to} was restarted while it held this call"
                self.settle(token, Reply(False, status, {}))
