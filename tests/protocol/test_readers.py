"""Readers of values: what they accept, and the sentence when they do not."""

import math

import pytest

from protocol.fields import (
    Rejected,
    boolean,
    choice,
    number,
    or_null,
    ranges,
    text,
    vector,
    whole,
)

NO_NUMBERS = [
    None,
    True,
    False,
    "1",
    "",
    [],
    [1],
    {},
    math.nan,
    math.inf,
    -math.inf,
    10**400,
    -(10**400),
]
short = {"ids": lambda value: repr(value)[:15]}


def refusal(reader, value):
    with pytest.raises(Rejected) as refused:
        reader(value)
    return str(refused.value)


@pytest.mark.parametrize(
    "value", [0, -0.0, 1, -2.5, 5e-324, 1.7976931348623157e308, 10**300, 2**53 + 1], **short
)
def test_finite_numbers_are_read_as_floats(value):
    assert type(number()(value)) is float and number()(value) == float(value)


@pytest.mark.parametrize("value", NO_NUMBERS, **short)
def test_what_is_no_finite_number_is_refused(value):
    assert refusal(number(), value).startswith("must be a finite number, got ")


@pytest.mark.parametrize(
    "reader, value",
    [
        (number(above=0), 5e-324),
        (number(at_least=0), 0),
        (number(at_least=0), -0.0),
        (number(at_least=2.5), 2.5),
    ],
)
def test_numbers_on_the_right_side_of_their_bound_are_read(reader, value):
    assert reader(value) == value


@pytest.mark.parametrize(
    "reader, value",
    [
        (number(above=0), 0),
        (number(above=0), -0.0),
        (number(above=0), -1),
        (number(at_least=0), -5e-324),
        (number(at_least=2.5), 2),
    ],
)
def test_numbers_on_the_wrong_side_of_their_bound_are_refused(reader, value):
    assert refusal(reader, value).endswith(f", got {value}")


@pytest.mark.parametrize(
    "reader, value, sentence",
    [
        (number(above=0), -1, "must be a finite number above 0, got -1"),
        (number(at_least=0.5), 0.25, "must be a finite number at least 0.5, got 0.25"),
        (vector(2), [1], "must be a list of 2 finite numbers, got [1]"),
        (
            vector(3, above=0),
            [1, 0, 1],
            "must be a list of 3 finite numbers, each above 0, got [1, 0, 1]",
        ),
        (
            vector(2, at_least=0),
            "x",
            'must be a list of 2 finite numbers, each at least 0, got "x"',
        ),
        (whole(1, 9), 10, "must be a whole number from 1 to 9, got 10"),
        (boolean, 1, "must be true or false, got 1"),
        (text, None, "must be a string, got null"),
        (choice(["euler", "rk4"]), "RK4", 'must be one of euler, rk4, got "RK4"'),
    ],
)
def test_a_refusal_states_the_rule_and_the_value(reader, value, sentence):
    assert refusal(reader, value) == sentence


@pytest.mark.parametrize("value", [[1, 2], [1.0, -0.5], [0, 1e300]])
def test_a_vector_is_read_as_a_tuple_of_floats(value):
    read = vector(2)(value)
    assert read == tuple(value) and [type(v) for v in read] == [float, float]


@pytest.mark.parametrize(
    "value", [None, 1, "12", {}, {"0": 1, "1": 2}, [], [1], [1, 2, 3], [[1], [2]]], **short
)
def test_what_is_no_list_of_the_right_length_is_refused(value):
    assert refusal(vector(2), value).startswith("must be a list of 2 finite numbers, got ")


@pytest.mark.parametrize("entry", NO_NUMBERS, **short)
@pytest.mark.parametrize("at", [0, 1])
def test_a_vector_with_one_bad_entry_is_refused(entry, at):
    value = [1.0, 1.0]
    value[at] = entry
    assert refusal(vector(2), value)


@pytest.mark.parametrize("bounds, value", [({"above": 0}, [1, 0]), ({"at_least": 0}, [-1, 1])])
def test_each_entry_of_a_vector_keeps_the_bounds(bounds, value):
    assert refusal(vector(2, **bounds), value)


@pytest.mark.parametrize(
    "value", [[[0, 1], [-1, 1]], [[-1e308, 1e308], [0.0, 5e-324]], [[-0.5, 2], [1, 1.5]]], **short
)
def test_ranges_are_read_as_pairs_of_floats(value):
    read = ranges(2)(value)
    assert read == tuple(map(tuple, value))
    assert all(
        type(pair) is tuple and [type(end) for end in pair] == [float, float] for pair in read
    )


@pytest.mark.parametrize(
    "value",
    [
        None,
        1,
        "ab",
        {},
        [],
        [[0, 1]],
        [[0, 1]] * 3,
        [0, 1],
        [[0, 1], [0]],
        [[0, 1], [0, 1, 2]],
        [[0, 1], None],
        [[0, 1], [1, 0]],
        [[0, 1], [1, 1]],
        [[0, 1], [0.0, -0.0]],
        [[0, 1], {"0": 0, "1": 1}],
        [[[0], 1], [0, 1]],
        *([[0, 1], [0, bad]] for bad in NO_NUMBERS),
        *([[0, 1], [bad, 0]] for bad in NO_NUMBERS),
    ],
    **short,
)
def test_what_is_no_list_of_rising_pairs_is_refused(value):
    assert refusal(ranges(2), value).startswith("must be a list of 2 pairs [lowest, highest], got ")


@pytest.mark.parametrize(
    "reader, value", [(number(), 1.5), (vector(2), [1, 2]), (ranges(1), [[0, 1]])]
)
def test_null_or_what_the_reader_takes_is_read(reader, value):
    assert or_null(reader)(None) is None
    assert or_null(reader)(value) == reader(value)


@pytest.mark.parametrize("value", [False, 0, "", [], {}, "null"], ids=repr)
def test_nothing_else_counts_as_null(value):
    assert refusal(or_null(vector(2)), value)


@pytest.mark.parametrize("value, read", [(1, 1), (1000, 1000), (10.0, 10), (1e3, 1000)])
def test_whole_numbers_may_be_written_as_floats(value, read):
    assert whole(1, 1000)(value) == read and type(whole(1, 1000)(value)) is int


@pytest.mark.parametrize("value", [0, -1, 1001, 10.5, 1e300, 0.999999, *NO_NUMBERS], **short)
def test_what_is_no_whole_number_in_bounds_is_refused(value):
    assert "from 1 to 1000" in refusal(whole(1, 1000), value)


@pytest.mark.parametrize("value", [True, False])
def test_booleans_are_read(value):
    assert boolean(value) is value


@pytest.mark.parametrize("value", [None, 0, 1, 1.0, "true", "", [], {}], ids=repr)
def test_nothing_else_is_a_boolean(value):
    assert refusal(boolean, value)


@pytest.mark.parametrize("value", ["", "sin(t)", "é\n", "\ud800"], ids=repr)
def test_strings_are_read_unchanged(value):
    assert text(value) == value


@pytest.mark.parametrize("value", [None, 0, True, [], ["a"], {}], ids=repr)
def test_nothing_else_is_a_string(value):
    assert refusal(text, value)


@pytest.mark.parametrize("value", ["euler", "rk4"])
def test_a_choice_is_read_if_spelled_exactly(value):
    assert choice({"euler": 1, "rk4": 2})(value) == value


@pytest.mark.parametrize(
    "value", ["", "Euler", " rk4", "rk", "euler, rk4", None, 0, True, [], ["rk4"], {}], ids=repr
)
def test_nothing_else_is_a_choice(value):
    assert "euler, rk4" in refusal(choice({"euler": 1, "rk4": 2}), value)


@pytest.mark.parametrize("reader", [number(), vector(2), whole(1, 9), boolean, choice(["a"])])
@pytest.mark.parametrize("value", ["x" * 100_000, [0] * 100_000, [["x" * 100_000]]], **short)
def test_no_refusal_is_longer_than_a_sentence(reader, value):
    assert len(refusal(reader, value)) < 200
