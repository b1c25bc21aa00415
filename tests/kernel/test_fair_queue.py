"""The fair queue: clients in turn, and first in first out for each of them."""

import pytest

from actors.kernel.fair_queue import FairQueue


def filled(items):
    queue = FairQueue()
    for item in items:
        queue.add(item[0], item)
    return queue


def emptied(queue):
    found = []
    while queue:
        found.append(queue.pop())
    return found


@pytest.mark.parametrize(
    "items, order",
    [
        ([], []),
        (["a1", "a2", "a3"], ["a1", "a2", "a3"]),
        (["a1", "a2", "a3", "b1"], ["a1", "b1", "a2", "a3"]),
        (["a1", "a2", "b1", "b2", "c1"], ["a1", "b1", "c1", "a2", "b2"]),
    ],
    ids=str,
)
def test_clients_are_served_in_turn(items, order):
    assert emptied(filled(items)) == order


def test_a_client_that_comes_again_is_the_last_in_turn():
    queue = filled(["a1", "b1", "c1"])
    assert queue.pop() == "a1"
    queue.add("a", "a2")
    assert emptied(queue) == ["b1", "c1", "a2"]


def test_a_client_that_may_not_go_keeps_its_place():
    queue = filled(["a1", "b1", "b2"])
    assert queue.pop(lambda client: client != "a") == "b1"
    assert queue.pop(lambda client: False) is None
    assert emptied(queue) == ["a1", "b2"]


def test_an_item_can_be_removed_once():
    queue = filled(["a1", "a2", "b1"])
    assert queue.remove("a", "a1") and not queue.remove("a", "a1")
    assert queue.remove("b", "b1") and not queue.remove("c", "c1")
    assert emptied(queue) == ["a2"] and not queue
    assert queue.pop() is None
