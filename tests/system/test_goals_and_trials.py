"""Inverse kinematics, goals and trials as clients see them, on the running system."""

import itertools
import math
import signal
import time

import pytest

SOLVE = "/ik/solve"
SEND = "/ik_action/send_goal"
CANCEL = "/ik_action/cancel_goal"
FEEDBACK = "/ik_action/feedback"
RESULT = "/ik_action/result"
START = "/ik_trial/start"
SKIP = "/ik_trial/skip"
STOP = "/ik_trial/stop"
STATUS = "/ik_trial/status"
STATES = "/joint_states"
TRAJECTORY = "/joint_trajectory"
ENABLE = "/pid_controller/enable"
PAUSE = "/arm_sim/pause"
RESET = "/arm_sim/reset"
PARAMS = "/arm_sim/set_params"

ANYWHERE = {"epsilon": 10.0}  # m: wherever a small arm is, it is there
NEVER = {"epsilon": 1e-9, "success_hold": 1e6}
APART = 0.15  # s of simulation time between two states at most, however slow the machine is
TARGET = {"x": 1.2, "y": 0.8}
NOTHING = {
    "running": False,
    "target": None,
    "error": None,
    "desired_positions": None,
    "action_status": "idle",
}
two_links = pytest.mark.parametrize("links", [2])
three_links = pytest.mark.parametrize("links", [3])


@pytest.fixture(autouse=True)
def idle(client):
    """No goal and no trial of an earlier test goes on; all that is said of goals and trials from now on is heard."""
    client.call(STOP)
    client.call(CANCEL)
    everyone_has_seen(client)
    for topic in (FEEDBACK, RESULT, STATUS, TRAJECTORY):
        client.subscribe(topic)
    client.settle()
    for topic in (FEEDBACK, RESULT, STATUS, TRAJECTORY):
        client.drain(topic)


def everyone_has_seen(client):
    """Back when goals and trials have dealt with a state of the arm as it is now, and their words about it have come.

    An actor's words reach one hearer after the other. When we hear its next ones, all have the ones before.
    """
    client.subscribe(STATES)
    client.fresh(STATES)
    client.message(STATES)
    client.send(op="unsubscribe", topic=STATES)
    for _ in range(2):
        client.call(CANCEL, {"goal_id": "nobody's"})
    client.call(START, {"duration": 0})  # ik_trial refuses it, in its turn
    client.drain(STATES)


def tip(lengths, q):
    headings = list(itertools.accumulate(q))
    return (
        sum(length * math.cos(heading) for length, heading in zip(lengths, headings)),
        sum(length * math.sin(heading) for length, heading in zip(lengths, headings)),
        headings[-1],
    )


def send_goal(client, **args):
    """Its id."""
    answer = client.call(SEND, TARGET | args)
    assert answer["result"], answer
    return answer["values"]["goal_id"]


def begin_trial(client, **args):
    """What is known of trials from now on is of this one."""
    assert client.call(START, args)["result"]
    client.drain(STATUS)


def result_of(client, goal, within=20.0):
    return client.next(
        lambda m: m["op"] == "publish" and m["topic"] == RESULT and m["msg"]["goal_id"] == goal,
        within,
    )["msg"]


def status_where(client, **fields):
    """The next trial status with these fields."""
    return client.next(
        lambda m: (
            m["op"] == "publish"
            and m["topic"] == STATUS
            and all(m["msg"][field] == value for field, value in fields.items())
        )
    )["msg"]


def no_more(client, topic, seconds=0.15):
    """Nothing more is said on a topic; this long is some nine states of the arm and three of a trial."""
    client.settle()
    client.drain(topic)
    return client.listen(topic, seconds) == []


# -- /ik/solve -------------------------------------------------------------------------------------
def test_a_solution_leads_back_to_its_target(client, links):
    target = {"x": 0.9, "y": -0.7} | ({"phi": 0.4} if links == 3 else {})
    answer = client.call(SOLVE, target)
    assert answer["result"] and answer["status"] == "" and set(answer["values"]) == {"positions"}
    x, y, heading = tip([1.0] * links, answer["values"]["positions"])
    assert (x, y) == pytest.approx(
        (0.9, -0.7), abs=1e-9
    )  # what is promised, for a reach of 2 or 3 m
    assert links == 2 or heading == pytest.approx(0.4, abs=1e-9)


@two_links
def test_a_solution_follows_the_lengths_at_once(client):
    verdicts = []
    for length in (1.0, 0.5, 2.0):
        client.begin(PARAMS, {"lengths": [length, length]})
        verdicts.append(client.call(SOLVE, {"x": 1.9, "y": 0.0})["result"])
    assert verdicts == [True, False, True]


@three_links
def test_a_refusal_of_an_orientation_speaks_of_the_wrist(client):
    refused = client.call(SOLVE, {"x": 2.5, "y": 0.0, "phi": math.pi})
    assert refused["result"] is False and "wrist" in refused["status"] and refused["values"] == {}
    assert client.call(SOLVE, {"x": 2.5, "y": 0.0, "phi": 0.0})["result"]


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"x": 1},
        {"y": 1},
        {"x": "1", "y": 0},
        {"x": True, "y": 0},
        {"x": 9, "y": 0},
        {"x": 1e308, "y": 1e308},
        {"x": 1, "y": 0, "reference": [1.7e308] * 2},
        {"x": 1, "y": 0, "reference": "x"},
    ],
    ids=str,
)
@two_links
def test_whatever_is_asked_it_is_refused_with_a_reason_and_nobody_dies_of_it(runtime, client, args):
    before = runtime.actors()
    refused = client.call(SOLVE, args)
    assert refused["result"] is False and refused["status"] and "restarted" not in refused["status"]
    assert client.call(SOLVE, TARGET)["result"]
    assert runtime.actors() == before


# -- goals -----------------------------------------------------------------------------------------
def test_a_goal_is_reached_and_reported_once(client, links):
    client.call(ENABLE, {"data": True})
    target = {"x": 1.2, "y": 0.8} | ({"phi": 0.4} if links == 3 else {})
    goal = send_goal(client, **target, success_hold=0.3)
    result = result_of(client, goal)
    feedback = client.drain(FEEDBACK)
    command, *repeated = client.drain(TRAJECTORY)  # again if the arm took long to hear it
    assert all(again == command for again in repeated)
    assert result == {
        "goal_id": goal,
        "outcome": "reached",
        "target": target,
        "final_distance": result["final_distance"],
    }
    assert result["final_distance"] <= 0.05
    assert all(
        f["goal_id"] == goal
        and f["target"] == target
        and f["positions"] == command["points"][-1]["positions"]
        for f in feedback
    )
    elapsed = [f["elapsed"] for f in feedback]
    assert elapsed == sorted(elapsed) and 0.0 <= elapsed[0] < elapsed[-1]
    inside = next(
        k
        for k, f in enumerate(feedback)
        if all(g["distance_remaining"] <= 0.05 for g in feedback[k:])
    )
    assert elapsed[-1] - elapsed[inside] >= 0.3 - APART  # the state that ended it is in no feedback
    assert tip([1.0] * links, feedback[0]["positions"])[:2] == pytest.approx(
        (1.2, 0.8), abs=1e-9
    )  # as promised
    assert no_more(client, FEEDBACK) and client.drain(RESULT) == []


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
    client.send(
        *(
            {"op": "call_service", "service": SEND, "id": k, "args": TARGET | NEVER}
            for k in range(50)
        )
    )
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
    # Usually up to two, of states that were on their way before the arm heard of it; the default hold takes 30.
    assert len(client.drain(FEEDBACK)) < 15


@two_links
def test_a_hold_is_not_over_while_the_arm_is_paused(client):
    assert client.call(PAUSE, {"data": True})["result"]
    everyone_has_seen(client)
    goal = send_goal(client, **ANYWHERE, success_hold=0.3)
    feedback = [client.message(FEEDBACK) for _ in range(25)]  # of more time than the hold
    assert len({f["elapsed"] for f in feedback}) == 1
    assert client.drain(RESULT) == []
    client.call(PAUSE, {"data": False})
    assert result_of(client, goal)["outcome"] == "reached"
    assert [*feedback, *client.drain(FEEDBACK)][-1][
        "elapsed"
    ] >= 0.3 - APART  # the last state is in no feedback


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


# -- trials ----------------------------------------------------------------------------------------
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
    assert (
        2 <= ended["targets_reached"] <= len(reached) <= ended["targets_reached"] + 1
    )  # one may meet the stop


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
    assert (
        set(status["target"]) == {"x", "y", "phi"}
        and status["error"] > 0
        and len(status["desired_positions"]) == 3
    )


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


# -- over deaths -----------------------------------------------------------------------------------
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
    status_where(client, **NOTHING)  # so the stopped ik_action has been asked to cancel
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
