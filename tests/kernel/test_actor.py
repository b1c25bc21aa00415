"""An actor, driven letter by letter: what it answers, when its words leave, whom it asks."""

import json
import time

import pytest
from crew import Boss, Clerk, call, letters, reply

from actors.kernel.letters import (
    Abandoned,
    Down,
    Publication,
    ServiceCall,
    ServiceReply,
    packed,
)


@pytest.fixture
def clerk(system):
    return Clerk(system)


@pytest.fixture
def boss(system):
    return Boss(system)


def answers(system, actor, *received):
    """What the gateway is told when the actor has dealt with these letters."""
    for letter in received:
        actor.receive(letter)
    actor.commit()
    return letters(system, "gateway")


# -- answers -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "question, result, status, values",
    [
        (call("/double", {"x": 21}), True, "", {"twice": 42}),
        (call("/fail"), False, "it must not be", {"kept": 0}),
        (call("/warn"), False, "a is wrong; b is wrong", {"kept": 0}),
    ],
    ids=["an answer", "a refusal", "an outcome with problems"],
)
def test_a_call_is_answered_once_with_its_token_and_the_incarnation_of_its_caller(
    system, clerk, question, result, status, values
):
    question = question._replace(token=77, caller_incarnation=5)
    system["gateway"].shared.incarnation = 5
    assert answers(system, clerk, question) == [ServiceReply(77, 5, result, status, values)]


def test_a_caller_that_wants_text_gets_json(system, clerk):
    (answer,) = answers(system, clerk, call("/double", {"x": float("inf")}, encoded=True))
    assert isinstance(answer.values, bytes) and json.loads(answer.values) == {"twice": None}


def test_calls_for_another_incarnation_are_ignored(system, clerk):
    assert answers(system, clerk, call("/set", {"kept": 9}, incarnation=1)) == []
    assert clerk.kept == 0


def test_a_bug_in_a_handler_is_no_answer_but_the_end(clerk):
    with pytest.raises(ZeroDivisionError):
        clerk.receive(call("/bug"))


# -- the commit ----------------------------------------------------------------------------------
def test_the_state_is_saved_before_any_word_about_it_leaves(system, clerk):
    clerk.receive(call("/set", {"kept": 5}))
    assert letters(system, "gateway") == [] and system["clerk"].checkpoint.load() is None
    clerk.outbox.flush = lambda: (
        pytest.fail("too early") if system["clerk"].checkpoint.load() != (5, ()) else None
    )
    clerk.commit()


def test_a_word_does_not_leave_if_the_state_could_not_be_saved(system, clerk):
    clerk.receive(call("/set", {"kept": "x" * 100_000}))
    with pytest.raises(ValueError):
        clerk.commit()
    assert letters(system, "gateway") == []


def test_a_successor_goes_on_from_the_last_commit(system, clerk):
    answers(system, clerk, call("/set", {"kept": 5}))
    clerk.receive(call("/set", {"kept": 6}))  # and dies before the commit
    system.record_death("clerk", -9)
    successor = Clerk(system)
    assert successor.kept == 5 and successor.incarnation == 1
    letters(system, "gateway")
    assert answers(system, successor, call("/set", incarnation=1))[0].values == {"kept": 5}


# -- publications --------------------------------------------------------------------------------
def test_a_publication_goes_to_its_hearers_as_values_and_to_the_gateway_as_text(system, boss):
    boss.publish("/number", 7, wire={"n": 7})
    boss.publish("/unheard", 8)
    boss.commit()
    assert letters(system, "clerk") == [Publication("/number", 7)]
    assert letters(system, "gateway") == [
        Publication("/number", b'{"n":7}'),
        Publication("/unheard", b"8"),
    ]


# -- handlers that ask ---------------------------------------------------------------------------
def asked(system, boss):
    boss.commit()
    (question,) = letters(system, "clerk")
    assert isinstance(question, ServiceCall) and question.caller == "boss"
    return question


def test_a_handler_asks_and_goes_on_with_each_reply(system, boss):
    boss.receive(call("/quadruple", {"x": 10}, token=5))
    first = asked(system, boss)
    assert (
        first.service == "/double" and first.args == {"x": 10} and letters(system, "gateway") == []
    )
    boss.receive(reply(first.token, {"twice": 20}))
    second = asked(system, boss)
    assert second.args == {"x": 20} and second.token != first.token
    assert answers(system, boss, reply(second.token, {"twice": 40})) == [reply(5, {"four": 40})]


def test_other_letters_are_dealt_with_while_a_handler_waits(system, boss):
    boss.receive(call("/quadruple", {"x": 1}, token=1))
    boss.receive(call("/quadruple", {"x": 2}, token=2))
    boss.commit()
    one, two = letters(system, "clerk")
    boss.receive(reply(two.token, {"twice": 4}))
    assert asked(system, boss).args == {"x": 4}
    boss.receive(reply(one.token, {"twice": 2}))
    assert asked(system, boss).args == {"x": 2}


def test_a_refusal_of_what_was_asked_refuses_the_asker_with_the_reason(system, boss):
    boss.receive(call("/quadruple", {"x": 1}, token=5))
    question = asked(system, boss)
    assert answers(system, boss, reply(question.token, {"kept": 1}, result=False, status="no")) == [
        reply(5, {"kept": 1}, result=False, status="no")
    ]


def test_a_handler_may_go_on_after_a_refusal(system, boss):
    boss.receive(call("/careful", token=5))
    question = asked(system, boss)
    assert answers(system, boss, reply(question.token, result=False, status="no")) == [
        reply(5, {"heard": "no"})
    ]


def test_silence_ends_an_ask_at_its_timeout(system, boss):
    boss.receive(call("/careful", {"kept": 1}, token=5))
    question = asked(system, boss)
    boss.asks.expire(time.monotonic() + 0.6)
    boss.commit()
    (answer,) = letters(system, "gateway")
    assert answer.token == 5 and "in time" in answer.values["heard"]
    assert answers(system, boss, reply(question.token, {"kept": 1})) == []  # too late


def test_replies_meant_for_another_incarnation_are_ignored(system, boss):
    boss.receive(call("/quadruple", {"x": 1}))
    question = asked(system, boss)
    boss.receive(reply(question.token, {"twice": 666}, incarnation=1))
    boss.commit()
    assert letters(system, "clerk") == [] and len(boss.asks) == 1


# -- deaths --------------------------------------------------------------------------------------
def test_what_may_be_repeated_is_asked_again_of_the_successor_once(system, boss):
    boss.receive(call("/quadruple", {"x": 1}, token=5))
    first = asked(system, boss)
    system.record_death("clerk", -9)
    letters(system, "clerk")
    boss.receive(Down("clerk", 1))
    again = asked(system, boss)
    assert again.args == first.args and again.incarnation == 1 and again.token != first.token
    letters(system, "gateway")
    system.record_death("clerk", -9)
    (answer,) = (a for a in answers(system, boss, Down("clerk", 2)) if isinstance(a, ServiceReply))
    assert answer.token == 5 and answer.result is False and "restarted" in answer.status
    assert [letter for letter in letters(system, "clerk") if isinstance(letter, ServiceCall)] == []


def test_what_may_not_be_repeated_is_answered_when_the_asked_has_died(system, boss):
    boss.receive(call("/careful", {"kept": 1}, token=5))
    asked(system, boss)
    system.record_death("clerk", -9)
    letters(system, "gateway")
    (answer,) = answers(system, boss, Down("clerk", 1))
    assert answer.token == 5 and "restarted" in answer.values["heard"]


def test_a_death_is_noticed_without_its_letter_too(system, boss):
    """A full mailbox has no room for the letter; the count of deaths tells as much."""
    boss.receive(call("/careful", {"kept": 1}, token=5))
    asked(system, boss)
    system.record_death("clerk", -9)
    letters(system, "boss")  # the letter is lost
    letters(system, "gateway")
    boss.take(0)
    boss.commit()
    assert letters(system, "gateway")[0].token == 5


def test_the_last_words_of_the_dead_count_however_much_came_before_them(system, boss):
    """What was done and answered must not be reported as undone."""
    boss.receive(call("/careful", {"kept": 1}, token=5))
    question = asked(system, boss)
    for _ in range(200):
        system["boss"].mailbox.put(packed([reply(-1)]))
    system["boss"].mailbox.put(packed([reply(question.token, {"kept": 1})]))
    system.record_death("clerk", -9)
    letters(system, "gateway")
    while not system["boss"].mailbox.empty():
        boss.take(0)
    boss.commit()
    assert letters(system, "gateway") == [reply(5, {"heard": ""})]


def test_the_death_of_another_leaves_an_ask_waiting(system, boss):
    boss.receive(call("/quadruple", {"x": 1}, caller="clerk", token=5))
    asked(system, boss)
    system.record_death("gateway", -9)
    boss.receive(Down("gateway", 1))
    assert len(boss.asks) == 1


# -- calls that nobody waits for -------------------------------------------------------------------
def test_a_call_is_made_for_the_client_of_the_call_that_it_is_part_of(system, boss):
    boss.receive(call("/quadruple", {"x": 1}, client=7))
    boss.receive(call("/quadruple", {"x": 1}))
    boss.commit()
    assert [letter.client for letter in letters(system, "clerk")] == [7, None]


def test_an_abandoned_call_is_not_answered_and_abandons_what_it_asked(system, boss):
    boss.receive(call("/quadruple", {"x": 1}, token=5))
    boss.receive(call("/quadruple", {"x": 2}, token=6))
    boss.commit()
    first, second = letters(system, "clerk")
    boss.receive(Abandoned("gateway", 0, (5,)))
    boss.commit()
    assert letters(system, "clerk") == [Abandoned("boss", 0, (first.token,))]
    boss.receive(reply(first.token, {"twice": 2}))  # it was under way already
    boss.receive(reply(second.token, {"twice": 4}))
    assert asked(system, boss).args == {"x": 4}
    assert letters(system, "gateway") == []


def test_an_abandoned_call_that_changes_something_is_carried_out_and_answered(system, boss):
    boss.receive(call("/careful", {"kept": 1}, token=5))
    question = asked(system, boss)
    boss.receive(Abandoned("gateway", 0, (5,)))
    assert answers(system, boss, reply(question.token, {"kept": 1})) == [reply(5, {"heard": ""})]


@pytest.mark.parametrize(
    "letter",
    [
        Abandoned("gateway", 1, (5,)),
        Abandoned("clerk", 0, (5,)),
        Abandoned("gateway", 0, (6, 7)),
        Down("clerk", 1),
    ],
    ids=str,
)
def test_only_the_calls_that_are_meant_are_abandoned(system, boss, letter):
    boss.receive(call("/quadruple", {"x": 1}, token=5))
    asked(system, boss)
    boss.receive(letter)
    assert len(boss.asks) == 1


def test_the_calls_of_a_caller_that_has_died_are_abandoned(system, boss):
    boss.receive(call("/quadruple", {"x": 1}, token=5))
    boss.receive(call("/quadruple", {"x": 1}, token=5, caller_incarnation=1))
    boss.receive(Down("gateway", 1))
    assert len(boss.asks) == 1


def test_clients_are_told_of_a_topic_on_demand_only_while_they_want_it(system):
    clerk = Clerk(system)
    for wanted in (False, True):
        system.demand("/rare", wanted)
        clerk.publish("/rare", {})
        clerk.publish("/other", {})
        clerk.commit()
        told = [letter.topic for letter in letters(system, "gateway")]
        assert told == [*(["/rare"] if wanted else []), "/other"]
