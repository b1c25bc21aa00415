"""The operations that a tape can record: what each does to floats and to arrays.

Python raises exceptions for some operations that have a result in IEEE 754: 1 / 0 is inf there, and
sqrt(-1) is nan. Three sets of functions therefore have the same names: PLAIN raises as Python does,
GUARDED never raises, and on_arrays() computes with arrays and never raises.
"""

import math
from collections.abc import Callable
from typing import Any

DOMAIN_ERRORS = (ArithmeticError, ValueError)

PLAIN: dict[str, Callable[..., float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    ">": lambda a, b: a > b,
    "neg": lambda a: -a,
    "^": math.pow,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "exp": math.exp,
    "sqrt": math.sqrt,
    "ln": math.log,
    "abs": abs,
    "choose": lambda condition, a, b: a if condition else b,
}


def _not_a_number(x: float) -> float:
    return math.nan


def _divided(a: float, b: float) -> float:
    """Return a / b for b = 0."""
    if a == 0.0 or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def _power(a: float, b: float) -> float:
    """Return a^b where it is infinite or not a real number."""
    odd = b % 2.0 == 1.0
    if a == 0.0:
        return math.copysign(math.inf, a) if odd else math.inf
    if a < 0.0 and not b.is_integer():
        return math.nan
    return -math.inf if a < 0.0 and odd else math.inf


# The results of IEEE 754 for operands with which the plain operation raises an exception.
ANSWERS: dict[str, Callable[..., float]] = {
    "/": _divided,
    "^": _power,
    "sin": _not_a_number,
    "cos": _not_a_number,
    "tan": _not_a_number,
    "exp": lambda x: math.inf,
    "sqrt": _not_a_number,
    "ln": lambda x: -math.inf if x == 0.0 else math.nan,
}


def guarded(operation: str) -> Callable[..., float]:
    """Return the operation on floats by the rules of IEEE 754: it never raises."""
    plain = PLAIN[operation]
    answer = ANSWERS.get(operation)
    if answer is None:
        return plain

    def apply(*operands: float) -> float:
        try:
            return plain(*operands)
        except DOMAIN_ERRORS:
            return answer(*operands)

    return apply


GUARDED = {operation: guarded(operation) for operation in PLAIN}


def on_arrays() -> dict[str, Callable[..., Any]]:
    """Return all operations, for arrays.

    Numpy is imported here, when the first batch of arms is made: the import takes 10 MB and a tenth
    of a second, and a running system has no batches.
    """
    import numpy as np

    return PLAIN | {
        "/": np.divide,
        "^": np.power,
        "sin": np.sin,
        "cos": np.cos,
        "tan": np.tan,
        "exp": np.exp,
        "sqrt": np.sqrt,
        "ln": np.log,
        "abs": np.abs,
        "choose": np.where,
    }


def quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function on arrays without numpy's warnings about results that are not finite."""
    import numpy as np

    quiet_function: Callable[..., Any] = np.errstate(all="ignore")(function)
    return quiet_function
