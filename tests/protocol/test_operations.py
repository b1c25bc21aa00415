"""JSON objects to typed operations."""

import json

import pytest

from protocol import limits
from protocol.names import canonical
from protocol.operations import (
    NO_ID,
    Advertise,
    AdvertiseService,
    CallService,
    Harmless,
    Invalid,
    Publish,
    ServiceResponse,
    SetLevel,
    Subscribe,
    Unadvertise,
    UnadvertiseService,
    Unsubscribe,
    read_operation,
)

COMPLETE = [
    ({"op": "advertise", "topic": "/t"}, Advertise("/t")),
    ({"op": "unadvertise", "topic": "/t"}, Unadvertise("/t")),
    ({"op": "publish", "topic": "/t", "msg": {"a": 1}}, Publish("/t", {"a": 1})),
    ({"op": "subscribe", "topic": "/t"}, Subscribe("/t", NO_ID, 0.0, 0)),
    ({"op": "unsubscribe", "topic": "/t"}, Unsubscribe("/t", NO_ID)),
    ({"op": "call_service", "service": "/s"}, CallService("/s", NO_ID, {}, None)),
    ({"op": "advertise_service", "service": "/s"}, AdvertiseService("/s", NO_ID)),
    ({"op": "unadvertise_service", "service": "/s"}, UnadvertiseService("/s", NO_ID)),
    (
        {"op": "service_response", "service": "/s", "id": "x", "values": {"v": 1}, "result": False},
        ServiceResponse("/s", "x", {"v": 1}, False, None),
    ),
    ({"op": "set_level"}, Harmless()),
    ({"op": "set_level", "level": "error"}, SetLevel("error")),
    ({"op": "auth"}, Harmless()),
]
KEEP_IDS = [
    "subscribe",
    "unsubscribe",
    "call_service",
    "advertise_service",
    "unadvertise_service",
]
IDS = [7, 0, -1.5, "", "a", True, False, None, [], {}, [1, "a"], {"k": 1}, "\ud800", 10**30]
NO_NAME = [None, 5, True, 1.5, [], {}, ["/t"], "", "x" * (limits.NAME_CHARACTERS + 1)]


def same(a, b):
    """Equal in JSON type and value; == alone takes 0, 0.0 and False for one."""
    return json.dumps(a) == json.dumps(b)


@pytest.mark.parametrize("fields, operation", COMPLETE, ids=lambda value: str(value)[:40])
def test_each_operation_is_read_from_its_required_fields(fields, operation):
    read = read_operation(fields)
    assert type(read) is type(operation) and read == operation


@pytest.mark.parametrize("fields, operation", COMPLETE, ids=lambda value: str(value)[:40])
def test_fields_nobody_knows_are_ignored(fields, operation):
    extra = {"compression": "png", "fragment_size": [], "mac": "", "": {}}
    assert read_operation(extra | fields) == operation


@pytest.mark.parametrize("id", IDS, ids=repr)
@pytest.mark.parametrize("op", KEEP_IDS)
def test_an_id_of_any_json_type_is_kept_as_it_is(op, id):
    read = read_operation({"op": op, "topic": "/t", "service": "/s", "id": id})
    assert same(json.loads(read.id), id)


@pytest.mark.parametrize("id", IDS, ids=repr)
def test_a_response_keeps_the_id_of_the_call(id):
    assert same(read_operation({"op": "service_response", "service": "/s", "id": id}).id, id)


@pytest.mark.parametrize("op", [*KEEP_IDS, "publish", "fly", "set_level"])
def test_an_id_up_to_the_limit_is_accepted_and_a_longer_one_is_refused(op):
    fields = {"op": op, "topic": "/t", "service": "/s", "msg": {}}
    longest = "x" * (limits.ID_BYTES - 2)  # two quotes are added
    assert "id must" not in getattr(read_operation(fields | {"id": longest}), "text", "")
    refused = read_operation(fields | {"id": longest + "x"})
    assert refused.text == (
        f"{op}: id must have at most {limits.ID_BYTES} bytes as JSON, got {limits.ID_BYTES + 1}"
    )
    assert refused.id == NO_ID


@pytest.mark.parametrize("id", IDS, ids=repr)
@pytest.mark.parametrize(
    "fields", [{}, {"op": "fly"}, {"op": 5}, {"op": "publish"}, {"op": "advertise", "topic": 1}]
)
def test_a_refused_operation_keeps_its_id(fields, id):
    read = read_operation(fields | {"id": id})
    assert isinstance(read, Invalid) and same(json.loads(read.id), id)


def test_a_null_id_is_an_id_and_a_missing_one_is_none():
    assert read_operation({"op": "fly", "id": None}).id == b"null"
    assert read_operation({"op": "fly"}).id == NO_ID


@pytest.mark.parametrize(
    "op, field",
    [
        ("advertise", "topic"),
        ("unadvertise", "topic"),
        ("publish", "topic"),
        ("publish", "msg"),
        ("subscribe", "topic"),
        ("unsubscribe", "topic"),
        ("call_service", "service"),
        ("advertise_service", "service"),
        ("unadvertise_service", "service"),
        ("service_response", "service"),
        ("service_response", "id"),
    ],
)
def test_a_missing_required_field_is_named(op, field):
    fields = {
        "op": op,
        "topic": "/t",
        "service": "/s",
        "msg": {},
        "id": "x",
        "values": {},
        "result": True,
    }
    del fields[field]
    assert read_operation(fields).text == f"{op}: {field} is missing"


@pytest.mark.parametrize("value", NO_NAME, ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize(
    "op, field",
    [
        ("advertise", "topic"),
        ("unadvertise", "topic"),
        ("publish", "topic"),
        ("subscribe", "topic"),
        ("unsubscribe", "topic"),
        ("call_service", "service"),
        ("advertise_service", "service"),
        ("unadvertise_service", "service"),
        ("service_response", "service"),
    ],
)
def test_an_ill_typed_name_is_refused_naming_operation_and_field(op, field, value):
    read = read_operation({"op": op, "msg": {}, "id": "x", field: value})
    assert isinstance(read, Invalid)
    assert read.text.startswith(f"{op}: {field} must be a string") and len(read.text) < 300


@pytest.mark.parametrize(
    "op", ["fly", "", "Publish", "publish ", "fragment", "png", "__class__", "\ud800"]
)
def test_an_unknown_operation_is_refused_naming_the_field_and_what_there_is(op):
    read = read_operation({"op": op, "topic": "/t"})
    assert isinstance(read, Invalid)
    assert (
        read.text.startswith("op must be one of ")
        and "call_service" in read.text
        and json.dumps(op) in read.text
    )


@pytest.mark.parametrize("op", [None, 5, True, [], {}, ["publish"], {"publish": 1}], ids=repr)
def test_an_operation_that_is_no_string_is_refused_naming_the_field(op):
    assert read_operation({"op": op}).text.startswith("op must be a string, got ")


def test_an_object_without_operation_is_refused_naming_the_field():
    assert read_operation({}).text == "op is missing"


@pytest.mark.parametrize("msg", [None, 0, False, "", [], {}, "text", [1, [2]], {"a": {}}], ids=repr)
def test_any_json_value_can_be_published(msg):
    assert same(read_operation({"op": "publish", "topic": "/t", "msg": msg}).msg, msg)


@pytest.mark.parametrize(
    "args, read",
    [
        ({}, {}),
        ({"args": None}, None),
        ({"args": {}}, {}),
        ({"args": {"a": 1}}, {"a": 1}),
        ({"args": []}, []),
        ({"args": 0}, 0),
        ({"args": False}, False),
        ({"args": ""}, ""),
    ],
    ids=repr,
)
def test_missing_args_become_an_empty_object_and_all_others_stay(args, read):
    assert same(read_operation({"op": "call_service", "service": "/s"} | args).args, read)


@pytest.mark.parametrize("values", [None, [], "reason", 0, {}], ids=repr)
def test_a_response_is_read_whatever_its_values_are(values):
    read = read_operation(
        {"op": "service_response", "service": "/s", "id": "x", "values": values, "result": True}
    )
    assert same(read.values, values)


def test_a_response_without_result_reports_success():
    assert (
        read_operation({"op": "service_response", "service": "/s", "id": "x", "values": {}}).result
        is True
    )


@pytest.mark.parametrize("length", [1, limits.NAME_CHARACTERS])
def test_names_up_to_the_limit_are_accepted(length):
    assert read_operation({"op": "advertise", "topic": "x" * length}) == Advertise("x" * length)


@pytest.mark.parametrize(
    "name, meant", [("/t", "/t"), ("t", "/t"), ("a/b", "/a/b"), ("/", "/"), ("//t", "//t")]
)
def test_a_name_without_leading_slash_means_the_same(name, meant):
    assert canonical(name) == meant
