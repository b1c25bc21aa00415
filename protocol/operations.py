"""Reads the rosbridge operations of clients: from JSON objects to typed values."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from protocol import limits
from protocol.fields import Rejected, number, read_field, show, text


class Absent:
    """Marks an operation without an id. null counts as an id."""


ABSENT = Absent()


class Advertise(NamedTuple):
    topic: str
    id: Any = ABSENT


class Unadvertise(NamedTuple):
    topic: str


class Publish(NamedTuple):
    topic: str
    msg: Any


class Subscribe(NamedTuple):
    topic: str
    id: Any
    throttle_rate: float  # ms, the shortest time between two messages
    queue_length: int  # messages that may wait for the throttle or a slow client; 0: our default


class Unsubscribe(NamedTuple):
    topic: str
    id: Any


class CallService(NamedTuple):
    service: str  # as the client wrote it
    id: Any
    args: Any
    timeout: float | None  # s


class AdvertiseService(NamedTuple):
    service: str
    id: Any


class UnadvertiseService(NamedTuple):
    service: str
    id: Any


class ServiceResponse(NamedTuple):
    service: str
    id: Any
    values: Any
    result: bool


class Harmless(NamedTuple):
    """An operation of rosbridge that has no effect here."""


class Invalid(NamedTuple):
    """An object that is not a valid operation. text names the wrong field and the reason."""

    text: str
    id: Any


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
    | Harmless
    | Invalid
)


def read_operation(fields: dict[str, Any]) -> Operation:
    """Read the operation in a JSON object. It is Invalid if a field is wrong."""
    op = fields.get("op")
    try:
        reader = READERS.get(op) if isinstance(op, str) else None
        if reader is None:
            raise _no_operation(fields)
        return reader(fields)
    except Rejected as problem:
        where = "" if str(problem).startswith("op ") else f"{op}: "
        return Invalid(where + str(problem), fields.get("id", ABSENT))


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


def _optional(fields: dict[str, Any], name: str, reader: Callable[[Any], Any], default: Any) -> Any:
    """Read an optional field. A value that cannot be read is ignored, and means the default."""
    try:
        return reader(fields[name]) if name in fields else default
    except Rejected:
        return default


def _subscribe(fields: dict[str, Any]) -> Subscribe:
    queue_length = _optional(fields, "queue_length", number(at_least=0), 0.0)
    return Subscribe(
        _name(fields, "topic"),
        fields.get("id", ABSENT),
        _optional(fields, "throttle_rate", number(at_least=0), 0.0),
        int(min(queue_length, limits.TOPIC_QUEUE)),
    )


def _publish(fields: dict[str, Any]) -> Publish:
    return Publish(_name(fields, "topic"), read_field(fields, "msg", lambda msg: msg))


def _call_service(fields: dict[str, Any]) -> CallService:
    args = fields.get("args")
    return CallService(
        _name(fields, "service"),
        fields.get("id", ABSENT),
        {} if args is None else args,
        _optional(fields, "timeout", number(above=0), None),
    )


def _service_response(fields: dict[str, Any]) -> ServiceResponse:
    return ServiceResponse(
        _name(fields, "service"),
        read_field(fields, "id", lambda token: token),
        fields.get("values"),
        fields.get("result", True) is True,
    )


READERS: dict[str, Callable[[dict[str, Any]], Operation]] = {
    "advertise": lambda fields: Advertise(_name(fields, "topic"), fields.get("id", ABSENT)),
    "unadvertise": lambda fields: Unadvertise(_name(fields, "topic")),
    "publish": _publish,
    "subscribe": _subscribe,
    "unsubscribe": lambda fields: Unsubscribe(_name(fields, "topic"), fields.get("id", ABSENT)),
    "call_service": _call_service,
    "advertise_service": lambda fields: AdvertiseService(
        _name(fields, "service"), fields.get("id", ABSENT)
    ),
    "unadvertise_service": lambda fields: UnadvertiseService(
        _name(fields, "service"), fields.get("id", ABSENT)
    ),
    "service_response": _service_response,
    "set_level": lambda fields: Harmless(),
    "auth": lambda fields: Harmless(),
}
