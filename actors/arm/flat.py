"""Writes one flat Python function from recorded operations, and compiles it.

A value that is used once is written where it is used; a value that is used more than once gets a
line of its own. The function is written in one of three dialects: on floats as Python has them (it
raises where Python raises), on floats by the rules of IEEE 754 (it never raises, and is slower),
and on arrays.
"""

import marshal
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any, NamedTuple, TypeAlias

from actors.arm.operations import ANSWERS, GUARDED, PLAIN, on_arrays, quiet

DEEPEST = 12  # expressions nested in one line of Python

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

# (operation, *operand nodes), ("constant", Python text) or ("input", name). Nodes are numbered in
# the order they were recorded in, so the operands of a node come before it.
Node: TypeAlias = tuple[Any, ...]
# Numbers of nodes, in sequences that become tuples.
Results: TypeAlias = "Sequence[int | Results]"


class Parameter(NamedTuple):
    """One argument: a number, or a tuple of what has names of its own."""

    name: str
    components: "tuple[Parameter, ...]" = ()

    def unpacked(self) -> str:
        """The text of the target that a value of this parameter is assigned to."""
        if not self.components:
            return self.name
        return _tuple(component.unpacked() for component in self.components)


class Dialect(NamedTuple):
    """How operations are written: which functions exist, and what is called instead of spelled."""

    functions: Callable[[], Mapping[str, Callable[..., Any]]]
    called: frozenset[str]

    def spell(self, operation: str, operands: Sequence[str]) -> str:
        if operation in SPELLING and operation not in self.called:
            return SPELLING[operation].format(*operands)
        return f"{NAMES[operation]}({', '.join(operands)})"

    def scope(self) -> dict[str, Any]:
        """The global names of a function in this dialect."""
        functions = self.functions()
        return {name: functions[operation] for operation, name in NAMES.items()}


ON_FLOATS = Dialect(lambda: PLAIN, frozenset())
CAREFUL = Dialect(lambda: GUARDED, frozenset(ANSWERS))
ON_ARRAYS = Dialect(on_arrays, frozenset(("choose",)))


class Recording(NamedTuple):
    """What was recorded, and which of it a function is to return."""

    nodes: Sequence[Node]
    parameters: Sequence[Parameter]
    results: Results

    def function(self, dialect: Dialect = ON_FLOATS) -> Callable[..., tuple[Any, ...]]:
        """The function of the parameters that returns the results as a tuple.

        In the dialect on floats it raises one of DOMAIN_ERRORS where Python does.
        """
        names = dialect.scope()
        exec(compile(self.source(dialect), "<derived>", "exec"), names)
        derived = names["derived"]
        return quiet(derived) if dialect is ON_ARRAYS else derived

    def source(self, dialect: Dialect = ON_FLOATS) -> str:
        """The text of that function."""
        text, lines = self._expressions(dialect)
        arguments = ", ".join(parameter.name for parameter in self.parameters)
        unpacking = [f"    {x.unpacked()} = {x.name}" for x in self.parameters if x.components]
        returned = _returned(self.results, text)
        return "\n".join(
            [f"def derived({arguments}):", *unpacking, *lines, f"    return {returned}"]
        )

    def _expressions(self, dialect: Dialect) -> tuple[dict[int, str], list[str]]:
        """The text of each node that is needed, and the lines that assign those used again."""
        uses = self._uses()
        text: dict[int, str] = {}
        depth: dict[int, int] = {}
        lines = []
        for node, (kind, *operands) in enumerate(self.nodes):
            if not uses[node]:
                continue
            depth[node] = 0
            if kind not in PLAIN:
                text[node] = operands[0]
                continue
            text[node] = dialect.spell(kind, [text[operand] for operand in operands])
            depth[node] = 1 + max(depth[operand] for operand in operands)
            if uses[node] > 1 or depth[node] >= DEEPEST:
                lines.append(f"    v{node} = {text[node]}")
                text[node] = f"v{node}"
                depth[node] = 0
        return text, lines

    def _uses(self) -> list[int]:
        """How often each node is needed for the results."""
        uses = [0] * len(self.nodes)
        for node in _leaves(self.results):
            uses[node] += 1
        for node in range(len(self.nodes) - 1, -1, -1):
            if uses[node] and self.nodes[node][0] in PLAIN:
                for operand in self.nodes[node][1:]:
                    uses[operand] += 1
        return uses


def _leaves(results: Results) -> Iterator[int]:
    for result in results:
        if isinstance(result, int):
            yield result
        else:
            yield from _leaves(result)


def _returned(results: Results, text: Mapping[int, str]) -> str:
    return _tuple(text[x] if isinstance(x, int) else _returned(x, text) for x in results)


def _tuple(items: Any) -> str:
    """The Python text of a tuple."""
    return "(" + "".join(f"{item}, " for item in items).rstrip(" ") + ")"


def preserved(function: Callable[..., Any]) -> bytes:
    """A function on floats as bytes, for this interpreter alone. To derive it anew takes longer."""
    return marshal.dumps(function.__code__)


def revived(code: bytes) -> Callable[..., tuple[Any, ...]]:
    """The function that was preserved."""
    return FunctionType(marshal.loads(code), ON_FLOATS.scope())
