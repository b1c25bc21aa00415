"""Functions for floats, arrays (one number for each arm of a batch) and recording scalars.

A formula that is written with these functions can be computed, computed for a batch, or recorded.
"""

import math
from typing import Any

from actors.arm.operations import on_arrays
from actors.arm.tape import Scalar


def cos(x: Any) -> Any:
    """Return the cosine of x in rad."""
    if isinstance(x, Scalar):
        return x.tape.record("cos", x)
    return on_arrays()["cos"](x) if hasattr(x, "dtype") else math.cos(x)


def sin(x: Any) -> Any:
    """Return the sine of x in rad."""
    if isinstance(x, Scalar):
        return x.tape.record("sin", x)
    return on_arrays()["sin"](x) if hasattr(x, "dtype") else math.sin(x)


def choose(condition: Any, a: Any, b: Any) -> Any:
    """Return a where the condition holds, and b elsewhere."""
    if isinstance(condition, Scalar):
        return condition.tape.record("choose", condition, a, b)
    if hasattr(condition, "dtype"):
        return on_arrays()["choose"](condition, a, b)
    return a if condition else b


def clamped(x: Any, lowest: Any, highest: Any) -> Any:
    """Return x, or the nearest end of the range if x is outside it. A nan stays nan.

    For floats the result is the same as that of min(max(x, lowest), highest), bit by bit.
    """
    raised = choose(lowest > x, lowest, x)
    return choose(raised > highest, highest, raised)
