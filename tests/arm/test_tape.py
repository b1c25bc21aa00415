import math
import random

import numpy as np
import pytest

from actors.arm.tape import DOMAIN_ERRORS, PLAIN, Tape, cos, guarded, preserved, revived, sin

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
]


@pytest.mark.parametrize("kind", ["function", "careful_function", "array_function"])
@pytest.mark.parametrize("work, value", ARITHMETIC)
def test_the_derived_function_does_what_was_done(tape, x, y, work, value, kind):
    assert getattr(tape, kind)([work(x, y)])(3.0, 4.0) == (value,)


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
    assert tape.careful_function([1.0 / (x * 0.0), 1.0 / (x * -0.0)])(1.0) == (INF, -INF)


@pytest.mark.parametrize(
    "careful, spelling", [((), "(x / y)"), ((False,), "(x / y)"), ((True,), "op47(x, y)")]
)
def test_only_a_careful_function_pays_for_care(tape, x, y, careful, spelling):
    assert tape.source([x / y], *careful) == source(f"return ({spelling},)")


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


# -- where Python raises and IEEE 754 does not -----------------------------------------------------
IEEE = [
    ("/", (1.0, 0.0), INF),
    ("/", (-1.0, 0.0), -INF),
    ("/", (1.0, -0.0), -INF),
    ("/", (0.0, 0.0), NAN),
    ("/", (INF, 0.0), INF),
    ("/", (NAN, 0.0), NAN),
    ("^", (10.0, 400.0), INF),
    ("^", (-10.0, 401.0), -INF),
    ("^", (0.0, -1.0), INF),
    ("^", (-0.0, -1.0), -INF),
    ("^", (0.0, -2.5), INF),
    ("^", (-8.0, 1 / 3), NAN),
    ("^", (-1.0, 0.5), NAN),
    ("^", (10.0, 1e300), INF),
    ("sqrt", (-1.0,), NAN),
    ("sqrt", (-INF,), NAN),
    ("ln", (0.0,), -INF),
    ("ln", (-0.0,), -INF),
    ("ln", (-1.0,), NAN),
    ("exp", (1000.0,), INF),
    ("exp", (710.0,), INF),
    ("sin", (INF,), NAN),
    ("cos", (-INF,), NAN),
    ("tan", (INF,), NAN),
]
DEFINED = [  # at the edge, but Python agrees with IEEE 754
    ("^", (0.0, 0.0), 1.0),
    ("^", (NAN, 0.0), 1.0),
    ("^", (10.0, -400.0), 0.0),
    ("^", (-8.0, 3.0), -512.0),
    ("^", (INF, -1.0), 0.0),
    ("exp", (-1000.0,), 0.0),
    ("exp", (INF,), INF),
    ("exp", (-INF,), 0.0),
    ("ln", (INF,), INF),
    ("sqrt", (INF,), INF),
    ("sqrt", (0.0,), 0.0),
    ("sqrt", (NAN,), NAN),
    ("abs", (-INF,), INF),
    ("neg", (INF,), -INF),
    ("+", (1e308, 1e308), INF),
    ("+", (INF, -INF), NAN),
    ("-", (INF, INF), NAN),
    ("*", (1e200, 1e200), INF),
    ("*", (0.0, INF), NAN),
    ("/", (1e300, 1e-300), INF),
    ("/", (1.0, INF), 0.0),
    ("sin", (NAN,), NAN),
]
at_the_edge = pytest.mark.parametrize("operation, operands, value", IEEE + DEFINED)


def recorded(operation, operands, kind="function"):
    """The derived function of that operation on inputs, called."""
    tape = Tape()
    inputs = [tape.input(f"x{k}") for k in range(len(operands))]
    return getattr(tape, kind)([tape.record(operation, *inputs)])(*operands)


@at_the_edge
def test_a_careful_function_follows_ieee_754(operation, operands, value):
    assert recorded(operation, operands, "careful_function") == pytest.approx(
        (value,), rel=0, nan_ok=True
    )


@at_the_edge
def test_folding_constants_follows_ieee_754(operation, operands, value):
    tape = Tape()
    folded = tape.function([tape.record(operation, *operands)])()
    assert folded == pytest.approx((value,), rel=0, nan_ok=True)


@at_the_edge
def test_a_guarded_operation_follows_ieee_754_and_gives_a_float(operation, operands, value):
    with np.errstate(all="ignore"):  # as its callers have it
        got = guarded(operation)(*operands)
    assert type(got) is float
    assert got == pytest.approx(value, rel=0, nan_ok=True)


@pytest.mark.parametrize("operation, operands, value", IEEE)
def test_a_plain_function_lets_pythons_exceptions_through(operation, operands, value):
    with pytest.raises(DOMAIN_ERRORS):
        recorded(operation, operands)


@pytest.mark.parametrize("operation, operands, value", DEFINED)
def test_a_plain_function_agrees_where_python_does_not_raise(operation, operands, value):
    assert recorded(operation, operands) == pytest.approx((value,), rel=0, nan_ok=True)


@pytest.mark.parametrize("operation", PLAIN)
def test_on_ordinary_numbers_plain_and_careful_agree_bit_for_bit(operation):
    rng = random.Random(1)
    count = 2 if operation in "+-*/^" else 1
    for _ in range(50):
        operands = [rng.uniform(0.1, 5.0) for _ in range(count)]
        assert recorded(operation, operands, "careful_function") == recorded(operation, operands)


# -- sine and cosine of anything -------------------------------------------------------------------
@pytest.mark.parametrize(
    "function, meant, batch", [(sin, math.sin, np.sin), (cos, math.cos, np.cos)]
)
def test_sine_and_cosine_take_floats_arrays_and_recording_scalars(tape, x, function, meant, batch):
    angles = np.array([0.3, -2.0, 40.0])
    assert function(0.3) == meant(0.3) == tape.function([function(x)])(0.3)[0]
    assert function(angles).tolist() == batch(angles).tolist()


def test_a_preserved_function_is_revived_with_all_that_it_needs():
    tape = Tape()
    x = tape.input("x")
    y = tape.input("y")
    function = tape.function([cos(x) * y, sin(y) / x, x - 1.5])
    again = revived(preserved(function))
    assert again(0.5, 2.0) == function(0.5, 2.0)
    with pytest.raises(ZeroDivisionError):
        again(0.0, 2.0)


@pytest.mark.parametrize(
    "divisor, text",
    [
        (4.0, "(x * 0.25)"),
        (0.0, "(x / 0.0)"),
        (1e-310, "(x / 1e-310)"),
        (1.7e308, "(x / 1.7e+308)"),
        (math.inf, "(x / float('inf'))"),
    ],
)
def test_a_constant_is_divided_by_with_its_reciprocal_where_it_has_one(divisor, text):
    for reciprocals, wanted in (
        (True, text),
        (False, f"(x / {divisor!r})".replace("inf)", "float('inf'))")),
    ):
        tape = Tape(reciprocals)
        x = tape.input("x")
        assert tape.source([x / divisor]) == f"def derived(x):\n    return ({wanted},)"
