"""Reads definitions of types, the texts of .msg and .srv files of ROS 2.

The grammar is that of https://docs.ros.org/en/humble/Concepts/Basic/About-Interfaces.html
"""

import re
from typing import NamedTuple

PRIMITIVES = frozenset(
    {"bool", "byte", "char", "float32", "float64", "string", "wstring"}
    | {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}
)
FLOATS = frozenset({"float32", "float64"})
TEXTS = frozenset({"string", "wstring"})

NO_ARRAY = -1
ANY_LENGTH = 0

TYPE = re.compile(r"(?P<base>[A-Za-z][\w/]*)(?:<=(?P<bound>\d+))?(?P<array>\[(?:<?=?\d+)?\])?")
CONSTANT = re.compile(r"(?P<name>[A-Z][A-Z0-9_]*)\s*=\s*(?P<value>.*)")
FIELD = re.compile(r"(?P<name>[a-z][a-z0-9_]*)(?:\s+(?P<default>\S.*))?")


class BadDefinition(ValueError):
    """Raised for a text that is not a definition."""


class Field(NamedTuple):
    """One field of a message."""

    name: str
    type: str  # a primitive, or a type such as std_msgs/msg/Header
    length: int  # NO_ARRAY, ANY_LENGTH (which may be bounded), or the fixed length of an array
    default: str  # as it is written; "" if there is none

    @property
    def is_message(self) -> bool:
        """Whether the type is a message, and not a primitive."""
        return self.type not in PRIMITIVES


class Constant(NamedTuple):
    """One constant of a message."""

    name: str
    type: str
    value: str  # as it is written, but a text without its quotes


class Message(NamedTuple):
    """The fields and constants of a message, or of one half of a service."""

    fields: tuple[Field, ...]
    constants: tuple[Constant, ...]


def read_message(text: str, package: str) -> Message:
    """Read the text of a .msg file, whose other types are in the same package if they name none.

    Raises BadDefinition.
    """
    fields: list[Field] = []
    constants: list[Constant] = []
    for line in text.splitlines():
        stripped = _without_comment(line)
        if not stripped:
            continue
        entry = _read_entry(stripped, package)
        if isinstance(entry, Field):
            fields.append(entry)
        else:
            constants.append(entry)
    return Message(tuple(fields), tuple(constants))


def read_service(text: str, package: str) -> tuple[Message, Message]:
    """Read the text of a .srv file: the request and the response. Raises BadDefinition."""
    halves = re.split(r"(?m)^---[ \t]*$", text)
    if len(halves) != 2:
        raise BadDefinition(f"a service has one line ---, got {len(halves) - 1}")
    request, response = (read_message(half, package) for half in halves)
    return request, response


def _read_entry(line: str, package: str) -> Field | Constant:
    written, _, rest = line.partition(" ")
    type = TYPE.fullmatch(written)
    rest = rest.strip()
    if type is None:
        raise BadDefinition(f"this line begins with no type: {line}")
    constant = CONSTANT.fullmatch(rest)
    if constant is not None:
        return Constant(constant["name"], type["base"], _unquoted(constant["value"]))
    field = FIELD.fullmatch(rest)
    if field is None:
        raise BadDefinition(f"this line has no name of a field: {line}")
    base = _full_name(type["base"], package)
    return Field(field["name"], base, _length(type["array"]), field["default"] or "")


def _full_name(base: str, package: str) -> str:
    """Return the name of a type with its package and kind, unless it is a primitive."""
    if base in PRIMITIVES:
        return base
    home, slash, name = base.rpartition("/")
    return f"{home.removesuffix('/msg') if slash else package}/msg/{name}"


def _length(array: str | None) -> int:
    if array is None:
        return NO_ARRAY
    digits = array[1:-1]
    return int(digits) if digits.isdigit() else ANY_LENGTH


def _without_comment(line: str) -> str:
    """Return a line without its comment. A # within quotes begins no comment."""
    return re.sub(r"""("[^"]*"|'[^']*')|#.*""", lambda found: found[1] or "", line).strip()


def _unquoted(value: str) -> str:
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if quoted else value
