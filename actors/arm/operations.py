"""The operations that a tape can record: what each does to floats and to arrays.

Python raises exceptions where IEEE 754 has an answer: 1 / 0 is inf and sqrt(-1) is nan. So there
are three sets of functions by the same names: PLAIN raises as Python does, GUARDED never raises,
and ARRAY works on arrays and never raises.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

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
IEEE: dict[str, Callable[..., Any]] = {  # those that can raise in Python, and what they do then
    "/": np.divide,
    "^": np.power,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "exp": np.exp,
    "sqrt": np.sqrt,
    "ln": np.log,
}
ARRAY: dict[str, Callable[..., Any]] = PLAIN | IEEE | {"abs": np.abs, "choose": np.where}


def guarded(operation: str) -> Callable[..., float]:
    """The operation on floats by the rules of IEEE 754. Numpy's warnings have to be off."""
    plain = PLAIN[operation]

    def apply(*operands: float) -> float:
        try:
            return plain(*operands)
        except DOMAIN_ERRORS:
            return float(IEEE[operation](*map(np.float64, operands)))

    return apply


GUARDED = {operation: guarded(operation) for operation in PLAIN}
