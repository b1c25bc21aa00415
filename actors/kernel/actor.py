"""An actor: one process, one mailbox, one letter at a time.

A node is a subclass that declares at its handlers what it serves and subscribes to:

    class Ik(Actor):
        name = "ik"

        @serves(names.IK_SOLVE, repeatable=always)
        def solve(self, args):
            arm = yield Ask(names.GEOMETRY, {})      # other letters are handled meanwhile
            return {"positions": ...}

The value that a handler returns is the answer. If it raises Rejected, the caller gets a refusal.
Any other exception is a bug: it ends the process, and the supervisor starts a successor, which goes
on from the last commit. While a handler waits at a yield, other handlers run and may change the
state.

The commit rule: an actor saves its state before it sends the letters that it wrote meanwhile. So no
other actor and no client learns of a change that a crash could undo.
"""

import time
from collections.abc import Callable, Mapping
from functools import partial
from queue import Empty
from typing import Any

from actors.kernel.asks import Asks, Reply, Then
from actors.kernel.handlers import Ask, Handlers, Outcome, Running
from actors.kernel.journal import Entry, Journal
from actors.kernel.letters import (
    Abandoned,
    Down,
    Letter,
    Notice,
    Publication,
    ServiceCall,
    ServiceReply,
    unpacked,
)
from actors.kernel.log import Log
from actors.kernel.loop import Loop
from actors.kernel.outbox import Outbox
from actors.kernel.registry import Registry
from actors.kernel.remarks import Remarks
from actors.kernel.role import Role
from protocol import limits, names
from protocol.wire import encode

DRAIN = 0.004  # s, the longest time between two commits for letters sent before a death


class Actor(Role):
    """Base class of all nodes: it sends and handles their letters, and commits their state."""

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
        self.handlers = Handlers(self._ask, self.asks.abandon, clock, self.refusals)
        self._remarks = Remarks()
        self._deaths = registry.deaths()  # number of deaths of all actors that this actor knows of
        self._changed = True  # whether the state has changed since it was saved
        saved, unsent = self.entry.checkpoint.load() or (None, ())
        self.journal = Journal(unsent)
        self.begin(saved)
        for entry in self.journal.entries:
            self.publish(entry.topic, entry.message, once=entry.mark)

    # -- publications and questions --------------------------------------------------------------
    def publish(
        self,
        topic: str,
        message: Any,
        wire: Any = None,
        once: str | None = None,
        keep: bool = False,
    ) -> None:
        """Send a message to the subscribers of a topic: actors, and clients through the gateway.

        It leaves with the next commit, after the state is saved.

        wire    the form for clients, if it differs from the message
        once    a mark: of several publications with the same mark, clients get only the first
        keep    whether the message waits for room in a full mailbox; otherwise it is dropped
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
        client: int | None = None,
    ) -> None:
        """Ask the actor that serves a service. The actor calls then(reply) later, exactly once.

        timeout   s
        encoded   the values of the reply are JSON text
        client    the session of the client that asks; asks.abandon(client) gives up its questions
        """
        self.asks.ask(service, args, then, self.clock() + timeout, encoded, client, asker=client)

    def changed(self) -> None:
        """Note that the state has changed, so that the next commit saves it.

        The kernel calls it for every letter except repeatable calls. A node calls it for changes in
        tick(), and for a repeatable call whose answer shows a state that is not saved yet.
        """
        self._changed = True

    # -- letters ---------------------------------------------------------------------------------
    def run(self) -> None:
        """Called once by the process of the actor: serve until the process ends."""
        Loop(self).run()

    def take(self, timeout: float) -> None:
        """Wait up to timeout s for one packet of letters, handle it, and end overdue asks.

        When the registry counts more deaths than this actor knows of, its mailbox may have been too
        full for a Down letter. Then it first handles all waiting letters, since the dead actor may
        have sent some of them, and after that treats its asks to dead actors as unanswered.
        """
        deaths = self.registry.deaths()
        incarnations = self.registry.incarnations() if deaths != self._deaths else None
        try:
            self._take_packet(0 if incarnations else timeout)
            end = self.clock() + DRAIN if incarnations else 0.0
            while incarnations and self.clock() < end:
                self._take_packet(0)
        except Empty:
            if incarnations:
                self._deaths = deaths
                self._on_down(incarnations)
        if self.handlers.any_yielded:
            self.commit()  # so that answers to these letters do not wait for the slice
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
                # Callers of a dead predecessor learn of its death, and may ask again.
                if letter.incarnation == self.incarnation:
                    self._serve(letter)
            case ServiceReply():
                if letter.incarnation == self.incarnation:
                    self.changed()
                    self.asks.settle(letter.token, Reply(*letter[2:]))
            case Abandoned():
                for token in letter.tokens:
                    self.handlers.cancel((letter.caller, letter.caller_incarnation, token))
            case Publication():
                self.changed()
                self._on_publication(letter)
            case Down():
                self._on_down({letter.actor: letter.incarnation})

    def _on_down(self, incarnations: Mapping[str, int]) -> None:
        """Called when actors have died: end what waits for them, and what was asked by them.

        incarnations are the numbers of the living incarnations, by actor.
        """
        self.asks.on_down(incarnations)
        for caller, incarnation, token in self.handlers.keys:
            if incarnation < incarnations.get(caller, 0):
                self.handlers.cancel((caller, incarnation, token))

    def _serve(self, call: ServiceCall) -> None:
        service = self.services[call.service]
        key = None
        if service.repeatable(call.args):
            key = (call.caller, call.caller_incarnation, call.token)
        else:
            self.changed()
        handler = getattr(self, service.method)
        self.handlers.run(handler, call.args, partial(self._answer, call), call.client, key)

    def _answer(self, call: ServiceCall, outcome: Outcome) -> None:
        values: Any = outcome.values
        if call.encoded and type(values) is not bytes:
            values = encode(values)
        status = "; ".join(outcome.problems) or outcome.remark
        result = not outcome.problems
        reply = ServiceReply(call.token, call.caller_incarnation, result, status, values)
        self.outbox.add(call.caller, reply, keep=True)

    def _on_publication(self, publication: Publication) -> None:
        handler = getattr(self, self.subscriptions[publication.topic].method)
        end = partial(self._report, publication)
        self.handlers.run(handler, publication.message, end, publication.source)

    def _report(self, publication: Publication, outcome: Outcome) -> None:
        """Tell a client why its publication was refused, or what was remarked about it."""
        topic = publication.topic
        for problem in outcome.problems:
            self.log.warning(f"{topic} ignored: {problem}", about=topic)
            self._notify(publication, problem, refused=True)
        if publication.source is not None and not outcome.problems:
            # The sessions of each gateway are numbered from 1.
            gateway = self.registry[names.GATEWAY].incarnation
            if self._remarks.is_new((gateway, publication.source, topic), outcome.remark):
                self._notify(publication, outcome.remark, refused=False)

    def _notify(self, publication: Publication, status: str, refused: bool) -> None:
        if publication.source is not None:
            notice = Notice(publication.source, publication.topic, status, refused)
            self.outbox.add(names.GATEWAY, notice, keep=True)

    def _ask(self, question: Ask, then: Then, running: Running) -> None:
        """Ask what a handler has yielded, for the client for which the handler runs."""
        deadline = self.clock() + question.timeout
        client = running.client
        self.asks.ask(question.service, question.args, then, deadline, client=client, asker=running)

    # -- the commit ------------------------------------------------------------------------------
    def commit(self) -> None:
        """Save the state if it has changed, then send the letters that wait in the outbox."""
        if self._changed:
            self.save()
        self.outbox.flush()
        if self.journal and not self.outbox:
            self.journal.clear()
            self.changed()

    def save(self) -> None:
        """Save the state and the journal, unless both are empty."""
        self._changed = False
        state = self.state()
        if state is not None or self.journal:
            self.entry.checkpoint.save((state, self.journal.entries))
