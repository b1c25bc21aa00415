"""Encodes publications in CBOR (RFC 8949), with arrays of numbers as typed arrays (RFC 8746).

It follows https://github.com/RobotWebTools/rosbridge_suite/blob/ros2/ROSBRIDGE_PROTOCOL.md
"""

import struct
from typing import Any

import cbor2

from protocol.lines import Binary

FORMATS = {  # by primitive type: the tag of little-endian arrays, and the format of struct
    "uint16": (69, "H"),
    "uint32": (70, "I"),
    "uint64": (71, "Q"),
    "int8": (72, "b"),
    "int16": (77, "h"),
    "int32": (78, "i"),
    "int64": (79, "q"),
    "float32": (85, "f"),
    "float64": (86, "d"),
}
BYTES = frozenset({"byte", "char", "uint8"})


def publication(topic: str, msg: Any) -> bytes:
    """Encode the publication of a message. Raises ValueError for texts that are not Unicode."""
    return Binary(cbor2.dumps({"op": "publish", "topic": topic, "msg": msg}))


def typed_array(type: str, numbers: list[Any]) -> Any:
    """Return an array as CBOR has it. One that does not fit its type stays a list."""
    try:
        if type in BYTES:
            return bytes(numbers)
        tag, format = FORMATS[type]
        return cbor2.CBORTag(tag, struct.pack(f"<{len(numbers)}{format}", *numbers))
    except (struct.error, OverflowError, TypeError, ValueError):
        return numbers
