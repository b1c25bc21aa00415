"""Outgoing values to JSON text."""

import json
import math
import random
import struct

import pytest

from protocol.stream import RosbridgeStream
from protocol.wire import encode


def strict(text):
    """Parse as a client would that knows no NaN and no Infinity."""

    def refuse(token):
        raise AssertionError(f"{token} is not JSON")

    return json.loads(text, parse_constant=refuse)


def random_doubles(seed, count):
    """Finite doubles of every magnitude, subnormals included: random bit patterns."""
    source = random.Random(seed)
    doubles = (struct.unpack("<d", source.randbytes(8))[0] for _ in range(2 * count))
    return [x for x in doubles if math.isfinite(x)][:count]


@pytest.mark.parametrize("seed", range(5))
def test_doubles_round_trip_bit_for_bit(seed):
    sent = random_doubles(seed, 500)
    assert struct.pack("<500d", *strict(encode(sent))) == struct.pack("<500d", *sent)


@pytest.mark.parametrize(
    "x", [0.0, -0.0, 5e-324, -2.2250738585072014e-308, 1.7976931348623157e308, 0.1, 1e22, 1e23]
)
def test_doubles_at_the_edges_round_trip_with_their_sign(x):
    stream = RosbridgeStream()
    stream.receive_data(encode({"x": x}))
    assert struct.pack("<d", stream.next()["x"]) == struct.pack("<d", x)


@pytest.mark.parametrize(
    "value, seen",
    [
        (math.nan, None),
        (math.inf, None),
        (-math.inf, None),
        ([1.0, math.nan], [1.0, None]),
        ((math.inf,), [None]),
        ({"a": {"b": [math.nan, {"c": -math.inf}]}}, {"a": {"b": [None, {"c": None}]}}),
    ],
)
def test_numbers_that_are_not_finite_become_null(value, seen):
    assert strict(encode(value)) == seen


@pytest.mark.parametrize("spoiler", [math.nan, math.inf])
def test_a_number_that_is_not_finite_leaves_its_neighbours_alone(spoiler):
    neighbours = [1, 0.1, "NaN", True, None, [], {}, "é", {"k": [2.5]}]
    assert strict(encode([spoiler, *neighbours])) == [None, *neighbours]


@pytest.mark.parametrize("text", ["a\nb", "\r\n", "\u2028\u2029\x85", "\x00\x1f", '"\\', "é€𝄞"])
def test_text_comes_back_equal_and_stays_on_one_line(text):
    line = encode({text: [text]})
    assert strict(line) == {text: [text]}
    assert len(line.decode().splitlines()) == 1


@pytest.mark.parametrize("text", ["\ud800", "\udfff", "a\udc80b", "\ude00\ud83d"])
def test_lone_surrogates_go_out_as_they_came_in(text):
    assert strict(encode(text)) == text


@pytest.mark.parametrize("integer", [2**53 + 1, -(2**63), 10**400])
def test_integers_beyond_doubles_stay_exact(integer):
    assert strict(encode({"n": integer})) == {"n": integer}
