"""Finds the arrays of numbers in messages, for encodings that have a special form for them."""

from collections.abc import Callable
from typing import Any, TypeAlias

from protocol.idl import NO_ARRAY, TEXTS
from protocol.interfaces import Interfaces

# What the fields of a message that have or are arrays of numbers are: the primitive type of the
# array, or the fields of the message in it. Other fields are left out.
Arrays: TypeAlias = "dict[str, str | Arrays]"


def arrays_in(interfaces: Interfaces, name: str) -> Arrays:
    """Return the arrays of numbers in messages of a known type."""
    found: Arrays = {}
    for field in interfaces.message(name).fields:
        if field.is_message:
            inner = arrays_in(interfaces, field.type)
            if inner:
                found[field.name] = inner
        elif field.length != NO_ARRAY and field.type not in TEXTS and field.type != "bool":
            found[field.name] = field.type
    return found


def replace_arrays(value: Any, arrays: Arrays, replaced: Callable[[str, list[Any]], Any]) -> None:
    """Replace the arrays of numbers in a message (decoded JSON) where they are.

    replaced   makes what takes their place from the primitive type and the numbers. Lists that have
               anything but numbers stay, and so does what does not fit the type.
    """
    if isinstance(value, list):
        for entry in value:
            replace_arrays(entry, arrays, replaced)
    if not isinstance(value, dict):
        return
    for name, part in arrays.items():
        field = value.get(name)
        if not isinstance(part, str):
            replace_arrays(field, part, replaced)
        elif isinstance(field, list) and set(map(type, field)) <= {int, float}:
            value[name] = replaced(part, field)
