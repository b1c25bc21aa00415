"""Many clients at once, and many calls at once."""

import time
from collections import Counter

import pytest
from harness import Client
from processes import descriptors, wait_until
from rosbridge import calls

QUERY = "/arm_sim/set_params"
pytestmark = pytest.mark.parametrize("links", [2])


def test_two_hundred_clients_connecting_at_once_are_all_served(runtime):
    before = descriptors(runtime.pid_of("gateway"))
    clients = []
    try:
        clients.extend(Client(runtime.port) for _ in range(200))
        tokens = [client.begin(QUERY) for client in clients]
        assert all(client.response(token)["result"] for client, token in zip(clients, tokens))
    finally:
        for client in clients:
            client.close()
    wait_until(
        lambda: descriptors(runtime.pid_of("gateway")) <= before,
        what="the connections to be closed",
    )


def test_two_thousand_pipelined_calls_are_answered_once_each(client):
    client.send(*calls("/pid_controller/set_gains", {}, range(2000)))
    answers = [client.receive() for _ in range(2000)]
    assert Counter(answer["id"] for answer in answers) == Counter(range(2000))
    for answer in answers:
        assert answer["result"] and set(answer["values"]) == {"kp", "ki", "kd"}


@pytest.mark.parametrize(
    "service, args",
    [
        (QUERY, {"gravity": 9.81}),
        (
            "/arm_sim/integration_step",
            {"function": "t", "x0": 0, "dt": 0.1, "steps": 1, "integrator": "euler"},
        ),
    ],
    ids=["arm_sim", "integration"],
)
@pytest.mark.parametrize("padding", [0, 3000])
def test_calls_of_many_clients_at_once_are_all_answered(connect, service, args, padding):
    """They are more than any mailbox holds: the clients are held back, and no call is lost."""
    clients = [connect() for _ in range(16)]
    for client in clients:
        client.send(*calls(service, args | {"padding": "x" * padding}, range(200)))
    for client in clients:
        answers = [client.receive(20) for _ in range(200)]
        assert sorted(answer["id"] for answer in answers) == list(range(200))
        assert all(answer["result"] for answer in answers)


def test_a_setpoint_storm_leaves_the_others_served(runtime, client, connect):
    storm = connect()
    point = {
        "op": "publish",
        "topic": "/joint_trajectory",
        "msg": {"points": [{"positions": [0.1, 0.2]}]},
    }
    storm.send(*[point] * 15_000)
    worst = 0.0
    started = time.monotonic()
    while time.monotonic() < started + 0.5:
        asked = time.monotonic()
        client.settle()
        worst = max(worst, time.monotonic() - asked)
    assert worst < 1.0, runtime.log()  # s; some 0.02 on an idle machine
    assert storm.call(QUERY, within=20)["result"]


def test_clients_that_vanish_in_the_middle_of_everything_leave_nothing_behind(runtime, client):
    client.settle()  # so that its own connection is counted
    before = descriptors(runtime.pid_of("gateway"))
    for _ in range(100):
        guest = Client(runtime.port)
        guest.send(
            {"op": "subscribe", "topic": "/joint_states"},
            {"op": "advertise_service", "service": "/guest"},
            {"op": "call_service", "service": QUERY},
            {"op": "call_service", "service": "/guest"},
        )
        guest.send_raw(b'{"op":"call_serv')
        guest.close()
    wait_until(
        lambda: descriptors(runtime.pid_of("gateway")) <= before,
        what="the connections to be closed",
    )
    assert client.call("/guest")["result"] is False
