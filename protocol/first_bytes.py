"""Tells by the first bytes of a connection what its client speaks.

A web page can make a browser send any HTTP request to this port, with lines of JSON as its body.
So whatever begins like another protocol must never be read as JSON, not even after its first line.
"""

import re
from enum import Enum

from protocol.stream import BLANKS, BYTE_ORDER_MARK

ENOUGH = 10  # bytes that decide, after blanks
GET = b"GET "
OTHER_METHODS = (
    *(b"HEAD ", b"POST ", b"PUT ", b"DELETE ", b"CONNECT ", b"OPTIONS ", b"TRACE ", b"PATCH "),
    b"PRI ",  # HTTP/2
)
BINARY = re.compile(rb"[^ -~]")  # TLS, for example; JSON begins with printable ASCII


class Language(Enum):
    """What a client speaks. OTHER is anything that is neither HTTP nor a stream of JSON."""

    JSON = 0
    HTTP = 1
    OTHER = 2


def without_blanks(data: bytes) -> bytes:
    """Return the bytes after the blanks at their beginning, which any client may send."""
    blanks = BLANKS.match(data)
    return data[blanks.end() :] if blanks else data


def language(first: bytes) -> Language | None:
    """Tell the language of a client by its first bytes after blanks. None if more are needed.

    A text that is neither JSON nor a known request counts as JSON, since it may be a slip of
    somebody who types: the stream then reports its line. It also recognises requests with unknown
    methods, by the end of their first line.
    """
    begin = first[:ENOUGH]
    if BYTE_ORDER_MARK.startswith(begin):
        return None
    if begin.startswith(GET):
        return Language.HTTP
    if begin.startswith(OTHER_METHODS) or BINARY.match(begin):
        return Language.OTHER
    if any(method.startswith(begin) for method in (GET, *OTHER_METHODS)):
        return None
    return Language.JSON
