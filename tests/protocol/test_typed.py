"""From JSON values to typed messages, by the rules of protocol/definitions/README.md."""

import base64
import math

import pytest

from protocol import names
from protocol.interfaces import Interfaces
from protocol.typed import Typed, Unfit

EVERYTHING = """
bool truth
int8 small
uint8 octet
int64 large
float64 real
string words
float64[] reals
int32[] counts
uint8[] octets
bool[] truths
string[] texts
float32[2] pair
Inner inner
Inner[] inners
Inner[2] two
"""
INNER = "float64 x\nstring y\n"
EMPTY = {"x": "nan", "y": ""}


@pytest.fixture
def interfaces(tmp_path):
    """Two types in a package of their own."""
    folder = tmp_path / "test_msgs" / "msg"
    folder.mkdir(parents=True)
    for name, text in (("Everything", EVERYTHING), ("Inner", INNER), ("Row", "float64[] values")):
        (folder / f"{name}.msg").write_text(text)
    return Interfaces(tmp_path)


def convert(interfaces, name, value):
    """The typed message as an object; NaN as a text, so that it can be compared."""

    class Classes(dict):
        def __missing__(self, type):
            fields = [field.name for field in interfaces.message(type).fields]
            return lambda *values: dict(zip(fields, map(shown, values), strict=True))

    return Typed(interfaces, Classes(), lambda type, values: values).converter(name)(value)


def shown(value):
    if isinstance(value, list):
        return [shown(entry) for entry in value]
    return "nan" if isinstance(value, float) and math.isnan(value) else value


@pytest.mark.parametrize("nothing", [None, {}, dict.fromkeys(["truth", "real", "inner", "pair"])])
def test_what_is_null_or_missing_has_the_value_of_the_table(interfaces, nothing):
    assert convert(interfaces, "test_msgs/msg/Everything", nothing) == {
        "truth": False,
        "small": 0,
        "octet": 0,
        "large": 0,
        "real": "nan",
        "words": "",
        "reals": [],
        "counts": [],
        "octets": [],
        "truths": [],
        "texts": [],
        "pair": ["nan", "nan"],
        "inner": EMPTY,
        "inners": [],
        "two": [EMPTY, EMPTY],
    }


@pytest.mark.parametrize(
    "field, value, expected",
    [
        ("truth", True, True),
        ("small", -128, -128),
        ("octet", 255.0, 255),
        ("large", 2**63 - 1, 2**63 - 1),
        ("real", 3, 3.0),
        ("real", 0.1, 0.1),
        ("words", "é\n", "é\n"),
        ("reals", [1, None, 2.5], [1.0, "nan", 2.5]),
        ("counts", [1, 2.0, None], [1, 2, 0]),
        ("octets", [1, 2], [1, 2]),
        ("octets", base64.b64encode(bytes([1, 2])).decode(), [1, 2]),
        ("truths", [True, None], [True, False]),
        ("texts", ["a", None], ["a", ""]),
        ("pair", [1, 2], [1.0, 2.0]),
        ("inner", {"x": 1, "unknown": 5}, {"x": 1.0, "y": ""}),
        ("inner", [1, "b"], {"x": 1.0, "y": "b"}),
        ("inners", [[1, "b"], None], [{"x": 1.0, "y": "b"}, EMPTY]),
    ],
    ids=str,
)
def test_a_value_that_fits_is_converted(interfaces, field, value, expected):
    converted = convert(interfaces, "test_msgs/msg/Everything", {field: value})[field]
    assert converted == expected and type(converted) is type(expected)


@pytest.mark.parametrize(
    "message, reason",
    [
        (5, "must be an object, got 5"),
        ([1], "must have 15 entries, got 1"),
        ({"truth": 1}, "truth must be true or false, got 1"),
        ({"small": 128}, "small must be from -128 to 127, got 128"),
        ({"octet": -1}, "octet must be from 0 to 255, got -1"),
        ({"large": 0.5}, "large must be a whole number, got 0.5"),
        ({"large": math.inf}, "large must be a whole number"),
        ({"small": True}, "small must be a whole number, got true"),
        ({"real": "1"}, 'real must be a number, got "1"'),
        ({"real": False}, "real must be a number, got false"),
        ({"real": 10**400}, "real must be a number within the range of its type"),
        ({"words": 1}, "words must be a text, got 1"),
        ({"reals": 1}, "reals must be a list, got 1"),
        ({"reals": ["a"]}, 'reals must be a number, got "a"'),
        ({"octets": "not base64!"}, "octets must be a list or a text in base64"),
        ({"pair": [1]}, "pair must have 2 entries, got 1"),
        ({"inner": "x"}, 'inner must be an object, got "x"'),
        ({"inner": {"x": []}}, "inner.x must be a number, got []"),
        ({"inners": [{"y": 1}]}, "inners.y must be a text, got 1"),
    ],
    ids=str,
)
def test_a_value_that_does_not_fit_is_named_with_the_rule(interfaces, message, reason):
    with pytest.raises(Unfit) as refused:
        convert(interfaces, "test_msgs/msg/Everything", message)
    assert str(refused.value).startswith(reason)


def test_a_list_for_a_message_whose_only_field_is_an_array_is_that_array(interfaces):
    assert convert(interfaces, "test_msgs/msg/Row", [1, 2, 3]) == {"values": [1.0, 2.0, 3.0]}


@pytest.mark.parametrize("type", sorted(set(names.TOPIC_TYPES.values())))
def test_every_type_of_a_topic_of_ours_can_be_made_of_nothing(type):
    interfaces = Interfaces()
    made = convert(interfaces, type, {})
    assert list(made) == [field.name for field in interfaces.message(type).fields]
