"""Records what readable functions do with numbers, so that fast Python can be derived from them.

The mechanics, the integrators, the controller and the parser of expressions are written for any
scalars that can be added, multiplied and compared. When they are given recording scalars instead of
floats, they leave on a tape what they did: loops are unrolled, operations on constants are done at
once, and a term that occurs twice is recorded once. Tape.function turns the tape into one flat
Python function that does just this arithmetic.

This is the tracing of automatic differentiation (Griewank and Walther, Evaluating Derivatives, 2nd
ed. 2008, chapter 6), used here to generate code.

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
    """A number that is not known yet. Arithmetic with it is recorded on its tape."""

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
    """The operations on some scalars, in order, each of them once."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self._numbers: dict[Node, int] = {}  # of the nodes
        self._constants: dict[int, float] = {}  # by node
        self._parameters: list[Parameter] = []
        self._by_reciprocals = False

    def __len__(self) -> int:
        return len(self._nodes)

    def input(self, name: str) -> Scalar:
        """An argument of the derived function. Arguments come in the order they are made."""
        self._parameters.append(Parameter(name))
        return Scalar(self, self._node("input", name))

    def inputs(self, name: str, rows: Mapping[str, int | None]) -> list[Any]:
        """One argument of the derived function that is a tuple.

        rows: by name, None for a number, n for a tuple of n numbers. Returns the same with scalars.
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
        return Scalar(self, self._constant(value))

    @contextmanager
    def dividing_by_reciprocals(self) -> Iterator[None]:
        """Meanwhile, a division by a constant is recorded as a multiplication with its reciprocal.

        That is quicker, and may change the last digit. Constants whose reciprocal is not a normal
        number are divided by all the same.
        """
        before = self._by_reciprocals
        self._by_reciprocals = True
        try:
            yield
        finally:
            self._by_reciprocals = before

    def record(self, operation: str, *operands: Number) -> Scalar:
        """One operation. It is done at once if its operands are constants."""
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
        """By its text, which tells 0.0 from -0.0, and is the same for every nan."""
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
        """What was recorded so far, for a function that returns these outputs."""
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
        """The function of the inputs that returns the outputs; see Recording.function."""
        return self.recording(outputs).function(dialect)

    def source(self, outputs: Outputs, dialect: Dialect = ON_FLOATS) -> str:
        """The text of that function."""
        return self.recording(outputs).source(dialect)


def _reciprocal(divisor: float) -> float | None:
    """None if it is not a normal number."""
    reciprocal = 1.0 / divisor if divisor else math.inf
    return reciprocal if sys.float_info.min < abs(reciprocal) < math.inf else None
