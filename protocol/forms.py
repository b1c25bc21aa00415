"""The forms in which a client may be sent the messages of a topic."""

from functools import lru_cache
from typing import NamedTuple, Protocol

NONE = "none"
PNG = "png"
CBOR = "cbor"
CBOR_RAW = "cbor-raw"

COMPRESSIONS = (NONE, PNG, CBOR, CBOR_RAW)
"""What a client may ask for. Of several subscriptions to one topic the last in this order counts.

Instead of PNG a client gets plain JSON, as it does with NONE.
"""


class Form(NamedTuple):
    """One form of the messages of a topic."""

    spelled: str  # the topic as the client wrote it
    compression: str = NONE  # NONE, CBOR or CBOR_RAW


@lru_cache(maxsize=256)
def form_of(spelled: str, compression: str) -> Form:
    """Return a form: usually the same object for the same arguments, since `is` is quick."""
    return Form(spelled, compression)


class CannotEncode(ValueError):
    """Raised for a message that has no such form, so that it is sent as JSON. The text says why."""


class DoesNotFit(CannotEncode):
    """Raised for a message that is none of its type, so that it is not sent. The text says why."""


class Encoder(Protocol):
    """Makes the forms that are not JSON, with packages that may be missing.

    A type is the name of a type, or "" if it is unknown.
    """

    def is_ready(self, compression: str, type: str) -> bool:
        """Return whether it is known by now if messages of a type can be encoded."""

    def problem(self, compression: str, type: str) -> str:
        """Return why they cannot be encoded, or ""; only when it is ready."""

    def encode(self, form: Form, type: str, msg: bytes) -> bytes:
        """Return the publication of a message (JSON text). Raises CannotEncode or DoesNotFit."""


class JsonOnly:
    """An encoder that has no forms besides JSON."""

    def is_ready(self, compression: str, type: str) -> bool:
        """Return True."""
        return True

    def problem(self, compression: str, type: str) -> str:
        """Say that no compression is possible."""
        return f"{compression} is not available"

    def encode(self, form: Form, type: str, msg: bytes) -> bytes:
        """Raise CannotEncode."""
        raise CannotEncode(self.problem(form.compression, type))
