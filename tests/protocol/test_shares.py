"""How many calls of an actor each client may have in flight."""

import pytest

from protocol import limits
from protocol.shares import Shares


def filled(shares, actor, session):
    """Begin calls until the share is used up; how many there are."""
    count = 0
    while not shares.used_up(actor, session):
        shares.begin(actor, session)
        count += 1
    return count


@pytest.mark.parametrize("clients", [1, 2, 10, limits.CALLS_OF_ACTOR, 2 * limits.CALLS_OF_ACTOR])
def test_each_client_has_an_equal_share_and_at_least_one_call(clients):
    shares = Shares()
    for session in range(clients):
        shares.begin("arm", session)
    counts = [1 + filled(shares, "arm", session) for session in range(clients)]
    assert counts == [max(1, limits.CALLS_OF_ACTOR // clients)] * clients


def test_the_shares_of_actors_are_apart():
    shares = Shares()
    filled(shares, "arm", 1)
    assert shares.used_up("arm", 1) and not shares.used_up("ik", 1)


def test_an_answer_makes_room_for_a_call():
    shares = Shares()
    count = filled(shares, "arm", 1)
    shares.end("arm", 1)
    assert filled(shares, "arm", 1) == 1
    for _ in range(count):
        shares.end("arm", 1)
    assert filled(shares, "arm", 1) == count


def test_a_client_without_a_call_is_never_refused_one():
    shares = Shares()
    filled(shares, "arm", 1)
    assert not shares.used_up("arm", 2)
