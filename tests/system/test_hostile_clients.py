"""Clients that send too much, read too little or leave early cost the others nothing."""

import contextlib
import json

import pytest
from harness import PYTHON_RUNTIME, Client, Runtime
from processes import memory
from rosbridge import calls

QUERY = "/arm_sim/set_params"
MEBIBYTE = 1024 * 1024
pytestmark = pytest.mark.parametrize("links", [2])


def message(start, item, end):
    """A message of almost four mebibytes that consists of these items."""
    count = (4 * MEBIBYTE - 200) // (len(item) + 1)
    return start + b",".join([item] * count) + end + b"\n"


PUBLISH = b'{"op":"publish","topic":"/t","msg":['
LONG = {
    "lists": message(b'{"op":"call_service","service":"/arm_sim/pause","args":[', b"[]", b"]}"),
    "objects": message(PUBLISH, b"{}", b"]}"),
    "numbers": message(PUBLISH, b"-1.2345678901234567e-5", b"]}"),
    "texts": message(PUBLISH, b'""', b"]}"),
    "points": message(
        b'{"op":"publish","topic":"/joint_trajectory","msg":{"points":[',
        b'{"positions":[0.1,0.2]}',
        b"]}}",
    ),
    "braces without a newline": message(PUBLISH, b"{}", b"]}").strip(),
}


@pytest.fixture
def unharmed(runtime, client):
    """No process ends during the test, and another client is answered after it."""
    before = runtime.actors()
    yield
    assert client.call(QUERY)["result"]
    assert runtime.actors() == before


@pytest.mark.parametrize("line", LONG.values(), ids=LONG)
def test_long_messages_of_two_clients_at_once(connect, client, line, unharmed):
    hostile = [connect(), connect()]
    for each in hostile:
        each.send_raw(line)
        assert client.call(QUERY)["result"]
    for each in hostile:
        assert each.call(QUERY)["result"]


@pytest.mark.parametrize("size, refused", [(60_000, False), (70_000, True), (3_000_000, True)])
@pytest.mark.parametrize("service", [QUERY, "/ik/solve", "/ik_action/cancel_goal"])
def test_a_call_is_refused_if_it_is_longer_than_its_service_allows(client, service, size, refused):
    answer = client.call(service, {"padding": "x" * size})
    assert ("must have at most 65536 bytes" in answer["status"]) is refused


def test_calls_fail_one_by_one_when_their_provider_leaves(connect, client, unharmed):
    provider = connect()
    provider.send(op="advertise_service", service="/slow", id="mine")
    provider.next(lambda m: m.get("id") == "mine")
    callers = [connect(), connect()]
    for caller in callers:
        caller.send(*calls("/slow", {}, range(1024)))
        caller.settle()
    provider.close()
    for caller in callers:
        answers = [caller.next(lambda m: m["op"] == "service_response") for _ in range(1024)]
        assert sorted(answer["id"] for answer in answers) == list(range(1024))
        assert {answer["status"] for answer in answers} == {"the provider of /slow has gone"}


def test_long_messages_to_clients_that_do_not_read(connect, client, runtime, unharmed):
    """One line is kept for all of them. The last client reads, and gets whole lines."""
    deaf = [connect() for _ in range(40)]
    reader = connect()
    for each in (*deaf, reader):
        each.subscribe("/long")
        each.settle()
    for _ in range(5):
        client.send(op="publish", topic="/long", msg="x" * (4 * MEBIBYTE - 100))
    assert len(reader.message("/long")) == 4 * MEBIBYTE - 100
    assert memory(runtime.pid_of("gateway")) < 200


def test_messages_that_are_never_finished_are_kept_up_to_a_limit(connect, client, runtime):
    """With too much in all, connections are closed, and others are not."""
    begun = b'{"op":"publish","topic":"/t","msg":"' + b"x" * (4 * MEBIBYTE - 100)
    hostile = [connect() for _ in range(40)]
    closed = 0
    for each in hostile:
        with contextlib.suppress(ConnectionError):
            each.send_raw(begun)
    for each in hostile:
        try:
            each.send_raw(b'"}\n')
            assert each.call(QUERY)["result"]
        except ConnectionError:
            closed += 1
        assert client.call(QUERY)["result"]
    assert 5 < closed < 40
    assert memory(runtime.pid_of("gateway")) < 250


def test_many_subscriptions_with_long_names_are_kept_up_to_a_limit(connect, client, runtime):
    line = b'{"op":"subscribe","topic":"/%s%d","id":"%s"}\n'
    closed = 0
    for each in [connect() for _ in range(14)]:
        try:
            for first in range(0, 4000, 400):
                numbers = range(first, first + 400)
                each.send_raw(b"".join(line % (b"n" * 1000, k, b"i" * 1000) for k in numbers))
                each.settle()
        except ConnectionError:
            closed += 1
        assert client.call(QUERY)["result"]
    assert memory(runtime.pid_of("gateway")) < 250  # MB
    assert closed < 14


def test_at_the_limit_of_descriptors_more_clients_wait_and_no_letter_is_lost(links):
    shell = ("sh", "-c", 'ulimit -n 100; exec "$@"', "sh", *PYTHON_RUNTIME)
    steps = {"function": "t", "x0": 0, "dt": 0.1, "steps": 5000, "integrator": "euler"}
    with Runtime(links, shell) as runtime, Client(runtime.port) as first:
        before = runtime.actors()
        others = [Client(runtime.port) for _ in range(100)]
        tokens = [other.begin(QUERY) for other in others]
        for _ in range(20):  # each answer is long, so it is passed on in a descriptor
            assert len(first.call("/arm_sim/integration_step", steps)["values"]["times"]) == 5001
        for other, token in zip(others, tokens):  # each that leaves makes room for another one
            assert other.response(token)["result"]
            other.close()
        assert runtime.actors() == before
        assert "more have to wait" in runtime.log()


def test_a_flood_of_small_messages_of_many_clients(connect, client, unharmed):
    flood = b'{"op":"publish","topic":"/x","msg":{}}\n' * 20_000
    hostile = [connect() for _ in range(30)]
    for each in hostile:
        each.socket.setblocking(False)
    for _ in range(30):
        for each in hostile:
            with contextlib.suppress(BlockingIOError):
                each.socket.send(flood)
        answers = [client.call(service, {}) for service in (QUERY, "/pid_controller/set_gains")]
        assert all(json.dumps(answer["values"]) != "{}" for answer in answers)
