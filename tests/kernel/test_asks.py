"""Asks: every one is settled exactly once, by an answer, a death or its deadline."""

import pytest

from actors.kernel.asks import Asks, Pending, Reply


@pytest.fixture
def replies():
    return []


@pytest.fixture
def asks():
    return Asks()


def pending(replies, deadline=10.0, repeatable=False, to="clerk", life=0):
    return Pending("/double", {}, replies.append, deadline, repeatable, False, to, life)


def test_each_ask_has_a_token_of_its_own_and_gets_its_own_reply(asks):
    first = []
    second = []
    one = asks.add(pending(first))
    two = asks.add(pending(second))
    assert one != two and len(asks) == 2
    asks.settle(two, Reply(True, "", {"n": 2}))
    asks.settle(one, Reply(True, "", {"n": 1}))
    assert (first, second) == ([Reply(True, "", {"n": 1})], [Reply(True, "", {"n": 2})])
    assert len(asks) == 0


def test_a_second_reply_and_a_reply_to_nothing_are_dropped(asks, replies):
    token = asks.add(pending(replies))
    for _ in range(2):
        asks.settle(token, Reply(True, "", {}))
    asks.settle(999, Reply(True, "", {}))
    assert len(replies) == 1


@pytest.mark.parametrize("now, expired", [(9.9, 0), (10.0, 1), (19.9, 1), (20.0, 2), (1e9, 2)])
def test_a_deadline_settles_what_has_waited_until_then(asks, replies, now, expired):
    asks.add(pending(replies, deadline=20.0))
    asks.add(pending(replies, deadline=10.0))
    asks.expire(now)
    assert len(replies) == expired and len(asks) == 2 - expired
    assert all(
        not reply.result and "in time" in reply.status and "clerk" in reply.status
        for reply in replies
    )


def test_an_ask_made_by_an_expiring_one_is_kept(asks, replies):
    asks.add(
        Pending(
            "/double",
            {},
            lambda _: asks.add(pending(replies, deadline=15.0)),
            10.0,
            False,
            False,
            "x",
            0,
        )
    )
    asks.expire(11.0)
    assert len(asks) == 1
    asks.expire(16.0)
    assert len(replies) == 1


def test_a_death_settles_what_the_dead_was_asked_and_hands_back_what_may_be_asked_again(
    asks, replies
):
    asks.add(pending(replies))
    asks.add(pending(replies, to="another"))
    again = pending(replies, repeatable=True)
    asks.add(again)
    assert asks.bereave({"clerk": 1, "another": 0}) == [again]
    assert len(replies) == 1 and not replies[0].result and "restarted" in replies[0].status
    assert len(asks) == 1
