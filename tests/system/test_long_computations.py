"""Long computations of /arm_sim/integration_step hold up nobody else, nor the live arm."""

import select
import time

import pytest
from rosbridge import stamp

STEP = "/arm_sim/integration_step"
STATES = "/joint_states"
REQUEST = {"function": "t", "x0": 0.0, "dt": 0.1, "steps": 3, "integrator": "rk4"}
pytestmark = pytest.mark.parametrize("links", [2])


def test_the_live_arm_takes_no_notice(client):
    client.call("/arm_sim/set_integrator", {"method": "verlet", "timestep": 0.003})
    client.call("/arm_sim/pause", {"data": True})
    client.subscribe(STATES)
    before = client.fresh(STATES)
    assert client.call(STEP, REQUEST | {"function": "100*t", "steps": 50})["result"]
    assert client.fresh(STATES) == before
    assert client.call("/arm_sim/set_integrator")["values"] == {
        "method": "verlet",
        "timestep": 0.003,
    }


@pytest.mark.timeout(120)
def test_a_long_request_slows_down_nobody_and_its_process_counts_as_alive_all_the_while(
    client, connect, runtime
):
    """It takes longer than the second after which a silent process is replaced."""
    before = runtime.pid_of("integration")
    busy = connect()
    client.subscribe(STATES)
    first = client.fresh(STATES)
    last = None
    answered = 0
    function = "+".join(f"sin({k}*t)" for k in range(10))
    token = busy.begin(STEP, REQUEST | {"function": function, "steps": 200_000, "dt": 1e-3})
    begun = time.monotonic()
    while not select.select([busy.socket], [], [], 0)[0]:
        client.settle()
        answered += 1
        *_, last = client.drain(STATES) or [last]
        assert time.monotonic() - begun < 60
    assert answered > 5  # some thousand on an idle machine, and one if this client is held up
    assert stamp(last) - stamp(first) > 0.3  # s; an arm that is held up makes up for 0.1
    answer = busy.response(token, within=30)
    assert answer["result"] is True, answer["status"]
    assert len(answer["values"]["positions"]) == 200_001
    assert runtime.pid_of("integration") == before


@pytest.mark.long
def test_the_longest_request_is_computed_and_written_down_by_one_process(client, runtime):
    """A million steps are allowed. Handing over the answer takes a sixth of a second."""
    before = runtime.pid_of("integration")
    answer = client.call(
        STEP, REQUEST | {"function": "sin(t)*t", "steps": 1_000_000, "dt": 1e-3}, within=60
    )
    assert answer["result"] is True, answer["status"]
    assert len(answer["values"]["positions"]) == 1_000_001
    assert runtime.pid_of("integration") == before


def test_a_long_function_is_computed_by_a_process_that_counts_as_alive_all_the_while(
    client, runtime
):
    """A few steps of much work each are as slow as many of little."""
    before = runtime.pid_of("integration")
    function = "+".join(f"sin({k}*t)" for k in range(1500))
    answer = client.call(STEP, REQUEST | {"function": function, "steps": 5000}, within=30)
    assert answer["result"] is True or "limit" in answer["status"], answer["status"]
    assert runtime.pid_of("integration") == before


@pytest.mark.timeout(120)
@pytest.mark.parametrize("terms", [100_000, pytest.param(2_000_000, marks=pytest.mark.long)])
def test_a_function_as_long_as_a_message_is_computed_or_refused_for_its_operations(
    client, connect, runtime, terms
):
    """Reading it takes seconds, in which others are answered."""
    before = runtime.pid_of("integration")
    busy = connect()
    function = "t+" * terms + "1"
    token = busy.begin(STEP, REQUEST | {"function": function, "steps": 1}, id="whole")
    begun = time.monotonic()
    slowest = 0.0
    while not select.select([busy.socket], [], [], 0)[0]:
        asked = time.monotonic()
        client.settle()
        slowest = max(slowest, time.monotonic() - asked)
        assert asked - begun < 60
    answer = busy.response(token, within=30)
    assert answer["result"] is True, answer["status"]
    # The acceleration is n t + 1, so the velocity after dt is n dt^2 / 2 + dt.
    assert answer["values"]["velocities"][1] == pytest.approx(terms * 0.1**2 / 2 + 0.1)
    assert slowest < 0.5  # s; a few ms on an idle machine
    steps = 100_000_000 // (3 * terms) + 1  # rk4 needs the function at three times
    refused = busy.call(STEP, REQUEST | {"function": function, "steps": steps}, within=60)
    assert refused["result"] is False
    assert f"ask for {3 * terms + 50} operations in each of {steps} steps" in refused["status"]
    assert runtime.pid_of("integration") == before
