"""What a tape records, and the function that is derived from it."""

import math

import pytest

from actors.arm.flat import CAREFUL, ON_ARRAYS, ON_FLOATS
from actors.arm.scalars import choose, cos, sin
from actors.arm.tape import Tape

INF = math.inf
NAN = math.nan


def source(*lines):
    return "\n".join(["def derived(x, y):", *(f"    {line}" for line in lines)])


@pytest.fixture
def tape():
    return Tape()


@pytest.fixture
def x(tape):
    return tape.input("x")


@pytest.fixture
def y(tape, x):
    return tape.input("y")


# -- what is recorded ------------------------------------------------------------------------------
ARITHMETIC = [  # of x = 3 and y = 4, each spelled with floats on either side
    (lambda x, y: x + y, 7.0),
    (lambda x, y: x + 4.0, 7.0),
    (lambda x, y: 3.0 + y, 7.0),
    (lambda x, y: x - y, -1.0),
    (lambda x, y: x - 4.0, -1.0),
    (lambda x, y: 3.0 - y, -1.0),
    (lambda x, y: x * y, 12.0),
    (lambda x, y: x * 4.0, 12.0),
    (lambda x, y: 3.0 * y, 12.0),
    (lambda x, y: x / y, 0.75),
    (lambda x, y: x / 4.0, 0.75),
    (lambda x, y: 3.0 / y, 0.75),
    (lambda x, y: -x, -3.0),
    (lambda x, y: -(x - y), 1.0),
    (lambda x, y: x - -y, 7.0),
    (lambda x, y: x - (y - x), 2.0),
    (lambda x, y: x / (y / x), 2.25),
    (lambda x, y: cos(x), math.cos(3.0)),
    (lambda x, y: sin(x - y), math.sin(-1.0)),
    (lambda x, y: y * -2.0, -8.0),
    (lambda x, y: abs(x - y), 1.0),
    (lambda x, y: choose(x > y, x, y), 4.0),
    (lambda x, y: choose(x > 2.0, x, y), 3.0),
    (lambda x, y: choose(x < 2.0, x, y), 4.0),
    (lambda x, y: choose(x < y, x, y), 3.0),
    (lambda x, y: choose(x < 2.0, 1.0, y), 4.0),
    (lambda x, y: choose(x > y, x, choose(y > x, x + y, y)), 7.0),
]


@pytest.mark.parametrize("dialect", [ON_FLOATS, CAREFUL, ON_ARRAYS])
@pytest.mark.parametrize("work, value", ARITHMETIC)
def test_the_derived_function_does_what_was_done(tape, x, y, work, value, dialect):
    assert tape.function([work(x, y)], dialect)(3.0, 4.0) == (value,)


def test_inputs_are_arguments_in_the_order_they_were_made_used_or_not(tape, x, y):
    assert tape.source([y * 2.0]) == source("return ((y * 2.0),)")


def test_outputs_come_in_the_order_asked_for(tape, x, y):
    assert tape.function([y, x, 5.0, x + y, y])(1.0, 2.0) == (2.0, 1.0, 5.0, 3.0, 2.0)


def test_what_only_constants_go_into_is_done_at_once(tape, x, y):
    two = tape.constant(2.0)
    assert tape.source([x * (two * 3.0 + cos(two * 0.0))]) == source("return ((x * 7.0),)")


@pytest.mark.parametrize(
    "value", [0.1, 1 / 3, 5e-324, 1.7976931348623157e308, -2.5, 0.0, -0.0, INF, -INF, NAN]
)
def test_constants_survive_exactly(tape, value):
    (got,) = tape.function([tape.constant(value)])()
    assert (
        math.isnan(got)
        if math.isnan(value)
        else (got, math.copysign(1, got)) == (value, math.copysign(1, value))
    )


def test_shared_terms_are_computed_once(tape, x, y):
    term = sin(x + y)
    assert tape.source([term * term]) == source("v3 = sin((x + y))", "return ((v3 * v3),)")


def test_equal_terms_are_shared_though_written_twice(tape, x, y):
    assert (x * y + 1.0).node == (x * y + 1.0).node
    assert tape.source([x * y, x * y]).count("*") == 1


def test_zero_and_minus_zero_are_different_constants(tape, x):
    assert tape.function([1.0 / (x * 0.0), 1.0 / (x * -0.0)], CAREFUL)(1.0) == (INF, -INF)


def test_a_choice_between_constants_is_made_while_recording(tape, x, y):
    two = tape.constant(2.0)
    chosen = [choose(two > 1.0, x, y), choose(two > 3.0, x, y)]
    assert tape.source(chosen) == source("return (x, y,)")


def test_a_recorded_condition_has_no_truth_value(tape, x, y):
    with pytest.raises(TypeError, match="choose"):
        max(x, y)


def test_what_the_outputs_do_not_need_is_left_out(tape, x, y):
    _ = sin(y) + x
    assert tape.source([x + 1.0]) == source("return ((x + 1.0),)")


def test_the_length_of_a_tape_counts_each_thing_once(tape, x, y):
    _ = [x + y, x + y, (x + y) * x]
    assert len(tape) == 4  # x, y, x + y, (x + y) * x


def test_a_chain_of_ten_thousand_operations_compiles(tape, x):
    total = x
    for k in range(1, 10_001):
        total = total + float(k)
    assert tape.function([total])(0.0) == (10_000 * 10_001 / 2,)


@pytest.mark.parametrize(
    "operation, value", [("neg", 0.5), ("sin", pytest.approx(0.0, abs=0.1)), ("abs", 0.5)]
)
def test_deep_nesting_compiles(tape, x, operation, value):
    nested = x  # sin nested k deep goes to zero like sqrt(3 / k)
    for _ in range(5000):
        nested = tape.record(operation, nested)
    assert tape.function([nested])(0.5) == (value,)


def test_a_wide_tree_compiles(tape, x):
    level = [x + float(k) for k in range(1024)]
    while len(level) > 1:
        level = [a + b for a, b in zip(level[::2], level[1::2])]
    assert tape.function(level)(0.0) == (1023 * 1024 / 2,)


# -- arguments and results in tuples ---------------------------------------------------------------
def test_an_argument_can_be_a_tuple_of_numbers_and_of_tuples(tape):
    (a, b), c = tape.inputs("pair_and_more", {"pair": 2, "more": None})
    d = tape.input("d")
    assert tape.function([a, b, c - d])(((1.0, 2.0), 3.0), 4.0) == (1.0, 2.0, -1.0)


def test_a_tuple_of_one_is_a_tuple(tape):
    ((a,),) = tape.inputs("outer", {"inner": 1})
    assert tape.function([[a], [a, [2.0]], [[]]])(((5.0,),)) == ((5.0,), (5.0, (2.0,)), ((),))


def test_results_come_in_the_tuples_asked_for(tape, x, y):
    assert tape.function([[y, x], x, [[x + y]]])(1.0, 2.0) == ((2.0, 1.0), 1.0, ((3.0,),))


# -- reciprocals -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "divisor, text",
    [
        (4.0, "(x * 0.25)"),
        (0.0, "(x / 0.0)"),
        (1e-310, "(x / 1e-310)"),
        (1.7e308, "(x / 1.7e+308)"),
        (INF, "(x / float('inf'))"),
    ],
)
def test_a_constant_can_be_divided_by_with_its_reciprocal_where_it_has_one(tape, x, divisor, text):
    with tape.dividing_by_reciprocals():
        quotient = x / divisor
    assert tape.source([quotient]) == f"def derived(x):\n    return ({text},)"


def test_outside_it_divisions_are_recorded_as_divisions(tape, x, y):
    with tape.dividing_by_reciprocals():
        inside = x / 4.0
    assert tape.source([x / 4.0, inside]) == source("return ((x / 4.0), (x * 0.25),)")
