"""Records what readable functions do with numbers, and derives fast Python functions from that.

The mechanics, the integrators, the controller and the parser of expressions accept any scalars that
can be added, multiplied and compared. If they get recording scalars instead of floats, the tape
records each of their operations. This unrolls loops, computes operations on constants at once, and
records a term that occurs twice only once. Tape.function turns the tape into one flat Python
function that does the same arithmetic.

Automatic differentiation records operations in the same way (Griewank and Walther, Evaluating
Derivatives, 2nd edition 2008). Here the recording serves to generate code.

    tape = Tape()
    x = tape.input("x")
    f = tape.function([x * x + cos(x) * 2.0])     # def f(x): return (x * x + cos(x) * 2.0,)
"""

import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn, TypeAlias

from actors.arm.flat import ON_FLOATS, Dialect, Node, Parameter, Recording
from actors.arm.operations import GUARDED


class Scalar:
    """A recording scalar: its value is not known yet, and its tape records arithmetic with it."""

    __slots__ = ("node", "tape")

    def __init__(self, tape: "Tape", node: int):
        self.tape = tape
        self.node = node

    def __add__(self, other: "Number") -> "Scalar":
        return self.tape.record("+", self, other)

    def __radd__(self, other: "Number") -> "Scalar":
        return self.tape.record("+", other, self)

    def __sub__(self, other: "Number") -> "Scalar":
        return self.tape.record("-", self, other)

    def __rsub__(self, other: "Number") -> "Scalar":
        return self.tape.record("-", other, self)

    def __mul__(self, other: "Number") -> "Scalar":
        return self.tape.record("*", self, other)

    def __rmul__(self, other: "Number") -> "Scalar":
        return self.tape.record("*", other, self)

    def __truediv__(self, other: "Number") -> "Scalar":
        return self.tape.record("/", self, other)

    def __rtruediv__(self, other: "Number") -> "Scalar":
        return self.tape.record("/", other, self)

    def __neg__(self) -> "Scalar":
        return self.tape.record("neg", self)

    def __abs__(self) -> "Scalar":
        return self.tape.record("abs", self)

    def __gt__(self, other: "Number") -> "Scalar":
        return self.tape.record(">", self, other)

    def __lt__(self, other: "Number") -> "Scalar":
        return self.tape.record(">", other, self)

    def __bool__(self) -> NoReturn:
        raise TypeError("a recorded condition has no truth value yet: use scalars.choose")


Number: TypeAlias = Scalar | float
Outputs: TypeAlias = "Sequence[Number | Outputs]"  # inner sequences become tuples


class Tape:
    """The operations on recording scalars, in order, each of them once."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self._numbers: dict[Node, int] = {}  # the number of each node
        self._constants: dict[int, float] = {}  # the values of constants, by number of the node
        self._parameters: list[Parameter] = []
        self._by_reciprocals = False

    def __len__(self) -> int:
        return len(self._nodes)

    def input(self, name: str) -> Scalar:
        """Add an argument to the derived function, after those that were added before."""
        self._parameters.append(Parameter(name))
        return Scalar(self, self._node("input", name))

    def inputs(self, name: str, rows: Mapping[str, int | None]) -> list[Any]:
        """Add one argument that is a tuple to the derived function.

        rows   the elements of the tuple by name: None for a number, n for a tuple of n numbers
        ->     the elements, with recording scalars in place of numbers
        """
        components = [
            Parameter(
                row, () if n is None else tuple(Parameter(f"{row}_{i}") for i in range(1, n + 1))
            )
            for row, n in rows.items()
        ]
        self._parameters.append(Parameter(name, tuple(components)))
        return [self._scalars(component) for component in components]

    def _scalars(self, parameter: Parameter) -> Any:
        if parameter.components:
            return tuple(map(self._scalars, parameter.components))
        return Scalar(self, self._node("input", parameter.name))

    def constant(self, value: float) -> Scalar:
        """Return a recording scalar with a known value."""
        return Scalar(self, self._constant(value))

    @contextmanager
    def dividing_by_reciprocals(self) -> Iterator[None]:
        """Inside this context, record a division by a constant as a multiplication.

        The other factor is the reciprocal of the constant. This is faster, and may change the last
        digit. It is not done if the reciprocal is not a normal number.
        """
        before = self._by_reciprocals
        self._by_reciprocals = True
        try:
            yield
        finally:
            self._by_reciprocals = before

    def record(self, operation: str, *operands: Number) -> Scalar:
        """Record one operation, or compute it at once if all operands are constants."""
        nodes = [x.node if isinstance(x, Scalar) else self._constant(x) for x in operands]
        values = [self._constants.get(node) for node in nodes]
        if operation == "choose" and values[0] is not None:
            return Scalar(self, nodes[1] if values[0] else nodes[2])
        known = [value for value in values if value is not None]
        if len(known) == len(nodes):
            return self.constant(GUARDED[operation](*known))
        if operation == "/" and self._by_reciprocals and values[1] is not None:
            reciprocal = _reciprocal(values[1])
            if reciprocal is not None:
                return Scalar(self, self._node("*", nodes[0], self._constant(reciprocal)))
        return Scalar(self, self._node(operation, *nodes))

    def _constant(self, value: float) -> int:
        """Return the node of a constant.

        Its text identifies it: the text differs between 0.0 and -0.0, and is equal for all nan.
        """
        text = repr(float(value)) if math.isfinite(value) else f"float('{value}')"
        node = self._node("constant", text)
        self._constants[node] = float(value)
        return node

    def _node(self, *node: Any) -> int:
        if node not in self._numbers:
            self._numbers[node] = len(self._nodes)
            self._nodes.append(node)
        return self._numbers[node]

    # -- to Python -------------------------------------------------------------------------------
    def recording(self, outputs: Outputs) -> Recording:
        """Return what the tape has recorded so far, for a function that returns these outputs."""
        return Recording(self._nodes, self._parameters, [self._result(x) for x in outputs])

    def _result(self, output: Any) -> Any:
        if isinstance(output, Scalar):
            return output.node
        if isinstance(output, Sequence):
            return [self._result(x) for x in output]
        return self._constant(output)

    def function(
        self, outputs: Outputs, dialect: Dialect = ON_FLOATS
    ) -> Callable[..., tuple[Any, ...]]:
        """Return the function from the inputs to the outputs; see Recording.function."""
        return self.recording(outputs).function(dialect)

    def source(self, outputs: Outputs, dialect: Dialect = ON_FLOATS) -> str:
        """Return the Python text of that function."""
        return self.recording(outputs).source(dialect)


def _reciprocal(divisor: float) -> float | None:
    """Return the reciprocal of a number, or None if it is not a normal number."""
    reciprocal = 1.0 / divisor if divisor else math.inf
    return reciprocal if sys.float_info.min < abs(reciprocal) < math.inf else None
