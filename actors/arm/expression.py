"""Reads arithmetic in t, such as sin(t)*t^2, and records it on a tape.

The parser works by operator precedence (Floyd, 1963) with two stacks (the shunting-yard algorithm
of Dijkstra, 1961). It does not recurse, so it reads expressions of any nesting depth. It builds no
tree: it records each operation as soon as its operands are known.
"""

import math
import re
from collections.abc import Callable
from typing import Any

from actors.arm.slices import Slices, in_slices
from actors.arm.tape import Scalar, Tape

TOKENS = 200  # that are read in one slice, about 0.7 ms

# A larger number binds more tightly. Unary minus binds more tightly than ^, so -2^2 is 4.
BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3, "neg": 4}
RIGHT_ASSOCIATIVE = {"^"}
FUNCTIONS = {"sin", "cos", "tan", "exp", "sqrt", "ln", "abs"}
TOKEN = re.compile(
    r"[ \t\r\n]*(?:(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z_0-9]*)|(?P<symbol>[-+*/^()])|(?P<end>$)|(?P<other>.))",
    re.DOTALL,
)


class SyntaxProblem(ValueError):
    """The text is not an expression in t; str() says why."""


@in_slices
def evaluate(text: str, t: Scalar, tape: Tape) -> Slices[Scalar]:
    """Record the value of the expression at t on the tape, and return it.

    Raises SyntaxProblem if the text is not an expression in t.
    """
    return (yield from _Reader(text, t, tape).read())


def _binding(token: str) -> float:
    """Return how tightly operators before a token must bind to be recorded before it."""
    if token == ")":
        return 0
    return BINDING.get(token, math.inf) + (token in RIGHT_ASSOCIATIVE)


class _Reader:
    """A parser with its stacks: the operands and operators that it has read but not yet recorded.

    The methods _operand, _argument and _operator are its states. Each takes one token, and returns
    the method that takes the next token.
    """

    def __init__(self, text: str, t: Scalar, tape: Tape):
        self.text = text
        self.t = t
        self.tape = tape
        self.operands: list[Scalar] = []
        self.operators: list[str] = []  # "(", function names, and the keys of BINDING

    def read(self) -> Slices[Scalar]:
        expect: Callable[[str, str, int], Any] = self._operand
        for k, token in enumerate(TOKEN.finditer(self.text)):
            if k % TOKENS == TOKENS - 1:
                yield
            kind = token.lastgroup or "other"
            if kind == "end":
                break
            if expect == self._operator:
                yield from self._reduce(_binding(token[kind]))
            expect = expect(kind, token[kind], token.start(kind))
        if expect != self._operator:
            raise SyntaxProblem(
                "the expression is empty"
                if not self.text.strip()
                else "the expression ends where a value is expected"
            )
        yield from self._reduce(0)
        if self.operators:
            raise SyntaxProblem("a parenthesis is not closed")
        return self.operands.pop()

    def _operand(self, kind: str, token: str, at: int) -> Any:
        if kind == "number":
            self.operands.append(self.tape.constant(float(token)))
        elif kind == "name" and token == "t":
            self.operands.append(self.t)
        elif kind == "name" and token in FUNCTIONS:
            self.operators.append(token)
            return self._argument
        elif token == "(":
            self.operators.append(token)
            return self._operand
        elif token == "-":
            self.operators.append("neg")
            return self._operand
        else:
            raise self._unexpected(kind, token, at, "a value")
        return self._operator

    def _argument(self, kind: str, token: str, at: int) -> Any:
        if token != "(":
            raise self._unexpected(kind, token, at, f"( after {self.operators[-1]}")
        self.operators.append(token)
        return self._operand

    def _operator(self, kind: str, token: str, at: int) -> Any:
        if token in BINDING:
            self.operators.append(token)
            return self._operand
        if token == ")":
            if not self.operators:
                raise SyntaxProblem(f"a parenthesis at character {at + 1} was never opened")
            self.operators.pop()
            if self.operators and self.operators[-1] in FUNCTIONS:
                self._apply(self.operators.pop())
            return self._operator
        raise self._unexpected(kind, token, at, "an operator")

    def _reduce(self, binding: float) -> Slices[None]:
        """Record the topmost operators, as long as they bind at least as tightly as `binding`.

        An open parenthesis or a function name ends this.
        """
        applied = 0
        while self.operators and BINDING.get(self.operators[-1], -1) >= binding:
            self._apply(self.operators.pop())
            applied += 1
            if applied % TOKENS == 0:
                yield

    def _apply(self, operation: str) -> None:
        count = 2 if operation in "+-*/^" else 1
        operands = self.operands[-count:]
        del self.operands[-count:]
        self.operands.append(self.tape.record(operation, *operands))

    @staticmethod
    def _unexpected(kind: str, token: str, at: int, expected: str) -> SyntaxProblem:
        if kind == "name" and token != "t" and token not in FUNCTIONS:
            return SyntaxProblem(
                f"{token[:40]!r} at character {at + 1} is unknown: the names are t, "
                f"{', '.join(sorted(FUNCTIONS))}"
            )
        return SyntaxProblem(f"{expected} is expected at character {at + 1}, got {token[:40]!r}")
