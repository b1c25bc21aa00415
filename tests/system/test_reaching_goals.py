"""Goals as clients see them, on the running system."""

import math
import time

import pytest
from goal_steps import (
    ANYWHERE,
    APART,
    CANCEL,
    ENABLE,
    FEEDBACK,
    NEVER,
    PAUSE,
    RESET,
    RESULT,
    SEND,
    STATES,
    TARGET,
    TRAJECTORY,
    everyone_has_seen,
    no_more,
    result_of,
    send_goal,
    tip,
)
from rosbridge import calls

from actors.arm.simulation import Simulation

pytestmark = pytest.mark.usefixtures("no_goal_yet")
two_links = pytest.mark.parametrize("links", [2])


def test_a_goal_is_reached_and_reported_once(client, links):
    client.call(ENABLE, {"data": True})
    target = {"x": 1.2, "y": 0.8} | ({"phi": 0.4} if links == 3 else {})
    goal = send_goal(client, **target, success_hold=0.3)
    result = result_of(client, goal)
    feedback = client.drain(FEEDBACK)
    # A setpoint is published again if the arm does not follow soon.
    command, *repeated = client.drain(TRAJECTORY)
    assert all(again == command for again in repeated)
    distance = result.pop("final_distance")
    assert result == {"goal_id": goal, "outcome": "reached", "target": target}
    assert distance <= 0.05
    for each in feedback:
        assert each["goal_id"] == goal and each["target"] == target
        assert each["positions"] == command["points"][-1]["positions"]
    assert_held_inside(feedback, 0.3)
    tip_there = tip([1.0] * links, feedback[0]["positions"])[:2]
    assert tip_there == pytest.approx((1.2, 0.8), abs=1e-9)  # m, the accuracy that is promised
    assert no_more(client, FEEDBACK) and client.drain(RESULT) == []


def assert_held_inside(feedback, hold):
    """Up to its last feedback, the tip has been near enough to the target for hold s."""
    elapsed = [each["elapsed"] for each in feedback]
    assert elapsed == sorted(elapsed) and 0.0 <= elapsed[0] < elapsed[-1]
    outside = [k for k, each in enumerate(feedback) if each["distance_remaining"] > 0.05]
    inside_since = elapsed[outside[-1] + 1 if outside else 0]
    assert elapsed[-1] - inside_since >= hold - APART  # the state that ended it is in no feedback


@two_links
def test_on_the_wire_the_old_result_comes_first_then_the_answer_then_feedback(client):
    first = send_goal(client, **NEVER)
    client.message(FEEDBACK)
    client.begin(SEND, TARGET | NEVER, id="second")
    story = []
    while not story or story[-1][0] != FEEDBACK or story[-1][1] == first:
        message = client.receive()
        if message["op"] == "service_response":
            second = message["values"]["goal_id"]
            story.append(("answer", second))
        elif message["topic"] in (RESULT, FEEDBACK):
            story.append((message["topic"], message["msg"]["goal_id"]))
    assert [entry for entry in story if entry != (FEEDBACK, first)] == [
        (RESULT, first),
        ("answer", second),
        (FEEDBACK, second),
    ]
    assert (FEEDBACK, first) not in story[story.index((RESULT, first)) :]


@pytest.mark.parametrize(
    "args",
    [{"x": 5.0}, {"epsilon": 0}, {"epsilon": True}, {"success_hold": -0.1}, {"x": None}],
    ids=str,
)
@two_links
def test_a_goal_that_is_refused_leaves_the_active_one_alone(client, args):
    goal = send_goal(client, **NEVER)
    refused = client.call(SEND, TARGET | args)
    assert refused["result"] is False and refused["status"] and refused["values"] == {}
    client.drain(FEEDBACK)
    assert client.message(FEEDBACK)["goal_id"] == goal
    assert client.drain(RESULT) == []


@two_links
def test_fifty_goals_in_one_write_have_fifty_ids_and_one_result_each(client):
    client.send(*calls(SEND, TARGET | NEVER, range(50)))
    ids = [client.response(k)["values"]["goal_id"] for k in range(50)]
    assert client.call(CANCEL, {"goal_id": ids[-1]})["result"]
    results = [(r["goal_id"], r["outcome"]) for r in client.drain(RESULT)]
    assert len(set(ids)) == 50 and results == [(goal, "preempted") for goal in ids]


@two_links
def test_cancels_are_taken_for_the_active_goal_only(client):
    assert not client.call(CANCEL)["result"]
    goal = send_goal(client, **NEVER)
    for odd in ("nope", "", 5, [], {}, None):
        refused = client.call(CANCEL, {"goal_id": odd})
        assert refused["result"] is False and refused["status"]
    assert client.drain(RESULT) == []
    assert client.call(CANCEL, {"goal_id": goal})["result"]
    assert [r["outcome"] for r in client.drain(RESULT)] == ["preempted"]
    assert not client.call(CANCEL)["result"]
    assert no_more(client, FEEDBACK)


@two_links
def test_a_zero_hold_is_reached_with_the_first_state_that_knows_of_the_goal(client):
    goal = send_goal(client, **ANYWHERE, success_hold=0)
    assert result_of(client, goal)["outcome"] == "reached"
    # Usually up to two, of states that the arm published before; the default hold takes thirty.
    assert len(client.drain(FEEDBACK)) < 15


@pytest.mark.parametrize("length", [2, 5, 8])  # ms; two published states are 17 ms apart
def test_a_zero_hold_is_reached_by_an_entry_between_two_states(client, links, length):
    """The arm falls from its starting pose, always in the same way."""
    arm = Simulation(links)
    path = []
    while arm.time < 1.2:
        arm.tick()
        path.append(tip(arm.arm.lengths, arm.position)[:2])
    client.call(ENABLE, {"data": False})
    for k in (1200, 1500, 1801, 2104):  # the tick at which the end effector is at the target
        x, y = path[k]
        radius = math.dist((x, y), path[k + length])
        client.call(PAUSE, {"data": True})
        client.call(RESET)
        goal = send_goal(client, x=x, y=y, epsilon=radius, success_hold=0)
        client.call(PAUSE, {"data": False})
        result = result_of(client, goal)
        assert result["outcome"] == "reached" and result["final_distance"] <= radius


@two_links
def test_a_hold_is_not_over_while_the_arm_is_paused(client):
    assert client.call(PAUSE, {"data": True})["result"]
    everyone_has_seen(client)
    goal = send_goal(client, **ANYWHERE, success_hold=0.3)
    feedback = [client.message(FEEDBACK) for _ in range(25)]  # for longer than the hold
    assert len({f["elapsed"] for f in feedback}) == 1
    assert client.drain(RESULT) == []
    client.call(PAUSE, {"data": False})
    assert result_of(client, goal)["outcome"] == "reached"
    last = [*feedback, *client.drain(FEEDBACK)][-1]
    assert last["elapsed"] >= 0.3 - APART  # the state that ended it is in no feedback


@two_links
def test_a_reset_preempts_the_goal_though_it_comes_at_once(client):
    goals = []
    for _ in range(10):
        goals.append(send_goal(client, **ANYWHERE, success_hold=0.3))
        client.call(RESET)
    for goal in goals:
        assert result_of(client, goal)["outcome"] in ("preempted", "reached")
    assert no_more(client, RESULT)
    feedback = client.drain(FEEDBACK)
    assert all(f["elapsed"] >= 0.0 for f in feedback)


@two_links
def test_a_reset_after_a_goal_is_under_way_preempts_it(client):
    goal = send_goal(client, **ANYWHERE, success_hold=100)
    while client.message(FEEDBACK)["elapsed"] < 0.1:
        pass
    client.call(RESET)
    assert result_of(client, goal)["outcome"] == "preempted"
    assert no_more(client, FEEDBACK)


@two_links
def test_after_a_cancel_the_arm_holds_the_last_setpoint_under_control(client):
    client.call(ENABLE, {"data": True})
    send_goal(client, **NEVER)
    setpoint = client.message(FEEDBACK)["positions"]
    assert client.call(CANCEL)["result"]
    assert client.call(ENABLE)["values"] == {"data": True}
    client.subscribe(STATES)
    deadline = time.monotonic() + 20.0
    while math.dist(client.message(STATES)["position"], setpoint) > 0.05:  # rad: nearly there
        assert time.monotonic() < deadline
    assert client.call(CANCEL)["result"] is False


@two_links
def test_a_trajectory_of_somebody_else_does_not_end_the_goal(client):
    goal = send_goal(client, **NEVER)
    client.message(FEEDBACK)
    client.publish(TRAJECTORY, {"points": [{"positions": [0.1, 0.1]}]})
    everyone_has_seen(client)
    client.drain(FEEDBACK)
    assert {client.message(FEEDBACK)["goal_id"] for _ in range(10)} == {goal}
    assert client.drain(RESULT) == []
