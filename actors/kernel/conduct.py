"""Handlers that ask: run to their end through all that they ask on the way, without ever waiting.

A handler is a function of one argument. It returns what it has to say, or raises Rejected; or it is a
generator that yields an Ask wherever it needs another actor, and goes on with the reply's values, or
with Unanswered raised at the yield.
"""

from collections.abc import Callable, Generator, Mapping
from typing import Any, NamedTuple

from actors.kernel.asks import Reply, Then, Unanswered
from protocol.fields import Rejected


class Outcome(NamedTuple):
    """What a handler ends with; with problems it was a refusal, and values are echoed all the same."""

    values: Mapping[str, Any]
    problems: tuple[str, ...] | list[str] = ()
    remark: str = ""  # a status that is no refusal


class Ask(NamedTuple):
    """A question to the actor that serves this service."""

    service: str
    args: dict[str, Any]
    timeout: float = 5.0  # s; the replacement of a silent actor takes up to 2


Asker = Callable[[Ask, Then], None]
End = Callable[[Outcome], None]


def conduct(handler: Callable[[Any], Any], argument: Any, ask: Asker, end: End) -> None:
    """Run a handler. ask(question, then) puts its questions; end(outcome) is called once, now or later."""
    try:
        result = handler(argument)
    except Rejected as refusal:
        end(_refused(refusal))
        return
    if isinstance(result, Generator):
        _resume(result, lambda: next(result), ask, end)
    else:
        end(_outcome(result))


def _resume(
    handler: Generator[Ask, Any, Any], go_on: Callable[[], Ask], ask: Asker, end: End
) -> None:
    try:
        question = go_on()
    except StopIteration as finished:
        end(_outcome(finished.value))
    except Rejected as refusal:
        end(_refused(refusal))
    else:

        def then(reply: Reply) -> None:
            if reply.result:
                _resume(handler, lambda: handler.send(reply.values), ask, end)
            else:
                _resume(
                    handler, lambda: handler.throw(Unanswered(reply.status, reply.values)), ask, end
                )

        ask(question, then)


def _outcome(result: Any) -> Outcome:
    return result if isinstance(result, Outcome) else Outcome(result or {})


def _refused(refusal: Rejected) -> Outcome:
    return Outcome(refusal.values or {}, (str(refusal),))
