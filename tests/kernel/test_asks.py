"""Asks: each ends exactly once, by a reply, a death or its deadline."""

import pytest
from crew import letters

from actors.kernel.asks import Asks, Reply
from actors.kernel.letters import Abandoned
from actors.kernel.outbox import Outbox


@pytest.fixture
def replies():
    return []


@pytest.fixture
def outbox(system):
    return Outbox(system, "boss")


@pytest.fixture
def asks(system, outbox):
    return Asks(system, outbox, "boss", 0)


@pytest.fixture
def sent(system, outbox):
    """The calls that have been sent to an actor since the last look."""

    def look(actor="clerk"):
        outbox.flush()
        return letters(system, actor)

    return look


def test_each_ask_has_a_token_of_its_own_and_gets_its_own_reply(asks, sent):
    first = []
    second = []
    asks.ask("/double", {"x": 1}, first.append, 10.0)
    asks.ask("/double", {"x": 2}, second.append, 10.0)
    one, two = sent()
    assert (one.args, two.args) == ({"x": 1}, {"x": 2})
    asks.settle(two.token, Reply(True, "", {"n": 2}))
    asks.settle(one.token, Reply(True, "", {"n": 1}))
    assert (first, second) == ([Reply(True, "", {"n": 1})], [Reply(True, "", {"n": 2})])
    assert len(asks) == 0


def test_a_second_reply_and_a_reply_to_nothing_are_ignored(asks, replies, sent):
    asks.ask("/double", {}, replies.append, 10.0)
    (call,) = sent()
    for _ in range(2):
        asks.settle(call.token, Reply(True, "", {}))
    asks.settle(999, Reply(True, "", {}))
    assert len(replies) == 1


@pytest.mark.parametrize("now, expired", [(9.9, 0), (10.0, 1), (19.9, 1), (20.0, 2), (1e9, 2)])
def test_an_ask_ends_at_its_deadline(asks, replies, now, expired):
    asks.ask("/double", {}, replies.append, 20.0)
    asks.ask("/double", {}, replies.append, 10.0)
    asks.expire(now)
    assert len(replies) == expired and len(asks) == 2 - expired
    assert all(not reply.result for reply in replies)
    assert all("clerk" in reply.status and "in time" in reply.status for reply in replies)


def test_an_ask_that_is_made_while_another_expires_is_kept(asks, replies):
    asks.ask("/double", {}, lambda _: asks.ask("/double", {}, replies.append, 15.0), 10.0)
    asks.expire(11.0)
    assert len(asks) == 1
    asks.expire(16.0)
    assert len(replies) == 1


def test_a_death_ends_the_asks_that_the_dead_actor_held(asks, replies, system):
    asks.ask("/fail", {}, replies.append, 10.0)
    system.record_death("clerk", -9)
    asks.on_down({"clerk": 1})
    (reply,) = replies
    assert not reply.result and "restarted" in reply.status and len(asks) == 0


def test_a_death_leaves_the_asks_of_other_actors_waiting(asks, replies, system):
    asks.ask("/fail", {}, replies.append, 10.0)
    system.record_death("gateway", -9)
    asks.on_down({"gateway": 1, "clerk": 0})
    assert replies == [] and len(asks) == 1


def test_a_repeatable_ask_is_put_to_the_successor_once(asks, replies, system, sent):
    asks.ask("/double", {"x": 1}, replies.append, 10.0)
    first = sent()[0]
    system.record_death("clerk", -9)
    asks.on_down({"clerk": 1})
    again = sent()[-1]
    assert again.args == first.args and again.incarnation == 1 and again.token != first.token
    system.record_death("clerk", -9)
    asks.on_down({"clerk": 2})
    assert [reply.result for reply in replies] == [False]


# -- abandoned asks --------------------------------------------------------------------------------
def test_an_asker_gives_up_its_asks_and_no_others(asks, replies, sent):
    for asker in ("a", "b", "a", None):
        asks.ask("/double", {}, replies.append, 10.0, asker=asker)
    tokens = [call.token for call in sent()]
    asks.abandon("a")
    assert sent() == [Abandoned("boss", 0, (tokens[0], tokens[2]))] and len(asks) == 2
    for token in tokens:
        asks.settle(token, Reply(True, "", {}))
    assert [reply.result for reply in replies] == [False, False, True, True] and len(asks) == 0
    asks.abandon("a")
    asks.abandon("b")
    asks.abandon(None)
    assert sent() == []


def test_an_ask_that_changes_something_is_not_given_up(asks, replies, sent):
    asks.ask("/fail", {}, replies.append, 10.0, asker="a")
    (call,) = sent()
    asks.abandon("a")
    assert sent() == []
    asks.settle(call.token, Reply(True, "", {}))
    assert len(replies) == 1


@pytest.mark.parametrize("service, abandoned", [("/double", 1), ("/fail", 0)])
def test_an_ask_that_nobody_waits_for_any_more_is_abandoned(
    asks, replies, sent, service, abandoned
):
    asks.ask(service, {}, replies.append, 10.0)
    sent()
    asks.expire(10.0)
    assert len(sent()) == abandoned and len(replies) == 1


def test_an_ask_of_a_successor_can_be_given_up_too(asks, replies, system, sent):
    asks.ask("/double", {}, replies.append, 10.0, asker="a")
    system.record_death("clerk", -9)
    asks.on_down({"clerk": 1})
    again = sent()[-1]
    asks.abandon("a")
    assert sent()[-1] == Abandoned("boss", 0, (again.token,))
