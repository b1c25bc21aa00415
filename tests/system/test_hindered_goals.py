"""Goals that the arm would not follow or reach in time, on the running system."""

import signal
import time

import pytest
from goal_steps import (
    CANCEL,
    ENABLE,
    FEEDBACK,
    NEVER,
    OBSTACLES,
    PAUSE,
    RESET,
    SEND,
    SKIP,
    START,
    TARGET,
    result_of,
    send_goal,
)
from processes import alive

pytestmark = pytest.mark.usefixtures("no_goal_yet")
REQUESTS = {SEND: TARGET | NEVER, START: {}, SKIP: {}}


def statuses(client):
    """The statuses of the requests that set goals, all of which are accepted."""
    answers = [client.call(service, args) for service, args in REQUESTS.items()]
    assert all(answer["result"] for answer in answers), answers
    return [answer["status"] for answer in answers]


def test_goals_say_whether_pid_is_off_or_the_arm_is_paused(client, links):
    assert set(statuses(client)) == {"accepted, but PID is disabled, so the arm would not follow"}
    client.call(ENABLE, {"data": True})
    assert set(statuses(client)) == {""}  # at once, also while a goal is active
    client.call(PAUSE, {"data": True})
    assert set(statuses(client)) == {"accepted, but the arm is paused"}
    client.call(PAUSE, {"data": False})
    assert set(statuses(client)) == {""}


def test_a_goal_for_a_diverged_arm_is_accepted_and_says_so(client, links):
    client.call("/arm_sim/set_integrator", {"method": "euler", "timestep": 0.01})
    stiff = {"kp": [1e8] * links, "ki": [0] * links, "kd": [1e7] * links}
    client.call("/pid_controller/set_gains", stiff)
    client.call(ENABLE, {"data": True})
    client.publish("/joint_trajectory", {"points": [{"positions": [1.0] * links}]})
    deadline = time.monotonic() + 20
    while "diverged" not in client.call(PAUSE)["status"]:
        assert time.monotonic() < deadline
    words = "accepted, but the arm has diverged: /arm_sim/reset brings it back"
    assert all(status.startswith(words) for status in statuses(client))
    client.call(CANCEL)
    assert client.call(SEND, {"x": 99.0, "y": 0.0})["result"] is False
    client.call(RESET)


@pytest.mark.parametrize("links", [2])
def test_a_goal_with_a_timeout_ends_as_preempted(client):
    goal = send_goal(client, **NEVER, timeout=0.3)
    assert result_of(client, goal)["outcome"] == "preempted"
    assert client.drain(FEEDBACK)[-1]["elapsed"] < 0.3
    assert client.call(CANCEL)["result"] is False


@pytest.mark.parametrize("links", [2])
def test_goals_and_trials_say_that_their_target_is_inside_an_obstacle(client):
    client.call(ENABLE, {"data": True})
    everywhere = {"x": 0.5, "y": 0, "radius": 9}
    client.call(OBSTACLES, {"obstacles": [everywhere]})
    words = "accepted, but the target is inside the obstacle at (0.5, 0), which only motions avoid"
    assert set(statuses(client)) == {words}
    client.call(OBSTACLES, {"obstacles": []})
    assert set(statuses(client)) == {""}


@pytest.mark.parametrize("links", [2])
def test_a_goal_does_not_wait_for_a_stopped_actor_motion(runtime, client):
    pid = runtime.kill("motion", signal.SIGSTOP)
    assert client.call(SEND, TARGET | NEVER)["result"]
    assert alive(pid)  # so the goal has not waited until the actor was replaced
    runtime.successor_of("motion", pid)
