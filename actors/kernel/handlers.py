"""Runs the handlers of an actor, without blocking the actor while a handler waits for an answer.

A handler is a function of one argument. It returns its result or raises a refusal. It may also be a
generator. What it yields says when it resumes:

    an Ask           with the values of the answer, or with values and status if the Ask says so;
                     if there is no answer, Unanswered is raised at the yield
    nothing          after the actor has handled the waiting letters, when its client has its turn
    a Places         when it has got one of the places, which it keeps until it ends

Paused handlers are resumed in turn by client, so a client with one call gets as much of the time of
the actor as a client with many.
"""

from collections.abc import Callable, Hashable, Mapping
from types import GeneratorType
from typing import Any, NamedTuple, TypeAlias

from actors.kernel.asks import Reply, Then, Unanswered
from actors.kernel.fair_queue import Client, FairQueue
from actors.kernel.places import Places
from protocol.fields import Rejected

SLICE = 0.002  # s for paused handlers, after which the actor commits and handles letters


class Outcome(NamedTuple):
    """The outcome of a handler: a refusal if there are problems. A refusal also has values."""

    values: Mapping[str, Any] | bytes  # bytes are JSON text, for a service that only clients call
    problems: tuple[str, ...] | list[str] = ()
    # The status of an answer that is not a refusal, or a warning to the client that published.
    remark: str = ""


class Ask(NamedTuple):
    """A question to the actor that serves a service."""

    service: str
    args: dict[str, Any]
    timeout: float = 5.0  # s, enough to replace a hung actor, which takes up to 2 s
    with_status: bool = False  # whether the handler resumes with the values and the status


class Running:
    """A generator that has begun and not yet ended."""

    __slots__ = ("cancelled", "client", "end", "generator", "key", "places")

    def __init__(self, generator: Any, end: "End", client: Client, key: Hashable):
        self.generator = generator
        self.end = end
        self.client = client  # for which it runs
        self.key = key  # see Handlers.run
        self.cancelled = False
        self.places: Places[Running] | None = None  # where it has a place, or waits for one


Asker: TypeAlias = Callable[[Ask, Then, Running], None]
End: TypeAlias = Callable[[Outcome], None]
Yielded: TypeAlias = Ask | Places[Running] | None


class Handlers:
    """The handlers of one actor that have begun and not yet ended.

    ask         asks another actor; ask(question, then, running) calls then(reply) later
    abandon     abandon(running) gives up the question of a handler that was cancelled
    clock       the monotonic time in s
    refusals    exceptions that count as refusals, besides Rejected; others are bugs and propagate
    """

    def __init__(
        self,
        ask: Asker,
        abandon: Callable[[Running], None],
        clock: Callable[[], float],
        refusals: tuple[type[Exception], ...] = (),
    ):
        self._ask = ask
        self._abandon = abandon
        self._clock = clock
        self._refusals: tuple[type[Exception], ...] = (Rejected, *refusals)
        self._paused: FairQueue[Running] = FairQueue()
        self._by_key: dict[Hashable, Running] = {}

    @property
    def any_yielded(self) -> bool:
        """Whether any handler could be resumed now."""
        return bool(self._paused)

    @property
    def keys(self) -> list[Any]:
        """The keys of the running handlers that have one."""
        return list(self._by_key)

    def run(
        self,
        handler: Callable[[Any], Any],
        argument: Any,
        end: End,
        client: Client = None,
        key: Hashable = None,
    ) -> None:
        """Start a handler. end(outcome) is called exactly once, now or later.

        client   the session of the client for which it runs; None for work of the actors
        key      with a key, the handler may be cancelled: then end() is not called
        """
        try:
            result = handler(argument)
        except self._refusals as refusal:
            end(_refused(refusal))
            return
        if type(result) is GeneratorType:
            running = Running(result, end, client, key)
            if key is not None:
                self._by_key[key] = running
            self._resume(running, result.__next__)
        else:
            end(_outcome(result))

    def go_on(self) -> None:
        """Resume paused handlers for the time of one SLICE, those of each client in turn.

        A handler runs on while it pauses only to let others have a turn, and the time is not over.
        """
        until = self._clock() + SLICE
        while True:
            running = self._paused.pop()
            if running is None:
                return
            self._resume(running, running.generator.__next__, until)
            if self._clock() >= until:
                return

    def cancel(self, key: Hashable) -> None:
        """End the handler with this key wherever it has yielded, if it still runs."""
        running = self._by_key.get(key)
        if running is not None:
            running.cancelled = True
            self._paused.remove(running.client, running)
            self._abandon(running)
            self._forget(running)
            running.generator.close()

    def _resume(self, running: Running, step: Callable[[], Yielded], until: float = 0.0) -> None:
        """Run a generator by calling step, up to its next yield, or to its first after `until`."""
        try:
            yielded = step()
            while yielded is None and self._clock() < until:
                yielded = next(running.generator)
        except StopIteration as finished:
            self._forget(running)
            running.end(_outcome(finished.value))
        except self._refusals as refusal:
            self._forget(running)
            running.end(_refused(refusal))
        else:
            self._wait_for(yielded, running)

    def _wait_for(self, yielded: Yielded, running: Running) -> None:
        """Let a handler wait for what it has yielded."""
        if yielded is None:
            self._paused.add(running.client, running)
        elif isinstance(yielded, Places):
            running.places = yielded
            yielded.wait(running.client, running)
            self._admit(yielded)
        else:
            whole = yielded.with_status
            self._ask(yielded, lambda reply: self._take(running, reply, whole), running)

    def _admit(self, places: Places[Running]) -> None:
        """Let the handlers go on that can have a place now."""
        while (running := places.admit()) is not None:
            self._paused.add(running.client, running)

    def _forget(self, running: Running) -> None:
        """Called when a handler has ended."""
        if running.key is not None:
            del self._by_key[running.key]
        if running.places is not None:
            running.places.leave(running.client, running)
            self._admit(running.places)

    def _take(self, running: Running, reply: Reply, whole: bool) -> None:
        """Resume the generator that asked, with the reply; whole: also with its status."""
        if running.cancelled:
            return
        if reply.result:
            answer = (reply.values, reply.status) if whole else reply.values
            self._resume(running, lambda: running.generator.send(answer))
        else:
            unanswered = Unanswered(reply.status, reply.values)
            self._resume(running, lambda: running.generator.throw(unanswered))


def _outcome(result: Any) -> Outcome:
    return result if isinstance(result, Outcome) else Outcome(result or {})


def _refused(refusal: Exception) -> Outcome:
    return Outcome(getattr(refusal, "values", None) or {}, (str(refusal),))
