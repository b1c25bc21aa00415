"""Results reach the gateway whichever instant their actor dies at, each under one mark."""

import pytest
from crew import Clerk, letters

from actors.kernel.letters import Publication

RESULT = Publication("/result", b'{"n":1}', once="result-1")


@pytest.fixture
def clerk(system):
    return Clerk(system)


def successor(system):
    """What the gateway gets from the next incarnation of the clerk."""
    system.record_death("clerk", -9)
    letters(system, "gateway")
    Clerk(system).commit()
    return letters(system, "gateway")


def test_a_result_is_published_after_it_has_been_saved(system, clerk):
    clerk.publish_once("/result", {"n": 1}, mark="result-1")
    assert letters(system, "gateway") == []
    clerk.commit()
    _, saved = clerk.entry.checkpoint.load()
    assert [entry.mark for entry in saved] == ["result-1"]
    assert letters(system, "gateway") == [RESULT]


def test_a_result_that_was_not_saved_dies_with_its_actor(system, clerk):
    clerk.publish_once("/result", {"n": 1}, mark="result-1")
    assert successor(system) == []


def test_a_result_that_was_saved_and_not_sent_is_published_by_the_successor(system, clerk):
    clerk.publish_once("/result", {"n": 1}, mark="result-1")
    clerk.save()
    assert successor(system) == [RESULT]


def test_a_result_that_found_no_room_is_published_by_the_successor(system, clerk):
    clerk.outbox.flush = lambda: None
    clerk.outbox.add("gateway", RESULT, keep=True)
    clerk.publish_once("/result", {"n": 1}, mark="result-1")
    clerk.commit()
    clerk.commit()
    assert len(clerk.journal) == 1 and successor(system) == [RESULT]


def test_a_result_that_was_sent_is_forgotten_by_the_next_commit(system, clerk):
    clerk.publish_once("/result", {"n": 1}, mark="result-1")
    clerk.commit()
    clerk.commit()
    assert len(clerk.journal) == 0 and successor(system) == []


def test_results_are_published_again_in_their_order(system, clerk):
    for n in range(3):
        clerk.publish_once("/result", {"n": n}, mark=f"result-{n}")
    clerk.save()
    assert [letter.once for letter in successor(system)] == ["result-0", "result-1", "result-2"]
