"""Runs the handlers of an actor, without blocking the actor while a handler waits for an answer.

A handler is a function of one argument. It returns its result or raises a refusal. It may also be a
generator. Where it yields an Ask, it resumes with the values of the answer, or Unanswered is raised
at the yield. A bare `yield` lets the actor handle the waiting letters before the handler resumes.
"""

from collections import deque
from collections.abc import Callable, Generator, Mapping
from types import GeneratorType
from typing import Any, NamedTuple

from actors.kernel.asks import Reply, Then, Unanswered
from protocol.fields import Rejected


class Outcome(NamedTuple):
    """The outcome of a handler: a refusal if there are problems. A refusal also has values."""

    values: Mapping[str, Any]
    problems: tuple[str, ...] | list[str] = ()
    remark: str = ""  # the status of an answer that is not a refusal


class Ask(NamedTuple):
    """A question to the actor that serves a service."""

    service: str
    args: dict[str, Any]
    timeout: float = 5.0  # s, enough to replace a hung actor, which takes up to 2 s


Asker = Callable[[Ask, Then], None]
End = Callable[[Outcome], None]
Running = Generator[Ask | None, Any, Any]


class Handlers:
    """The handlers of one actor that have begun and not yet ended.

    ask         asks another actor; ask(question, then) calls then(reply) later
    refusals    exceptions that count as refusals, besides Rejected; others are bugs and propagate
    """

    def __init__(self, ask: Asker, refusals: tuple[type[Exception], ...] = ()):
        self._ask = ask
        self._refusals: tuple[type[Exception], ...] = (Rejected, *refusals)
        self._yielded: deque[tuple[Running, End]] = deque()

    @property
    def any_yielded(self) -> bool:
        """Whether any handler has paused at a bare `yield`."""
        return bool(self._yielded)

    def run(self, handler: Callable[[Any], Any], argument: Any, end: End) -> None:
        """Start a handler. end(outcome) is called exactly once, now or later."""
        try:
            result = handler(argument)
        except self._refusals as refusal:
            end(_refused(refusal))
            return
        if type(result) is GeneratorType:
            self._resume(result, end, lambda: next(result))
        else:
            end(_outcome(result))

    def go_on(self) -> None:
        """Resume each handler that has paused at a bare `yield`, up to its next yield."""
        for _ in range(len(self._yielded)):
            running, end = self._yielded.popleft()
            self._resume(running, end, running.__next__)

    def _resume(self, running: Running, end: End, step: Callable[[], Ask | None]) -> None:
        """Run a generator up to its next yield, by calling step."""
        try:
            question = step()
        except StopIteration as finished:
            end(_outcome(finished.value))
        except self._refusals as refusal:
            end(_refused(refusal))
        else:
            if question is None:
                self._yielded.append((running, end))
            else:
                self._ask(question, lambda reply: self._take(running, end, reply))

    def _take(self, running: Running, end: End, reply: Reply) -> None:
        """Resume the generator that asked, with the reply."""
        if reply.result:
            self._resume(running, end, lambda: running.send(reply.values))
        else:
            unanswered = Unanswered(reply.status, reply.values)
            self._resume(running, end, lambda: running.throw(unanswered))


def _outcome(result: Any) -> Outcome:
    return result if isinstance(result, Outcome) else Outcome(result or {})


def _refused(refusal: Exception) -> Outcome:
    return Outcome(getattr(refusal, "values", None) or {}, (str(refusal),))
