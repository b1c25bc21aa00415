"""Functions of any scalar: a float, an array (one number for each arm of a batch) or a recording
one.

Formulas that are written with these functions can be computed, computed for a batch, or recorded.
"""

import math
from typing import Any

from actors.arm.operations import on_arrays
from actors.arm.tape import Scalar


def cos(x: Any) -> Any:
    """The cosine of x in rad."""
    if isinstance(x, Scalar):
        return x.tape.record("cos", x)
    return on_arrays()["cos"](x) if hasattr(x, "dtype") else math.cos(x)


def sin(x: Any) -> Any:
    """The sine of x in rad."""
    if isinstance(x, Scalar):
        return x.tape.record("sin", x)
    return on_arrays()["sin"](x) if hasattr(x, "dtype") else math.sin(x)


def choose(condition: Any, a: Any, b: Any) -> Any:
    """a where the condition holds, else b."""
    if isinstance(condition, Scalar):
        return condition.tape.record("choose", condition, a, b)
    if hasattr(condition, "dtype"):
        return on_arrays()["choose"](condition, a, b)
    return a if condition else b


def clamped(x: Any, lowest: Any, highest: Any) -> Any:
    """x, or the end of the range that it is beyond. A nan stays one.

    The same as min(max(x, lowest), highest) on floats, to the last bit.
    """
    raised = choose(lowest > x, lowest, x)
    return choose(raised > highest, highest, raised)
