"""Encodes publications for clients that do not want JSON. Packages are loaded when they are needed.

Most runtimes never have such a client, and their gateway stays small.
"""

import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from actors.door.extras import how_to_get
from protocol import limits
from protocol.arrays import Arrays, arrays_in, replace_arrays
from protocol.forms import CBOR_RAW, CannotEncode, DoesNotFit, Form
from protocol.interfaces import MESSAGE, Interfaces
from protocol.trajectory import NANOSECONDS

if TYPE_CHECKING:
    from actors.door.cdr import Serializer


class LazyEncoder:
    """Makes binary messages. clock() is the wall time in ns."""

    def __init__(self, clock: Callable[[], int] = time.time_ns):
        self._clock = clock
        self._interfaces = Interfaces()
        self._arrays: dict[str, Arrays] = {}  # by type
        self._serializer: Serializer | None = None

    def load(self, compression: str, type: str) -> str:
        """Load what is needed for messages of a type; return why it is impossible, or ""."""
        try:
            from actors.door import cbor  # noqa: F401

            if compression == CBOR_RAW:
                serializer = self._get_serializer()
                if self._is_known(type):
                    serializer.prepare(type)
        except ImportError as problem:
            return how_to_get(problem.name or str(problem))
        return ""

    def encode(self, form: Form, type: str, msg: bytes) -> bytes:
        """Return a publication as a binary message. Raises CannotEncode or DoesNotFit."""
        from actors.door import cbor

        _check_size(msg)
        make = self._raw if form.compression == CBOR_RAW else self._with_typed_arrays
        try:
            return cbor.publication(form.spelled, make(type, json.loads(msg)))
        except CannotEncode:
            raise
        except ValueError as problem:
            raise CannotEncode(str(problem)) from None

    def _with_typed_arrays(self, type: str, msg: Any) -> Any:
        from actors.door.cbor import typed_array

        if self._is_known(type):
            if type not in self._arrays:
                self._arrays[type] = arrays_in(self._interfaces, type)
            replace_arrays(msg, self._arrays[type], typed_array)
        return msg

    def _raw(self, type: str, msg: Any) -> dict[str, Any]:
        if not self._is_known(type):
            what = f"the definition of {type} is not known" if type else "nobody has named a type"
            raise CannotEncode(what)
        secs, nsecs = divmod(self._clock(), NANOSECONDS)
        try:
            data = self._get_serializer().serialize(type, msg)
        except ValueError as problem:
            raise DoesNotFit(str(problem)) from None
        return {"secs": secs, "nsecs": nsecs, "bytes": data}

    def _is_known(self, type: str) -> bool:
        return bool(type) and self._interfaces.is_known(type, MESSAGE)

    def _get_serializer(self) -> "Serializer":
        if self._serializer is None:
            from actors.door.cdr import Serializer

            self._serializer = Serializer(self._interfaces)
        return self._serializer


def _check_size(msg: bytes) -> None:
    """Raise CannotEncode if a message is so large that encoding it would delay other clients."""
    if len(msg) > limits.ENCODED_BYTES:
        raise CannotEncode(f"the message has more than {limits.ENCODED_BYTES} bytes of JSON")
    if msg.count(b"{") + msg.count(b"[") > limits.ENCODED_OBJECTS:
        raise CannotEncode(f"the message has more than {limits.ENCODED_OBJECTS} objects and lists")
