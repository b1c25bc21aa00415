"""Reads the rosbridge operations of clients: from JSON objects to typed values."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from protocol import limits
from protocol.fields import Rejected, choice, number, read_field, show, text
from protocol.forms import COMPRESSIONS, NONE, PNG
from protocol.wire import encode

NO_ID = b""
"""The id of an operation without one. All other ids are JSON text; null counts as an id."""

LEVELS = ("info", "warning", "error", "none")
"""The levels of statuses. A client hears those of its own level and of later ones."""


class Advertise(NamedTuple):
    topic: str
    id: bytes = NO_ID
    type: str = ""  # as the client wrote it; "" if it names none
    ignored: str = ""  # says which optional fields are wrong, and so have no effect


class Unadvertise(NamedTuple):
    topic: str


class Publish(NamedTuple):
    topic: str
    msg: Any
    id: bytes = NO_ID


class Subscribe(NamedTuple):
    topic: str
    id: bytes
    throttle_rate: float  # ms, the shortest time between two messages
    queue_length: int  # messages that may wait for the throttle or a slow client; 0: our default
    ignored: str = ""  # says which optional fields are wrong, and so have no effect
    type: str = ""
    compression: str = NONE


class Unsubscribe(NamedTuple):
    topic: str
    id: bytes


class CallService(NamedTuple):
    service: str  # as the client wrote it
    id: bytes
    args: Any
    timeout: float | None  # s
    size: int = 0  # bytes of the whole message
    ignored: str = ""  # says which optional fields are wrong, and so have no effect


class AdvertiseService(NamedTuple):
    service: str
    id: bytes
    type: str = ""
    ignored: str = ""


class UnadvertiseService(NamedTuple):
    service: str
    id: bytes


class ServiceResponse(NamedTuple):
    service: str
    id: Any  # the one that the call had when it was forwarded; anything else is ignored
    values: Any
    result: bool
    status: str | None  # None if there is none, or none that is a text


class SetLevel(NamedTuple):
    level: str  # one of LEVELS


class Harmless(NamedTuple):
    """An operation of rosbridge that has no effect here."""


class Invalid(NamedTuple):
    """An object that is not a valid operation. text names the wrong field and the reason."""

    text: str
    id: bytes


Operation: TypeAlias = (
    Advertise
    | Unadvertise
    | Publish
    | Subscribe
    | Unsubscribe
    | CallService
    | AdvertiseService
    | UnadvertiseService
    | ServiceResponse
    | SetLevel
    | Harmless
    | Invalid
)


def read_operation(fields: dict[str, Any], size: int = 0) -> Operation:
    """Read the operation in a JSON object of `size` bytes. It is Invalid if a field is wrong."""
    op = fields.get("op")
    id = NO_ID
    try:
        id = _id(fields)
        reader = READERS.get(op) if isinstance(op, str) else None
        if reader is None:
            raise _no_operation(fields)
        return reader(fields, id, size)
    except Rejected as problem:
        where = "" if str(problem).startswith("op ") or not isinstance(op, str) else f"{op}: "
        return Invalid(where + str(problem), id)


def _id(fields: dict[str, Any]) -> bytes:
    """Read the id, which may be any JSON value."""
    if "id" not in fields:
        return NO_ID
    id = encode(fields["id"])
    if len(id) > limits.ID_BYTES:
        raise Rejected(f"id must have at most {limits.ID_BYTES} bytes as JSON, got {len(id)}")
    return id


def _no_operation(fields: dict[str, Any]) -> Rejected:
    """Make the exception for an object whose op is missing or unknown."""
    op = read_field(fields, "op", text)
    return Rejected(f"op must be one of {', '.join(READERS)}, got {show(op)}")


def _name(fields: dict[str, Any], field: str) -> str:
    """Read the name of a topic or service."""
    name = fields.get(field)
    if isinstance(name, str) and 0 < len(name) <= limits.NAME_CHARACTERS:
        return name
    if field not in fields:
        raise Rejected(f"{field} is missing")
    rule = f"a string of 1 to {limits.NAME_CHARACTERS} characters"
    raise Rejected(f"{field} must be {rule}, got {show(name)}")


class Optional:
    """Reads the optional fields of an operation. A wrong one means the default, and is noted."""

    def __init__(self, fields: dict[str, Any]):
        self._fields = fields
        self.ignored = ""

    def note(self, problem: str) -> None:
        """Add a sentence to what is ignored."""
        self.ignored += f"; {problem}" if self.ignored else problem

    def read(self, name: str, reader: Callable[[Any], Any], default: Any) -> Any:
        """Return the value of a field, or the default."""
        if name not in self._fields or self._fields[name] is None:
            return default
        try:
            return read_field(self._fields, name, reader)
        except Rejected as problem:
            self.note(str(problem))
            return default


_above_zero = number(above=0)
_not_negative = number(at_least=0)


def _type(value: Any) -> str:
    """Read the name of a type. An empty text counts as none."""
    if not isinstance(value, str) or len(value) > limits.NAME_CHARACTERS:
        rule = f"a string of at most {limits.NAME_CHARACTERS} characters"
        raise Rejected(f"must be {rule}, got {show(value)}")
    return value


def _no_latch(value: Any) -> bool:
    if value is not False:
        raise Rejected(
            f"must be false, since later subscribers get nothing kept, got {show(value)}"
        )
    return value


def _advertise(fields: dict[str, Any], id: bytes, size: int) -> Advertise:
    topic = _name(fields, "topic")
    optional = Optional(fields)
    type = optional.read("type", _type, "")
    optional.read("latch", _no_latch, False)
    optional.read("queue_size", _not_negative, 0.0)
    return Advertise(topic, id, type, optional.ignored)


def _advertise_service(fields: dict[str, Any], id: bytes, size: int) -> AdvertiseService:
    service = _name(fields, "service")
    optional = Optional(fields)
    type = optional.read("type", _type, "")
    return AdvertiseService(service, id, type, optional.ignored)


def _subscribe(fields: dict[str, Any], id: bytes, size: int) -> Subscribe:
    topic = _name(fields, "topic")
    optional = Optional(fields)
    throttle_rate = optional.read("throttle_rate", _not_negative, 0.0)
    queue_length = optional.read("queue_length", _not_negative, 0.0)
    kept = int(min(queue_length, limits.TOPIC_QUEUE))
    type = optional.read("type", _type, "")
    compression = optional.read("compression", choice(COMPRESSIONS), NONE)
    compression = NONE if compression == PNG else compression
    return Subscribe(topic, id, throttle_rate, kept, optional.ignored, type, compression)


def _publish(fields: dict[str, Any], id: bytes, size: int) -> Publish:
    return Publish(_name(fields, "topic"), read_field(fields, "msg", lambda msg: msg), id)


def _call_service(fields: dict[str, Any], id: bytes, size: int) -> CallService:
    service = _name(fields, "service")
    args = fields.get("args", {})
    if "timeout" not in fields:
        return CallService(service, id, args, None, size)
    optional = Optional(fields)
    timeout = optional.read("timeout", _above_zero, None)
    if timeout is not None and timeout > limits.LONGEST_TIMEOUT:
        optional.note(f"timeout must be at most {limits.LONGEST_TIMEOUT:g}, got {timeout:g}")
        timeout = limits.LONGEST_TIMEOUT
    return CallService(service, id, args, timeout, size, optional.ignored)


def _service_response(fields: dict[str, Any], id: bytes, size: int) -> ServiceResponse:
    status = fields.get("status")
    return ServiceResponse(
        _name(fields, "service"),
        read_field(fields, "id", lambda token: token),
        fields.get("values", {}),
        fields.get("result", True) is True,
        status if isinstance(status, str) else None,
    )


def _set_level(fields: dict[str, Any], id: bytes, size: int) -> SetLevel | Harmless:
    if "level" not in fields:
        return Harmless()
    return SetLevel(read_field(fields, "level", choice(LEVELS)))


READERS: dict[str, Callable[[dict[str, Any], bytes, int], Operation]] = {
    "advertise": _advertise,
    "unadvertise": lambda fields, id, size: Unadvertise(_name(fields, "topic")),
    "publish": _publish,
    "subscribe": _subscribe,
    "unsubscribe": lambda fields, id, size: Unsubscribe(_name(fields, "topic"), id),
    "call_service": _call_service,
    "advertise_service": _advertise_service,
    "unadvertise_service": lambda fields, id, size: UnadvertiseService(
        _name(fields, "service"), id
    ),
    "service_response": _service_response,
    "set_level": _set_level,
    "auth": lambda fields, id, size: Harmless(),
}
