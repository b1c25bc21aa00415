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
    """Makes binary messages. clock() is the wall time in ns.

    Loading takes too long for one turn, so it is done in steps, between which others have theirs.
    """

    def __init__(self, clock: Callable[[], int] = time.time_ns):
        self._clock = clock
        self._interfaces = Interfaces()
        self._arrays: dict[str, Arrays] = {}  # by type
        self._serializer: Serializer | None = None
        # Steps are the names of modules, and of types whose serialization is prepared.
        self._to_do: dict[str, None] = {}  # in order
        self._done: dict[str, str] = {}  # with the reason why the step has failed, or ""

    # -- loading ---------------------------------------------------------------------------------
    @property
    def is_loading(self) -> bool:
        """Whether load_more() must be called."""
        return bool(self._to_do)

    def load_more(self) -> None:
        """Do the next step of what is_ready() was asked for."""
        step = next(iter(self._to_do))
        try:
            self._load(step)
            self._done[step] = ""
        except ImportError as problem:
            self._done[step] = how_to_get(problem.name or str(problem))
        del self._to_do[step]

    def is_ready(self, compression: str, type: str) -> bool:
        """Return whether all is loaded that messages of a type need; if not, it will be."""
        missing = [step for step in self._steps(compression, type) if step not in self._done]
        self._to_do.update(dict.fromkeys(missing))
        return not missing

    def problem(self, compression: str, type: str) -> str:
        """Return why messages of a type cannot be encoded, or ""; only when it is ready."""
        return next(filter(None, (self._done[step] for step in self._steps(compression, type))), "")

    def _steps(self, compression: str, type: str) -> list[str]:
        if compression != CBOR_RAW:
            return ["cbor2"]
        return ["cbor2", "numpy", "rosbags", *([type] if self._is_known(type) else ())]

    def _load(self, step: str) -> None:
        """Do a step. Raises ImportError."""
        if step == "cbor2":
            from actors.door import cbor  # noqa: F401
        elif step == "numpy":
            import numpy  # noqa: F401
        elif step == "rosbags":
            from actors.door.cdr import Serializer

            self._serializer = Serializer(self._interfaces)
        elif self._serializer is not None:
            self._serializer.prepare(step)

    # -- encoding --------------------------------------------------------------------------------
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
        assert self._serializer is not None, "it was ready before a subscription was accepted"
        secs, nsecs = divmod(self._clock(), NANOSECONDS)
        try:
            data = self._serializer.serialize(type, msg)
        except ValueError as problem:
            raise DoesNotFit(str(problem)) from None
        return {"secs": secs, "nsecs": nsecs, "bytes": data}

    def _is_known(self, type: str) -> bool:
        return bool(type) and self._interfaces.is_known(type, MESSAGE)


def _check_size(msg: bytes) -> None:
    """Raise CannotEncode if a message is so large that encoding it would delay other clients."""
    if len(msg) > limits.ENCODED_BYTES:
        raise CannotEncode(f"the message has more than {limits.ENCODED_BYTES} bytes of JSON")
    if msg.count(b"{") + msg.count(b"[") > limits.ENCODED_OBJECTS:
        raise CannotEncode(f"the message has more than {limits.ENCODED_OBJECTS} objects and lists")
