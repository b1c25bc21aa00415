"""Framing, operations and ids of the wire, and clients that send garbage."""

import json
import socket
import time

import pytest

QUERY = "/arm_sim/set_params"
CALL = '{"op":"call_service","service":"/arm_sim/set_params","id":%s,"args":{}}'
pytestmark = pytest.mark.parametrize("links", [2])


def test_messages_may_share_a_write_or_be_cut_anywhere(client):
    client.send_raw((CALL % '"a1"' + "\n" + CALL % '"a2"' + "\n").encode())
    for piece in (
        b'{"op": "call_service',
        b'", "service": "/arm_',
        b'sim/set_params", "id": "a3\xc3',
        b'\xa4"}\n',
    ):
        time.sleep(0.02)  # s; so that each piece arrives by itself
        client.send_raw(piece)
    for token in ("a1", "a2", "a3ä"):
        assert client.response(token)["result"] is True


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n  \n", " "])
def test_objects_end_where_their_braces_balance_whatever_lies_between_them(client, end):
    client.send_raw("".join(CALL % i + end for i in range(5)).encode())
    assert [client.response(i)["id"] for i in range(5)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    "token", [7, 0, 1.5, "", [1, "a"], {"k": 1}, False, True, None, -1e300, "ä\u2028\U0001f600"]
)
def test_an_id_of_any_json_value_is_echoed_unchanged(client, token):
    answer = client.call(QUERY, id=token)
    assert answer["id"] == token and type(answer["id"]) is type(token)


def test_a_call_without_an_id_is_answered_without_one(client):
    client.send(op="call_service", service=QUERY)
    assert "id" not in client.next(lambda m: m["op"] == "service_response")


def test_two_connections_may_use_one_id_at_once(client, connect):
    other = connect()
    client.begin(QUERY, id="same")
    other.begin("/arm_sim/pause", id="same")
    assert set(client.response("same")["values"]) == {"gravity", "masses", "lengths"}
    assert set(other.response("same")["values"]) == {"data"}


GARBAGE = {
    "no JSON": b"{not json}\n",
    "an unfinished object": b'{"op":"call_service","service":"/arm_sim/set_params","id":"x"\n',
    "a number": b"5\n",
    "a string": b'"x"\n',
    "null": b"null\n",
    "true": b"true\n",
    "a list": b"[1,2]\n",
    "a list of operations": b'[{"op":"subscribe","topic":"/joint_states"}]\n',
    "invalid UTF-8": b'{"op":"\xff\xfe"}\n',
    "a hundred thousand lists": b'{"op":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n",
    "a hundred thousand objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"\n",
    "a huge integer": b'{"op":' + b"9" * 5000 + b"}\n",
    "a million lists": b'{"op":[' + b"[]," * 1_000_000 + b"[]]}\n",
    "a newline inside a string": b'{"op":"subscribe","topic":"/joint\n',
}


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE)
def test_what_is_no_operation_is_reported_and_read_past(client, connect, garbage):
    healthy = connect()
    client.send_raw(garbage)
    assert client.status()["level"] == "error"
    assert client.call(QUERY)["result"] and healthy.call(QUERY)["result"]


@pytest.mark.parametrize(
    "greeting",
    [
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n\r\n",
        bytes.fromhex("16030102000100"),
    ],
    ids=["POST", "TLS"],
)
def test_nothing_is_carried_out_for_a_client_of_another_protocol(client, connect, greeting):
    stranger = connect()
    try:
        stranger.send_raw(greeting)
        stranger.send(op="call_service", service=QUERY, args={"gravity": 1.0})
    except ConnectionError:
        pass  # it may be closed already
    with pytest.raises(ConnectionError):
        while True:
            assert stranger.receive()["level"] == "error"
    assert client.call(QUERY)["values"]["gravity"] != 1.0


def test_a_pretty_printed_operation_is_carried_out(client):
    call = {"op": "call_service", "service": QUERY, "id": "pretty", "args": {"gravity": 2.5}}
    client.send_raw(json.dumps(call, indent=2).encode() + b"\n")
    assert client.response("pretty")["values"]["gravity"] == 2.5


@pytest.mark.parametrize("id", ["1e400", "-0", "-0.0", "1", "[1e400, -0]", '{"a": -1e999}'])
def test_an_id_comes_back_as_it_was_sent(client, id):
    client.send_raw((CALL % id).encode())
    line = client.receive_line()
    assert f'"id":{id},' in line


def test_the_error_for_a_cut_off_message_speaks_of_the_json_and_shows_it(client):
    client.send_raw(b'{"op":"subscribe","topic":"/joint_states","id":"cut", "extra": {"a": [1,2\n')
    text = client.status()["msg"]
    assert "JSON could not be parsed" in text and "/joint_states" in text and "%" not in text


def test_a_message_of_almost_four_mebibytes_is_read_and_a_longer_one_closes_only_its_connection(
    client, connect
):
    size = 4 * 1024 * 1024
    client.send(op="publish", topic="/long", msg="x" * (size - 100))
    assert client.call(QUERY)["result"]
    try:
        client.send_raw(b'{"op":"publish","topic":"/long","msg":"' + b"x" * size + b'"}\n')
    except ConnectionError:
        pass  # the connection may be closed before all is written
    with pytest.raises(ConnectionError):
        while True:
            assert client.receive()["level"] == "error"
    assert connect().call(QUERY)["result"]


@pytest.mark.parametrize(
    "operation, field",
    [
        ({"op": "fly"}, "op"),
        ({}, "op"),
        ({"op": 5}, "op"),
        ({"op": None}, "op"),
        ({"op": "subscribe"}, "topic"),
        ({"op": "subscribe", "topic": 5}, "topic"),
        ({"op": "subscribe", "topic": ""}, "topic"),
        ({"op": "call_service", "args": {}}, "service"),
        ({"op": "call_service", "service": 5}, "service"),
        ({"op": "publish", "msg": {}}, "topic"),
        ({"op": "publish", "topic": "/x"}, "msg"),
        ({"op": "advertise"}, "topic"),
        ({"op": "unadvertise"}, "topic"),
        ({"op": "unsubscribe"}, "topic"),
        ({"op": "advertise_service"}, "service"),
        ({"op": "unadvertise_service", "service": []}, "service"),
        ({"op": "service_response", "id": "x"}, "service"),
        ({"op": "service_response", "service": "/x"}, "id"),
    ],
)
def test_a_missing_or_wrong_field_is_named_in_an_error_with_the_id(client, operation, field):
    client.send(operation | {"id": "u"} if operation.get("op") != "service_response" else operation)
    status = client.status()
    assert (
        status["level"] == "error" and field in status["msg"] and "Traceback" not in status["msg"]
    )
    if operation.get("op") != "service_response":
        assert status["id"] == "u"


@pytest.mark.parametrize(
    "args, taken",
    [
        ({}, True),
        ({"args": None}, True),
        ({"args": []}, True),
        ({"args": [0]}, False),
        ({"args": "x"}, False),
        ({"args": 5}, False),
    ],
)
def test_args_that_are_missing_or_null_are_empty_and_others_must_be_an_object(client, args, taken):
    client.send({"op": "call_service", "service": "/arm_sim/pause", "id": "n"} | args)
    answer = client.response("n")
    assert answer["result"] is taken and (taken or "args" in answer["status"])
    assert client.call("/arm_sim/pause")["values"] == {"data": False}


def test_fields_that_client_libraries_add_do_no_harm(client):
    client.send_raw(b"\n  \n")
    client.subscribe(
        "/joint_states",
        type="sensor_msgs/JointState",
        compression="none",
        throttle_rate=0,
        queue_length=0,
        fragment_size=None,
    )
    client.send(
        {
            "op": "advertise",
            "topic": "/joint_trajectory",
            "id": "a",
            "latch": False,
            "queue_size": 100,
        },
        {"op": "set_level", "level": "error"},
        {"op": "auth", "mac": "x"},
    )
    client.message("/joint_states")
    assert client.call(QUERY, type="x", fragment_size=5, compression="png")["result"]
    with pytest.raises(TimeoutError):
        client.status(within=0.05)


@pytest.mark.parametrize("name", ["/arm_sim/set_params", "arm_sim/set_params"])
def test_a_name_without_its_slash_means_the_same_and_is_echoed_as_spelled(client, name):
    answer = client.call(name)
    assert answer["result"] and answer["service"] == name
    client.subscribe("joint_states")
    client.message("joint_states")


def test_doubles_come_back_bit_for_bit(client):
    numbers = [5e-324, 0.1 + 0.2, 1 / 3]
    for number in numbers:
        assert client.call(QUERY, {"gravity": number})["values"]["gravity"] == number


@pytest.mark.parametrize("calls", [1, 500])
def test_calls_are_answered_though_their_client_has_closed_its_half_of_the_connection(
    client, calls
):
    client.send(
        *({"op": "call_service", "service": "/arm_sim/set_params", "id": k} for k in range(calls))
    )
    client.socket.shutdown(socket.SHUT_WR)
    assert [client.receive()["id"] for _ in range(calls)] == list(range(calls))
    with pytest.raises(ConnectionError):
        client.receive()


@pytest.mark.parametrize(
    "service",
    [
        "/arm_sim/set_params",
        "/arm_sim/set_integrator",
        "/arm_sim/pause",
        "/pid_controller/enable",
        "/pid_controller/set_gains",
    ],
)
@pytest.mark.parametrize("args", [[1], "x", 5], ids=repr)
def test_args_that_are_no_object_are_refused_with_what_is_in_force(client, service, args):
    refused = client.call(service, args)
    assert not refused["result"] and "args must be an object" in refused["status"]
    assert refused["values"] == client.call(service)["values"]


def test_args_that_are_no_object_never_carry_out_a_command(client):
    client.call("/arm_sim/set_params", {"gravity": 0})
    refused = client.call("/arm_sim/reset", [0])
    assert not refused["result"] and refused["values"] == {}


def test_calls_of_one_client_to_the_actors_of_the_robot_keep_their_order(client):
    """Each solution belongs to the lengths that were set just before it was asked for."""
    lengths = [[1.0, 1.0], [0.5, 0.5], [2.0, 2.0]] * 20
    if client.call("/arm_sim/set_params")["values"]["lengths"][2:]:
        lengths = [[*pair, 1e-3] for pair in lengths]
    for k, each in enumerate(lengths):
        client.begin("/arm_sim/set_params", {"lengths": each}, id=f"p{k}")
        client.begin("/ik/solve", {"x": 1.5, "y": 0}, id=f"s{k}")
    assert [client.response(f"s{k}")["result"] for k in range(len(lengths))] == [
        True,
        False,
        True,
    ] * 20


def test_a_cancel_does_not_overtake_the_goal_that_it_is_for(client):
    client.begin("/ik_action/send_goal", {"x": 0.9, "y": 0.5, "success_hold": 60}, id="g")
    client.begin("/ik_action/cancel_goal", {}, id="c")
    assert client.response("g")["result"] and client.response("c")["result"]


def test_a_long_call_holds_up_no_other_call_of_its_client(client):
    client.begin(
        "/arm_sim/integration_step",
        {"function": "sin(t)*t", "x0": 0, "dt": 1e-3, "steps": 300_000, "integrator": "rk4"},
        id="long",
    )
    client.begin("/arm_sim/set_params", id="short")
    client.begin("/ik/solve", {"x": 0.5, "y": 0.5}, id="other")
    answers = [client.receive(30) for _ in range(3)]
    assert [answer["id"] for answer in answers] == ["short", "other", "long"]
    assert all(answer["result"] for answer in answers)
