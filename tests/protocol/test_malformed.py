"""Bytes that are no operation: each is reported once, and reading goes on behind it."""

import json

import pytest
from streams import GOOD, GOOD_LINE, cut, kinds, read

from protocol import limits
from protocol.wire import Malformed

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
    """An object of so many nested containers, including the object itself."""
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
