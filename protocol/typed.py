"""Turns messages from JSON values into typed ones, by the rules in protocol/definitions/README.md.

What a typed message is made of is given: a class for each type of message, and a function for
arrays of numbers and truth values.
"""

import base64
import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from protocol.fields import show
from protocol.idl import ANY_LENGTH, FLOATS, NO_ARRAY, TEXTS, Field
from protocol.interfaces import Interfaces

Convert: TypeAlias = Callable[[Any], Any]
BYTES = frozenset({"byte", "char", "uint8"})


class Unfit(ValueError):
    """Raised for a value that does not fit the type. The text names the field and the reason."""


class Typed:
    """Converts messages of known types. Each type is compiled once.

    classes     the class of each type of message, called with the values of its fields in order
    array       makes an array from the name of a primitive type, not a text, and a list of values
    """

    def __init__(
        self,
        interfaces: Interfaces,
        classes: Mapping[str, Callable[..., Any]],
        array: Callable[[str, list[Any]], Any],
    ):
        self._interfaces = interfaces
        self._classes = classes
        self._array = array
        self._converters: dict[str, Convert] = {}

    def converter(self, name: str) -> Convert:
        """Return a function from JSON values to typed messages of a type. It raises Unfit."""
        if name not in self._converters:
            self._converters[name] = self._compiled(name)
        return self._converters[name]

    def _compiled(self, name: str) -> Convert:
        make = self._classes[name]
        fields = self._interfaces.message(name).fields
        parts = [(field.name, self._of_field(field)) for field in fields]
        only_an_array = len(fields) == 1 and fields[0].length != NO_ARRAY

        def convert(value: Any) -> Any:
            return make(*_converted(parts, _by_name(value, parts, only_an_array)))

        return convert

    def _of_field(self, field: Field) -> Convert:
        is_message = field.is_message
        one = self.converter(field.type) if is_message else PRIMITIVES[field.type]
        if field.length == NO_ARRAY:
            return one
        if is_message or field.type in TEXTS:
            return _list_of(one, field.length)
        of_numbers = _list_of(one, field.length)
        return lambda value: self._array(field.type, of_numbers(_unpacked(field.type, value)))


def _by_name(
    value: Any, parts: list[tuple[str, Convert]], only_an_array: bool
) -> Mapping[str, Any]:
    """Return the fields of a message by name; a list has their values in order."""
    if isinstance(value, dict):
        return value
    if value is None:
        return {}
    if not isinstance(value, list):
        raise Unfit(f"must be an object, got {show(value)}")
    if only_an_array:
        return {parts[0][0]: value}
    if len(value) != len(parts):
        raise Unfit(f"must have {len(parts)} entries, got {len(value)}")
    return {name: entry for (name, _), entry in zip(parts, value)}


def _converted(parts: list[tuple[str, Convert]], value: Mapping[str, Any]) -> list[Any]:
    converted = []
    for name, convert in parts:
        try:
            converted.append(convert(value.get(name)))
        except Unfit as problem:
            inner = str(problem)
            raise Unfit(f"{name}{' ' if inner.startswith('must ') else '.'}{inner}") from None
    return converted


def _list_of(convert: Convert, length: int) -> Convert:
    """Return a function that converts lists. length: ANY_LENGTH, or how many entries there are."""

    def convert_all(value: Any) -> list[Any]:
        if value is None:
            return [convert(None) for _ in range(length)]
        if not isinstance(value, list):
            raise Unfit(f"must be a list, got {show(value)}")
        if length not in (ANY_LENGTH, len(value)):
            raise Unfit(f"must have {length} entries, got {len(value)}")
        return [convert(entry) for entry in value]

    return convert_all


def _unpacked(type: str, value: Any) -> Any:
    """Return the bytes in a text, as rosbridge writes arrays of bytes: in base64."""
    if type not in BYTES or not isinstance(value, str):
        return value
    try:
        return list(base64.b64decode(value, validate=True))
    except ValueError:
        raise Unfit(f"must be a list or a text in base64, got {show(value)}") from None


# -- primitives ----------------------------------------------------------------------------------
def _floating(value: Any) -> float:
    if type(value) is float:
        return value
    if value is None:
        return math.nan
    if type(value) is not int:
        raise Unfit(f"must be a number, got {show(value)}")
    try:
        return float(value)
    except OverflowError:
        raise Unfit(f"must be a number within the range of its type, got {show(value)}") from None


def _whole(bits: int, signed: bool) -> Convert:
    lowest = -(1 << bits - 1) if signed else 0
    highest = lowest + (1 << bits) - 1

    def convert(value: Any) -> int:
        if value is None:
            return 0
        if type(value) not in (int, float) or value != value // 1:
            raise Unfit(f"must be a whole number, got {show(value)}")
        if not lowest <= value <= highest:
            raise Unfit(f"must be from {lowest} to {highest}, got {show(value)}")
        return int(value)

    return convert


def _truth(value: Any) -> bool:
    if value is None:
        return False
    if type(value) is not bool:
        raise Unfit(f"must be true or false, got {show(value)}")
    return value


def _text(value: Any) -> str:
    if value is None:
        return ""
    if type(value) is not str:
        raise Unfit(f"must be a text, got {show(value)}")
    return value


PRIMITIVES: dict[str, Convert] = {
    "bool": _truth,
    **{name: _floating for name in FLOATS},
    **{name: _text for name in TEXTS},
    **{name: _whole(8, signed=False) for name in BYTES},
    **{f"uint{bits}": _whole(bits, signed=False) for bits in (8, 16, 32, 64)},
    **{f"int{bits}": _whole(bits, signed=True) for bits in (8, 16, 32, 64)},
}
