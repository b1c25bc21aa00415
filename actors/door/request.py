"""Reads the head of an HTTP request, strictly: what is not as RFC 9112 has it is refused."""

import re
from typing import NamedTuple

from actors.door.pages import Page, sentence

HEAD_BYTES = 16 * 1024  # bytes; a browser may send all cookies of other programs on this machine
FIELDS = 100  # header fields
END = b"\r\n\r\n"
BARE_NEWLINE = re.compile(rb"(?<!\r)\n")
# A client that believes to speak to a proxy sends the whole address: RFC 9112, section 3.2.2.
REQUEST_LINE = re.compile(r"GET (?:http://([!-.0-~]+))?(/[!-~]*) (HTTP/1\.[01])")
FIELD = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([ -~\x80-\xff\t]*)")


class Request(NamedTuple):
    """A GET without a body. The headers are those by name in lower case, each with all values."""

    path: str  # without the query
    headers: dict[str, list[str]]
    version: str = "HTTP/1.1"

    def values(self, name: str) -> list[str]:
        """Return the values of a header, of which some may contain commas."""
        return self.headers.get(name, [])

    @property
    def wants_websocket(self) -> bool:
        """Whether the client asks to speak WebSocket."""
        words = ",".join(self.values("upgrade")).lower().split(",")
        return "websocket" in map(str.strip, words)


def read_request(head: bytes) -> Request | Page:
    """Read the head of a request, without END. A page says why the request is refused."""
    first, *lines = head.decode("latin-1").split("\r\n")
    asked = REQUEST_LINE.fullmatch(first)
    if not asked:
        if re.fullmatch(r"GET \S+ HTTP/[2-9](\.[0-9])?", first):
            return sentence(505, "This port speaks HTTP/1.1")
        return sentence(400, "The request must begin with a line such as: GET / HTTP/1.1")
    if len(lines) > FIELDS:
        return sentence(431, f"A request may have at most {FIELDS} header fields")
    headers: dict[str, list[str]] = {}
    for line in lines:
        field = FIELD.fullmatch(line)
        if not field:
            return sentence(400, "A header field must be a name, a colon and a value on one line")
        headers.setdefault(field[1].lower(), []).append(field[2].rstrip(" \t"))
    if headers.get("content-length", ["0"]) != ["0"] or "transfer-encoding" in headers:
        return sentence(400, "A request may have no body: this port answers only GET")
    host, target, version = asked.groups()
    if host:
        headers["host"] = [host]  # it counts instead of the field
    return Request(target.partition("?")[0], headers, version)
