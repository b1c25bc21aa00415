"""The operations that a tape can record: what each does to floats and to arrays.

Python raises exceptions where IEEE 754 has an answer: 1 / 0 is inf and sqrt(-1) is nan. So there
are three sets of functions by the same names: PLAIN raises as Python does, GUARDED never raises,
and on_arrays() works on arrays and never raises.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
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
CAN_RAISE = frozenset(("/", "^", "sin", "cos", "tan", "exp", "sqrt", "ln"))


@cache
def ieee() -> dict[str, Callable[..., Any]]:
    """The operations of CAN_RAISE by the rules of IEEE 754, on floats and on arrays.

    Numpy is imported here, when the first of them is needed: it takes 10 MB and a tenth of a
    second, and most systems never come across a domain error.
    """
    import numpy as np

    return {
        "/": np.divide,
        "^": np.power,
        "sin": np.sin,
        "cos": np.cos,
        "tan": np.tan,
        "exp": np.exp,
        "sqrt": np.sqrt,
        "ln": np.log,
    }


def on_arrays() -> dict[str, Callable[..., Any]]:
    """All operations on arrays."""
    import numpy as np

    return PLAIN | ieee() | {"abs": np.abs, "choose": np.where}


def quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, without the warnings of numpy that a result is not finite."""
    import numpy as np

    quiet_function: Callable[..., Any] = np.errstate(all="ignore")(function)
    return quiet_function


def guarded(operation: str) -> Callable[..., float]:
    """The operation on floats by the rules of IEEE 754. Numpy may warn: see quiet()."""
    plain = PLAIN[operation]

    def apply(*operands: float) -> float:
        try:
            return plain(*operands)
        except DOMAIN_ERRORS:
            return float(ieee()[operation](*_doubles(operands)))

    return apply


def _doubles(operands: Iterable[float]) -> list[Any]:
    import numpy as np

    return [np.float64(operand) for operand in operands]


GUARDED = {operation: guarded(operation) for operation in PLAIN}


def computed(operation: str, values: Sequence[float]) -> float:
    """The operation on floats, done now, by the rules of IEEE 754."""
    try:
        return PLAIN[operation](*values)
    except DOMAIN_ERRORS:
        return float(quiet(GUARDED[operation])(*values))
