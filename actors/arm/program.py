"""Programs in postfix notation: how to compute the value of an expression in t with a stack.

The program of (t+1)*2 is t 1 + 2 *. A number, or t, is put onto the stack. An operation takes its
operands from the stack, and puts its result onto it. A program can be recorded on a tape, to derive
a fast function, or it can be computed with floats as it stands, which needs no preparation.
"""

from typing import TypeAlias

from actors.arm.operations import GUARDED
from actors.arm.slices import Slices, in_slices
from actors.arm.tape import Scalar, Tape

AT_ONCE = 5_000  # entries of one slice: they take less than 1 ms, or 2 ms if they are all functions
RECORDED_AT_ONCE = 200  # entries that are recorded in one slice, about 0.5 ms

Entry: TypeAlias = float | str  # a constant, "t", or the name of an operation
TWO_OPERANDS = frozenset("+-*/^")


class Program:
    """A program, and the number of operations in it."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.operations = 0

    def push(self, operand: Entry) -> None:
        """Add a constant, or "t"."""
        self.entries.append(operand)

    def apply(self, operation: str) -> None:
        """Add an operation, or its result if its operands are constants."""
        count = 2 if operation in TWO_OPERANDS else 1
        entries = self.entries
        if type(entries[-1]) is float and type(entries[-count]) is float:
            result = GUARDED[operation](*entries[-count:])
            del entries[-count:]
            entries.append(result)
        else:
            entries.append(operation)
            self.operations += 1


@in_slices
def record(program: Program, t: Scalar, tape: Tape) -> Slices[Scalar]:
    """Record a program at t on a tape, and return its value."""
    stack: list[Scalar] = []
    for k, entry in enumerate(program.entries):
        if k % RECORDED_AT_ONCE == RECORDED_AT_ONCE - 1:
            yield
        if type(entry) is float:
            stack.append(tape.constant(entry))
        elif entry == "t":
            stack.append(t)
        else:
            operation = str(entry)
            count = 2 if operation in TWO_OPERANDS else 1
            operands = stack[-count:]
            del stack[-count:]
            stack.append(tape.record(operation, *operands))
    return stack.pop()


@in_slices
def compute(program: Program, t: float) -> Slices[float]:
    """Return the value of a program at t, by the rules of IEEE 754."""
    stack: list[float] = []
    for first in range(0, len(program.entries), AT_ONCE):
        yield
        _advance(program.entries[first : first + AT_ONCE], t, stack)
    return stack.pop()


def _advance(entries: list[Entry], t: float, stack: list[float]) -> None:
    """Compute some entries of a program. A chain of comparisons is faster here than a table."""
    push = stack.append
    pop = stack.pop
    for entry in entries:
        if entry == "t":
            push(t)
        elif type(entry) is float:
            push(entry)
        elif entry == "+":
            right = pop()
            stack[-1] += right
        elif entry == "*":
            right = pop()
            stack[-1] *= right
        elif entry == "-":
            right = pop()
            stack[-1] -= right
        elif entry == "/" or entry == "^":
            right = pop()
            stack[-1] = GUARDED[entry](stack[-1], right)
        else:
            stack[-1] = GUARDED[str(entry)](stack[-1])
