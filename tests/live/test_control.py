"""The live arm under control: where it comes to rest, what new settings do, and divergence."""

import math
import time

import pytest
from arm_steps import (
    ENABLE,
    GOAL,
    HELD_STILL,
    PAUSE,
    RESET,
    SET_GAINS,
    SET_INTEGRATOR,
    SET_PARAMS,
    STATES,
    TRAJECTORY,
    arrival,
    follow,
    gravity_load,
    near,
    trajectory,
    two_links,
)
from processes import wait_until
from rosbridge import stamp

SOFT = {"kp": [200, 100], "ki": [100, 50], "kd": [40, 15]}
STIFF = {"kp": [2000, 700], "ki": [8000, 2700], "kd": [120, 40]}  # at rest after half the time


# -- control -------------------------------------------------------------------------------------
@pytest.mark.parametrize("links, gains", [(2, "soft"), (3, "default")])
def test_the_arm_converges_to_its_setpoint_and_the_effort_there_is_the_gravity_load(
    client, links, gains
):
    if gains == "soft":
        client.call(SET_GAINS, SOFT)
        client.call(SET_PARAMS, {"masses": [1.4, 0.5], "lengths": [0.8, 1.2]})
    params = client.call(SET_PARAMS)["values"]
    client.subscribe(STATES)
    follow(client, GOAL[links])
    state = arrival(client, GOAL[links])
    load = gravity_load(params, state["position"])
    assert near(state["effort"], load, 0.5 + 0.04 * max(map(abs, load)))


@two_links
def test_without_an_integral_term_gravity_leaves_exactly_the_offset_that_carries_it(client):
    client.call(SET_GAINS, {"kp": [200, 100], "ki": [0, 0], "kd": [40, 15]})
    client.subscribe(STATES)
    follow(client, [0.6, -0.4])
    arrival(client, [0.5114, -0.4490])


@two_links
def test_a_change_of_the_gains_keeps_the_integral(client):
    """At rest the effort is ki times the integral: a doubled ki doubles the effort at once."""
    client.call(SET_GAINS, STIFF)
    client.subscribe(STATES)
    follow(client, GOAL[2])
    before = arrival(client, GOAL[2])["effort"]
    client.call(PAUSE, {"data": True})
    client.call(SET_GAINS, {"ki": [2 * ki for ki in client.call(SET_GAINS)["values"]["ki"]]})
    client.call(SET_INTEGRATOR, {"timestep": HELD_STILL})
    client.call(PAUSE, {"data": False})
    after = client.fresh(STATES)["effort"]
    assert 1.4 * before[0] < after[0] < 2.6 * before[0]  # the arm is not quite at rest


@two_links
def test_enabling_again_starts_from_a_clean_integral_and_the_setpoint_sent_meanwhile(client):
    kp = [200, 100]
    ki = [500, 500]
    kd = [40, 15]
    client.call(SET_GAINS, {"kp": kp, "ki": ki, "kd": kd})
    client.subscribe(STATES)
    follow(client, [1.0, -1.0])
    client.course(STATES, 0.5)
    client.call(ENABLE, {"data": False})
    client.publish(TRAJECTORY, trajectory([2.0, 1.0]))
    state = client.fresh(STATES)
    assert state["effort"] == [0, 0]
    client.call(PAUSE, {"data": True})
    at = client.fresh(STATES)
    client.call(ENABLE, {"data": True})
    client.call(SET_INTEGRATOR, {"timestep": HELD_STILL})
    client.call(PAUSE, {"data": False})
    seen = client.fresh(STATES)
    expected = [
        p * (target - q) - d * v
        for p, d, target, q, v in zip(kp, kd, [2.0, 1.0], at["position"], at["velocity"])
    ]
    assert near(seen["effort"], expected, 0.02 * max(map(abs, expected)))


@two_links
def test_a_setpoint_sent_during_a_pause_is_used_after_it(client):
    client.subscribe(STATES)
    client.call(PAUSE, {"data": True})
    before = client.fresh(STATES)
    follow(client, [0.3, 0.2])
    assert client.fresh(STATES) == before
    client.call(PAUSE, {"data": False})
    arrival(client, [0.3, 0.2])


@two_links
def test_new_parameters_are_in_force_at_once_without_a_leap_of_the_pose(client):
    """With gravity doubled, the effort that holds the arm is soon doubled."""
    client.call(SET_GAINS, STIFF)
    client.subscribe(STATES)
    follow(client, GOAL[2])
    before = arrival(client, GOAL[2])
    client.call(PAUSE, {"data": True})
    at = client.fresh(STATES)
    client.call(SET_PARAMS, {"gravity": 19.62})
    assert client.fresh(STATES) == at
    client.call(PAUSE, {"data": False})
    after = arrival(client, GOAL[2])
    assert near(after["effort"], [2 * effort for effort in before["effort"]], 1.5)


# -- dynamics ------------------------------------------------------------------------------------
def test_driving_the_first_joint_alone_throws_the_others(client, links):
    zeros = [0] * (links - 1)
    client.call(SET_PARAMS, {"gravity": 0})
    client.call(SET_GAINS, {"kp": [60, *zeros], "ki": [0, *zeros], "kd": [12, *zeros]})
    client.call(RESET)
    client.subscribe(STATES)
    follow(client, [1.0, *zeros])
    states = client.course(STATES, 0.8)
    for joint in range(1, links):
        assert max(abs(state["position"][joint]) for state in states) > 0.5


@two_links
def test_without_gravity_and_effort_the_momentum_of_the_first_joint_is_kept(client):
    client.subscribe(STATES)
    client.course(STATES, 0.5)
    client.call(SET_PARAMS, {"gravity": 0})
    states = client.course(STATES, 0.5)
    momenta = [
        (5 / 3 + math.cos(s["position"][1])) * s["velocity"][0]
        + (1 / 3 + math.cos(s["position"][1]) / 2) * s["velocity"][1]
        for s in states
    ]
    rates = [s["velocity"][0] for s in states]
    assert max(momenta) - min(momenta) < 1e-3 * abs(momenta[0])
    assert max(rates) - min(rates) > 0.1


# -- divergence ----------------------------------------------------------------------------------
def test_a_timestep_too_large_for_the_gains_diverges_visibly_until_a_reset(client, links):
    client.subscribe(STATES)
    client.call(SET_INTEGRATOR, {"method": "euler", "timestep": 0.01})
    client.call(SET_GAINS, {"kp": [1e8] * links, "ki": [0] * links, "kd": [1e7] * links})
    follow(client, GOAL[links])
    deadline = time.monotonic() + 20
    while max(abs(q) for q in client.message(STATES)["position"] if q is not None) < 1e3:
        assert time.monotonic() < deadline
    wait_until(lambda: "diverged" in client.call(SET_INTEGRATOR)["status"])
    client.drain(STATES)
    states = [client.message(STATES) for _ in range(15)]
    for state in states:
        assert all(len(state[field]) == links for field in ("position", "velocity", "effort"))
    assert states[0]["header"] == states[-1]["header"]  # its clock stands still
    answer = client.call(SET_INTEGRATOR)
    assert answer["result"] is True and "diverged" in answer["status"]
    assert answer["values"]["timestep"] == 0.01
    client.call(ENABLE, {"data": False})
    assert client.call(RESET)["status"] == ""
    state = client.course(STATES, 0.15)[-1]
    assert stamp(state) > 0.1 and max(map(abs, state["position"])) < 10
