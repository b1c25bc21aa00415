"""The memory of a connection that has ended is freed at once, not when the collector runs.

The collector runs seldom in the gateway, and it would hold up all clients.
"""

import gc
import weakref

import pytest
from browser import CLOSE, PING, TEXT, Visitor, WebSocketVisitor, closing, frame, get, handshake

pytest.importorskip("websockets")

WEB_SOCKETS = {
    "nothing": b"",
    "a call": frame(TEXT, b'{"op":"call_service","service":"/arm/set"}'),
    "a subscription": frame(TEXT, b'{"op":"subscribe","topic":"/x"}'),
    "a part of a frame": frame(TEXT, b"x" * 1000)[:100],
    "a fragment": frame(TEXT, b"x", fin=False),
    "a ping": frame(PING, b"x"),
    "an unknown opcode": frame(3),
    "bad UTF-8": frame(TEXT, b"\xff"),
    "a frame that is too long": frame(TEXT, length=1 << 40),
    "a close frame": closing(1000),
    "a bad close frame": frame(CLOSE, b"\x03\xe8\xff"),
}
REQUESTS = {
    "JSON": b'{"op":"auth"}\n',
    "TLS": b"\x16\x03\x01",
    "half a head": get()[:-2],
    "a page": get(),
    "a foreign host": get(Host="x"),
    "no Connection": handshake(Connection=None),
    "a bad key": handshake(Sec_WebSocket_Key="*"),
    "a long key": handshake(Sec_WebSocket_Key="A" * 9000),
}


@pytest.fixture(autouse=True)
def no_collector():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def left_over(client):
    """What is still in memory when the connection of a client has ended and the client is gone."""
    connection, host = client.connection, client.host
    parts = [connection, connection.outgoing, getattr(connection.stream, "_protocol", connection)]
    references = [weakref.ref(part) for part in parts]
    connection.lost()
    host.loop.soon.clear()
    host.loop.later.clear()
    host.asked.clear()
    client.__dict__.clear()
    del connection, parts
    return [reference() for reference in references if reference() is not None]


@pytest.mark.parametrize("name", WEB_SOCKETS)
def test_a_websocket_is_freed_whatever_was_sent(name):
    client = WebSocketVisitor()
    client.send(WEB_SOCKETS[name])
    assert left_over(client) == []


@pytest.mark.parametrize("name", REQUESTS)
def test_another_connection_is_freed_whatever_was_sent(name):
    client = Visitor()
    client.send(REQUESTS[name])
    assert left_over(client) == []
