"""Splits a TCP stream into JSON objects, as rosbridge does.

An object ends where its braces balance outside strings. So clients may end it with a newline, or
write the next object directly after it. An object may fill several lines if its first line ends
with a brace, a bracket or a comma. Any other newline inside an unfinished object means that the
line is malformed: it is reported, and reading resumes after the newline. An unfinished object of
several lines is malformed too if a line begins with the brace of a new object. Reading does not
resume after a first line that is a request of HTTP: a web page may have chosen what follows.

The bytes of an object may arrive in any number of pieces, and each byte is scanned only once.
"""

import re
from typing import Any

from protocol import limits
from protocol.lines import status_line
from protocol.wire import TOO_DEEP, TOO_LONG, Malformed, decode, excerpt

BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # some editors put it at the beginning of a file
BLANKS = re.compile(rb"(?:[ \t\r\n\0]|\xef\xbb\xbf)+")
CONTINUED = (b"{", b"[", b",")  # after these, an object may continue on the next line
OUTSIDE_STRINGS = re.compile(rb'[{}"\n]')
INSIDE_STRING = re.compile(rb'["\\\n]')
# Whole strings, and whole objects without other objects. One match of this is many times faster
# than a search for each of their quotes and braces. Each repetition takes memory, so there is a
# limit.
STRING = rb'"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
OBJECT = rb'\{[^{}"\n]*(?:%b[^{}"\n]*){0,100}\}' % STRING
WHOLE_VALUES = re.compile(rb'[^{}"\n]*(?:(?:%b|%b)[^{}"\n]*){0,1000}' % (STRING, OBJECT))

# The end of the first line of an HTTP request, whatever its method.
REQUEST_LINE_END = re.compile(rb" HTTP/[0-9.]+\r?\Z", re.IGNORECASE)
LONGEST_LINE_END = 16  # bytes of it

NO_ROSBRIDGE = Malformed(
    "this port speaks rosbridge JSON over TCP and over WebSocket, HTTP only for GET, and no TLS",
    fatal=True,
)


class RosbridgeStream:
    """The incoming bytes of one client. receive_data adds bytes, and next takes objects out."""

    def __init__(self) -> None:
        self.size = 0  # bytes of the object that was taken last
        self._buffer = bytearray()
        self._at = 0  # the bytes before this index are scanned
        self._depth = 0  # number of open braces; 0 between objects
        self._in_string = False
        self._several_lines = False  # whether the unfinished object fills more than one line
        self._skipping = False  # whether the rest of a malformed line is being skipped
        self._skipped = 0  # bytes of that line skipped so far
        self._is_first_line = True  # whether no line and no object has ended so far
        self._line_end = b""  # the last bytes of a malformed first line

    def __len__(self) -> int:
        """Return how many bytes wait to be taken."""
        return len(self._buffer)

    def clear(self) -> None:
        """Forget all bytes, when nothing more will be taken."""
        self._buffer = bytearray()

    def receive_data(self, data: bytes | memoryview) -> None:
        """Add bytes that have arrived."""
        self._buffer += data

    @staticmethod
    def goodbye(reason: str) -> bytes:
        """Return what a client is sent before its connection is closed for a reason."""
        return status_line("error", reason)

    def next(self) -> dict[str, Any] | Malformed | None:
        """Take the next object. Malformed if the bytes are wrong; None if more bytes are needed."""
        while self._buffer:
            if self._skipping:
                found = self._skip_line()
                if found and self._was_request_line():
                    return NO_ROSBRIDGE
                if not found or self._skipped > limits.FRAME_BYTES:
                    return self._too_long(self._skipped)
            elif self._depth:
                return self._rest_of_object()
            elif not self._skip_blanks():
                return None
            elif self._buffer[0] == ord("{"):
                self._is_first_line = False
                line = self._whole_line()
                if line is not None:
                    return line
                self._depth = 1
                self._at = 1
            else:
                return self._no_object()
        return None

    def _whole_line(self) -> dict[str, Any] | None:
        """Take the next object if it fills a whole line, or else return None.

        This is by far the most frequent case, and it is fast. In all other cases, such as several
        objects in a line, the caller scans the bytes.
        """
        newline = self._buffer.find(b"\n")
        if newline < 1 or self._buffer[newline - 1] not in b"}\r":
            return None
        value = decode(self._buffer[:newline])
        if not isinstance(value, dict):
            return None
        self.size = newline
        del self._buffer[: newline + 1]
        return value

    def _rest_of_object(self) -> dict[str, Any] | Malformed | None:
        """Take the object whose first brace has been scanned."""
        end = self._find_end()
        if end is None:
            return self._too_long(len(self._buffer))
        if self._depth > limits.NESTING:
            self._skip_from_here()  # the end of such an object may never come
            return TOO_DEEP
        if self._depth:
            return self._unfinished(end)
        return decode(self._take(end))

    def _no_object(self) -> Malformed | None:
        """Called when the bytes do not begin with a brace: skip the line, and say why."""
        start = bytes(self._buffer[:10])
        if BYTE_ORDER_MARK.startswith(start):
            return None
        newline = self._buffer.find(b"\n")
        if self._is_first_line and newline >= 0:
            self._line_end = bytes(self._buffer[max(0, newline - LONGEST_LINE_END) : newline])
            if self._was_request_line():
                return NO_ROSBRIDGE
        self._skip_from_here()
        return Malformed(f"not a JSON object: {excerpt(self._buffer)}")

    # -- scanning --------------------------------------------------------------------------------
    def _skip_blanks(self) -> bool:
        """Drop the blanks between objects, and return whether bytes are left."""
        blanks = BLANKS.match(self._buffer)
        if blanks:
            del self._buffer[: blanks.end()]
        return bool(self._buffer)

    def _skip_from_here(self) -> None:
        self._skipping = True
        self._skipped = 0

    def _skip_line(self) -> bool:
        """Drop the rest of a malformed line, and return whether its newline has arrived."""
        newline = self._buffer.find(b"\n")
        self._skipping = newline < 0
        skipped = self._take(len(self._buffer) if self._skipping else newline)
        self._skipped += len(skipped)
        if self._is_first_line:
            self._line_end = (self._line_end + skipped)[-LONGEST_LINE_END:]
        return not self._skipping

    def _was_request_line(self) -> bool:
        """Called at the end of a malformed line: whether it began a request of HTTP."""
        is_first, self._is_first_line = self._is_first_line, False
        return is_first and REQUEST_LINE_END.search(self._line_end) is not None

    def _find_end(self) -> int | None:
        """Return the index after the object, or None if its end has not arrived.

        If _depth is not 0 afterwards, the object is malformed: the index is then that after the
        newline inside it, or after the brace that makes it too deep.
        """
        while True:
            found = self._next_token()
            if found is None:
                self._at = len(self._buffer)
                return None
            self._at = found.end()
            match found[0]:
                case b"\n":
                    if not self._continues(found.start()):
                        return self._at
                    if self._at == len(self._buffer):
                        self._at -= 1  # the next byte decides whether the object continues
                        return None
                    if self._buffer[self._at] == ord("{"):
                        return self._at
                    self._several_lines = True
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

    def _next_token(self) -> re.Match[bytes] | None:
        """Find the next byte that matters: a brace, quote or newline, or an escape in a string."""
        if self._in_string:
            return INSIDE_STRING.search(self._buffer, self._at)
        values = WHOLE_VALUES.match(self._buffer, self._at)
        return OUTSIDE_STRINGS.search(self._buffer, values.end() if values else self._at)

    def _continues(self, newline: int) -> bool:
        """Whether the object may continue on the line after the newline."""
        if self._in_string or self._several_lines:
            return not self._in_string
        end_of_line = self._buffer[max(0, newline - 80) : newline].rstrip()
        return end_of_line[-1:] in CONTINUED

    def _take(self, end: int) -> bytes:
        """Take the first bytes. The next object begins after them."""
        taken = bytes(self._buffer[:end])
        del self._buffer[:end]
        self._at = 0
        self._depth = 0
        self._in_string = False
        self._several_lines = False
        self.size = end
        return taken

    # -- malformed bytes -------------------------------------------------------------------------
    def _unfinished(self, end: int) -> Malformed:
        line = self._take(end)
        if len(line) > limits.FRAME_BYTES + 1:  # its newline does not count
            return TOO_LONG
        return Malformed(
            f"JSON could not be parsed, the line ends inside an object: {excerpt(line)}"
        )

    def _too_long(self, length: int) -> Malformed | None:
        return TOO_LONG if length > limits.FRAME_BYTES else None
