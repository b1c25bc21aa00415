"""Incoming bytes to JSON objects: framing, and everything that can be wrong with bytes."""

import json

import pytest

from protocol import limits, wire
from protocol.wire import Malformed, RosbridgeStream

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

GOOD = {"op": "set_level"}
GOOD_LINE = b'{"op":"set_level"}\n'


def read(*chunks):
    """All that comes out of a fresh stream, up to a fatal error, as in the gateway."""
    stream = RosbridgeStream()
    got = []
    for chunk in chunks:
        stream.receive_data(chunk)
        while (item := stream.next()) is not None:
            got.append(item)
            if isinstance(item, Malformed) and item.fatal:
                return got
    return got


def cut(data, size):
    return [data[k : k + size] for k in range(0, len(data), size)]


def kinds(items):
    """What came, without the texts: they quote what had arrived when the fault was seen."""
    return [(Malformed, item.fatal) if isinstance(item, Malformed) else item for item in items]


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


# -- malformed lines -----------------------------------------------------------------------------
UNFINISHED = [
    b"{\n",
    b'{"op":"x"\n',
    b'{"op":"x\n',
    b'{"op":"x\\\n',
    b'{"a":[1,{"b":2}\n',
    b'{"a":{"b":"}\n',
    b"{{{{{\n",
    b'{"a":"\xc3\n',
    b'{"op":"x"\r\n',
]
NO_OBJECT = [
    b"5\n",
    b'"x"\n',
    b"null\n",
    b"true\n",
    b"[1,2]\n",
    b'[{"op":"set_level"}]\n',
    b"-\n",
    b"}\n",
    b"}}{{\n",
    b'\xef\xbb\xbf{"op":"set_level"}\n',
    b"\xff\xfe\n",
    b"\x00\n",
    b"NaN\n",
    b"x {}\n",
    b"'{}'\n",
]
NO_JSON = [
    b"{not json}\n",
    b"{,}\n",
    b'{"a":}\n',
    b'{"a" 1}\n',
    b'{"a":1,}\n',
    b"{'a':1}\n",
    b'{"a":01}\n',
    b'{"a":+1}\n',
    b'{"a":1.}\n',
    b'{"a":0x10}\n',
    b'{"a":nul}\n',
    b'{"a":"\\x"}\n',
    b'{"a":"\\u12"}\n',
    b'{"a":"\t"}\n',
    b'{"a":"\x00"}\n',
    b'{"a":[}\n',
    b'{"a":[1}\n',
    b"{{}}\n",
    b"{1:2}\n",
    b'{"a":1 "b":2}\n',
    b'{"a":1//}\n',
]
NO_NUMBER = [
    b'{"a":NaN}\n',
    b'{"a":Infinity}\n',
    b'{"a":-Infinity}\n',
    b'{"a":[1,NaN]}\n',
    b'{"a":nan}\n',
    b'{"a":inf}\n',
]
NO_UTF8 = [
    b'{"a":"\xff"}\n',
    b'{"a":"\xc3"}\n',
    b'{"a":"\xc0\xaf"}\n',
    b'{"a":"\xed\xa0\x80"}\n',
    b'{"\x80":1}\n',
    b'{"a":"\xf4\x90\x80\x80"}\n',
    b'{"a":\xa0 1}\n',
]
MALFORMED = UNFINISHED + NO_OBJECT + NO_JSON + NO_NUMBER + NO_UTF8


@pytest.mark.parametrize("line", MALFORMED, ids=repr)
def test_a_malformed_line_is_reported_once_and_the_next_line_is_read(line):
    assert kinds(read(GOOD_LINE + line + GOOD_LINE)) == [GOOD, (Malformed, False), GOOD]


@pytest.mark.parametrize("line", MALFORMED, ids=repr)
def test_a_malformed_line_is_reported_once_if_it_comes_byte_by_byte(line):
    assert kinds(read(*cut(line + GOOD_LINE, 1))) == [(Malformed, False), GOOD]


@pytest.mark.parametrize(
    "lines, word",
    [
        (UNFINISHED, "JSON"),
        (NO_OBJECT, "JSON object"),
        (NO_JSON, "JSON"),
        (NO_NUMBER, "JSON"),
        (NO_UTF8, "UTF-8"),
    ],
)
def test_the_report_says_what_was_expected(lines, word):
    assert [line for line in lines if word not in read(line)[0].text] == []


def test_the_report_quotes_the_line_but_not_at_length():
    text = read(b'{"op" "' + b"x" * 100_000 + b'"}\n')[0].text
    assert '{"op" "xxx' in text and len(text) < 300


def test_garbage_behind_an_object_does_not_spoil_the_object():
    assert kinds(read(b'{"a":1} garbage\n' + GOOD_LINE)) == [{"a": 1}, (Malformed, False), GOOD]


def test_a_pretty_printed_object_is_malformed_line_by_line():
    assert kinds(read(b'{\n  "op": "set_level"\n}\n' + GOOD_LINE)) == [(Malformed, False)] * 3 + [
        GOOD
    ]


def test_an_http_request_ends_in_reports_and_not_in_operations():
    request = b"POST /ik/solve HTTP/1.1\r\nHost: localhost:9095\r\nContent-Length: 2\r\n\r\n"
    assert kinds(read(request + GOOD_LINE)) == [(Malformed, False)] * 3 + [GOOD]


def test_malformed_json_between_back_to_back_objects_leaves_both_alone():
    assert kinds(read(b'{"a":1}{bad}{"b":2}')) == [{"a": 1}, (Malformed, False), {"b": 2}]


# -- depth and digits ----------------------------------------------------------------------------
def nested(opening, closing, depth):
    """An object of so many containers within each other, itself counted."""
    inside = depth - 1
    return b'{"a":' + opening * inside + b"0" + closing * inside + b"}\n"


SHAPES = [(b"[", b"]"), (b'{"a":', b"}")]


@pytest.mark.parametrize("opening, closing", SHAPES)
def test_nesting_as_deep_as_the_limit_is_accepted(opening, closing):
    assert list(read(nested(opening, closing, limits.NESTING))[0]) == ["a"]


@pytest.mark.parametrize("opening, closing", SHAPES)
def test_nesting_one_deeper_than_the_limit_is_refused(opening, closing):
    assert kinds(read(nested(opening, closing, limits.NESTING + 1) + GOOD_LINE)) == [
        (Malformed, False),
        GOOD,
    ]


@pytest.mark.parametrize("opening, closing", SHAPES)
def test_nesting_a_hundred_thousand_deep_is_refused(opening, closing):
    got = read(nested(opening, closing, 100_000) + GOOD_LINE)
    assert kinds(got) == [(Malformed, False), GOOD]
    assert str(limits.NESTING) in got[0].text


@pytest.mark.parametrize("brackets", [b"{" * 100_000, b'{"a":' + b"[" * 100_000])
def test_a_hundred_thousand_brackets_left_open_are_refused(brackets):
    assert kinds(read(brackets + b"\n" + GOOD_LINE)) == [(Malformed, False), GOOD]


def test_many_containers_side_by_side_are_not_deep():
    assert read(b'{"a":[' + b"[]," * 1000 + b"{}]}\n") == [{"a": [[]] * 1000 + [{}]}]


@pytest.mark.parametrize("sign", [b"", b"-"])
def test_an_integer_of_five_thousand_digits_is_refused(sign):
    assert kinds(read(b'{"a":' + sign + b"9" * 5000 + b"}\n" + GOOD_LINE)) == [
        (Malformed, False),
        GOOD,
    ]


@pytest.mark.parametrize(
    "number", ["0", "-7", "1.5", "1e3", "-0.0", "5e-324", "1.7976931348623157e308", "1" * 400]
)
def test_numbers_keep_their_type_and_value(number):
    assert repr(read(b'{"a":%b}' % number.encode())[0]["a"]) == repr(json.loads(number))


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
        found = self.pattern.search(buffer, at)
        self.looked_at += (found.end() if found else len(buffer)) - at
        return found


@pytest.mark.parametrize("size", [1, 7, 10_000])
@pytest.mark.parametrize(
    "line", [b"{" * 200, b'{"a":"' + b"}" * 2000 + b'"}', b'{"a":[' + b'"{",' * 500 + b"0]}"]
)
def test_each_byte_is_looked_at_once_however_it_comes(line, size, monkeypatch):
    # The scanner searches with these two patterns and nothing else, so they see all of its work.
    outside = Counting(wire.OUTSIDE_STRINGS)
    inside = Counting(wire.INSIDE_STRING)
    monkeypatch.setattr(wire, "OUTSIDE_STRINGS", outside)
    monkeypatch.setattr(wire, "INSIDE_STRING", inside)
    read(*cut(line, size))
    assert len(line) // 2 < outside.looked_at + inside.looked_at <= len(line)
