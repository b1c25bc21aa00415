"""The stream of the live arm's states, and how a pause, a reset and a timestep change it."""

import time
from itertools import pairwise
from statistics import median

import pytest
from arm_steps import (
    PAUSE,
    RESET,
    SET_INTEGRATOR,
    SET_PARAMS,
    STATES,
    energy,
    follow,
    near,
    two_links,
)
from rosbridge import stamp


# -- the stream ----------------------------------------------------------------------------------
def test_joint_states_come_60_times_a_second_with_rising_stamps_and_exactly_their_fields(
    client, links
):
    client.subscribe(STATES)
    begun = time.monotonic()
    states = client.course(STATES, 0.5)
    assert 0.3 < time.monotonic() - begun < 2.0  # s; on a busy machine simulation time falls behind
    for state in states:
        assert set(state) == {"header", "name", "position", "velocity", "effort"}
        assert set(state["header"]) == {"stamp", "frame_id"}
        assert set(state["header"]["stamp"]) == {"sec", "nanosec"}
        assert state["name"] == [f"joint{i + 1}" for i in range(links)]
        assert all(len(state[field]) == links for field in ("position", "velocity", "effort"))
        assert all(isinstance(part, int) for part in state["header"]["stamp"].values())
        assert 0 <= state["header"]["stamp"]["nanosec"] < 10**9
    periods = [after - before for before, after in pairwise(map(stamp, states))]
    assert min(periods) > 0 and median(periods) == pytest.approx(1 / 60, rel=0.1)


def test_a_fresh_arm_swings_freely_without_effort_and_keeps_its_energy(client, links):
    params = {
        "gravity": 9.81,
        "masses": [2.0, 0.5, 1.5][:links],
        "lengths": [0.8, 1.2, 0.4][:links],
    }
    client.call(SET_PARAMS, params)
    client.call(RESET)
    client.subscribe(STATES)
    states = client.course(STATES, 0.8)
    assert all(state["effort"] == [0] * links for state in states)
    assert max(abs(state["position"][0]) for state in states) > 1
    assert max(abs(energy(params, state["position"], state["velocity"])) for state in states) < 0.01


@two_links
def test_without_gravity_the_arm_stays_where_it_is(client):
    client.call(SET_PARAMS, {"gravity": 0})
    client.call(RESET)
    client.subscribe(STATES)
    for state in client.course(STATES, 0.3):
        assert state["position"] == [0, 0] and state["velocity"] == [0, 0]


# -- pause and reset -----------------------------------------------------------------------------
@two_links
def test_a_pause_freezes_what_is_seen_and_resuming_makes_no_leap(client):
    client.subscribe(STATES)
    client.course(STATES, 0.1)
    client.call(PAUSE, {"data": True})
    client.drain(STATES)
    frozen = [client.message(STATES) for _ in range(20)]
    assert all(state == frozen[0] for state in frozen)
    assert client.call(SET_PARAMS)["result"]
    resumed = time.monotonic()
    client.call(PAUSE, {"data": False})
    client.drain(STATES)
    passed = stamp(client.message(STATES)) - stamp(frozen[0])
    assert 0 <= passed < time.monotonic() - resumed + 0.09
    client.next(lambda m: m.get("topic") == STATES and stamp(m["msg"]) > stamp(frozen[0]) + 0.1)


@two_links
def test_a_reset_takes_the_setpoint_and_the_integral_along(client):
    client.subscribe(STATES)
    follow(client, [1.2, -0.8])
    client.course(STATES, 0.4)
    answer = client.call(RESET)["values"]
    client.drain(STATES)
    states = [client.message(STATES)]
    assert stamp(states[0]) < 0.2
    states += client.course(STATES, 0.4)
    assert all(near(state["position"], answer["position"], 0.3) for state in states)


@two_links
def test_a_reset_while_paused_shows_the_starting_pose_at_time_zero(client):
    client.subscribe(STATES)
    client.course(STATES, 0.1)
    client.call(PAUSE, {"data": True})
    client.call(RESET)
    state = client.fresh(STATES)
    assert stamp(state) == 0
    assert state["position"] == state["velocity"] == state["effort"] == [0, 0]


@two_links
@pytest.mark.parametrize("timestep", [3600, 1e-6])
def test_any_timestep_leaves_the_stream_and_the_services_quick_and_can_be_taken_back(
    client, timestep
):
    client.subscribe(STATES)
    client.call(SET_INTEGRATOR, {"timestep": timestep})
    begun = time.monotonic()
    for _ in range(12):
        client.message(STATES)
    assert time.monotonic() - begun < 1.0  # s; 0.2 on an idle machine
    asked = time.monotonic()
    client.call(SET_INTEGRATOR, {"timestep": 0.002})
    client.call(RESET)
    assert time.monotonic() - asked < 1.0  # s; some 0.01 on an idle machine
    client.drain(STATES)
    assert stamp(client.message(STATES)) < 0.3
    assert client.course(STATES, 0.2)[-1]["position"] != [0, 0]
