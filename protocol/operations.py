"""The rosbridge operations: JSON objects to typed values, and the objects we send back as lines."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from protocol import limits
from protocol.fields import Rejected, number, read_field, show, text
from protocol.wire import encode


class Absent:
    """The id of an operation that has none; null is an id like any other."""


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
    throttle_rate: float  # ms between messages at least
    queue_length: int  # messages kept while throttled or unread; 0: our default


class Unsubscribe(NamedTuple):
    topic: str
    id: Any


class CallService(NamedTuple):
    service: str  # as the client spelled it
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
    """Known, and without effect here."""


class Invalid(NamedTuple):
    """An object that is no operation we know; text says what is wrong with which field."""

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
    """The typed operation of one JSON object; Invalid, naming the field, if it is none."""
    op = fields.get("op")
    try:
        read_field(fields, "op", text)
        if op not in READERS:
            raise Rejected(f"op must be one of {', '.join(READERS)}, got {show(op)}")
        return READERS[op](fields)
    except Rejected as problem:
        where = "" if str(problem).startswith("op ") else f"{op}: "
        return Invalid(where + str(problem), fields.get("id", ABSENT))


def _name(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= limits.NAME_CHARACTERS:
        raise Rejected(
            f"must be a string of 1 to {limits.NAME_CHARACTERS} characters, got {show(value)}"
        )
    return value


def _optional(fields: dict[str, Any], name: str, reader: Callable[[Any], Any], default: Any) -> Any:
    """Fields that clients of many versions send in many ways: what cannot be read counts as not sent."""
    try:
        return reader(fields[name]) if name in fields else default
    except Rejected:
        return default


def _subscribe(fields: dict[str, Any]) -> Subscribe:
    queue_length = _optional(fields, "queue_length", number(at_least=0), 0.0)
    return Subscribe(
        read_field(fields, "topic", _name),
        fields.get("id", ABSENT),
        _optional(fields, "throttle_rate", number(at_least=0), 0.0),
        int(min(queue_length, limits.TOPIC_QUEUE)),
    )


def _publish(fields: dict[str, Any]) -> Publish:
    return Publish(read_field(fields, "topic", _name), read_field(fields, "msg", lambda msg: msg))


def _call_service(fields: dict[str, Any]) -> CallService:
    args = fields.get("args")
    return CallService(
        read_field(fields, "service", _name),
        fields.get("id", ABSENT),
        {} if args is None else args,
        _optional(fields, "timeout", number(above=0), None),
    )


def _service_response(fields: dict[str, Any]) -> ServiceResponse:
    return ServiceResponse(
        read_field(fields, "service", _name),
        read_field(fields, "id", lambda token: token),
        fields.get("values"),
        fields.get("result", True) is True,
    )


READERS: dict[str, Callable[[dict[str, Any]], Operation]] = {
    "advertise": lambda fields: Advertise(
        read_field(fields, "topic", _name), fields.get("id", ABSENT)
    ),
    "unadvertise": lambda fields: Unadvertise(read_field(fields, "topic", _name)),
    "publish": _publish,
    "subscribe": _subscribe,
    "unsubscribe": lambda fields: Unsubscribe(
        read_field(fields, "topic", _name), fields.get("id", ABSENT)
    ),
    "call_service": _call_service,
    "advertise_service": lambda fields: AdvertiseService(
        read_field(fields, "service", _name), fields.get("id", ABSENT)
    ),
    "unadvertise_service": lambda fields: UnadvertiseService(
        read_field(fields, "service", _name), fields.get("id", ABSENT)
    ),
    "service_response": _service_response,
    "set_level": lambda fields: Harmless(),
    "auth": lambda fields: Harmless(),
}


# -- what we send --------------------------------------------------------------------------------
def status_line(level: str, text: str, id: Any = ABSENT) -> bytes:
    return encode({"op": "status", "level": level, "msg": text} | _id_field(id)) + b"\n"


def publish_line(topic: str, msg: bytes) -> bytes:
    """msg is JSON text already."""
    return b'{"op":"publish","topic":' + encode(topic) + b',"msg":' + msg + b"}\n"


def response_line(call: CallService, result: bool, status: str, values: bytes) -> bytes:
    """values is JSON text already: an object."""
    return b'{"op":"service_response","service":%b%b,"values":%b,"result":%b,"status":%b}\n' % (
        encode(call.service),
        b"" if call.id is ABSENT else b',"id":' + encode(call.id),
        values,
        b"true" if result else b"false",
        encode(status),
    )


def call_line(service: str, id: str, args: Any) -> bytes:
    return encode({"op": "call_service", "id": id, "service": service, "args": args}) + b"\n"


def _id_field(id: Any) -> dict[str, Any]:
    return {} if id is ABSENT else {"id": id}
