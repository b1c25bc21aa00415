"""Readers of the fields of requests. A reader checks a JSON value, and returns a Python value.

A reader raises Rejected if the value breaks its rule. The text of the exception contains the rule
and the value, and read_field adds the name of the field in front.
"""

import json
import math
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")
Reader = Callable[[Any], T]


class Rejected(Exception):
    """Raised to refuse a request. str() of it is the status that the client gets.

    values, if given, are the values that the client gets with the refusal.
    """

    def __init__(self, status: str, values: Mapping[str, Any] | None = None):
        super().__init__(status)
        self.values = values


@cache
def number(above: float | None = None, at_least: float | None = None) -> Reader[float]:
    """Make a reader of a finite number. Booleans, and integers beyond a double, are refused."""
    rule = "a finite number" + _bounds(above, at_least)

    def read(value: Any) -> float:
        if not _is_number(value) or not _within(float(value), above, at_least):
            raise Rejected(f"must be {rule}, got {show(value)}")
        return float(value)

    return read


@cache
def vector(
    n: int, above: float | None = None, at_least: float | None = None
) -> Reader[tuple[float, ...]]:
    """Make a reader of a list of n numbers, which are checked as by number()."""
    rule = f"a list of {n} finite numbers" + _bounds(above, at_least, each=True)

    def read(value: Any) -> tuple[float, ...]:
        if (
            not isinstance(value, list)
            or len(value) != n
            or not all(_is_number(v) and _within(float(v), above, at_least) for v in value)
        ):
            raise Rejected(f"must be {rule}, got {show(value)}")
        return tuple(float(v) for v in value)

    return read


def ranges(n: int) -> Reader[tuple[tuple[float, float], ...]]:
    """Make a reader of a list of n pairs [lowest, highest]."""
    pair = vector(2)

    def read(value: Any) -> tuple[tuple[float, float], ...]:
        try:
            pairs = [pair(item) for item in value] if isinstance(value, list) else []
        except Rejected:
            pairs = []
        if len(pairs) != n or not all(lowest < highest for lowest, highest in pairs):
            raise Rejected(f"must be a list of {n} pairs [lowest, highest], got {show(value)}")
        return tuple((lowest, highest) for lowest, highest in pairs)

    return read


def or_null(reader: Reader[T]) -> Reader[T | None]:
    """Make a reader that also accepts null, as None."""
    return lambda value: None if value is None else reader(value)


def whole(at_least: int, at_most: int) -> Reader[int]:
    """Make a reader of a whole number from at_least to at_most. 10.0 counts as 10."""

    def read(value: Any) -> int:
        if not _is_number(value) or value != int(value) or not at_least <= value <= at_most:
            raise Rejected(
                f"must be a whole number from {at_least} to {at_most}, got {show(value)}"
            )
        return int(value)

    return read


def boolean(value: Any) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise Rejected(f"must be true or false, got {show(value)}")
    return value


def text(value: Any) -> str:
    """Read a string."""
    if not isinstance(value, str):
        raise Rejected(f"must be a string, got {show(value)}")
    return value


def choice(options: Collection[str]) -> Reader[str]:
    """Make a reader of one of a few strings. Upper and lower case count as different."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in options:
            raise Rejected(f"must be one of {', '.join(options)}, got {show(value)}")
        return value

    return read


def read_field(args: Mapping[str, Any], name: str, reader: Reader[T]) -> T:
    """Read a required field. Raises Rejected, with the name of the field."""
    if name not in args:
        raise Rejected(f"{name} is missing")
    try:
        return reader(args[name])
    except Rejected as problem:
        raise Rejected(f"{name} {problem}") from None


def read_each(
    args: Mapping[str, Any], readers: Mapping[str, Reader[Any]]
) -> tuple[dict[str, Any], list[str]]:
    """Read optional fields independently of each other.

    Returns the values of the valid fields, and a sentence about each invalid one.
    """
    accepted = {}
    problems = []
    for name in readers:
        if name in args:
            try:
                accepted[name] = read_field(args, name, readers[name])
            except Rejected as problem:
                problems.append(str(problem))
    return accepted, problems


def show(value: Any, width: int = 80) -> str:
    """Show a value as JSON. A long object, list or string is shown by its kind and length."""
    for kind, what in ((dict, "an object"), (list, "a list"), (str, "a string")):
        if isinstance(value, kind) and len(value) > width:
            return f"{what} of {len(value)}"
    shown = json.dumps(value)
    return shown if len(shown) <= width else shown[: width - 3] + "..."


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer beyond the range of a double
        return False


def _within(value: float, above: float | None, at_least: float | None) -> bool:
    return (above is None or value > above) and (at_least is None or value >= at_least)


def _bounds(above: float | None, at_least: float | None, each: bool = False) -> str:
    which = ", each" if each else ""
    if above is not None:
        return f"{which} above {above:g}"
    if at_least is not None:
        return f"{which} at least {at_least:g}"
    return ""
