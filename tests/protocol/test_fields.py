"""The fields of a request, each read by its reader; and how a value is shown in a refusal."""

import math

import pytest

from protocol.fields import Rejected, number, read_each, read_field, show, vector

short = {"ids": lambda value: repr(value)[:15]}


def test_a_field_is_read_by_its_reader():
    assert read_field({"dt": 1}, "dt", number(above=0)) == 1.0


@pytest.mark.parametrize(
    "args, sentence",
    [
        ({}, "dt is missing"),
        ({"DT": 1}, "dt is missing"),
        ({"dt": None}, "dt must be a finite number above 0, got null"),
        ({"dt": 0}, "dt must be a finite number above 0, got 0"),
    ],
)
def test_a_refused_field_is_named(args, sentence):
    with pytest.raises(Rejected, match=f"^{sentence}$"):
        read_field(args, "dt", number(above=0))


READERS = {
    "gravity": number(at_least=0),
    "masses": vector(2, above=0),
    "lengths": vector(2, above=0),
}


@pytest.mark.parametrize(
    "args, accepted, bad",
    [
        ({}, {}, []),
        ({"gravity": 1}, {"gravity": 1.0}, []),
        ({"gravity": -1, "masses": [1, 2]}, {"masses": (1.0, 2.0)}, ["gravity"]),
        ({"gravity": 0, "masses": [1], "lengths": [1, 0]}, {"gravity": 0.0}, ["masses", "lengths"]),
        ({"gravity": None, "masses": None, "lengths": None}, {}, ["gravity", "masses", "lengths"]),
        ({"friction": "x"}, {}, []),
    ],
)
def test_optional_fields_are_read_independently_of_each_other(args, accepted, bad):
    read, problems = read_each(args, READERS)
    assert read == accepted
    assert [problem.split(" must be ")[0] for problem in problems] == bad


@pytest.mark.parametrize(
    "value",
    [
        "x" * 100_000,
        [0] * 100_000,
        {str(k): k for k in range(1000)},
        [["x" * 1000]],
        {"k": "y" * 1000},
        10**400,
        -(10**400),
        ["é" * 79] * 80,
    ],
    **short,
)
def test_long_values_are_shown_shortened(value):
    assert 0 < len(show(value)) <= 80


@pytest.mark.parametrize(
    "value, shown",
    [
        (None, "null"),
        (True, "true"),
        (-1.5, "-1.5"),
        ("a", '"a"'),
        ([1, "a"], '[1, "a"]'),
        ({"a": {}}, '{"a": {}}'),
        ("x" * 78, '"' + "x" * 78 + '"'),
        ("x" * 81, "a string of 81"),
        ([0] * 81, "a list of 81"),
        (math.nan, "NaN"),
    ],
    **short,
)
def test_short_values_are_shown_as_the_client_wrote_them(value, shown):
    assert show(value) == shown


def test_a_refusal_can_carry_what_it_still_echoes():
    assert Rejected("no", {"kp": [1.0]}).values == {"kp": [1.0]}
    assert Rejected("no").values is None
