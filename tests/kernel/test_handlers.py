"""Handlers run to their end through all that they ask, and while they have yielded their turn."""

import pytest

from actors.kernel.asks import Reply, Unanswered
from actors.kernel.handlers import Ask, Handlers, Outcome
from protocol.fields import Rejected


class TooBig(Exception):
    """A refusal of some node."""


class Bench:
    """Handlers whose questions wait to be answered by hand."""

    def __init__(self):
        self.asked = []
        self.ended = []
        self.handlers = Handlers(lambda ask, then: self.asked.append((ask, then)), (TooBig,))

    def run(self, handler, argument=None):
        self.handlers.run(handler, argument, self.ended.append)

    def answer(self, values, result=True, status=""):
        _, then = self.asked.pop(0)
        then(Reply(result, status, values))


@pytest.fixture
def bench():
    return Bench()


def refuse(argument):
    raise argument


@pytest.mark.parametrize(
    "result, outcome",
    [
        ({"x": 1}, Outcome({"x": 1})),
        (None, Outcome({})),
        (Outcome({"x": 1}, ["a is wrong"], "told"), Outcome({"x": 1}, ["a is wrong"], "told")),
    ],
    ids=["values", "nothing", "an outcome"],
)
def test_what_a_handler_returns_is_its_outcome(bench, result, outcome):
    bench.run(lambda _: result)
    assert bench.ended == [outcome]


@pytest.mark.parametrize(
    "refusal, outcome",
    [
        (Rejected("no"), Outcome({}, ("no",))),
        (Rejected("no", {"x": 1}), Outcome({"x": 1}, ("no",))),
        (TooBig("too big"), Outcome({}, ("too big",))),
    ],
    ids=["plain", "with an echo", "of the node's own kind"],
)
def test_what_a_handler_raises_as_a_refusal_is_one(bench, refusal, outcome):
    bench.run(refuse, refusal)
    assert bench.ended == [outcome]


def test_any_other_exception_is_a_bug_and_passes_through(bench):
    with pytest.raises(ZeroDivisionError):
        bench.run(refuse, ZeroDivisionError())
    assert bench.ended == []


def test_a_handler_goes_on_with_each_answer(bench):
    def handler(x):
        first = yield Ask("/double", {"x": x})
        second = yield Ask("/double", first)
        return second

    bench.run(handler, 1)
    bench.answer({"x": 2})
    assert bench.asked[0][0].args == {"x": 2} and bench.ended == []
    bench.answer({"x": 4})
    assert bench.ended == [Outcome({"x": 4})]


def test_a_refused_ask_is_raised_where_the_handler_asked(bench):
    def handler(_):
        try:
            yield Ask("/double", {})
        except Unanswered as refusal:
            return {"reason": str(refusal), **refusal.values}

    bench.run(handler)
    bench.answer({"x": 1}, result=False, status="no")
    assert bench.ended == [Outcome({"reason": "no", "x": 1})]


def test_a_handler_that_yields_nothing_goes_on_at_its_next_turn(bench):
    def handler(count):
        for _ in range(count):
            yield
        return {"turns": count}

    bench.run(handler, 2)
    turns = 0
    while bench.handlers.any_yielded:
        bench.handlers.go_on()
        turns += 1
    assert turns == 2 and bench.ended == [Outcome({"turns": 2})]


def test_handlers_that_yield_take_turns(bench):
    order = []

    def handler(name):
        for _ in range(3):
            order.append(name)
            yield

    bench.run(handler, "a")
    bench.run(handler, "b")
    while bench.handlers.any_yielded:
        bench.handlers.go_on()
    assert order == ["a", "b"] * 3


def test_a_handler_may_refuse_after_it_has_yielded(bench):
    def handler(_):
        yield
        raise TooBig("too big")

    bench.run(handler)
    bench.handlers.go_on()
    assert bench.ended == [Outcome({}, ("too big",))]
