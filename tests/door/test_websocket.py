"""RFC 6455, case by case: what a client sends, and which frames it gets for that."""

import json
import tracemalloc
import weakref

import pytest
from browser import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, WebSocketVisitor, closing, frame

from actors.door import connection
from protocol import limits
from protocol.lines import Binary

pytest.importorskip("websockets")

CALL = b'{"op":"call_service","service":"/arm_sim/reset","id":1}'
ERROR = "error"
COMPRESSED = 4  # of the reserved bits
BAD_UTF_8 = [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\xaf"]


def text(payload, **fields):
    return frame(TEXT, payload, **fields)


# What a client sends: frames, and which calls of it are carried out, and which frames come back: a
# status, a pong, or a close frame with a code.
CASES = {
    "a text": ([text(CALL)], 1, []),
    "an unmasked text": ([text(CALL, mask=b"")], 0, [1002]),
    "two texts": ([text(CALL), text(CALL)], 2, []),
    "two fragments": ([text(CALL[:9], fin=False), frame(CONTINUATION, CALL[9:])], 1, []),
    "empty fragments": (
        [text(b"", fin=False), frame(CONTINUATION, CALL, fin=False), frame(CONTINUATION)],
        1,
        [],
    ),
    "a ping between fragments": (
        [text(CALL[:9], fin=False), frame(PING, b"here"), frame(CONTINUATION, CALL[9:])],
        1,
        [b"here"],
    ),
    "a pong between fragments": (
        [text(CALL[:9], fin=False), frame(PONG, b"here"), frame(CONTINUATION, CALL[9:])],
        1,
        [],
    ),
    "an empty ping": ([frame(PING)], 0, [b""]),
    "a ping of 125 bytes": ([frame(PING, b"x" * 125)], 0, [b"x" * 125]),
    "a ping of 126 bytes": ([frame(PING, b"x" * 126)], 0, [1002]),
    "a ping in fragments": ([frame(PING, b"x", fin=False)], 0, [1002]),
    "a continuation of nothing": ([frame(CONTINUATION, CALL)], 0, [1002]),
    "a text in a fragmented text": ([text(b"{", fin=False), text(CALL)], 0, [1002]),
    "reserved bit 1": ([text(CALL, reserved=COMPRESSED)], 0, [1002]),
    "reserved bit 2": ([text(CALL, reserved=2)], 0, [1002]),
    "reserved bit 3": ([frame(PING, reserved=1)], 0, [1002]),
    **{f"opcode {code}": ([frame(code, CALL)], 0, [1002]) for code in (3, 7, 11, 15)},
    "a binary message": ([frame(BINARY, CALL), text(CALL)], 1, [ERROR]),
    "a binary message in fragments": (
        [frame(BINARY, CALL[:9], fin=False), frame(CONTINUATION, CALL[9:])],
        0,
        [ERROR],
    ),
    "no object": ([text(b"5"), text(b'"x"'), text(b"[1]"), text(b"what")], 0, [ERROR] * 4),
    "an unfinished object": ([text(CALL[:-1]), text(CALL)], 1, [ERROR]),
    "two objects in a text": ([text(CALL + CALL)], 0, [ERROR]),
    "no operation": ([text(b"{}")], 0, [ERROR]),
    "too deep": ([text(b'{"a":' + b"[" * 300 + b"]" * 300 + b"}"), text(CALL)], 1, [ERROR]),
    "an object with blanks around": ([text(b"\xef\xbb\xbf\n " + CALL + b"\r\n")], 1, []),
    "an object on several lines": ([text(CALL.replace(b",", b"\n,\n"))], 1, []),
    "blank texts": ([text(b""), text(b" \n"), text(CALL)], 1, []),
    **{
        f"invalid UTF-8: {bad!r}": ([text(b'{"a":"' + bad + b'"}'), text(CALL)], 0, [1007])
        for bad in BAD_UTF_8
    },
    "a character in two fragments": (
        [text(b'{"op":"set_level","x":"\xc3', fin=False), frame(CONTINUATION, b'\xa4"}')],
        0,
        [],
    ),
    "a closing": ([text(CALL), closing(1000, b"bye"), text(CALL)], 1, [1000]),
    "a closing without a code": ([closing(), text(CALL)], 0, [None]),
    "a closing with an own code": ([closing(4999)], 0, [4999]),
    **{
        f"a closing with code {code}": ([closing(code)], 0, [1002])
        for code in (0, 999, 1004, 1005, 1006, 1015, 2999, 5000)
    },
    "a closing of one byte": ([frame(CLOSE, b"x")], 0, [1002]),
    "a closing with invalid UTF-8": ([closing(1000, b"\xff")], 0, [1007]),
    "a long closing": ([closing(1000, b"x" * 124)], 0, [1002]),
    "a closing within a fragmented text": ([text(b"{", fin=False), closing(1000)], 0, [1002]),
}


def kind(back):
    """What tells one frame of the gateway from another: a code, a payload, or a level."""
    if back.opcode == TEXT:
        return json.loads(back.payload)["level"]
    return back.code if back.opcode == CLOSE else back.payload


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("size", [None, 1, 7])
def test_each_case_ends_as_the_rfc_says(name, size):
    frames, calls, expected = CASES[name]
    client = WebSocketVisitor()
    back = client.exchange(*frames, size=size)
    assert [kind(frame) for frame in back] == expected
    assert len(client.host.asked) == calls
    is_closed = any(frame.opcode == CLOSE for frame in back)
    assert client.is_closed == is_closed and client.transport.aborted is False


def test_all_frames_in_one_packet_with_the_handshake_are_read():
    client = WebSocketVisitor(after=text(CALL) + frame(PING, b"1") + text(CALL))
    assert len(client.host.asked) == 2 and [back.payload for back in client.exchange()] == [b"1"]


def test_a_pong_comes_after_the_answers_to_earlier_messages():
    client = WebSocketVisitor()
    back = client.exchange(text(b"5"), frame(PING, b"1"), text(b"5"), frame(PING, b"2"))
    assert [frame.opcode for frame in back] == [TEXT, TEXT, PONG, PONG]


def test_a_client_that_has_closed_gets_nothing_more_and_is_hung_up_on():
    client = WebSocketVisitor()
    client.exchange(text(CALL), closing(1000))
    client.host.answer()
    client.send(text(CALL))
    assert client.read() == b"" and not client.host.asked and client.transport.reading
    client.connection.end()
    assert client.transport.closed


def test_a_client_that_does_not_answer_a_closing_is_cut_off():
    client = WebSocketVisitor()
    client.exchange(text(b"", mask=b""))
    assert not client.transport.aborted
    client.host.loop.wait()
    assert client.transport.aborted


@pytest.mark.parametrize("tiny", [frame(PING), frame(PONG), text(b""), text(b"{}")])
def test_a_client_that_sends_tiny_frames_has_its_turns_like_any_other(hands, tiny):
    client = WebSocketVisitor()
    hands.step = 2 * connection.TURN  # a turn is over after its first step
    client.connection.receive(memoryview(tiny * 5000))
    assert client.connection.state is connection.State.DUE
    assert len(client.connection.stream) > 5000 and not client.transport.reading


# -- sizes ---------------------------------------------------------------------------------------
LONG = limits.FRAME_BYTES


def padded(size):
    return b'{"op":"set_level","x":"' + b"x" * (size - 25) + b'"}'


@pytest.mark.parametrize("cut", [None, 10, LONG - 1])
@pytest.mark.parametrize("size", [LONG, LONG + 1])
def test_a_message_may_be_as_long_as_the_limit_in_any_fragments(cut, size, monkeypatch):
    frames = [text(padded(size)[:cut], fin=cut is None, mask=bytes(4))]
    if cut:
        frames.append(frame(CONTINUATION, padded(size)[cut:], mask=bytes(4)))
    client = WebSocketVisitor()
    back = client.exchange(*frames, text(CALL), size=1 << 16)
    assert [frame.code for frame in back] == ([1009] if size > LONG else [])
    assert len(client.host.asked) == (size <= LONG)


def test_a_length_beyond_the_limit_is_refused_before_its_bytes_have_come():
    client = WebSocketVisitor()
    assert [back.code for back in client.exchange(text(b"", length=1 << 40))] == [1009]


def test_what_an_unfinished_message_takes_is_counted_and_no_more_than_that():
    client = WebSocketVisitor()
    before = client.host.bridge.budget.total
    client.exchange(text(b"{" * 5000, fin=False), frame(CONTINUATION, b"{" * 3000, fin=False))
    client.exchange(frame(CONTINUATION, b"x" * 1000, fin=False)[:500])
    assert 8400 < client.host.bridge.budget.total - before < 8600


def test_tiny_fragments_take_hardly_more_memory_than_their_bytes():
    client = WebSocketVisitor()
    client.exchange(text(b"{", fin=False))
    tracemalloc.start()
    client.send(frame(CONTINUATION, b"", fin=False) * 3000)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken < 20_000


# -- what clients are sent ------------------------------------------------------------------------
@pytest.mark.parametrize("size", [1, 125, 126, 65_535, 65_536, 200_000])
def test_lines_become_frames_of_any_size_without_their_newline(size):
    client = WebSocketVisitor()
    client.connection.outgoing.send(b"x" * size + b"\n")
    assert client.exchange() == [(TEXT, b"x" * size)]


def test_a_binary_line_becomes_a_binary_message():
    client = WebSocketVisitor()
    client.connection.outgoing.send(Binary(b"\n\xff\n"), "/t", 1)
    assert client.exchange() == [(BINARY, b"\n\xff\n")]


@pytest.mark.parametrize("rest", [(), (b"2", b"3\n"), (b"2" * 70_000, b"3" * 200, b"}\n")])
def test_an_answer_in_parts_is_one_message(rest):
    client = WebSocketVisitor()
    client.connection.outgoing.answer(b"1" if rest else b"1\n", False, rest)
    assert client.exchange() == [(TEXT, b"".join((b"1", *rest)).strip())]


def test_a_line_for_many_clients_is_framed_once_and_kept_once():
    first = WebSocketVisitor()
    others = [WebSocketVisitor(first.host) for _ in range(3)]
    line = b'{"op":"publish"}\n'
    for client in (first, *others):
        client.connection.outgoing.pause()
        client.connection.outgoing.send(line, "/t", 1)
    before = first.host.bridge.budget.total
    sent = {id(client.connection.outgoing.waiting.take(99)) for client in (first, *others)}
    assert len(sent) == 1
    assert before - first.host.bridge.budget.total == len(line) + 1  # its header, no newline
    first.host.flush()
    assert not first.host.clients.frames._made


def test_a_client_for_which_too_much_is_kept_is_told_why_and_closed():
    client = WebSocketVisitor()
    client.connection.cut_off("too much")
    status, close = client.exchange()
    assert b"too much" in status.payload and close.code == 1008 and b"too much" in close.payload


def test_clients_are_told_when_the_runtime_stops():
    client = WebSocketVisitor()
    client.host.clients.leave()
    assert [frame.code for frame in client.exchange()] == [1001]


def test_only_statuses_that_matter_come_unasked():
    client = WebSocketVisitor()
    subscribe = text(b'{"op":"subscribe","topic":"/t"}')
    assert client.exchange(subscribe) == []
    asked = text(b'{"op":"set_level","level":"info"}')
    assert [kind(frame) for frame in client.exchange(asked, subscribe)] == ["info"]


def test_nothing_is_left_of_a_client_that_has_ended():
    """Without a cycle of references, its memory is free at once."""
    client = WebSocketVisitor()
    client.exchange(text(CALL), text(CALL[:9], fin=False))
    client.host.answer()
    client.transport.close()
    client.connection.lost()
    left = weakref.ref(client.connection), weakref.ref(client.connection.stream)
    del client
    assert [reference() for reference in left] == [None, None]
