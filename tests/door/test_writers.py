"""Long lines to many clients are written piece by piece, one client after the other."""

import json

from fakes import Host

from actors.door.outgoing import SOCKET_BUFFER

PIECES = 5


def subscribed(host):
    client = host.connect()
    client.receive(b'{"op":"subscribe","topic":"/long"}\n')
    client.transport.writes.clear()
    return client


def publish(host, length=PIECES * SOCKET_BUFFER):
    host.carry_out(host.bridge.topics.deliver("/long", json.dumps("x" * length).encode(), 0.0))


def test_no_client_waits_until_all_of_a_long_line_is_written_to_another_one():
    host = Host()
    clients = [subscribed(host) for _ in range(3)]
    order = []
    for client in clients:
        write = client.transport.write
        client.transport.write = lambda data, c=client, w=write: (order.append(c), w(data))
    publish(host)
    assert order == []  # nothing is written before other events were handled
    host.loop.run()
    assert order == clients * (PIECES + 1)
    assert len({b"".join(client.transport.writes) for client in clients}) == 1


def test_a_client_without_room_is_left_out_until_it_has_room():
    host = Host()
    slow, fast = subscribed(host), subscribed(host)
    slow.outgoing.pause()
    publish(host)
    host.loop.run()
    assert slow.transport.writes == [] and not fast.outgoing.waiting
    slow.has_room()
    host.loop.run()
    assert b"".join(slow.transport.writes) == b"".join(fast.transport.writes)


def test_a_client_that_does_not_read_is_read_again_when_all_is_written():
    host = Host()
    client = subscribed(host)
    publish(host, 3 * 1024 * 1024)
    client.receive(b'{"op":"call_service","service":"/arm_sim/reset"}\n')
    assert host.asked == [] and not client.transport.reading
    host.loop.run()
    assert len(host.asked) == 1 and client.transport.reading
