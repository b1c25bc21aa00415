"""An actor: one process, one mailbox, one letter at a time.

A node is a subclass that says what it serves and hears, and how:

    class Ik(Actor):
        name = "ik"
        serves = {names.IK_SOLVE: Service("solve", repeatable=always)}

        def solve(self, args):
            arm = yield Ask(names.SET_PARAMS, {})            # other letters are dealt with meanwhile
            return {"positions": ...}

A handler never blocks: where it needs another actor it yields an Ask, and goes on with the reply.
Look at your own state again after a yield, it may have changed. What a handler returns is the answer;
what it raises as Rejected is a refusal; any other exception is a bug and ends the process, and the
successor goes on from the last commit.

The commit rule: the state is saved before any word about it leaves.
"""

import time
from collections.abc import Mapping
from functools import partial
from queue import Empty
from typing import Any, ClassVar

from actors.kernel.asks import Asks, Pending, Reply, Then
from actors.kernel.conduct import Ask, Outcome, conduct
from actors.kernel.log import Log
from actors.kernel.outbox import Outbox
from actors.kernel.registry import Registry
from actors.kernel.service import Order, Service
from protocol import limits, names
from protocol.messages import Down, Health, Letter, Notice, Publication, ServiceCall, ServiceReply
from protocol.wire import encode

WAKE = 0.2  # s; the longest an actor sleeps, so that it beats at least this often
CONGESTED = 0.001  # s between two tries to send to a full mailbox
REPORT_PERIOD = 1.0  # s between reports of its health
BATCH = 0.004  # s for letters between two commits


class Actor:
    """Base of all nodes: the receive loop, the commit, asks and answers."""

    name: ClassVar[str]
    serves: ClassVar[Mapping[str, Service]] = {}
    hears: ClassVar[Mapping[str, str]] = {}  # topic to method
    wants_text: ClassVar[bool] = False  # publications as JSON text (the gateway)
    order: ClassVar[Order] = Order.NONE  # that the calls of one client keep
    room: ClassVar[int] = 64 * 1024  # bytes for its pickled state
    period: float | None = None  # s between ticks

    def __init__(self, registry: Registry, log: Log | None = None):
        self.registry = registry
        self.mailbox = registry.mailbox[self.name]
        self.life = registry.life(self.name)
        self.log = log or Log(self.name)
        self._report_due = time.monotonic()
        self.asks = Asks()
        self.outbox = Outbox(registry, self.name)
        self._deaths = registry.deaths()  # how many it has taken notice of
        self.begin(registry.checkpoint[self.name].load())

    # -- hooks of a node -------------------------------------------------------------------------
    def begin(self, saved: Any) -> None:
        """Take up the state that the last incarnation saved, if any."""

    def state(self) -> Any:
        """What a successor needs to go on; None if nothing."""
        return None

    def tick(self) -> None:
        """Called every period."""

    def encode(self, values: Mapping[str, Any]) -> bytes:
        """JSON text of an answer."""
        return encode(values)

    def health(self) -> Health:
        """What it reports of itself once a second."""
        return Health(self.name, "", {})

    # -- what an actor says ----------------------------------------------------------------------
    def publish(
        self,
        topic: str,
        message: Any,
        wire: Any = None,
        once: str | None = None,
        keep: bool = False,
    ) -> None:
        """Say something on a topic, to all actors that hear it, and through the gateway to all clients that want it.

        wire is the form for clients, where it differs. keep: wait for room in a full mailbox. once: a mark;
        of publications with the same mark clients get one, whoever says it again after a death.
        """
        for to in self.registry.hearers(topic):
            text = self.registry.wants_text[to]
            if text and not self.registry.is_wanted(topic):
                continue
            content = encode(message if wire is None else wire) if text else message
            self.outbox.add(to, Publication(topic, content, once=once), keep or once is not None)

    def ask(
        self,
        service: str,
        args: dict[str, Any],
        then: Then,
        timeout: float = limits.BUILT_IN_TIMEOUT,
        encoded: bool = False,
    ) -> None:
        """Ask a service of another actor; then(reply) is called exactly once."""
        to = self.registry.owner[service]
        self._send_ask(
            Pending(
                service,
                args,
                then,
                time.monotonic() + timeout,
                self.registry.repeatable[service](args),
                encoded,
                to,
                self.registry.life(to),
            )
        )

    def _send_ask(self, ask: Pending) -> None:
        token = self.asks.add(ask)
        self.outbox.add(
            ask.to,
            ServiceCall(ask.service, ask.args, self.name, self.life, token, ask.life, ask.encoded),
            keep=True,
        )

    # -- its life --------------------------------------------------------------------------------
    def run(self) -> None:
        """Serve for ever."""
        due = time.monotonic()
        while True:
            self.registry.beat(self.name)
            if self.period is not None:
                period = self.period
                due = min(due, time.monotonic() + period)  # it may have been longer before
                if time.monotonic() >= due:
                    self.tick()
                    due = max(due + period, time.monotonic() - period)
            self.report()
            self.commit()
            self.take(self._patience(due))

    def report(self) -> None:
        """Publish its health if it is time to."""
        if time.monotonic() >= self._report_due:
            self._report_due = time.monotonic() + REPORT_PERIOD
            self.publish(names.HEALTH, self.health())

    def _patience(self, due: float) -> float:
        """How long to wait for a letter."""
        if self.outbox:
            return CONGESTED
        return WAKE if self.period is None else min(WAKE, max(0.0, due - time.monotonic()))

    def take(self, patience: float) -> None:
        """Deal with the letters that are there, or that come within patience seconds."""
        deaths = self.registry.deaths()
        lives = self._lives_if_changed()
        try:
            self.receive(self.mailbox.get(patience))
            end = time.monotonic() + BATCH
            while not (emptied := self.mailbox.empty()) and time.monotonic() < end:
                self.receive(self.mailbox.get(0))
                self.registry.beat(self.name)
        except Empty:
            emptied = True
        if (
            lives and emptied
        ):  # the news of a death met a full mailbox; all the dead said has been heard
            self._deaths = deaths
            self._mourn(lives)
        self.asks.expire(time.monotonic())

    def _lives_if_changed(self) -> dict[str, int]:
        if self._deaths == self.registry.deaths():
            return {}
        return {name: self.registry.life(name) for name in self.registry.names}

    def commit(self) -> None:
        """Save the state, and only then let out what was said about it."""
        state = self.state()
        if state is not None:
            self.registry.checkpoint[self.name].save(state)
        self.outbox.flush()

    # -- letters ---------------------------------------------------------------------------------
    def receive(self, letter: Letter) -> None:
        """Deal with one letter."""
        match letter:
            case ServiceCall():
                if letter.life == self.life:  # else its caller has been told of the death
                    self._serve(letter)
            case ServiceReply():
                if letter.life == self.life:
                    self.asks.settle(
                        letter.token, Reply(letter.result, letter.status, letter.values)
                    )
            case Publication():
                self._hear(letter)
            case Down():
                self._mourn({letter.actor: letter.life})

    def _mourn(self, lives: Mapping[str, int]) -> None:
        """Settle the asks of earlier lives, which nobody will answer; all that the dead still said has been heard."""
        for ask in self.asks.bereave(lives):
            self._send_ask(ask._replace(life=self.registry.life(ask.to), repeatable=False))

    def _serve(self, call: ServiceCall) -> None:
        handler = getattr(self, self.serves[call.service].method)
        conduct(handler, call.args, self._ask_for_handler, partial(self._answer, call))

    def _hear(self, publication: Publication) -> None:
        handler = getattr(self, self.hears[publication.topic])

        def tell_of_refusal(outcome: Outcome) -> None:
            for problem in outcome.problems:
                self.log.warning(f"{publication.topic} ignored: {problem}", about=publication.topic)
                if publication.source is not None:
                    self.outbox.add(
                        names.GATEWAY,
                        Notice(publication.source, publication.topic, problem),
                        keep=True,
                    )

        conduct(handler, publication.message, self._ask_for_handler, tell_of_refusal)

    def _ask_for_handler(self, question: Ask, then: Then) -> None:
        self.ask(question.service, question.args, then, question.timeout)

    def _answer(self, call: ServiceCall, outcome: Outcome) -> None:
        values = self.encode(outcome.values) if call.encoded else outcome.values
        status = "; ".join(outcome.problems) or outcome.remark
        self.outbox.add(
            call.caller,
            ServiceReply(call.token, call.caller_life, not outcome.problems, status, values),
            keep=True,
        )
