"""Clients kill and stall actors, if the runtime was started for that."""

import pytest
from harness import Client, Runtime

SIGNAL = "/supervisor/signal"


@pytest.fixture(scope="module")
def port():
    with Runtime(2, FAULT_INJECTION="1") as runtime:
        yield runtime.port


def figures(client, actor):
    """The figures of an actor, by name."""
    statuses = client.call("/supervisor/actors")["values"]["status"]
    (status,) = (status for status in statuses if status["name"] == actor)
    return {item["key"]: item["value"] for item in status["values"]}


@pytest.mark.parametrize("action, cause", [("kill", "signal 9"), ("stall", "silent")])
@pytest.mark.parametrize("actor", ["arm_sim", "ik"])
def test_a_harmed_actor_is_started_again(port, actor, action, cause):
    with Client(port) as client:
        before = figures(client, actor)
        harmed = client.call(SIGNAL, {"actor": actor, "signal": action})
        assert harmed["values"] == {"actor": actor, "pid": int(before["pid"])}
        assert client.call("/arm_sim/set_params")["result"]
        while (after := figures(client, actor))["pid"] == before["pid"]:
            pass
        assert int(after["restarts"]) == int(before["restarts"]) + 1
        assert cause in after["last_cause"]


def test_the_gateway_too_is_started_again(port):
    with Client(port) as client:
        client.begin(SIGNAL, {"actor": "gateway", "signal": "kill"})
        with pytest.raises(ConnectionError):
            client.receive()
    with Client(port) as client:
        assert client.call("/arm_sim/set_params")["result"]


@pytest.mark.parametrize("links", [2])
def test_a_runtime_that_was_not_started_for_that_has_no_such_service(client):
    assert not client.call(SIGNAL, {"actor": "ik", "signal": "kill"})["result"]
