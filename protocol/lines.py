"""Makes the lines of JSON that the gateway sends to clients."""

from functools import lru_cache
from typing import Any

from protocol.operations import NO_ID, CallService
from protocol.wire import encode


class Binary(bytes):
    """A line of bytes that are no text, sent as a binary message. Only a WebSocket can send it."""


def status_line(level: str, text: str, id: bytes = NO_ID) -> bytes:
    """Make a status message. level is "info", "warning" or "error"; id is JSON text."""
    message = encode({"op": "status", "level": level, "msg": text})
    return message[:-1] + _id_field(id) + b"}\n"


def publish_line(topic: str, msg: bytes) -> bytes:
    """Make a publication. msg is JSON text."""
    return b'{"op":"publish","topic":' + encode(topic) + b',"msg":' + msg + b"}\n"


def response_line(call: CallService, result: bool, status: str, values: bytes) -> bytes:
    """Make the response to a call. values is JSON text."""
    return b"".join(response_parts(call, result, status, values))


def response_parts(
    call: CallService, result: bool, status: str, values: bytes
) -> tuple[bytes, bytes, bytes]:
    """Make the response to a call in three parts, of which the second is values itself."""
    end = b',"result":true,"status":' if result else b',"result":false,"status":'
    text = encode(status) if status else b'""'
    begin = _response_to(call.service) + _id_field(call.id) + b',"values":'
    return begin, values, end + text + b"}\n"


@lru_cache(maxsize=256)
def _response_to(service: str) -> bytes:
    """Make the beginning of a response. It is cached, since clients repeat the same calls."""
    return b'{"op":"service_response","service":' + encode(service)


def call_line(service: str, id: str, args: Any) -> bytes:
    """Make a call, which is forwarded to the client that provides the service."""
    return encode({"op": "call_service", "id": id, "service": service, "args": args}) + b"\n"


def _id_field(id: bytes) -> bytes:
    return b',"id":' + id if id else b""
