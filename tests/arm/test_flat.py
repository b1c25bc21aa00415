"""Derived functions at the edges of arithmetic, in each dialect, and over the end of a process."""

import math
import random

import numpy as np
import pytest

from actors.arm.flat import CAREFUL, ON_ARRAYS, ON_FLOATS, preserved, revived
from actors.arm.operations import DOMAIN_ERRORS, PLAIN, guarded
from actors.arm.scalars import choose, cos, sin
from actors.arm.tape import Tape

INF = math.inf
NAN = math.nan


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


def recorded(operation, operands, dialect=ON_FLOATS):
    """What the derived function of that operation returns."""
    tape = Tape()
    inputs = [tape.input(f"x{k}") for k in range(len(operands))]
    return tape.function([tape.record(operation, *inputs)], dialect)(*operands)


@at_the_edge
def test_a_careful_function_follows_ieee_754(operation, operands, value):
    assert recorded(operation, operands, CAREFUL) == pytest.approx((value,), rel=0, nan_ok=True)


@at_the_edge
def test_folding_constants_follows_ieee_754(operation, operands, value):
    tape = Tape()
    folded = tape.function([tape.record(operation, *operands)])()
    assert folded == pytest.approx((value,), rel=0, nan_ok=True)


@at_the_edge
def test_a_guarded_operation_follows_ieee_754_and_gives_a_float(operation, operands, value):
    with np.errstate(all="ignore"):  # its callers ignore them too
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
    count = {"choose": 3}.get(operation, 2 if operation in "+-*/^>" else 1)
    for _ in range(50):
        operands = [rng.uniform(0.1, 5.0) for _ in range(count)]
        assert recorded(operation, operands, CAREFUL) == recorded(operation, operands)


# -- dialects --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "dialect, text",
    [
        (ON_FLOATS, "(x / 2.0), (x if (x > 2.0) else 2.0)"),
        (CAREFUL, "divide(x, 2.0), (x if (x > 2.0) else 2.0)"),
        (ON_ARRAYS, "(x / 2.0), choose((x > 2.0), x, 2.0)"),
    ],
)
def test_each_dialect_calls_functions_only_where_it_has_to(dialect, text):
    tape = Tape()
    x = tape.input("x")
    outputs = [x / 2.0, choose(x > 2.0, x, 2.0)]
    assert tape.source(outputs, dialect) == f"def derived(x):\n    return ({text},)"


def test_what_is_not_chosen_is_not_computed():
    tape = Tape()
    x = tape.input("x")
    inverse = tape.function([choose(abs(x) > 0.0, 1.0 / x, 0.0)])
    assert (inverse(4.0), inverse(0.0)) == ((0.25,), (0.0,))


def test_arrays_choose_for_each_of_their_numbers():
    tape = Tape()
    x = tape.input("x")
    (got,) = tape.function([choose(x > 0.0, 1.0 / x, -1.0)], ON_ARRAYS)(np.array([4.0, 0.0, NAN]))
    assert got.tolist() == [0.25, -1.0, -1.0]


# -- over the end of a process ---------------------------------------------------------------------
def test_a_preserved_function_is_revived_with_all_that_it_needs():
    tape = Tape()
    x = tape.input("x")
    y = tape.input("y")
    function = tape.function([cos(x) * y, sin(y) / x, x - 1.5])
    again = revived(preserved(function))
    assert again(0.5, 2.0) == function(0.5, 2.0)
    with pytest.raises(ZeroDivisionError):
        again(0.0, 2.0)
