"""Bytes that are no operation: each is reported once, and reading goes on behind it."""

import json

import pytest
from streams import GOOD, GOOD_LINE, cut, kinds, read

from protocol import limits
from protocol.stream import NO_ROSBRIDGE
from protocol.wire import TOO_MANY, Malformed

# -- malformed lines -----------------------------------------------------------------------------
UNFINISHED = [
    b'{"op":"x"\n',
    b'{"op":"x\n',
    b'{"op":"x\\\n',
    b'{"a":[1,{"b":2}\n',
    b'{"a":{"b":"}\n',
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
    b"\xff\xfe\n",
    b"\x01\n",
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


def test_malformed_json_between_back_to_back_objects_leaves_both_alone():
    assert kinds(read(b'{"a":1}{bad}{"b":2}')) == [{"a": 1}, (Malformed, False), {"b": 2}]


# -- objects on several lines that are never finished ----------------------------------------------
@pytest.mark.parametrize(
    "begun", [b"{\n", b"{{{{{\n", b'{"a":1,\n', b'{"a":[\n1,\n2\n', b'{"a":{\n']
)
@pytest.mark.parametrize("size", [1, 1000])
def test_an_unfinished_object_is_reported_when_a_new_object_begins_on_the_next_line(begun, size):
    assert kinds(read(*cut(GOOD_LINE + begun + GOOD_LINE, size))) == [
        GOOD,
        (Malformed, False),
        GOOD,
    ]


# -- other protocols -------------------------------------------------------------------------------
OBEYED = b'{"op":"call_service","service":"/arm_sim/reset"}\n'
REQUESTS = [
    b"PROPFIND / HTTP/1.1\r\n",
    b"get / HTTP/1.1\n",
    b"5 /" + b"x" * 10_000 + b" http/1.0\r\n",
]


@pytest.mark.parametrize("request_line", REQUESTS, ids=lambda line: line[:20])
@pytest.mark.parametrize("size", [1, 3, 20_000])
@pytest.mark.parametrize("before", [b"", b"\r\n"])
def test_nothing_is_read_after_a_first_line_that_is_a_request(request_line, size, before):
    got = read(*cut(before + request_line + OBEYED, size))
    assert got[-1] == NO_ROSBRIDGE
    assert kinds(got[:-1]) == ([(Malformed, False)] if size < len(request_line) else [])


@pytest.mark.parametrize("line", [b"GETTING\n", b"G\n", b"POSTAL code\n", b"PUT\n", b"HTTP/1.1\n"])
def test_a_line_that_only_looks_like_a_request_is_malformed_like_any_other(line):
    assert kinds(read(*cut(line + GOOD_LINE, 1))) == [(Malformed, False), GOOD]


@pytest.mark.parametrize("first", [GOOD_LINE, b"what?\n"])
def test_a_request_that_is_not_the_first_line_is_malformed_like_any_other(first):
    assert kinds(read(first + b"GET / HTTP/1.1\n" + GOOD_LINE))[1:] == [(Malformed, False), GOOD]


# -- depth, digits and number of values ------------------------------------------------------------
MANY = limits.VALUES + 10


@pytest.mark.parametrize("item", [b"[]", b"{}", b"0", b'""', b'{"a":0}', b'{"a":[1,{}]}'])
def test_an_object_of_too_many_values_is_refused_before_it_is_decoded(item):
    line = b'{"a":[' + b",".join([item] * MANY) + b"]}\n"
    got = read(line + GOOD_LINE)
    assert got == [TOO_MANY, GOOD] and str(limits.VALUES) in TOO_MANY.text


def test_an_object_of_too_many_keys_is_refused_before_it_is_decoded():
    line = b"{" + b",".join(b'"%d":0' % number for number in range(MANY)) + b"}\n"
    assert read(line + GOOD_LINE) == [TOO_MANY, GOOD]


@pytest.mark.parametrize(
    "text", ["," * MANY, "[{" * MANY, "\\\\," * MANY], ids=["commas", "brackets", "escapes"]
)
def test_values_in_a_text_do_not_count(text):
    assert read(b'{"a":"' + text.encode() + b'"}\n')[0]["a"]


def test_as_many_values_as_the_limit_are_accepted():
    numbers = limits.VALUES - 2  # besides a bracket and a brace
    assert len(read(b'{"a":[' + b"0," * numbers + b"0]}\n")[0]["a"]) == numbers + 1


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
