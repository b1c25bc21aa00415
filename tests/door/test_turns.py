"""In which order connections have their turns."""

import pytest
from fakes import Host

from actors.door import turns

SET = b'{"op":"call_service","service":"/arm_sim/reset"}\n'
MANY = turns.FEW // len(SET) + 2  # calls that make a connection wait its turn


@pytest.fixture
def host(hands):
    host = Host()
    host.loop.clock = lambda: hands.now
    return host


def who_was_served(host):
    """The sessions whose calls were asked, without repetitions."""
    return list(dict.fromkeys(asked.session for asked in host.asked))


def test_a_connection_with_few_bytes_is_served_at_once_and_one_with_many_lines_up(host):
    quiet, busy = host.connect(), host.connect()
    busy.receive(SET * MANY)
    assert host.asked == []
    quiet.receive(SET)
    assert host.asked == []  # somebody waits: it lines up too, but before the busy one
    host.loop.run()
    assert who_was_served(host) == [quiet.session, busy.session]


def test_connections_with_few_bytes_come_before_all_with_many(host):
    busy = [host.connect() for _ in range(3)]
    quiet = [host.connect() for _ in range(3)]
    for client in busy:
        client.receive(SET * MANY)
    for client in quiet:
        client.receive(SET)
    host.loop.run()
    assert who_was_served(host) == [client.session for client in (*quiet, *busy)]


def test_even_if_quiet_connections_use_all_the_time_a_busy_one_has_a_turn_in_each_round(
    host, hands
):
    busy, quiet = host.connect(), [host.connect() for _ in range(10)]
    busy.receive(SET * MANY)
    for client in quiet:
        client.receive(SET)
    hands.step = turns.ROUND / 2  # every turn takes that long
    host.loop.soon.pop(0)()
    assert busy.session in who_was_served(host) and len(who_was_served(host)) < 10


def test_turns_at_once_of_many_connections_do_not_take_longer_than_a_round(host, hands):
    """asyncio reports all sockets with data one after the other, and nothing else in between."""
    clients = [host.connect() for _ in range(50)]
    hands.step = turns.ROUND / 10
    for client in clients:
        client.receive(SET)
    assert 0 < len(who_was_served(host)) <= 10
    host.loop.run()
    assert who_was_served(host) == [client.session for client in clients]


def test_a_client_that_sends_one_call_after_the_other_is_served_at_once_again_and_again(
    host, hands
):
    client = host.connect()
    hands.step = turns.ROUND / 10
    at_once = 0
    for _ in range(100):
        client.receive(SET)
        at_once += len(host.asked)
        host.loop.run()
        host.answer()
    assert at_once > 70


def test_after_a_long_turn_only_quiet_connections_have_turns_for_as_long(host, hands):
    long, other, quiet = host.connect(), host.connect(), host.connect()
    take_turn = long.take_turn

    def take_long():
        hands.now += 10 * turns.ROUND
        take_turn()

    long.take_turn = take_long
    long.receive(SET * MANY)
    other.receive(SET * MANY)
    host.loop.run()
    assert who_was_served(host) == [long.session]
    quiet.receive(SET)
    host.loop.run()
    assert who_was_served(host) == [long.session, quiet.session]
    hands.now += 10 * turns.ROUND
    host.loop.wait()
    host.loop.run()
    assert who_was_served(host) == [long.session, quiet.session, other.session]
