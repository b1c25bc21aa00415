"""Goals and trials go on while their actors are killed."""

import signal

import pytest
from goal_steps import (
    CANCEL,
    FEEDBACK,
    NEVER,
    NOTHING,
    RESULT,
    SEND,
    STATUS,
    STOP,
    TARGET,
    begin_trial,
    everyone_has_seen,
    no_more,
    result_of,
    send_goal,
    status_where,
)

pytestmark = pytest.mark.usefixtures("no_goal_yet")
two_links = pytest.mark.parametrize("links", [2])


@pytest.mark.parametrize("actor", ["arm_sim", "ik", "ik_action", "ik_trial"])
@two_links
def test_a_goal_and_a_trial_go_on_over_a_death(runtime, client, actor):
    begin_trial(client, **NEVER)
    goal = client.message(FEEDBACK)["goal_id"]
    before = status_where(client, action_status="active")
    runtime.successor_of(actor, runtime.kill(actor))
    everyone_has_seen(client)
    client.drain(FEEDBACK)
    client.drain(STATUS)
    assert client.message(FEEDBACK)["goal_id"] == goal
    after = status_where(client, action_status="active")
    assert after["target"] == before["target"] and after["elapsed"] >= before["elapsed"]
    assert client.drain(RESULT) == []


@two_links
def test_however_often_ik_action_dies_each_accepted_goal_has_one_result(runtime, client):
    ids = []
    for _ in range(6):
        tokens = [client.begin(SEND, TARGET | NEVER) for _ in range(10)]
        pid = runtime.kill("ik_action")
        answers = [client.response(token) for token in tokens]
        ids += [answer["values"]["goal_id"] for answer in answers if answer["result"]]
        runtime.successor_of("ik_action", pid)
    last = send_goal(client, **NEVER)
    client.call(CANCEL)
    assert result_of(client, last)
    results = [r["goal_id"] for r in client.drain(RESULT)]
    assert len(set(ids)) == len(ids) and len(set(results)) == len(results)
    assert set(ids) <= set(results)


@two_links
def test_a_goal_does_not_outlive_its_trial_though_ik_action_dies_with_the_cancel(runtime, client):
    begin_trial(client, **NEVER)
    goal = client.message(FEEDBACK)["goal_id"]
    pid = runtime.kill("ik_action", signal.SIGSTOP)
    token = client.begin(STOP)
    status_where(
        client, **NOTHING
    )  # so ik_action, which is stopped, has a request to cancel in its mailbox
    runtime.kill("ik_action")
    assert client.response(token)["result"]
    runtime.successor_of("ik_action", pid)
    assert result_of(client, goal)["outcome"] == "preempted"
    assert no_more(client, FEEDBACK)


@two_links
def test_a_trial_that_waits_for_somebody_elses_goal_does_so_over_its_death(runtime, client):
    begin_trial(client, **NEVER)
    foreign = send_goal(client, **NEVER)
    status_where(client, action_status="preempted")
    runtime.successor_of("ik_trial", runtime.kill("ik_trial"))
    everyone_has_seen(client)
    client.drain(STATUS)
    for _ in range(3):
        assert client.message(STATUS)["action_status"] == "preempted"
    client.drain(FEEDBACK)
    assert client.message(FEEDBACK)["goal_id"] == foreign
