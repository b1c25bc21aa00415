"""The states of a connection, and what leads from one to another."""

import weakref

import pytest
from fakes import Host

from actors.door import connection
from actors.door.connection import State
from actors.door.held import AT_ONCE
from protocol import limits

SET = b'{"op":"call_service","service":"/arm_sim/reset","id":1}\n'
SOLVE = b'{"op":"call_service","service":"/ik_action/send_goal","id":2}\n'
PUBLISH = b'{"op":"publish","topic":"/joint_trajectory","msg":{"points":[{}]}}\n'
NOTHING = b'{"op":"set_level"}\n'


@pytest.fixture(autouse=True)
def enough_time(monkeypatch):
    """A turn ends by what happens in it, however slow the machine is."""
    monkeypatch.setattr(connection, "TURN", 60.0)


@pytest.fixture
def host():
    return Host()


@pytest.fixture
def client(host):
    return host.connect()


@pytest.fixture
def no_time(hands):
    """A turn is over after its first operation."""
    hands.step = 2 * connection.TURN


def state(client):
    return client.state, client.transport.reading


def test_what_is_dealt_with_leads_back_to_ready(host, client):
    client.receive(SET + NOTHING + SET[:10])
    assert state(client) == (State.READY, True) and len(host.asked) == 1


def test_a_turn_that_is_over_leads_to_the_next_turn_without_reading(host, client, no_time):
    client.receive(SET * 3)
    assert state(client) == (State.DUE, False) and len(host.asked) == 1
    host.loop.run()
    assert state(client) == (State.READY, True) and len(host.asked) == 3


def test_a_client_that_sends_while_others_are_in_line_has_its_turn_after_them(
    host, client, no_time
):
    other = host.connect()
    client.receive(SET * 2)
    other.receive(SET)
    assert state(other) == (State.DUE, False)
    host.loop.run()
    assert [asked.session for asked in host.asked] == [
        client.session,
        client.session,
        other.session,
    ]


def test_an_operation_that_must_wait_waits_unread_until_a_call_is_answered(host, client):
    client.receive(SET + SOLVE + SET)
    assert state(client) == (State.WAITING, False)
    assert [asked.service for asked in host.asked] == ["/arm_sim/reset"]
    host.answer()
    host.loop.run()
    assert [asked.service for asked in host.asked] == ["/ik_action/send_goal"]
    host.answer()
    host.loop.run()
    assert state(client) == (State.READY, True)


def test_no_more_calls_than_may_be_in_flight_are_read(host, client):
    client.receive(SET * (limits.CALLS_IN_FLIGHT + 1))
    host.loop.run()
    assert state(client) == (State.WAITING, False)
    assert len(host.asked) == limits.CALLS_IN_FLIGHT


def test_a_client_that_publishes_too_fast_is_held_until_there_is_room(host, client):
    host.crowded = True
    client.receive(PUBLISH + SET)
    assert state(client) == (State.HELD, False) and not host.asked
    host.loop.wait()
    assert client.state is State.HELD  # the actor has no room yet
    host.crowded = False
    host.loop.wait()
    assert client.state is State.DUE
    host.loop.run()
    assert state(client) == (State.READY, True) and len(host.asked) == 1


def test_of_many_held_clients_a_few_at_a_time_go_on_in_order(host):
    host.crowded = True
    clients = [host.connect() for _ in range(AT_ONCE + 2)]
    for client in clients:
        client.receive(PUBLISH + SET)
    host.crowded = False
    host.loop.wait()
    assert [client.state for client in clients] == [State.DUE] * AT_ONCE + [State.HELD] * 2
    host.loop.run()
    host.loop.wait()
    host.loop.run()
    assert [asked.session for asked in host.asked] == [client.session for client in clients]


def test_an_answer_does_not_release_a_client_that_is_held(host, client):
    host.crowded = True
    client.receive(SET + PUBLISH + SET)
    host.answer()
    host.loop.run()
    assert state(client) == (State.HELD, False) and not host.asked


def test_a_client_that_does_not_read_is_not_read_until_it_does(host, client):
    client.outgoing.pause()
    client.outgoing.send(b"x" * (limits.UNREAD_BYTES + 1))
    client.receive(SET)
    assert state(client) == (State.WAITING, False) and not host.asked
    client.has_room()
    host.loop.run()
    assert state(client) == (State.READY, True) and len(host.asked) == 1


def test_bytes_that_cannot_be_trusted_any_more_close_the_connection(host, client, monkeypatch):
    monkeypatch.setattr(limits, "FRAME_BYTES", 100)
    client.receive(b'{"op":"' + b"x" * 200)
    assert b'"error"' in client.transport.writes[0] and client.transport.half_closed
    host.loop.wait()
    assert client.transport.aborted


def test_what_a_closed_connection_has_sent_is_dropped(host, client, no_time):
    client.receive(SET * 3)
    client.transport.close()
    host.loop.run()
    assert client.state is State.CLOSED and len(host.asked) == 1


def test_a_bug_is_told_to_the_loop_and_ends_only_its_turn(host, client):
    client.stream.next = lambda: 1 / 0
    client.receive(SET)
    assert [type(bug) for bug in host.loop.bugs] == [ZeroDivisionError]


# -- a client that has closed its sending half ---------------------------------------------------
def test_it_is_closed_at_once_if_nothing_is_left(host, client):
    client.end()
    host.loop.run()
    assert client.transport.closed


def test_it_is_closed_after_the_answers_that_it_awaits(host, client):
    client.receive(SET * 2)
    client.end()
    host.loop.run()
    host.answer()
    host.loop.run()
    assert not client.transport.closed
    host.answer()
    host.loop.run()
    assert client.transport.closed and b"".join(client.transport.writes).count(b"\n") == 2


def test_it_is_closed_after_the_calls_that_had_to_wait(host, client):
    client.receive(SET + SOLVE)
    client.end()
    for _ in range(2):
        host.loop.run()
        assert not client.transport.closed
        host.answer()
    host.loop.run()
    assert client.transport.closed and b"".join(client.transport.writes).count(b"\n") == 2


def test_it_is_closed_after_it_has_read_what_waited_for_it(host, client):
    client.receive(SET)
    client.outgoing.pause()
    client.end()
    host.answer()
    host.loop.run()
    assert not client.transport.closed
    client.has_room()
    host.loop.run()
    assert client.transport.closed and len(client.transport.writes) == 1


def test_it_is_read_no_more(host, client, no_time):
    client.receive(NOTHING * 3)
    client.transport.reading = None
    client.end()
    host.loop.run()
    assert client.transport.reading is None


def test_nothing_is_left_of_a_connection_that_has_ended(host):
    """Without a cycle of references, its memory is free at once."""
    client = host.connect()
    client.receive(SET + SET[:10])
    host.answer()
    client.transport.close()
    client.lost()
    left = weakref.ref(client)
    del client
    assert left() is None


def test_a_client_for_which_too_much_is_kept_is_told_why_and_closed(host, client):
    client.receive(SET[:10])
    client.cut_off("too much")
    assert b"too much" in client.transport.writes[-1] and client.transport.half_closed
    assert len(client.stream) == 0 and host.bridge.budget.total == 0


def test_a_client_that_is_cut_off_while_it_does_not_read_gets_no_more_bytes(host, client):
    """They would follow a line of which a part may be written."""
    client.outgoing.pause()
    client.outgoing.send(b"x" * 100)
    written = list(client.transport.writes)
    client.cut_off("too much")
    assert client.transport.aborted and client.transport.writes == written
    assert host.bridge.budget.total == 0
