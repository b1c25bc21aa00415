"""Binary messages and latched topics over the wire, for a client with the package websockets."""

import json
import struct

import pytest

from protocol import names

cbor2 = pytest.importorskip("cbor2")
connect_to = pytest.importorskip("websockets.sync.client").connect
pytestmark = pytest.mark.parametrize("links", [2])
DESCRIPTION = names.ROBOT_DESCRIPTION


@pytest.fixture
def web(runtime):
    with connect_to(f"ws://127.0.0.1:{runtime.port}") as client:
        yield client


def subscribe(web, topic, **fields):
    web.send(json.dumps({"op": "subscribe", "topic": topic, **fields}))


def publication(web):
    """The next publication, whether it comes as JSON or as CBOR."""
    while True:
        data = web.recv(timeout=10)
        message = cbor2.loads(data) if isinstance(data, bytes) else json.loads(data)
        if message["op"] == "publish":
            return message, isinstance(data, bytes)


def test_a_state_in_cbor_is_the_state_in_json(web, client):
    client.call(names.PAUSE, {"data": True})
    client.call(names.RESET)
    client.subscribe(names.JOINT_STATES)
    subscribe(web, names.JOINT_STATES, compression="cbor")
    message, is_binary = publication(web)
    assert is_binary and message["topic"] == names.JOINT_STATES
    state = client.fresh(names.JOINT_STATES)
    decoded = message["msg"]
    for field in ("position", "velocity", "effort"):
        assert list(struct.unpack("<2d", decoded[field].value)) == state[field]
    assert decoded["header"] == state["header"]


def test_over_tcp_there_is_json_and_one_warning(client):
    client.send(op="subscribe", topic=names.JOINT_STATES, compression="cbor", id="a")
    client.send(op="subscribe", topic=names.ENERGY, compression="cbor", id="b")
    statuses = [client.status() for _ in range(3)]
    assert [status["level"] for status in statuses] == ["info", "warning", "info"]
    assert "only WebSocket clients" in statuses[1]["msg"]
    assert "position" in client.message(names.JOINT_STATES)


def test_each_new_subscriber_gets_the_description_at_once_and_all_get_its_changes(web, client):
    client.subscribe(DESCRIPTION)
    first = client.message(DESCRIPTION)["data"]
    subscribe(web, DESCRIPTION, compression="cbor")
    message, is_binary = publication(web)
    assert is_binary and message["msg"] == {"data": first}
    client.call(names.SET_PARAMS, {"lengths": [0.5, 0.25]})
    second = client.message(DESCRIPTION)["data"]
    assert 'xyz="0.25 0 0"' in second and publication(web)[0]["msg"] == {"data": second}
    client.subscribe(DESCRIPTION, id="again")
    assert client.message(DESCRIPTION)["data"] == second


def test_after_a_death_of_the_arm_or_the_gateway_it_is_described_anew(client, connect, runtime):
    for actor in ("arm_sim", "gateway"):
        subscriber = connect()
        subscriber.subscribe(DESCRIPTION)
        assert subscriber.message(DESCRIPTION)["data"].startswith("<?xml")
        runtime.successor_of(actor, runtime.kill(actor))
        if actor == "arm_sim":
            assert subscriber.message(DESCRIPTION)["data"].startswith("<?xml")
    successor = connect()
    successor.subscribe(DESCRIPTION)
    assert successor.message(DESCRIPTION)["data"].startswith("<?xml")
