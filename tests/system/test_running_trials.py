"""Trials as clients see them, on the running system."""

import pytest
from goal_steps import (
    ANYWHERE,
    CANCEL,
    ENABLE,
    FEEDBACK,
    NEVER,
    NOTHING,
    PAUSE,
    RESULT,
    SKIP,
    START,
    STATUS,
    STOP,
    begin_trial,
    everyone_has_seen,
    no_more,
    result_of,
    send_goal,
    status_where,
)

pytestmark = pytest.mark.usefixtures("no_goal_yet")
two_links = pytest.mark.parametrize("links", [2])
three_links = pytest.mark.parametrize("links", [3])


@two_links
def test_a_trial_reaches_target_after_target(client):
    client.call(ENABLE, {"data": True})
    begin_trial(client, success_hold=0, epsilon=0.2)
    client.next(
        lambda m: m.get("topic") == STATUS and m["msg"]["targets_reached"] >= 2, within=30.0
    )
    assert client.call(STOP)["result"]
    client.drain(STATUS)
    ended = status_where(client, **NOTHING)
    everyone_has_seen(client)
    reached = [r for r in client.drain(RESULT) if r["outcome"] == "reached"]
    counted = ended["targets_reached"]
    assert 2 <= counted <= len(reached) <= counted + 1  # one may be reached as the trial stops


@three_links
def test_a_trial_shows_its_target_with_a_heading(client):
    begin_trial(client, **NEVER)
    status = status_where(client, running=True, action_status="active")
    assert set(status) == {
        "running",
        "elapsed",
        "duration",
        "targets_reached",
        "target",
        "error",
        "desired_positions",
        "action_status",
    }
    assert set(status["target"]) == {"x", "y", "phi"}
    assert status["error"] > 0 and len(status["desired_positions"]) == 3


@pytest.mark.parametrize(
    "args",
    [{"duration": 0}, {"duration": "x"}, {"duration": True}, {"epsilon": 0}, {"success_hold": -1}],
    ids=str,
)
@two_links
def test_a_bad_start_is_refused_and_nothing_runs(client, args):
    refused = client.call(START, args)
    assert refused["result"] is False and refused["status"]
    assert client.call(SKIP)["result"] is False and client.call(STOP)["result"] is False


@two_links
def test_a_trial_ends_with_its_time_and_its_goal_with_it(client):
    begin_trial(client, **NEVER, duration=0.4)
    goal = client.message(FEEDBACK)["goal_id"]
    ended = status_where(client, **NOTHING)
    assert (ended["elapsed"], ended["duration"], ended["targets_reached"]) == (0.4, 0.4, 0)
    assert result_of(client, goal)["outcome"] == "preempted"
    assert client.call(SKIP)["result"] is False
    assert no_more(client, FEEDBACK)


@two_links
def test_a_pause_pauses_the_trial_and_its_status_keeps_coming(client):
    begin_trial(client, **NEVER)
    status_where(client, action_status="active")
    client.call(PAUSE, {"data": True})
    everyone_has_seen(client)
    client.drain(STATUS)
    elapsed = [client.message(STATUS)["elapsed"] for _ in range(6)]
    assert len(set(elapsed)) == 1
    client.call(PAUSE, {"data": False})
    client.next(lambda m: m.get("topic") == STATUS and m["msg"]["elapsed"] > elapsed[-1])


@two_links
def test_a_goal_of_somebody_else_is_waited_for_and_not_counted(client):
    begin_trial(client, **NEVER)
    own = client.message(FEEDBACK)["goal_id"]
    client.call(PAUSE, {"data": True})  # so that the trial has to wait
    foreign = send_goal(client, **ANYWHERE, success_hold=0.1)
    assert result_of(client, own)["outcome"] == "preempted"
    status_where(client, action_status="preempted")
    client.drain(STATUS)
    assert client.message(STATUS)["action_status"] == "preempted"
    client.call(PAUSE, {"data": False})
    assert result_of(client, foreign)["outcome"] == "reached"
    assert status_where(client, action_status="active")["targets_reached"] == 0


@pytest.mark.parametrize(
    "requests",
    [
        (SKIP, STOP),
        (START, STOP),
        (START, SKIP, STOP),
        (SKIP, SKIP, START, STOP),
        (STOP, START, STOP),
        (START, START, SKIP, SKIP, STOP),
    ],
    ids=lambda services: " ".join(service.split("/")[-1] for service in services),
)
@two_links
def test_whatever_a_stop_overtakes_no_goal_outlives_the_trial(client, requests):
    begin_trial(client, **NEVER)
    client.message(FEEDBACK)
    client.send(
        *(
            {
                "op": "call_service",
                "service": service,
                "id": f"r{k}",
                "args": NEVER if service == START else {},
            }
            for k, service in enumerate(requests)
        )
    )
    answers = [client.response(f"r{k}") for k in range(len(requests))]
    assert answers[-1]["result"]
    status_where(client, **NOTHING)
    client.settle()
    assert client.call(CANCEL)["status"] == "no goal is active"
    assert no_more(client, FEEDBACK)
