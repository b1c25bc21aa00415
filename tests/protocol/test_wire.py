"""Incoming bytes to JSON objects: where objects end, how long they may be, what it costs."""

import pytest
from streams import GOOD, GOOD_LINE, cut, read

from protocol import limits, stream, wire
from protocol.stream import RosbridgeStream
from protocol.wire import Malformed

# Every way an object can end, and all that must not be taken for its end: braces, quotes and
# escapes in strings, characters of two, three and four bytes, escaped surrogates.
TRICKY = (
    '{"op":"publish","topic":"/é€𝄞","msg":{"text":"}{\\"\\\\","n":[1,-2.5e-3,{}]}}\r\n'
    '{"a":{"b":{}}}{"c":"\\\\"}\n\n \t\r\n{"d":"\\ud834\\udd1e\\u00e9"}{"e":null}'.encode()
)
TRICKY_OBJECTS = [
    {"op": "publish", "topic": "/é€𝄞", "msg": {"text": '}{"\\', "n": [1, -2.5e-3, {}]}},
    {"a": {"b": {}}},
    {"c": "\\"},
    {"d": "𝄞é"},
    {"e": None},
]


# -- where objects end ---------------------------------------------------------------------------
@pytest.mark.parametrize("size", range(1, len(TRICKY) + 1))
def test_operations_arrive_whole_however_the_bytes_are_split(size):
    assert read(*cut(TRICKY, size)) == TRICKY_OBJECTS


@pytest.mark.parametrize("at", range(len(TRICKY) + 1))
def test_operations_arrive_whole_wherever_a_pause_falls(at):
    assert read(TRICKY[:at], b"", TRICKY[at:]) == TRICKY_OBJECTS


@pytest.mark.parametrize("between", ["\n", "\r\n", "", "\n\n", " ", "\t", "\r", "\n \r\n\t \n"])
def test_objects_may_end_with_a_newline_or_with_nothing_at_all(between):
    assert read(between.join(['{"a":1}', '{"b":"}"}', '{"c":{}}']).encode()) == [
        {"a": 1},
        {"b": "}"},
        {"c": {}},
    ]


@pytest.mark.parametrize("nothing", [b"", b"\n", b"\r\n", b" \t\r\n  \n", b"\n" * 10_000])
def test_blank_lines_are_ignored(nothing):
    assert read(nothing) == []


@pytest.mark.parametrize(
    "begun", [b"{", b'{"a', b'{"a":"\\', b'{"a":"\\"', b'{"a":"}', b'{"a":{}', b'{"a":"\xc3']
)
def test_an_unfinished_object_waits_for_more_bytes(begun):
    assert read(begun) == []


def test_an_object_is_handed_out_before_its_newline_comes():
    assert read(GOOD_LINE.rstrip()) == [GOOD]


PRETTY = """{
  "op": "publish",
  "msg": {
    "points": [
      {"positions": [
        0.5,
        1
      ]}
    ],
    "braces": "}{"
  }
}
{"a": 1,
 "b": 2}
{
"c": 3
}
{"d": 4}
"""
PRETTY_OBJECTS = [
    {"op": "publish", "msg": {"points": [{"positions": [0.5, 1]}], "braces": "}{"}},
    {"a": 1, "b": 2},
    {"c": 3},
    {"d": 4},
]


@pytest.mark.parametrize("newline", ["\n", "\r\n", " \n"])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_an_object_may_fill_several_lines(newline, size):
    assert read(*cut(PRETTY.replace("\n", newline).encode(), size)) == PRETTY_OBJECTS


@pytest.mark.parametrize("blank", [b"\0", b"\xef\xbb\xbf", b"\0\0\n\xef\xbb\xbf "])
@pytest.mark.parametrize("size", [1, 1000])
def test_a_zero_byte_and_a_byte_order_mark_between_objects_are_blanks(blank, size):
    line = blank + GOOD_LINE
    assert read(*cut(line + line + blank, size)) == [GOOD, GOOD]


def test_the_size_of_an_object_is_that_of_its_bytes():
    incoming = RosbridgeStream()
    for line in (b'{"a":1}\n', b'{"a":1}{"b":22}', b'{\n"a":1}\n'):
        incoming.receive_data(line)
    sizes = []
    while incoming.next():
        sizes.append(incoming.size)
    assert sizes == [7, 7, 8, 8]


# -- length --------------------------------------------------------------------------------------
def padded(begin, length, end=b""):
    return begin + b"x" * (length - len(begin) - len(end)) + end


CHUNK = 65536  # what one read of a socket may bring


@pytest.mark.parametrize("size", [CHUNK, 2 * limits.FRAME_BYTES], ids=["in chunks", "at once"])
@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b""])
def test_an_object_of_exactly_four_mebibytes_is_accepted(size, newline):
    line = padded(b'{"a":"', limits.FRAME_BYTES, b'"}') + newline
    assert [list(item) for item in read(*cut(line + GOOD_LINE, size))] == [["a"], ["op"]]


@pytest.mark.parametrize("size", [CHUNK, 2 * limits.FRAME_BYTES], ids=["in chunks", "at once"])
@pytest.mark.parametrize(
    "begin, end",
    [(b'{"a":"', b'"}'), (b'{"a":"', b""), (b"junk", b"")],
    ids=["object", "unfinished", "junk"],
)
def test_a_line_one_byte_longer_than_four_mebibytes_is_fatal(begin, end, size):
    line = padded(begin, limits.FRAME_BYTES + 1, end) + b"\n"
    last = read(*cut(line + GOOD_LINE, size))[-1]
    assert isinstance(last, Malformed) and last.fatal


@pytest.mark.parametrize("begin", [b'{"a":"', b"junk", b"[", b"{" * 1000])
def test_what_never_ends_is_fatal_beyond_four_mebibytes(begin):
    got = read(*cut(padded(begin, limits.FRAME_BYTES + 1), CHUNK))
    assert got[-1] == wire.TOO_LONG
    assert str(limits.FRAME_BYTES) in got[-1].text


@pytest.mark.parametrize("begin", [b'{"a":"', b"junk"])
def test_what_never_ends_is_not_fatal_up_to_four_mebibytes(begin):
    got = read(*cut(padded(begin, limits.FRAME_BYTES), CHUNK))
    assert wire.TOO_LONG not in got


def test_blanks_without_end_are_neither_kept_nor_fatal():
    stream = RosbridgeStream()
    for _ in range(2 * limits.FRAME_BYTES // CHUNK):
        stream.receive_data(b" " * CHUNK)
        assert stream.next() is None
    assert len(stream._buffer) == 0


def test_junk_without_end_is_not_kept():
    stream = RosbridgeStream()
    for _ in range(10):
        stream.receive_data(b"x" * CHUNK)
        while stream.next() is not None:
            pass
    assert len(stream._buffer) == 0


def test_lines_are_counted_one_by_one_and_not_together():
    half = padded(b"junk", limits.FRAME_BYTES // 2 + 1) + b"\n"
    assert wire.TOO_LONG not in read(*cut(half * 3, CHUNK))


# -- work ----------------------------------------------------------------------------------------
class Counting:
    """A pattern that counts the bytes it looks at."""

    def __init__(self, pattern):
        self.pattern = pattern
        self.looked_at = 0

    def search(self, buffer, at):
        return self.note(self.pattern.search(buffer, at), buffer, at)

    def match(self, buffer, at):
        return self.note(self.pattern.match(buffer, at), buffer, at)

    def note(self, found, buffer, at):
        self.looked_at += (found.end() if found else len(buffer)) - at
        return found


@pytest.mark.parametrize("size", [1, 7, 10_000])
@pytest.mark.parametrize(
    "line", [b"{" * 200, b'{"a":"' + b"}" * 2000 + b'"}', b'{"a":[' + b'"{",' * 500 + b"0]}"]
)
def test_each_byte_is_looked_at_once_however_it_comes(line, size, monkeypatch):
    # The scanner searches with these patterns and nothing else, so they see all of its work.
    patterns = ("WHOLE_VALUES", "OUTSIDE_STRINGS", "INSIDE_STRING")
    counting = [Counting(getattr(stream, name)) for name in patterns]
    for name, pattern in zip(patterns, counting):
        monkeypatch.setattr(stream, name, pattern)
    read(*cut(line, size))
    assert len(line) // 2 < sum(pattern.looked_at for pattern in counting) <= len(line)
