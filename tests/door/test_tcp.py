"""TCP clients: what asyncio says of a socket, passed on to the connection."""

import socket

import pytest
from fakes import Host, Transport

from actors.door.tcp import READ_BUFFER, TcpClient

CALL = b'{"op":"call_service","service":"/arm_sim/reset","id":1}\n'


class TcpTransport(Transport):
    """Notes the options of its socket too."""

    def __init__(self):
        super().__init__()
        self.options = []

    def set_write_buffer_limits(self, high):
        self.high = high

    def get_extra_info(self, name):
        return self

    def setsockopt(self, *option):
        self.options.append(option)


@pytest.fixture
def host():
    return Host()


@pytest.fixture
def tcp(host):
    tcp = TcpClient(host, lambda: None)
    tcp.connection_made(TcpTransport())
    return tcp


def receive(tcp, data):
    tcp.get_buffer(-1)[: len(data)] = data
    tcp.buffer_updated(len(data))


def test_a_line_leaves_at_once(tcp):
    assert (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1) in tcp.connection.transport.options


def test_what_is_read_is_dealt_with_and_not_changed_by_what_another_client_sends(host, tcp):
    other = TcpClient(host, lambda: None)
    other.connection_made(TcpTransport())
    receive(tcp, CALL[:20])
    receive(other, b"x" * 40)
    receive(tcp, CALL[20:])
    assert [asked.session for asked in host.asked] == [tcp.connection.session]
    assert tcp.get_buffer(-1) is other.get_buffer(-1) is READ_BUFFER


def test_a_client_that_closes_its_half_still_gets_its_answers(host, tcp):
    receive(tcp, CALL)
    assert tcp.eof_received()
    host.loop.run()
    assert not tcp.connection.transport.closed
    host.answer()
    host.loop.run()
    assert tcp.connection.transport.closed and len(tcp.connection.transport.writes) == 1


def test_lines_wait_while_the_socket_has_no_room(host, tcp):
    receive(tcp, CALL)
    tcp.pause_writing()
    host.answer()
    assert tcp.connection.transport.writes == []
    tcp.resume_writing()
    host.loop.run()
    assert len(tcp.connection.transport.writes) == 1


def test_a_client_that_has_gone_is_forgotten(host, tcp):
    receive(tcp, CALL * 2)
    tcp.connection.transport.close()
    tcp.connection_lost(None)
    host.answer()
    assert host.bridge.sessions == {} and host.clients.figures()["connections"] == 0
    assert tcp.connection.transport.writes == []
