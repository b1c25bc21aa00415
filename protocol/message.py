"""Reads a message of a WebSocket, which has one JSON object as its text."""

from typing import Any

from protocol.first_bytes import without_blanks
from protocol.wire import Malformed, decode, excerpt


def read_message(text: bytes) -> dict[str, Any] | Malformed | None:
    """Decode the object in a text. None if the text has only blanks."""
    stripped = without_blanks(text).rstrip(b" \t\r\n\0")
    if not stripped:
        return None
    if not stripped.startswith(b"{"):
        return Malformed(f"not a JSON object: {excerpt(stripped)}")
    return decode(stripped)
