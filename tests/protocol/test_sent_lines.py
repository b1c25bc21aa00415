"""The lines that we send to clients."""

import json

import pytest
from hub import IDS

from protocol.lines import call_line, publish_line, response_line, status_line
from protocol.operations import NO_ID, CallService
from protocol.wire import encode

CALL = CallService("arm/é", b"7", {}, None)


@pytest.mark.parametrize(
    "line, sent",
    [
        (status_line("info", "hi"), {"op": "status", "level": "info", "msg": "hi"}),
        (
            status_line("error", 'a "b"\n', b"0"),
            {"op": "status", "level": "error", "msg": 'a "b"\n', "id": 0},
        ),
        (publish_line("/é", b'{"a":1}'), {"op": "publish", "topic": "/é", "msg": {"a": 1}}),
        (
            response_line(CALL, True, "", b"{}"),
            {
                "op": "service_response",
                "service": "arm/é",
                "id": 7,
                "values": {},
                "result": True,
                "status": "",
            },
        ),
        (
            response_line(CALL._replace(id=NO_ID), False, "no\n", b'{"a":[1]}'),
            {
                "op": "service_response",
                "service": "arm/é",
                "values": {"a": [1]},
                "result": False,
                "status": "no\n",
            },
        ),
        (
            call_line("/s", "call:1", {"a": None}),
            {"op": "call_service", "id": "call:1", "service": "/s", "args": {"a": None}},
        ),
    ],
    ids=["info", "error", "publish", "response", "response without id", "call"],
)
def test_each_line_we_send_is_exactly_this_object_on_one_line(line, sent):
    assert json.loads(line) == sent
    assert line.endswith(b"}\n") and line.count(b"\n") == 1


@pytest.mark.parametrize("id", [*IDS, "\ud800", 10**30], ids=repr)
def test_ids_are_echoed_with_type_and_value_unchanged(id):
    text = encode(id)
    lines = status_line("info", "", text), response_line(CALL._replace(id=text), True, "", b"{}")
    assert {json.dumps(json.loads(line)["id"]) for line in lines} == {json.dumps(id)}


def test_an_absent_id_is_not_echoed():
    lines = status_line("info", ""), response_line(CALL._replace(id=NO_ID), True, "", b"{}")
    assert ["id" in json.loads(line) for line in lines] == [False, False]
