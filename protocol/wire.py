"""JSON text: decodes the objects that clients send, within limits, and encodes values.

The values of an object are counted before they are decoded, since decoding cannot be interrupted.
"""

import json
import math
import re
import sys
from typing import Any, NamedTuple

from protocol import limits

MANY_QUOTES = 20_000
STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"')


class Malformed(NamedTuple):
    """Says why bytes are not a JSON object. If it is fatal, reading cannot resume."""

    text: str
    fatal: bool = False


class AsSent(NamedTuple):
    """A value as the client has written it, because Python would change how it is written."""

    json: bytes


TOO_LONG = Malformed(f"a message is longer than {limits.FRAME_BYTES} bytes", fatal=True)
TOO_MANY = Malformed(f"a message has more than {limits.VALUES} values")
TOO_DEEP = Malformed(f"JSON is nested deeper than {limits.NESTING} levels")


def decode(raw: bytes | bytearray) -> dict[str, Any] | Malformed:
    """Decode an object. Malformed says what is wrong with the bytes, or what is too much."""
    if len(raw) > limits.FRAME_BYTES:
        return TOO_LONG
    if len(raw) > limits.VALUES and _has_too_many_values(raw):
        return TOO_MANY
    try:
        text = raw.decode("utf-8")
        value, end = _decoder.raw_decode(text)
        if end < len(text):
            value = _decoder.decode(text)  # accepts only blanks after the object
    except UnicodeDecodeError as problem:
        return Malformed(f"not valid UTF-8: {problem.reason} at byte {problem.start}")
    except RecursionError:
        return TOO_DEEP
    except ValueError as problem:
        reason = "an integer has too many digits" if "digit" in str(problem) else str(problem)
        return Malformed(f"JSON could not be parsed, {reason}: {excerpt(raw)}")
    if _may_be_deep(raw) and _deeper_than(limits.NESTING, value):
        return TOO_DEEP
    if "id" in value and _is_rewritten(value["id"], raw):
        value["id"] = AsSent(_member(text, "id").encode())
    return value


def read_value(text: str) -> Any:
    """Decode any JSON value within another one's text. Raises ValueError with the reason."""
    try:
        value = _decoder.decode(text)
    except RecursionError:
        raise ValueError(TOO_DEEP.text) from None
    if _deeper_than(limits.NESTING, [value]):
        raise ValueError(TOO_DEEP.text)
    return value


def _is_rewritten(id: Any, raw: bytes | bytearray) -> bool:
    """Whether an id would not come back as it was sent: 1e400 as null, -0 as 0."""
    if isinstance(id, (str, bool)) or id is None or (id and type(id) is int):
        return False
    return b"-0" in raw or "inf" in repr(id)


def _member(text: str, key: str) -> str:
    """Return the text of the last member with a key, in the text of an object."""
    found = ""
    at = text.index("{") + 1
    while True:
        name, at = _decoder.raw_decode(text, _after_blanks(text, at))
        start = _after_blanks(text, _after_blanks(text, at) + 1)  # after the colon
        _, end = _decoder.raw_decode(text, start)
        if name == key:
            found = text[start:end]
        at = _after_blanks(text, end) + 1  # after a comma or the closing brace
        if text[at - 1] == "}":
            return found.replace("\n", " ").replace("\r", " ")


def _after_blanks(text: str, at: int) -> int:
    while text[at] in " \t\r\n":
        at += 1
    return at


def _has_too_many_values(raw: bytes | bytearray) -> bool:
    """Whether there are too many values to decode, counted by their commas and brackets.

    Those within texts do not count if the object has only a few texts.
    """
    if raw.count(b",") + raw.count(b"[") + raw.count(b"{") <= limits.VALUES:
        return False
    if raw.count(b'"') > MANY_QUOTES:
        return True  # taking out so many texts would take as long as decoding
    outside = STRINGS.sub(b"", raw)
    return outside.count(b",") + outside.count(b"[") + outside.count(b"{") > limits.VALUES


def _may_be_deep(raw: bytes | bytearray) -> bool:
    """Whether there are so many brackets that the nesting may be too deep."""
    return len(raw) > limits.NESTING and raw.count(b"[") + raw.count(b"{") > limits.NESTING


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _careful_int(digits: str) -> int:
    if len(digits) > 4300:
        raise ValueError("an integer has more than 4300 digits")
    return int(digits)


# Reading a long integer takes quadratic time. From Python 3.10.7 on, int() itself refuses it.
PARSE_INT = None if hasattr(sys, "get_int_max_str_digits") else _careful_int

_decoder = json.JSONDecoder(parse_constant=_refuse_constant, parse_int=PARSE_INT)


def _deeper_than(limit: int, value: Any) -> bool:
    """Whether containers are nested deeper than limit. It uses no recursion."""
    level = [value]
    for _ in range(limit):
        level = [
            item
            for outer in level
            for item in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(item, (dict, list))
        ]
        if not level:
            return False
    return True


def excerpt(raw: bytes | bytearray, width: int = 60) -> str:
    """Show the beginning of the first line of some bytes."""
    line = bytes(raw[: width + 1]).split(b"\n")[0].decode("utf-8", "replace")
    return repr(line if len(line) <= width else line[:width] + "...")


# -- outgoing ------------------------------------------------------------------------------------
_encode_strict = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


def encode(value: Any) -> bytes:
    """Encode a value as JSON text on one line. Numbers that are not finite become null."""
    if type(value) is int:  # as most ids are; the encoder would be slower
        return b"%d" % value
    if type(value) is AsSent:
        return value.json
    try:
        return _encode_strict(value).encode()
    except ValueError:
        return _encode_strict(_without_nonfinite(value)).encode()


def _without_nonfinite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _without_nonfinite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_nonfinite(item) for item in value]
    return value
