"""Straight-line Python, derived from readable Python.

The mechanics, the integrators and the parser are written for any scalars that can add, multiply and
take a sine. Give them recording scalars instead of floats and they leave on a tape what they did:
loops unrolled, coefficients folded to constants, common terms shared. Tape.function turns the tape
into one flat Python function that does just that arithmetic. So the fast step of the live arm is
never written a second time, and cannot disagree with the text that it came from.

    tape = Tape()
    x = tape.input("x")
    f = tape.function([x * x + cos(x) * 2.0])       # def f(x): return (x*x + 2.0*cos(x),)
"""

import marshal
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any, TypeAlias

import numpy as np

DEEPEST = 12  # expressions nested into each other in one line of Python

SPELLING = {"+": "({} + {})", "-": "({} - {})", "*": "({} * {})", "/": "({} / {})", "neg": "(-{})"}
PLAIN: dict[str, Callable[..., float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "neg": lambda a: -a,
    "^": math.pow,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "exp": math.exp,
    "sqrt": math.sqrt,
    "ln": math.log,
    "abs": abs,
}
# The same by the rules of IEEE 754, where Python raises an exception: 1/0 is inf, sqrt(-1) is nan.
IEEE: dict[str, Callable[..., Any]] = {
    "/": np.divide,
    "^": np.power,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "exp": np.exp,
    "sqrt": np.sqrt,
    "ln": np.log,
}
DOMAIN_ERRORS = (ArithmeticError, ValueError)


def guarded(operation: str) -> Callable[..., float]:
    """The operation on floats as IEEE 754 has it: it never raises. Called where numpy's warnings are off."""
    plain = PLAIN[operation]

    def apply(*operands: float) -> float:
        try:
            return plain(*operands)
        except DOMAIN_ERRORS:
            return float(IEEE[operation](*map(np.float64, operands)))

    return apply


GUARDED = {operation: guarded(operation) for operation in PLAIN}
NAMES = {
    operation: operation if operation.isalpha() else f"op{ord(operation)}" for operation in PLAIN
}
ARRAY_SCOPE = {NAMES[operation]: function for operation, function in IEEE.items()} | {"abs": np.abs}
PLAIN_SCOPE = {NAMES[operation]: function for operation, function in PLAIN.items()}
GUARDED_SCOPE = {NAMES[operation]: function for operation, function in GUARDED.items()}


class Scalar:
    """A number that is not known yet; arithmetic with it is recorded on its tape."""

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

    def cos(self) -> "Scalar":
        return self.tape.record("cos", self)

    def sin(self) -> "Scalar":
        return self.tape.record("sin", self)


Number: TypeAlias = Scalar | float


class Tape:
    """What was done with some scalars, in order; each thing once.

    reciprocals: multiply with the reciprocal of a constant instead of dividing by it, where it has one. That is
    quicker, and may change the last digit.
    """

    def __init__(self, reciprocals: bool = False) -> None:
        self._reciprocals = reciprocals
        self._nodes: list[
            tuple[Any, ...]
        ] = []  # (operation, *operand nodes), ("constant", hex), ("input", name)
        self._known: dict[tuple[Any, ...], int] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def input(self, name: str) -> Scalar:
        return Scalar(self, self._node("input", name))

    def constant(self, value: float) -> Scalar:
        return Scalar(self, self._node("constant", float(value).hex()))

    def record(self, operation: str, *operands: Number) -> Scalar:
        """One operation; done at once if its operands are constants."""
        scalars = [x if isinstance(x, Scalar) else self.constant(x) for x in operands]
        nodes = [self._nodes[x.node] for x in scalars]
        if all(node[0] == "constant" for node in nodes):
            with np.errstate(all="ignore"):
                return self.constant(
                    GUARDED[operation](*(float.fromhex(node[1]) for node in nodes))
                )
        if operation == "/" and nodes[1][0] == "constant" and self._reciprocals:
            divisor = float.fromhex(nodes[1][1])
            reciprocal = 1.0 / divisor if divisor else math.inf
            if sys.float_info.min < abs(reciprocal) < math.inf:
                operation = "*"
                scalars = [scalars[0], self.constant(reciprocal)]
        return Scalar(self, self._node(operation, *(x.node for x in scalars)))

    def _node(self, *node: Any) -> int:
        if node not in self._known:
            self._known[node] = len(self._nodes)
            self._nodes.append(node)
        return self._known[node]

    # -- to Python -------------------------------------------------------------------------------
    def function(self, outputs: Sequence[Number]) -> Callable[..., tuple[float, ...]]:
        """A function of the inputs, in the order they were made, that returns the outputs; for floats.

        Where Python raises an exception for what IEEE 754 calls inf or nan, so does it.
        """
        return self._compile(outputs, PLAIN_SCOPE, careful=False)

    def careful_function(self, outputs: Sequence[Number]) -> Callable[..., tuple[float, ...]]:
        """The same by the rules of IEEE 754: slower, and never raises."""
        return np.errstate(all="ignore")(self._compile(outputs, GUARDED_SCOPE, careful=True))

    def array_function(self, outputs: Sequence[Number]) -> Callable[..., tuple[Any, ...]]:
        """The same arithmetic on arrays of one shape: a batch of arms at once."""
        return np.errstate(all="ignore")(self._compile(outputs, ARRAY_SCOPE, careful=False))

    def _compile(
        self, outputs: Sequence[Number], scope: Mapping[str, Any], careful: bool
    ) -> Callable[..., Any]:
        names = dict(scope)
        exec(compile(self.source(outputs, careful), "<tape>", "exec"), names)
        return names["derived"]

    def source(self, outputs: Sequence[Number], careful: bool = False) -> str:
        """The text of that function: a line for each value that is used more than once, or nested too deep."""
        results = [x.node if isinstance(x, Scalar) else self.constant(x).node for x in outputs]
        uses = self._uses(results)
        text: dict[int, str] = {}
        depth: dict[int, int] = {}
        lines = []
        for node, (kind, *operands) in enumerate(self._nodes):
            if not uses[node]:
                continue
            text[node] = self._spell(kind, operands, text, careful)
            depth[node] = 0
            if kind in PLAIN:
                depth[node] = 1 + max(depth[operand] for operand in operands)
                if uses[node] > 1 or depth[node] >= DEEPEST:
                    lines.append(f"    v{node} = {text[node]}")
                    text[node] = f"v{node}"
                    depth[node] = 0
        inputs = ", ".join(name for kind, name, *_ in self._nodes if kind == "input")
        returned = ", ".join(text[node] for node in results)
        return "\n".join([f"def derived({inputs}):", *lines, f"    return ({returned},)"])

    def _uses(self, results: Sequence[int]) -> list[int]:
        """How often each node is needed for the results."""
        uses = [0] * len(self._nodes)
        for node in results:
            uses[node] += 1
        for node in range(len(self._nodes) - 1, -1, -1):
            if uses[node] and self._nodes[node][0] in PLAIN:
                for operand in self._nodes[node][1:]:
                    uses[operand] += 1
        return uses

    def _spell(
        self, kind: str, operands: Sequence[Any], text: dict[int, str], careful: bool
    ) -> str:
        if kind == "input":
            return operands[0]
        if kind == "constant":
            value = float.fromhex(operands[0])
            return repr(value) if math.isfinite(value) else f"float('{value}')"
        pattern = SPELLING.get(kind)
        if pattern is None or (careful and kind in IEEE):
            pattern = NAMES[kind] + "(" + ", ".join("{}" for _ in operands) + ")"
        return pattern.format(*(text[operand] for operand in operands))


def preserved(function: Callable[..., Any]) -> bytes:
    """A function of Tape.function as bytes, for this interpreter: deriving it anew takes some 100 times as long."""
    return marshal.dumps(function.__code__)


def revived(code: bytes) -> Callable[..., tuple[float, ...]]:
    """The function that was preserved."""
    return FunctionType(marshal.loads(code), dict(PLAIN_SCOPE))


def cos(x: Any) -> Any:
    """The cosine of a float, an array or a recording scalar."""
    return (
        np.cos(x)
        if isinstance(x, np.ndarray)
        else x.cos()
        if isinstance(x, Scalar)
        else math.cos(x)
    )


def sin(x: Any) -> Any:
    """The sine of a float, an array or a recording scalar."""
    return (
        np.sin(x)
        if isinstance(x, np.ndarray)
        else x.sin()
        if isinstance(x, Scalar)
        else math.sin(x)
    )
