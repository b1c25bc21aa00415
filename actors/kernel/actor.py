"""An actor: one process, one mailbox, one letter at a time.

A node is a subclass that declares at its handlers what it serves and subscribes to:

    class Ik(Actor):
        name = "ik"

        @serves(names.IK_SOLVE, repeatable=always)
        def solve(self, args):
            arm = yield Ask(names.GEOMETRY, {})      # other letters are handled meanwhile
            return {"positions": ...}

What a handler returns is the answer, and what it raises as Rejected is a refusal. Any other
exception is a bug: it ends the process, and a successor goes on from the last commit. After a yield
the state may have changed, since other handlers have run.

The commit rule: the state is saved before anything that was said about it is sent. So nobody ever
hears of a change that a crash could undo.
"""

import time
from collections.abc import Callable
from functools import partial
from queue import Empty
from typing import Any

from actors.kernel.asks import Asks, Reply, Then
from actors.kernel.handlers import Ask, Handlers, Outcome
from actors.kernel.journal import Entry, Journal
from actors.kernel.letters import (
    Down,
    Letter,
    Notice,
    Publication,
    ServiceCall,
    ServiceReply,
    unpacked,
)
from actors.kernel.log import Log
from actors.kernel.outbox import Outbox
from actors.kernel.registry import Registry
from actors.kernel.role import Role
from protocol import limits, names
from protocol.wire import encode

DRAIN = 0.004  # s for the letters that were sent before a death, between two commits


class Actor(Role):
    """Base of all nodes: what they say, how they take letters, and the commit."""

    def __init__(
        self,
        registry: Registry,
        log: Log | None = None,
        clock: Callable[[], float] = time.monotonic,
    ):
        self.registry = registry
        self.clock = clock
        self.entry = registry[self.name]
        self.mailbox = self.entry.mailbox
        self.incarnation = self.entry.incarnation
        self.log = log or Log(self.name)
        self.outbox = Outbox(registry, self.name)
        self.asks = Asks(registry, self.outbox, self.name, self.incarnation)
        self.handlers = Handlers(self._ask, self.refusals)
        self._deaths = registry.deaths()  # how many it has taken notice of
        self._changed = True  # since the state was saved last
        saved, unsent = self.entry.checkpoint.load() or (None, ())
        self.journal = Journal(unsent)
        self.begin(saved)
        for entry in self.journal.entries:
            self.publish(entry.topic, entry.message, once=entry.mark)

    # -- what an actor says ----------------------------------------------------------------------
    def publish(
        self,
        topic: str,
        message: Any,
        wire: Any = None,
        once: str | None = None,
        keep: bool = False,
    ) -> None:
        """Send a message to the actors that subscribe to a topic, and by the gateway to clients.

        wire    the form for clients, where it differs from the message
        once    a mark: of several publications with one mark, clients get the first only
        keep    wait for room in a full mailbox; otherwise the message is dropped there
        """
        for to in self.registry.subscribers(topic):
            content = message
            if self.registry[to].receives_all:
                if not self.registry.is_wanted(topic):
                    continue
                content = encode(message if wire is None else wire)
            letter = Publication(topic, content, once=once)
            self.outbox.add(to, letter, keep or once is not None)

    def publish_once(self, topic: str, message: Any, mark: str) -> None:
        """Publish a result that clients must get exactly once, even if this process dies."""
        self.journal.add(Entry(topic, message, mark))
        self.changed()
        self.publish(topic, message, once=mark)

    def ask(
        self,
        service: str,
        args: dict[str, Any],
        then: Then,
        timeout: float = limits.BUILT_IN_TIMEOUT,
        encoded: bool = False,
    ) -> None:
        """Ask the actor that serves a service; then(reply) is called exactly once, later."""
        self.asks.ask(service, args, then, self.clock() + timeout, encoded)

    def changed(self) -> None:
        """The state has changed, and the next commit has to save it.

        The kernel calls it for every letter but a repeatable call. A node calls it for changes in
        tick(), and for a repeatable call whose answer shows a state that is not saved yet.
        """
        self._changed = True

    # -- letters ---------------------------------------------------------------------------------
    def run(self) -> None:
        """Serve for ever."""
        Loop(self).run()

    def take(self, timeout: float) -> None:
        """Handle one packet of letters, if one comes within timeout s, and what is overdue.

        When an actor has died, and the letter that says so found this mailbox full, all that waits
        is handled: only then has everything been heard that the dead actor had sent.
        """
        deaths = self.registry.deaths()
        news = self.registry.incarnations() if deaths != self._deaths else None
        try:
            self._take_packet(0 if news else timeout)
            end = self.clock() + DRAIN if news else 0.0
            while news and self.clock() < end:
                self._take_packet(0)
        except Empty:
            if news:
                self._deaths = deaths
                self.asks.on_down(news)
        if self.handlers.any_yielded:
            self.changed()
            self.handlers.go_on()
        self.asks.expire(self.clock())

    def _take_packet(self, timeout: float) -> None:
        letters = unpacked(self.mailbox.get(timeout))
        self.before_letters()
        for letter in letters:
            self.receive(letter)

    def receive(self, letter: Letter) -> None:
        """Handle one letter."""
        match letter:
            case ServiceCall():
                if letter.incarnation == self.incarnation:  # else its caller knows of the death
                    self._serve(letter)
            case ServiceReply():
                if letter.incarnation == self.incarnation:
                    self.changed()
                    self.asks.settle(letter.token, Reply(*letter[2:]))
            case Publication():
                self.changed()
                self._on_publication(letter)
            case Down():
                self.asks.on_down({letter.actor: letter.incarnation})

    def _serve(self, call: ServiceCall) -> None:
        service = self.services[call.service]
        if not service.repeatable(call.args):
            self.changed()
        self.handlers.run(getattr(self, service.method), call.args, partial(self._answer, call))

    def _answer(self, call: ServiceCall, outcome: Outcome) -> None:
        values = self.encode(outcome.values) if call.encoded else outcome.values
        status = "; ".join(outcome.problems) or outcome.remark
        result = not outcome.problems
        reply = ServiceReply(call.token, call.caller_incarnation, result, status, values)
        self.outbox.add(call.caller, reply, keep=True)

    def _on_publication(self, publication: Publication) -> None:
        handler = getattr(self, self.subscriptions[publication.topic].method)
        self.handlers.run(handler, publication.message, partial(self._report_refusal, publication))

    def _report_refusal(self, publication: Publication, outcome: Outcome) -> None:
        """Tell the log, and the client that published it, why a publication was refused."""
        for problem in outcome.problems:
            topic = publication.topic
            self.log.warning(f"{topic} ignored: {problem}", about=topic)
            if publication.source is not None:
                notice = Notice(publication.source, topic, problem)
                self.outbox.add(names.GATEWAY, notice, keep=True)

    def _ask(self, question: Ask, then: Then) -> None:
        self.ask(question.service, question.args, then, question.timeout)

    # -- the commit ------------------------------------------------------------------------------
    def commit(self) -> None:
        """Save the state if it has changed, and then send what was said about it."""
        if self._changed:
            self.save()
        self.outbox.flush()
        if self.journal and not self.outbox:
            self.journal.clear()
            self.changed()

    def save(self) -> None:
        """Save the state and the journal, where there is anything to save."""
        self._changed = False
        state = self.state()
        if state is not None or self.journal:
            self.entry.checkpoint.save((state, self.journal.entries))


class Loop:
    """The life of an actor that has no other event loop: ticks, letters, reports of health."""

    WAKE = 0.2  # s; the longest sleep, so that the actor shows life at least this often
    RETRY = 0.001  # s between two tries to send to a full mailbox

    def __init__(self, actor: Actor):
        self.actor = actor
        self.reports = HealthReports(actor)
        self._due = actor.clock()  # s, when tick is to be called next

    def run(self) -> None:
        """Serve for ever."""
        while True:
            self.turn()

    def turn(self) -> None:
        """One round: tick if it is time, report, commit, and then wait for letters."""
        actor = self.actor
        now = actor.clock()
        actor.entry.beat(now)
        if actor.period is not None:
            self._due = min(self._due, now + actor.period)  # the period may have been longer before
            if now >= self._due:
                actor.tick()
                self._due = max(self._due + actor.period, now - actor.period)
        self.reports.publish_if_due(now)
        actor.commit()
        actor.take(self._timeout())

    def _timeout(self) -> float:
        """How long to wait for letters, in s."""
        actor = self.actor
        if actor.handlers.any_yielded:
            return 0.0
        if actor.outbox:
            return self.RETRY
        if actor.period is None:
            return self.WAKE
        return min(self.WAKE, max(0.0, self._due - actor.clock()))


class HealthReports:
    """Publishes the health of an actor once a second."""

    PERIOD = 1.0  # s

    def __init__(self, actor: Actor):
        self._actor = actor
        self._due = actor.clock()

    def publish_if_due(self, now: float) -> None:
        """Publish it if the last time was a period ago; now in s, monotonic."""
        if now >= self._due:
            self._due = now + self.PERIOD
            self._actor.publish(names.HEALTH, self._actor.health())
