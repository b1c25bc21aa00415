"""Describes types field by field, as rosapi_msgs/msg/TypeDef."""

from typing import Any

from protocol.idl import ANY_LENGTH, FLOATS, NO_ARRAY, TEXTS, Field, Message
from protocol.interfaces import MESSAGE, SERVICE, Interfaces

REQUEST = 0
RESPONSE = 1
HALVES = ("_Request", "_Response")


def message_details(interfaces: Interfaces, name: str) -> list[dict[str, Any]]:
    """Describe a message and the messages it is made of; an unknown type has no description."""
    if not interfaces.is_known(name, MESSAGE):
        return []
    return _described(interfaces, name, interfaces.message(name))


def service_details(interfaces: Interfaces, name: str, half: int) -> list[dict[str, Any]]:
    """Describe the REQUEST or the RESPONSE of a service; an unknown type has no description."""
    if not interfaces.is_known(name, SERVICE):
        return []
    return _described(interfaces, name + HALVES[half], interfaces.service(name)[half])


def _described(interfaces: Interfaces, name: str, message: Message) -> list[dict[str, Any]]:
    return [
        _typedef(name, message),
        *(_typedef(inner, used) for inner, used in interfaces.used_by(message)),
    ]


def _typedef(name: str, message: Message) -> dict[str, Any]:
    return {
        "type": name,
        "fieldnames": [field.name for field in message.fields],
        "fieldtypes": [field.type for field in message.fields],
        "fieldarraylen": [field.length for field in message.fields],
        "examples": [_example(field) for field in message.fields],
        "constnames": [constant.name for constant in message.constants],
        "constvalues": [constant.value for constant in message.constants],
    }


def _example(field: Field) -> str:
    """Return the text of the value that a field has in a new message."""
    if field.length >= ANY_LENGTH:
        return "[]"
    assert field.length == NO_ARRAY
    if field.is_message:
        return "{}"
    if field.default:
        return field.default.strip("\"'")
    if field.type == "bool":
        return "False"
    if field.type in TEXTS:
        return ""
    return "0.0" if field.type in FLOATS else "0"
