"""Splits a TCP stream into JSON objects, as rosbridge does, and encodes values as JSON text.

An object ends where its braces balance outside strings. So clients may end it with a newline, or
write the next object directly after it. A newline inside an unfinished object means that the line
is malformed: it is reported, and reading resumes after the newline. The bytes of an object may
arrive in any number of pieces, and each byte is scanned only once.
"""

import json
import math
import re
import sys
from typing import Any, NamedTuple

from protocol import limits

BLANKS = re.compile(rb"[ \t\r\n]+")
OUTSIDE_STRINGS = re.compile(rb'[{}"\n]')
INSIDE_STRING = re.compile(rb'["\\\n]')


class Malformed(NamedTuple):
    """Says why bytes are not a JSON object. If it is fatal, reading cannot resume."""

    text: str
    fatal: bool = False


TOO_LONG = Malformed(f"a message is longer than {limits.FRAME_BYTES} bytes", fatal=True)
TOO_DEEP = Malformed(f"JSON is nested deeper than {limits.NESTING} levels")


class RosbridgeStream:
    """The incoming bytes of one client. receive_data adds bytes, and next takes objects out."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._at = 0  # the bytes before this index are scanned
        self._depth = 0  # number of open braces; 0 between objects
        self._in_string = False
        self._skipping = False  # whether the rest of a malformed line is being skipped
        self._skipped = 0  # bytes of that line skipped so far

    def receive_data(self, data: bytes | memoryview) -> None:
        """Add bytes that have arrived."""
        self._buffer += data

    def next(self) -> dict[str, Any] | Malformed | None:
        """Take the next object. Malformed if the bytes are wrong; None if more bytes are needed."""
        while self._buffer:
            if self._skipping:
                found = self._skip_line()
                if not found or self._skipped > limits.FRAME_BYTES:
                    return self._too_long(self._skipped)
            elif self._depth == 0:
                line = self._whole_line()
                if line is not None:
                    return line
                if not self._skip_blanks():
                    return None
                if self._buffer[0] != ord("{"):
                    self._skipping = True
                    self._skipped = 0
                    return Malformed(f"not a JSON object: {_excerpt(self._buffer)}")
                self._depth = 1
                self._at = 1
            else:
                end = self._find_end()
                if end is None:
                    return self._too_long(len(self._buffer))
                if self._depth > limits.NESTING:
                    self._skipping = True  # the end of such an object may never come
                    self._skipped = 0
                    return TOO_DEEP
                if self._depth:
                    return self._unfinished(end)
                return _parse(self._take(end))
        return None

    def _whole_line(self) -> dict[str, Any] | None:
        """Take the next object if it fills a whole line, or else return None.

        This is by far the most frequent case, and it is fast. In all other cases, such as several
        objects in a line, the caller scans the bytes.
        """
        newline = self._buffer.find(b"\n")
        if newline < 1 or self._buffer[newline - 1] not in b"}\r":
            return None
        value = _parse(self._buffer[:newline])
        if not isinstance(value, dict):
            return None
        del self._buffer[: newline + 1]
        return value

    # -- scanning --------------------------------------------------------------------------------
    def _skip_blanks(self) -> bool:
        """Drop the blanks between objects, and return whether bytes are left."""
        blanks = BLANKS.match(self._buffer)
        if blanks:
            del self._buffer[: blanks.end()]
        return bool(self._buffer)

    def _skip_line(self) -> bool:
        """Drop the rest of a malformed line, and return whether its newline has arrived."""
        newline = self._buffer.find(b"\n")
        self._skipping = newline < 0
        self._skipped += len(self._take(len(self._buffer) if self._skipping else newline))
        return not self._skipping

    def _find_end(self) -> int | None:
        """Return the index after the object, or None if its end has not arrived.

        If _depth is not 0 afterwards, the object is malformed: the index is then that after the
        newline inside it, or after the brace that makes it too deep.
        """
        while True:
            pattern = INSIDE_STRING if self._in_string else OUTSIDE_STRINGS
            found = pattern.search(self._buffer, self._at)
            if found is None:
                self._at = len(self._buffer)
                return None
            self._at = found.end()
            match found[0]:
                case b"\n":
                    return self._at
                case b'"':
                    self._in_string = not self._in_string
                case b"{":
                    self._depth += 1
                    if self._depth > limits.NESTING:
                        return self._at
                case b"}":
                    self._depth -= 1
                    if self._depth == 0:
                        return self._at
                case _:  # a backslash: the next byte does not end the string, whatever it is
                    if self._at == len(self._buffer):
                        self._at -= 1
                        return None
                    if self._buffer[self._at] != ord("\n"):
                        self._at += 1

    def _take(self, end: int) -> bytes:
        """Take the first bytes. The next object begins after them."""
        taken = bytes(self._buffer[:end])
        del self._buffer[:end]
        self._at = 0
        self._depth = 0
        self._in_string = False
        return taken

    # -- malformed bytes -------------------------------------------------------------------------
    def _unfinished(self, end: int) -> Malformed:
        line = self._take(end)
        if len(line) > limits.FRAME_BYTES + 1:  # its newline does not count
            return TOO_LONG
        return Malformed(
            f"JSON could not be parsed, the line ends inside an object: {_excerpt(line)}"
        )

    def _too_long(self, length: int) -> Malformed | None:
        return TOO_LONG if length > limits.FRAME_BYTES else None


def _parse(raw: bytes | bytearray) -> dict[str, Any] | Malformed:
    if len(raw) > limits.FRAME_BYTES:
        return TOO_LONG
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
        return Malformed(f"JSON could not be parsed, {reason}: {_excerpt(raw)}")
    if _may_be_deep(raw) and _deeper_than(limits.NESTING, value):
        return TOO_DEEP
    return value


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


def _excerpt(raw: bytes | bytearray, width: int = 60) -> str:
    line = bytes(raw[: width + 1]).split(b"\n")[0].decode("utf-8", "replace")
    return repr(line if len(line) <= width else line[:width] + "...")


# -- outgoing ------------------------------------------------------------------------------------
_encode_strict = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


def encode(value: Any) -> bytes:
    """Encode a value as JSON text on one line. Numbers that are not finite become null."""
    if type(value) is int:  # as most ids are; the encoder would be slower
        return b"%d" % value
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
