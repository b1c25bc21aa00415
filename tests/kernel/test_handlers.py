"""Handlers run to their end through all that they ask, and while they have yielded their turn."""

import pytest

from actors.kernel.asks import Reply, Unanswered
from actors.kernel.handlers import SLICE, Ask, Handlers, Outcome
from protocol.fields import Rejected


class TooBig(Exception):
    """A refusal of some node."""


class Bench:
    """Handlers whose questions wait to be answered by hand."""

    def __init__(self):
        self.asked = []
        self.ended = []
        self.abandoned = []
        self.now = 0.0
        self.handlers = Handlers(
            lambda ask, then, running: self.asked.append((ask, then)),
            self.abandoned.append,
            lambda: self.now,
            (TooBig,),
        )

    def run(self, handler, argument=None, client=None, key=None):
        self.handlers.run(handler, argument, self.ended.append, client, key)

    def work(self, name, slices, order, seconds=SLICE):
        """A handler that computes so many slices, each of which takes so long."""

        def handler(_):
            for _ in range(slices):
                yield
                order.append(name)
                self.now += seconds
            return {"name": name}

        return handler

    def finish(self):
        """Let all paused handlers run to their ends; how many turns that took."""
        turns = 0
        while self.handlers.any_yielded:
            self.handlers.go_on()
            turns += 1
        return turns

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


def test_a_handler_gets_the_status_of_an_answer_if_it_wants_it(bench):
    def handler(_):
        values, status = yield Ask("/double", {}, with_status=True)
        return {"values": values, "status": status}

    bench.run(handler)
    bench.answer({"x": 2}, status="but")
    assert bench.ended == [Outcome({"values": {"x": 2}, "status": "but"})]


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
            bench.now += SLICE
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
            bench.now += SLICE
            yield

    bench.run(handler, "a")
    bench.run(handler, "b")
    bench.finish()
    assert order == ["a", "b"] * 3


def test_a_handler_may_refuse_after_it_has_yielded(bench):
    def handler(_):
        yield
        raise TooBig("too big")

    bench.run(handler)
    bench.handlers.go_on()
    assert bench.ended == [Outcome({}, ("too big",))]


# -- turns by client -------------------------------------------------------------------------------
def test_a_client_with_one_handler_gets_as_many_turns_as_one_with_sixty(bench):
    order = []
    for _ in range(60):
        bench.run(bench.work("many", 3, order), client=1)
    bench.run(bench.work("one", 3, order), client=2)
    bench.finish()
    assert order[:6] == ["many", "one"] * 3 and order[6:] == ["many"] * (60 * 3 - 3)


def test_what_the_actors_do_by_themselves_has_its_turn_like_one_client(bench):
    order = []
    for _ in range(9):
        bench.run(bench.work("client", 2, order), client=1)
    bench.run(bench.work("own", 2, order))
    bench.finish()
    assert order[:4] == ["client", "own"] * 2


def test_the_handlers_of_one_client_take_turns_too(bench):
    order = []
    for name in ("a", "b"):
        bench.run(bench.work(name, 2, order), client=1)
    bench.finish()
    assert order == ["a", "b", "a", "b"]


def test_a_turn_ends_after_a_slice_however_short_the_pieces_are(bench):
    order = []
    for client in (1, 2):
        bench.run(bench.work(client, 10, order, seconds=SLICE / 5), client=client)
    bench.handlers.go_on()
    assert order == [1] * 5
    bench.handlers.go_on()
    assert order == [1] * 5 + [2] * 5
    assert bench.finish() == 2


def test_the_rest_of_a_slice_goes_to_the_next_client(bench):
    order = []
    for client in (1, 2, 3):
        bench.run(bench.work(client, 1, order, seconds=SLICE / 4), client=client)
    bench.handlers.go_on()
    assert order == [1, 2, 3] and not bench.handlers.any_yielded


# -- cancellation ----------------------------------------------------------------------------------
def test_a_paused_handler_that_is_cancelled_never_goes_on_nor_ends(bench):
    order = []
    for key in ("a", "b"):
        bench.run(bench.work(key, 2, order), client=1, key=key)
    bench.handlers.cancel("a")
    bench.finish()
    assert order == ["b", "b"] and bench.ended == [Outcome({"name": "b"})]
    assert bench.handlers.keys == []


def test_a_handler_that_is_cancelled_while_it_waits_gives_up_its_question(bench):
    closed = []

    def handler(_):
        try:
            yield Ask("/double", {})
        finally:
            closed.append(True)

    bench.run(handler, key="a")
    assert bench.abandoned == []
    bench.handlers.cancel("a")
    assert closed == [True] and len(bench.abandoned) == 1 and bench.ended == []


@pytest.mark.parametrize("slices", [0, 1])
def test_a_handler_that_has_ended_cannot_be_cancelled_and_its_key_is_free(bench, slices):
    bench.run(bench.work("x", slices, []), key="a")
    bench.finish()
    bench.handlers.cancel("a")
    bench.handlers.cancel("never there")
    assert len(bench.ended) == 1 and bench.abandoned == [] and bench.handlers.keys == []


def test_a_handler_without_a_key_is_not_cancelled(bench):
    bench.run(bench.work("x", 1, []), client=1)
    bench.handlers.cancel(None)
    bench.finish()
    assert len(bench.ended) == 1
