"""Requests of HTTP: who may come in, what is answered, and that nothing else is carried out."""

import sys

import pytest
from browser import Visitor, get, handshake
from fakes import Host

from actors.door import http
from actors.door.extras import has_websocket
from actors.door.request import FIELDS, HEAD_BYTES
from protocol.operations import Harmless

CALL = b'{"op":"call_service","service":"/arm_sim/reset","id":1}\n'
needs_websockets = pytest.mark.skipif(not has_websocket(), reason="websockets is missing")


def answer_to(data, host=None, size=None):
    """The status of the response, and the whole of it. The connection must be closed after it."""
    client = Visitor(host)
    client.send(data, size)
    response = client.read().decode("latin-1")
    assert not client.host.asked
    assert client.is_closed == (not response.startswith("HTTP/1.1 101 "))
    return int(response.split()[1]), response


ORIGINS = ["http://localhost", "https://localhost:1", "http://127.9.0.1:80", "http://[::1]:5"]
HOSTS = ["localhost", "LOCALHOST:80", "a.b.localhost:1", "127.0.0.1", "127.255.0.9:1", "[::1]:9095"]
FOREIGN = [
    *("evil.example", "localhost.evil.example", "notlocalhost", "127.0.0.1.evil.example"),
    *("127.0.0.256", "128.0.0.1", "192.168.0.1", "0.0.0.0", "[::2]", "[::1].x", "::1"),
    *("localhost:80:80", "localhost:x", "evil.example:9095", "localhost@evil.example", ""),
    *("evil.example/localhost", "localhost evil.example", "xn--localhost", ".localhost"),
]
FOREIGN_ORIGINS = ["null", "file://", "ftp://localhost", "http://localhost/", "localhost", ""]


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_that_names_this_machine_is_served(host):
    assert answer_to(get(Host=host))[0] == 200


@pytest.mark.parametrize("host", FOREIGN)
@pytest.mark.parametrize("ask", [get, handshake], ids=["page", "WebSocket"])
def test_a_host_that_names_another_machine_is_refused(host, ask):
    status, response = answer_to(ask(Host=host))
    assert status == 403 and "Host" in response


@pytest.mark.parametrize("origin", ORIGINS)
def test_pages_of_this_machine_may_ask(origin):
    assert answer_to(get(Origin=origin))[0] == 200


@pytest.mark.parametrize("origin", [f"http://{host}" for host in FOREIGN] + FOREIGN_ORIGINS)
@pytest.mark.parametrize("ask", [get, handshake], ids=["page", "WebSocket"])
def test_pages_of_other_machines_may_not(origin, ask):
    status, response = answer_to(ask(Origin=origin))
    assert status == 403 and "ROSBRIDGE_ORIGINS" in response


@pytest.mark.parametrize(
    "allowed, origin, status",
    [
        ("https://app.example", "https://app.example", 200),
        ("https://app.example", "https://APP.example", 200),
        ("https://app.example", "https://app.example:444", 403),
        ("https://app.example", "http://app.example", 403),
        ("https://app.example", "https://app.example.evil", 403),
        ("null", "null", 200),
        ("*", "https://evil.example", 200),
        ("*", "null", 200),
    ],
)
def test_a_setting_allows_more_origins(allowed, origin, status):
    host = Host()
    host.origins = frozenset([allowed])
    assert answer_to(get(Origin=origin), host)[0] == status


def test_a_setting_of_origins_allows_no_foreign_host():
    host = Host()
    host.origins = frozenset(["*"])
    assert answer_to(get(Host="evil.example", Origin="http://evil.example"), host)[0] == 403


BAD = {
    "no host": (get(Host=None), 400),
    "two hosts": (get("/", "Host: localhost"), 400),
    "two origins": (get("/", "Origin: http://localhost", "Origin: http://localhost"), 400),
    "a body": (get("/", f"Content-Length: {len(CALL)}") + CALL, 400),
    "two lengths": (get("/", "Content-Length: 0", "Content-Length: 9") + CALL, 400),
    "a chunked body": (get("/", "Transfer-Encoding: chunked") + b"31\r\n" + CALL, 400),
    "a blank before a colon": (get("/", "Content-Length : 5"), 400),
    "a continued line": (get("/", "A: b", " c: d"), 400),
    "a line without a colon": (get("/", "hello"), 400),
    "a control character": (get("/", "A: b\x01"), 400),
    "NUL": (get("/", "A: b\0"), 400),
    "a bare newline": (b"GET / HTTP/1.1\nHost: localhost\n\n" + CALL, 400),
    "a bare newline in a field": (get("/", "A: b\nHost: localhost"), 400),
    "a bare return in a field": (get("/", "A: b\rHost: localhost"), 400),
    "another target": (get("https://localhost/"), 400),
    "a whole address of another machine": (get("http://evil.example/"), 403),
    "a whole address with a user": (get("http://localhost@evil.example/"), 403),
    "no target": (b"GET  HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    "a blank in the target": (get("/a b"), 400),
    "no version": (b"GET /\r\n\r\n" + CALL, 400),
    "HTTP/2": (get().replace(b"HTTP/1.1", b"HTTP/2.0"), 505),
    "many fields": (get("/", *["A: b"] * FIELDS), 431),
    "a long field": (get("/", "A: " + "b" * HEAD_BYTES), 431),
    "a long target": (get("/" + "a" * HEAD_BYTES), 431),
    "an endless head": (get("/", "A: " + "b" * HEAD_BYTES)[:-4], 431),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("size", [None, 100])
def test_a_request_that_is_not_as_it_should_be_is_refused(name, size):
    data, status = BAD[name]
    assert answer_to(data, size=size)[0] == status


def test_a_browser_that_opens_the_address_gets_a_page_which_is_not_cached():
    _, response = answer_to(get("/?x=1", Cookie="a=b"))
    head, body = response.split("\r\n\r\n")
    assert "<title>Pendularm</title>" in body and f"Content-Length: {len(body)}\r\n" in head
    assert "Cache-Control: no-cache" in head and "Connection: close" in head
    assert "Access-Control" not in head and "Cookie" not in head


def test_a_whole_address_may_be_asked_for_and_counts_instead_of_the_host():
    assert answer_to(get("http://localhost:9095/?a", Host="evil.example"))[0] == 200
    assert answer_to(get("http://evil.example/", Host="localhost"))[0] == 403


LONG = "a" * (HEAD_BYTES - 500)
UNUSUAL_HANDSHAKES = {
    "many cookies": handshake(Cookie=LONG),
    "a long path": handshake(f"/?{LONG}"),
    "an offer of other protocols": handshake(Upgrade="h2c, WebSocket"),
    "an offer of subprotocols": handshake(Sec_WebSocket_Protocol="rosbridge_v2, ,@"),
    "an offer of extensions": handshake(Sec_WebSocket_Extensions="permessage-deflate; =;"),
    "many fields": handshake(**{f"A{number}": "b" for number in range(FIELDS - 5)}),
    "odd case": handshake(Connection="keep-alive ,uPGRADE", Upgrade="WEBSOCKET"),
    "a whole address": handshake("http://localhost/"),
}


@needs_websockets
@pytest.mark.parametrize("name", UNUSUAL_HANDSHAKES)
@pytest.mark.parametrize("size", [None, 100])
def test_what_a_handshake_does_not_need_does_not_matter(name, size):
    status, response = answer_to(UNUSUAL_HANDSHAKES[name], size=size)
    assert status == 101 and "Sec-WebSocket-Accept" in response
    assert "Extensions" not in response and "Protocol:" not in response


def test_a_page_that_does_not_exist_is_not_found():
    assert answer_to(get("/favicon.png"))[0] == 404


@pytest.mark.parametrize("more", [CALL, get(), get() + CALL, b"\r\n" + CALL])
def test_what_follows_a_request_is_ignored(more):
    _, response = answer_to(get() + more)
    assert response.count("HTTP/1.1") == 1


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_request_may_come_in_any_pieces(size):
    assert answer_to(b"\r\n" + get(), size=size)[0] == 200


def test_a_head_that_stays_unfinished_is_given_up():
    client = Visitor()
    client.send(get()[:-2])
    client.host.loop.wait()
    assert b" 408 " in client.read() and client.is_closed


def test_a_page_for_a_browser_that_does_not_read_is_given_up():
    client = Visitor()
    client.connection.outgoing.pause()
    client.send(get())
    assert not client.is_closed
    client.connection.has_room()
    client.host.loop.run()
    assert client.transport.half_closed and b" 200 " in client.read()
    client.host.loop.wait()
    assert client.transport.aborted and client.host.bridge.budget.total == 0


def test_a_browser_that_closes_its_half_still_gets_the_whole_page():
    client = Visitor()
    client.connection.outgoing.pause()
    client.send(get())
    client.connection.end()
    assert not client.is_closed
    client.connection.has_room()
    client.host.loop.run()
    assert client.transport.closed and b"</html>" in client.read()


METHODS = ["POST", "PUT", "OPTIONS", "HEAD", "DELETE", "CONNECT", "TRACE", "PATCH", "FOO", "post"]
BODY = f"Content-Type: text/plain\r\nContent-Length: {len(CALL)}\r\n\r\n".encode()


@pytest.mark.parametrize(
    "data",
    [f"{method} / HTTP/1.1\r\nHost: localhost\r\n".encode() + BODY for method in METHODS]
    + [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\n", b"\x80\n", b"PRI * HTTP/2.0\r\n\r\n", b"\xff\n"],
    ids=lambda data: repr(data[:8]),
)
@pytest.mark.parametrize("before", [b"", b"\r\n"])
def test_what_is_neither_json_nor_a_get_gets_one_line_and_nothing_in_it_is_carried_out(
    data, before
):
    client = Visitor()
    client.send(before + data + CALL)
    client.send(CALL)
    line = client.read()
    assert line.count(b"\n") == 1 and b'"error"' in line and b"WebSocket" in line
    assert client.is_closed and not client.host.asked


@needs_websockets
def test_while_the_package_is_loaded_other_clients_have_their_turns(monkeypatch):
    loaded = []
    monkeypatch.setattr(http, "PARTS", ("first", "second"))
    monkeypatch.setattr(http, "import_module", loaded.append)
    client = Visitor()
    client.send(handshake()[:-1])
    client.connection.stream.receive_data(b"\n")
    assert isinstance(client.connection.stream.next(), Harmless) and loaded == ["first"]
    monkeypatch.setitem(sys.modules, "first", sys)
    assert isinstance(client.connection.stream.next(), Harmless) and loaded == ["first", "second"]
    monkeypatch.setitem(sys.modules, "second", sys)
    client.connection.stream.next()
    assert client.read().startswith(b"HTTP/1.1 101 ")


# -- handshakes -----------------------------------------------------------------------------------
BAD_HANDSHAKES = {
    "no connection": (handshake(Connection=None), 426, "Upgrade: websocket"),
    "another connection": (handshake(Connection="close"), 426, "Upgrade: websocket"),
    "no key": (handshake(Sec_WebSocket_Key=None), 400, "Sec-WebSocket-Key"),
    "a short key": (handshake(Sec_WebSocket_Key="AAAA"), 400, "Sec-WebSocket-Key"),
    "a wrong key": (handshake(Sec_WebSocket_Key="*" * 24), 400, "Sec-WebSocket-Key"),
    "no version": (handshake(Sec_WebSocket_Version=None), 400, "Sec-WebSocket-Version"),
    "an old version": (handshake(Sec_WebSocket_Version="8"), 426, "Sec-WebSocket-Version: 13"),
    "a new version": (handshake(Sec_WebSocket_Version="14"), 426, "Sec-WebSocket-Version: 13"),
}


@needs_websockets
@pytest.mark.parametrize("name", BAD_HANDSHAKES)
def test_a_handshake_that_is_not_as_it_should_be_is_refused(name):
    data, status, text = BAD_HANDSHAKES[name]
    got, response = answer_to(data)
    assert got == status and text in response


@needs_websockets
@pytest.mark.parametrize("path", ["/", "/any?x=1", "/rosbridge/deep"])
def test_a_handshake_on_any_path_succeeds_without_extensions_and_subprotocols(path):
    offers = {"Sec_WebSocket_Extensions": "permessage-deflate", "Sec_WebSocket_Protocol": "x"}
    status, response = answer_to(handshake(path, Origin="http://localhost:3000", **offers))
    assert status == 101 and "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in response
    assert "Extensions" not in response and "Sec-WebSocket-Protocol" not in response


def test_another_upgrade_than_websocket_is_not_made():
    assert answer_to(get(Upgrade="h2c", Connection="Upgrade"))[0] == 200


@pytest.mark.parametrize(
    "folders, expected",
    [((), False), (("websockets",), False), (("websockets", "websockets/sync"), True)],
    ids=["missing", "too old", "there"],
)
def test_the_package_is_looked_for_without_loading_it(tmp_path, monkeypatch, folders, expected):
    for folder in folders:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text("1 / 0")
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "websockets", raising=False)
    assert has_websocket() is expected


def test_without_the_package_a_browser_is_told_the_command_that_brings_it(monkeypatch):
    monkeypatch.setattr(http, "has_websocket", lambda: False)
    monkeypatch.setattr("actors.door.pages.has_websocket", lambda: False)
    for data, expected in ((handshake(), 501), (get(), 200)):
        status, response = answer_to(data)
        assert status == expected and "make web" in response
