"""Hard stops and limits as clients see them, on the running system."""

import itertools
import math
import time

import pytest
from arm_steps import ENABLE, STATES, TRAJECTORY, two_links
from goal_steps import SEND, SOLVE, START
from joint_limits import LIMITS, NO_LIMITS, SOME_LIMITS

ENERGY = "/arm_sim/energy"
pytestmark = pytest.mark.usefixtures("arm_as_made")


# -- hard stops ------------------------------------------------------------------------------------
def test_a_falling_arm_is_caught_by_its_stops_and_the_books_know_of_it(client, links):
    stops = [[-0.4, 0.4], [-0.2, 0.2], [-0.3, 0.3]][:links]
    client.subscribe(ENERGY)
    assert client.call(LIMITS, {"position": stops})["result"]
    client.subscribe(STATES)
    states = client.course(STATES, 0.7)
    for state in states:
        assert all(low <= angle <= high for (low, high), angle in zip(stops, state["position"]))
    assert states[-1]["position"] == pytest.approx([low for low, _ in stops], abs=1e-3)
    book = client.fresh(ENERGY)
    assert book["lost"] > 1 and abs(book["drift"]) < 1e-6  # J


def test_an_arm_that_lies_on_its_stops_keeps_up_with_time(client, links):
    client.call(LIMITS, {"position": [[-0.2, 0.2]] * links})
    client.subscribe(STATES)
    client.course(STATES, 0.4)  # meanwhile it falls onto its stops
    begun = time.monotonic()
    client.course(STATES, 0.4)
    assert time.monotonic() - begun < 2.0  # s; some 0.4 on an idle machine


@two_links
def test_limits_are_set_each_on_its_own_and_removed_by_null(client):
    assert client.call(LIMITS)["values"] == NO_LIMITS
    for name, value in SOME_LIMITS.items():
        assert client.call(LIMITS, {name: value})["values"][name] == value
    assert client.call(LIMITS)["values"] == SOME_LIMITS
    refused = client.call(LIMITS, {"operating": [[-0.6, 0], [0, 0.1]], "effort": [1, 1]})
    assert refused["result"] is False and "operating" in refused["status"]
    assert refused["values"] == SOME_LIMITS | {"effort": [1, 1]}
    for name in SOME_LIMITS:
        assert client.call(LIMITS, {name: None})["values"][name] is None


# -- commands --------------------------------------------------------------------------------------
@two_links
@pytest.mark.parametrize(
    "point", [{"positions": [0.3, 0]}, {"positions": [0, 0], "velocities": [0, 2.5]}]
)
def test_a_command_beyond_the_limits_is_refused_to_its_sender_alone(client, connect, point):
    client.call(LIMITS, SOME_LIMITS)
    other = connect()
    client.publish(TRAJECTORY, {"points": [point]})
    status = client.status()
    assert status["level"] == "error" and "joint" in status["msg"]
    other.settle()
    with pytest.raises(TimeoutError):
        other.status(within=0.01)
    client.publish(TRAJECTORY, {"points": [{"positions": [0.2, -0.1]}]})
    client.settle()
    with pytest.raises(TimeoutError):
        client.status(within=0.01)


@two_links
def test_efforts_stay_within_their_limits(client):
    client.call(LIMITS, {"effort": [10, 2]})
    client.call(ENABLE, {"data": True})
    client.publish(TRAJECTORY, {"points": [{"positions": [1, 1]}]})
    client.settle()
    client.subscribe(STATES)
    efforts = [state["effort"] for state in client.course(STATES, 0.3)]
    assert max(abs(effort[0]) for effort in efforts) == 10
    assert max(abs(effort[1]) for effort in efforts) == 2


# -- inverse kinematics within limits --------------------------------------------------------------
@two_links
def test_solutions_and_goals_are_chosen_within_the_limits(client):
    corner = {"x": 1, "y": 1, "reference": [0, 0]}
    assert client.call(SOLVE, corner)["values"]["positions"] == pytest.approx(
        [0, math.pi / 2], abs=1e-12
    )
    client.call(LIMITS, {"operating": [[-3, 3], [-3, 0]]})
    assert client.call(SOLVE, corner)["values"]["positions"] == pytest.approx(
        [math.pi / 2, -math.pi / 2], abs=1e-12
    )
    client.call(LIMITS, {"operating": None, "position": [[-3, 3], [-1, 1]]})
    for service in (SOLVE, SEND):
        refused = client.call(service, {"x": 1, "y": 1})
        assert refused["result"] is False and "joint 2" in refused["status"], service
    assert client.call(SEND, {"x": 1.8, "y": 0.3})["result"]


@two_links
def test_a_goal_at_the_very_end_of_the_limits_leaves_the_arm_alive(client, runtime):
    target = {"x": -1.0, "y": 0.9, "reference": [0.0, 1.0]}
    q1, q2 = client.call(SOLVE, target)["values"]["positions"]
    pid = runtime.pid_of("arm_sim")
    for turns, ulps in itertools.product((-2, 2), range(-2, 3)):
        edge = q1 + turns * 2 * math.pi
        edge += ulps * math.ulp(edge)
        for ends in ([edge, edge + 0.1], [edge - 0.1, edge]):
            client.call(LIMITS, {"operating": [ends, [q2 - 1, q2 + 1]]})
            client.call(SEND, {"x": -1.0, "y": 0.9})
            client.settle()
            assert runtime.actors().get("arm_sim") == pid, (ends, turns)


@two_links
def test_a_trial_of_an_arm_with_limits_finds_its_targets(client):
    client.call(LIMITS, {"operating": [[-0.3, 0.3], [0.2, 0.6]]})
    for _ in range(3):
        assert client.call(START)["result"]
