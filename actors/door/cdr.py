"""Serializes messages as ROS 2 does: CDR, little endian, after four bytes that say so."""

import struct
from typing import Any

import numpy as np
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

from protocol.interfaces import Interfaces
from protocol.typed import Typed

DTYPES = {"byte": "u1", "char": "u1", "bool": "?", "float32": "<f4", "float64": "<f8"} | {
    f"{kind}int{bits}": f"<{sign}{bits // 8}"
    for kind, sign in (("", "i"), ("u", "u"))
    for bits in (8, 16, 32, 64)
}


class Serializer:
    """Serializes messages of the known types. Each type takes some milliseconds once."""

    def __init__(self, interfaces: Interfaces):
        self._interfaces = interfaces
        self._types = get_typestore(Stores.EMPTY)
        self._typed = Typed(interfaces, self._types.types, _array)

    def prepare(self, type: str) -> None:
        """Generate the code for a known type."""
        inner = (name for name, _ in self._interfaces.used_by(self._interfaces.message(type)))
        for name in (type, *inner):
            if name not in self._types.types:
                self._types.register(get_types_from_msg(self._interfaces.text(name), name))
        self._types.get_msgdef(type)

    def serialize(self, type: str, msg: Any) -> bytes:
        """Serialize a message (decoded JSON) of a known type.

        Raises ValueError if the message does not fit the type.
        """
        self.prepare(type)
        message = self._typed.converter(type)(msg)
        try:
            return bytes(self._types.serialize_cdr(message, type, little_endian=True))
        except (struct.error, OverflowError) as problem:
            raise ValueError(f"a number does not fit its type: {problem}") from None


def _array(type: str, values: list[Any]) -> Any:
    return np.array(values, dtype=DTYPES[type])
