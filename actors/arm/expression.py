"""Reads arithmetic in t, such as sin(t)*t^2, into a program in postfix notation: t sin t 2 ^ *.

The parser works by operator precedence (Floyd, 1963) with a stack of operators (the shunting-yard
algorithm of Dijkstra, 1961). It does not recurse, so it reads expressions of any nesting depth, and
its time is proportional to their length. It builds no tree.
"""

import math
import re
from collections.abc import Callable
from typing import Any, TypeAlias

from actors.arm.program import Program
from actors.arm.slices import Slices, in_slices

TOKENS = 1_000  # that are read in one slice, about 1 ms

# A larger number binds more tightly. Unary minus binds more tightly than ^, so -2^2 is 4.
BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3, "neg": 4}
RIGHT_ASSOCIATIVE = {"^"}
FUNCTIONS = {"sin", "cos", "tan", "exp", "sqrt", "ln", "abs"}
TOKEN = re.compile(
    r"[ \t\r\n]*(?:(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z_0-9]*)|(?P<symbol>[-+*/^()])|(?P<end>$)|(?P<other>.))",
    re.DOTALL,
)

Match: TypeAlias = "re.Match[str]"
Expect: TypeAlias = "Callable[[str, Match], Expect]"


class SyntaxProblem(ValueError):
    """The text is not an expression in t; str() says why."""


@in_slices
def read(text: str) -> Slices[Program]:
    """Return the program of an expression. Raises SyntaxProblem if the text is not one in t."""
    return (yield from _Reader(text).read())


def _binding(token: str) -> float:
    """Return how tightly operators before a token must bind to be applied before it."""
    if token == ")":
        return 0
    return BINDING.get(token, math.inf) + (token in RIGHT_ASSOCIATIVE)


class _Reader:
    """A parser with its program so far, and a stack of operators that are not yet part of it.

    The methods _operand, _argument and _operator are its states. Each takes one token, and returns
    the method that takes the next token.
    """

    def __init__(self, text: str):
        self.text = text
        self.program = Program()
        self.operators: list[str] = []  # "(", function names, and the keys of BINDING

    def read(self) -> Slices[Program]:
        expect: Any = self._operand
        for k, match in enumerate(TOKEN.finditer(self.text)):
            if k % TOKENS == TOKENS - 1:
                yield
            if match.lastgroup == "end":
                break
            token = match[match.lastgroup or 0]
            if expect == self._operator and self._binds_more(_binding(token)):
                yield from self._apply_those_that_bind(_binding(token))
            expect = expect(token, match)
        if expect != self._operator:
            raise SyntaxProblem(
                "the expression is empty"
                if not self.text.strip()
                else "the expression ends where a value is expected"
            )
        yield from self._apply_those_that_bind(0)
        if self.operators:
            raise SyntaxProblem("a parenthesis is not closed")
        return self.program

    def _operand(self, token: str, match: Match) -> Any:
        if token == "t":
            self.program.push("t")
        elif match.lastgroup == "number":
            self.program.push(float(token))
        elif token in FUNCTIONS:
            self.operators.append(token)
            return self._argument
        elif token == "(":
            self.operators.append(token)
            return self._operand
        elif token == "-":
            self.operators.append("neg")
            return self._operand
        else:
            raise _unexpected(token, match, "a value")
        return self._operator

    def _argument(self, token: str, match: Match) -> Any:
        if token != "(":
            raise _unexpected(token, match, f"( after {self.operators[-1]}")
        self.operators.append(token)
        return self._operand

    def _operator(self, token: str, match: Match) -> Any:
        if token in BINDING:
            self.operators.append(token)
            return self._operand
        if token == ")":
            if not self.operators:
                at = match.start("symbol")
                raise SyntaxProblem(f"a parenthesis at character {at + 1} was never opened")
            self.operators.pop()
            if self.operators and self.operators[-1] in FUNCTIONS:
                self.program.apply(self.operators.pop())
            return self._operator
        raise _unexpected(token, match, "an operator")

    def _binds_more(self, binding: float) -> bool:
        """Return whether the topmost operator binds at least as tightly as `binding`.

        An open parenthesis or a function name does not bind.
        """
        return bool(self.operators) and BINDING.get(self.operators[-1], -1) >= binding

    def _apply_those_that_bind(self, binding: float) -> Slices[None]:
        """Apply the topmost operators, as long as they bind at least as tightly as `binding`."""
        applied = 0
        while self._binds_more(binding):
            self.program.apply(self.operators.pop())
            applied += 1
            if applied % TOKENS == 0:
                yield


def _unexpected(token: str, match: Match, expected: str) -> SyntaxProblem:
    kind = match.lastgroup or "other"
    at = match.start(kind)
    if kind == "name" and token != "t" and token not in FUNCTIONS:
        return SyntaxProblem(
            f"{token[:40]!r} at character {at + 1} is unknown: the names are t, "
            f"{', '.join(sorted(FUNCTIONS))}"
        )
    return SyntaxProblem(f"{expected} is expected at character {at + 1}, got {token[:40]!r}")
