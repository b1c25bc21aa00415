"""The registry: who serves and hears what, and lives, deaths and heartbeats that every process sees."""

import multiprocessing
from queue import Full

import pytest
from crew import letters

from protocol.messages import Down

pytestmark = pytest.mark.filterwarnings(
    "ignore:.*fork.*:DeprecationWarning"
)  # of the thread that keeps the timeout


def test_every_service_has_its_owner_and_says_whether_it_may_be_asked_twice(system):
    assert system.owner["/double"] == "clerk" and system.owner["/quadruple"] == "boss"
    assert system.repeatable["/double"]({"x": 1}) is True
    assert system.repeatable["/set"]({}) is True and system.repeatable["/set"]({"kept": 1}) is False
    assert system.repeatable["/fail"]({}) is False


@pytest.mark.parametrize(
    "topic, hearers",
    [("/number", ["clerk", "gateway"]), ("/other", ["gateway"]), ("between actors only", [])],
)
def test_a_topic_is_heard_by_who_asked_for_it_and_by_who_hears_all(system, topic, hearers):
    assert system.hearers(topic) == hearers


def test_a_burial_counts_the_death_and_tells_everyone(system):
    system.bury("clerk", -9)
    assert (system.life("clerk"), system.life("boss"), system.deaths()) == (1, 0, 1)
    assert all(letters(system, name) == [Down("clerk", 1)] for name in ("clerk", "boss", "gateway"))


def test_a_burial_does_not_wait_for_a_full_mailbox(system):
    with pytest.raises(Full):
        while True:
            system.mailbox["boss"].put(b"x" * 1000)
    system.bury("clerk", -9)
    assert system.deaths() == 1 and letters(system, "gateway") == [Down("clerk", 1)]


def test_silence_is_counted_from_the_last_beat_and_a_beat_ahead_excuses_it(system):
    system.beat("clerk")
    assert 0 <= system.silence("clerk") < 2
    system.beat("clerk", ahead=50)
    assert -50 <= system.silence("clerk") < -48


@pytest.mark.parametrize("cause, words", [(-9, "signal 9"), (1, "code 1"), (-1000, "silent")])
def test_vitals_tell_of_the_present_life_and_the_last_death(system, cause, words):
    assert system.vitals("clerk").last_cause == "" and system.vitals("clerk").restarts == 0
    system.bury("clerk", cause)
    system.born("clerk", 1234)
    system.mailbox["clerk"].put("unread")
    vitals = system.vitals("clerk")
    assert vitals.pid == 1234 and vitals.restarts == 1 and words in vitals.last_cause
    assert 0 <= vitals.uptime < 5 and vitals.mailbox_bytes > 0


def test_another_process_sees_deaths_beats_and_letters(system):
    def elsewhere():
        system.bury("clerk", -9)
        system.beat("boss", ahead=100)
        system.mailbox["gateway"].put("hello")
        system.checkpoint["boss"].save("kept")

    process = multiprocessing.get_context("fork").Process(target=elsewhere)
    process.start()
    process.join()
    assert system.life("clerk") == 1 and system.silence("boss") < -90
    assert letters(system, "gateway") == [Down("clerk", 1), "hello"]
    assert system.checkpoint["boss"].load() == "kept"


def test_an_actor_that_does_not_attend_hears_nothing_until_it_does(system):
    assert "clerk" in system.hearers("/number")
    system.attend("clerk", False)
    assert system.hearers("/number") == ["gateway"]
    system.attend("clerk", True)
    assert "clerk" in system.hearers("/number")
