"""Writes one flat Python function from recorded operations, and compiles it.

A value that is used once is written where it is used; a value that is used more than once gets its
own line. The function is written in one of three dialects:

    ON_FLOATS   computes with floats, and raises where Python raises
    CAREFUL     computes with floats by the rules of IEEE 754: it never raises, and it is slower
    ON_ARRAYS   computes with arrays, and never raises
"""

import marshal
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any, NamedTuple, TypeAlias

from actors.arm.operations import ANSWERS, GUARDED, PLAIN, on_arrays, quiet
from actors.arm.slices import Slices, in_slices, result_of

NODES = 500  # that are written in one slice, about 1 ms
LINES = 50  # lines of one piece of a function; they are compiled in about 1 ms
DEEPEST = 12  # the largest number of expressions that are nested in one line of Python

SPELLING = {
    "+": "({} + {})",
    "-": "({} - {})",
    "*": "({} * {})",
    "/": "({} / {})",
    ">": "({} > {})",
    "neg": "(-{})",
    "choose": "({1} if {0} else {2})",
}
NAMES = {"/": "divide", "^": "power"} | {name: name for name in PLAIN if name.isalpha()}

# A node is (operation, *operand nodes), ("constant", Python text) or ("input", name). Nodes are
# numbered in the order in which they are recorded, so the operands of a node come before it.
Node: TypeAlias = tuple[Any, ...]
# Results are numbers of nodes, in nested sequences. The function returns each sequence as a tuple.
Results: TypeAlias = "Sequence[int | Results]"


class Parameter(NamedTuple):
    """One argument of the function: a number, or a tuple of named components."""

    name: str
    components: "tuple[Parameter, ...]" = ()

    def unpacked(self) -> str:
        """Return the assignment target, as Python text, that unpacks this argument."""
        if not self.components:
            return self.name
        return _tuple(component.unpacked() for component in self.components)


class Dialect(NamedTuple):
    """How operations are written as Python text."""

    functions: Callable[[], Mapping[str, Callable[..., Any]]]  # returns them by operation
    called: frozenset[str]  # operations that are function calls although Python has a sign for them

    def spell(self, operation: str, operands: Sequence[str]) -> str:
        """Return the Python text of an operation on operands that are Python texts."""
        if operation in SPELLING and operation not in self.called:
            return SPELLING[operation].format(*operands)
        return f"{NAMES[operation]}({', '.join(operands)})"

    def scope(self) -> dict[str, Any]:
        """Return the global names that a function in this dialect needs."""
        functions = self.functions()
        return {name: functions[operation] for operation, name in NAMES.items()}


ON_FLOATS = Dialect(lambda: PLAIN, frozenset())
CAREFUL = Dialect(lambda: GUARDED, frozenset(ANSWERS))
ON_ARRAYS = Dialect(on_arrays, frozenset(("choose",)))


class Recording(NamedTuple):
    """Recorded operations, and the results that a function made from them returns."""

    nodes: Sequence[Node]
    parameters: Sequence[Parameter]
    results: Results

    def function(self, dialect: Dialect = ON_FLOATS) -> Callable[..., tuple[Any, ...]]:
        """Compile the function, which takes the parameters and returns the results as a tuple.

        In the dialect ON_FLOATS it raises one of DOMAIN_ERRORS where Python does.
        """
        names = dialect.scope()
        exec(compile(self.source(dialect), "<derived>", "exec"), names)
        derived = names["derived"]
        return quiet(derived) if dialect is ON_ARRAYS else derived

    def source(self, dialect: Dialect = ON_FLOATS) -> str:
        """Return the Python text of the function."""
        text, lines = result_of(self._expressions(dialect))
        arguments = ", ".join(parameter.name for parameter in self.parameters)
        unpacking = [f"    {x.unpacked()} = {x.name}" for x in self.parameters if x.components]
        returned = _returned(self.results, text)
        return "\n".join(
            [
                f"def derived({arguments}):",
                *unpacking,
                *(f"    {line}" for line in lines),
                f"    return {returned}",
            ]
        )

    def _expressions(self, dialect: Dialect) -> Slices[tuple[dict[int, str], list[str]]]:
        """Return the text of each node that the results need, and the lines that assign variables.

        A node gets a variable if it is used more than once, or if its expression is nested deeply.
        """
        uses = self._uses()
        text: dict[int, str] = {}
        depth: dict[int, int] = {}
        lines = []
        for node, (kind, *operands) in enumerate(self.nodes):
            if node % NODES == NODES - 1:
                yield
            if not uses[node]:
                continue
            depth[node] = 0
            if kind not in PLAIN:
                text[node] = operands[0]
                continue
            text[node] = dialect.spell(kind, [text[operand] for operand in operands])
            depth[node] = 1 + max(depth[operand] for operand in operands)
            if uses[node] > 1 or depth[node] >= DEEPEST:
                lines.append(f"v{node} = {text[node]}")
                text[node] = f"v{node}"
                depth[node] = 0
        return text, lines

    def _uses(self) -> list[int]:
        """Return how often each node is used on the way to the results."""
        uses = [0] * len(self.nodes)
        for node in _leaves(self.results):
            uses[node] += 1
        for node in range(len(self.nodes) - 1, -1, -1):
            if uses[node] and self.nodes[node][0] in PLAIN:
                for operand in self.nodes[node][1:]:
                    uses[operand] += 1
        return uses


@in_slices
def in_pieces(recording: Recording, dialect: Dialect = ON_FLOATS) -> Slices[Callable[..., Any]]:
    """Compile a long function of numbers piece by piece, as Recording.function does at a stretch.

    The pieces share their variables as global names, so the function is slower.
    """
    names = dialect.scope()
    text, lines = yield from recording._expressions(dialect)
    lines.append(f"results = {_returned(recording.results, text)}")
    pieces = []
    for k in range(0, len(lines), LINES):
        yield
        pieces.append(compile("\n".join(lines[k : k + LINES]), "<derived>", "exec"))
    parameters = [parameter.name for parameter in recording.parameters]

    def derived(*arguments: float) -> Any:
        names.update(zip(parameters, arguments))
        for piece in pieces:
            exec(piece, names)
        return names["results"]

    return derived


def _leaves(results: Results) -> Iterator[int]:
    for result in results:
        if isinstance(result, int):
            yield result
        else:
            yield from _leaves(result)


def _returned(results: Results, text: Mapping[int, str]) -> str:
    return _tuple(text[x] if isinstance(x, int) else _returned(x, text) for x in results)


def _tuple(items: Any) -> str:
    """Return the Python text of a tuple."""
    return "(" + "".join(f"{item}, " for item in items).rstrip(" ") + ")"


def preserved(function: Callable[..., Any]) -> bytes:
    """Return a function in the dialect ON_FLOATS as bytes, for the same version of Python.

    revived() makes a function from the bytes faster than Recording.function derives it again.
    """
    return marshal.dumps(function.__code__)


def revived(code: bytes) -> Callable[..., tuple[Any, ...]]:
    """Return the function whose bytes preserved() has returned."""
    return FunctionType(marshal.loads(code), ON_FLOATS.scope())
