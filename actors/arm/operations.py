"""The operations that a tape can record: what each does to floats and to arrays.

Python raises exceptions for some operations that have a result in IEEE 754: 1 / 0 is inf there, and
sqrt(-1) is nan. Three sets of functions therefore have the same names: PLAIN raises as Python does,
GUARDED never raises, and on_arrays() computes with arrays and never raises.
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
    """Return the operations of CAN_RAISE by the rules of IEEE 754, for floats and arrays.

    Numpy is imported here, when one of these operations is first needed: the import takes 10 MB and
    a tenth of a second, and most systems never meet a domain error.
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
    """Return all operations, for arrays."""
    import numpy as np

    return PLAIN | ieee() | {"abs": np.abs, "choose": np.where}


def quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with numpy's warnings about results that are not finite switched off."""
    import numpy as np

    quiet_function: Callable[..., Any] = np.errstate(all="ignore")(function)
    return quiet_function


def guarded(operation: str) -> Callable[..., float]:
    """Return the operation on floats by the rules of IEEE 754. Numpy may warn: see quiet()."""
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
    """Apply the operation to floats by the rules of IEEE 754, and return the result."""
    try:
        return PLAIN[operation](*values)
    except DOMAIN_ERRORS:
        return float(quiet(GUARDED[operation])(*values))
