"""Runs the handlers of an actor to their end, without the actor ever waiting for anybody.

A handler is a function of one argument. It returns its result or raises a refusal. It may also be a
generator: where it yields an Ask, it goes on with the values of the answer, or with Unanswered
raised at the yield; where it yields nothing, it goes on after the letters that wait.
"""

from collections import deque
from collections.abc import Callable, Generator, Mapping
from types import GeneratorType
from typing import Any, NamedTuple

from actors.kernel.asks import Reply, Then, Unanswered
from protocol.fields import Rejected


class Outcome(NamedTuple):
    """What a handler ends with. With problems it is a refusal, which still echoes the values."""

    values: Mapping[str, Any]
    problems: tuple[str, ...] | list[str] = ()
    remark: str = ""  # a status that is no refusal


class Ask(NamedTuple):
    """A question to the actor that serves this service."""

    service: str
    args: dict[str, Any]
    timeout: float = 5.0  # s; it takes up to 2 s to replace an actor that hangs


Asker = Callable[[Ask, Then], None]
End = Callable[[Outcome], None]
Running = Generator[Ask | None, Any, Any]


class Handlers:
    """The handlers of one actor that are under way.

    ask         puts a question to another actor, and calls its second argument with the reply
    refusals    the exceptions whose text is a refusal; any other one is a bug and passes through
    """

    def __init__(self, ask: Asker, refusals: tuple[type[Exception], ...] = ()):
        self._ask = ask
        self._refusals: tuple[type[Exception], ...] = (Rejected, *refusals)
        self._yielded: deque[tuple[Running, End]] = deque()

    @property
    def any_yielded(self) -> bool:
        """Whether a handler has yielded its turn, and wants to go on."""
        return bool(self._yielded)

    def run(self, handler: Callable[[Any], Any], argument: Any, end: End) -> None:
        """Start a handler. end(outcome) is called once, now or later."""
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
        """Let each handler that has yielded its turn go on, to its next yield."""
        for _ in range(len(self._yielded)):
            running, end = self._yielded.popleft()
            self._resume(running, end, running.__next__)

    def _resume(self, running: Running, end: End, step: Callable[[], Ask | None]) -> None:
        """Let a generator run to its next yield, by calling step."""
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
        """Hand the reply to the generator that asked for it."""
        if reply.result:
            self._resume(running, end, lambda: running.send(reply.values))
        else:
            unanswered = Unanswered(reply.status, reply.values)
            self._resume(running, end, lambda: running.throw(unanswered))


def _outcome(result: Any) -> Outcome:
    return result if isinstance(result, Outcome) else Outcome(result or {})


def _refused(refusal: Exception) -> Outcome:
    return Outcome(getattr(refusal, "values", None) or {}, (str(refusal),))
