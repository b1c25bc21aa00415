"""The ik_trial actor: a random target at the start, and another one after each that is reached."""

import math

import pytest
from crew import letters
from trial_bench import ANGLES, LAST_DISTANCE, LENGTHS, NOTHING, SHOWN, Bench

from actors.arm.goal import DEFAULT_EPSILON, DEFAULT_SUCCESS_HOLD
from actors.arm.trial import DEFAULT_DURATION
from actors.ik_trial import ATTEMPTS, IkTrial
from actors.kernel.letters import Publication
from protocol import names


@pytest.fixture(params=[2])
def bench(request):
    with Bench(request.param) as bench:
        yield bench


@pytest.fixture
def running(bench):
    """With a first target in flight."""
    assert bench.do(names.START_TRIAL).result
    return bench


both_arms = pytest.mark.parametrize("bench", [2, 3], indirect=True)


# -- what it is not --------------------------------------------------------------------------------
def test_it_neither_subscribes_to_joint_states_nor_publishes_a_trajectory(running):
    assert names.JOINT_STATES not in IkTrial.subscriptions
    for _ in range(5):
        running.see()
        running.end("reached")
        running.trial.tick()
        running.settle()
    sent = letters(running.system, "gateway")
    topics = {letter.topic for letter in sent if isinstance(letter, Publication)}
    assert topics == {names.IK_TRIAL_STATUS}


def test_there_is_no_status_before_there_is_a_trial(bench):
    bench.see()
    assert bench.status() is None


@pytest.mark.parametrize("service", [names.SKIP_TARGET, names.STOP_TRIAL])
def test_without_a_trial_there_is_nothing_to_skip_or_stop(bench, service):
    refused = bench.do(service)
    assert not refused.result and refused.status == "no trial is running"
    assert bench.status() is None


# -- start -----------------------------------------------------------------------------------------
@both_arms
def test_start_submits_a_random_target_within_reach(bench):
    answer = bench.do(names.START_TRIAL)
    assert answer.result and answer.values == {}
    (sent,) = bench.sent
    # The slack of the boundary.
    assert math.hypot(sent["x"], sent["y"]) <= sum(LENGTHS[: bench.links]) * (1 + 1e-9)
    assert ("phi" in sent) is (bench.links == 3)


@both_arms
def test_the_target_in_flight_is_shown(bench):
    bench.do(names.START_TRIAL)
    target = {axis: value for axis, value in bench.sent[0].items() if axis in ("x", "y", "phi")}
    assert bench.shown() == {
        "target": target,
        "error": 0.5,
        "desired_positions": list(ANGLES[bench.links]),
        "action_status": "active",
    }


def test_what_is_not_given_has_its_default(bench):
    bench.do(names.START_TRIAL, epsilon=0.25)
    assert bench.status()["duration"] == DEFAULT_DURATION
    assert (bench.sent[0]["epsilon"], bench.sent[0]["success_hold"]) == (0.25, DEFAULT_SUCCESS_HOLD)
    bench.do(names.START_TRIAL, duration=5, success_hold=0)
    assert bench.status()["duration"] == 5.0
    assert (bench.sent[1]["epsilon"], bench.sent[1]["success_hold"]) == (DEFAULT_EPSILON, 0.0)


BAD = [
    {"duration": -1},
    {"duration": 0},
    {"duration": "x"},
    {"duration": True},
    {"duration": None},
    {"duration": math.inf},
    {"epsilon": 0},
    {"epsilon": -1},
    {"epsilon": "x"},
    {"success_hold": -1},
    {"success_hold": None},
]


@pytest.mark.parametrize("args", BAD, ids=str)
def test_a_bad_start_is_refused_by_name_and_starts_nothing(bench, args):
    refused = bench.do(names.START_TRIAL, **args)
    assert not refused.result and refused.status.startswith(f"{next(iter(args))} must be")
    assert bench.status() is None and bench.sent == []


@pytest.mark.parametrize("args", BAD, ids=str)
def test_a_bad_start_leaves_the_running_trial_alone(running, args):
    before = running.status()
    running.do(names.START_TRIAL, **args)
    assert running.status() == before and running.active == "goal-0-1"


def test_a_restart_cancels_the_goal_left_over_and_begins_at_zero(running):
    running.see()
    running.end("reached")
    running.settle()
    running.see()
    running.do(names.START_TRIAL, duration=7)
    status = running.status()
    assert running.results == [("goal-0-1", "reached"), ("goal-0-2", "preempted")]
    assert (status["elapsed"], status["targets_reached"], status["duration"]) == (0.0, 0, 7.0)
    assert running.active == "goal-0-3"


def test_a_start_that_finds_no_target_says_why_and_leaves_no_trial_running(bench):
    token = bench.call(names.START_TRIAL)
    for _ in range(ATTEMPTS):
        bench.answer(bench.until(names.SEND_GOAL), status="out of reach by 3 m")
    bench.settle()
    refused = bench.answers()[token]
    assert not refused.result and "out of reach by 3 m" in refused.status
    status = bench.status()
    assert not status["running"] and {field: status[field] for field in SHOWN} == NOTHING


def test_a_restart_that_finds_no_target_cancels_the_goal_left_over_all_the_same(running):
    token = running.call(names.START_TRIAL)
    for _ in range(ATTEMPTS):
        running.answer(running.until(names.SEND_GOAL), status="no")
    running.settle()
    assert not running.answers()[token].result
    assert running.active is None and not running.status()["running"]


def test_a_refused_target_is_replaced_by_another(bench):
    token = bench.call(names.START_TRIAL)
    first = bench.until(names.SEND_GOAL)
    bench.answer(first, status="no")
    bench.settle()
    assert bench.answers()[token].result
    assert bench.sent[0]["x"] != first.args["x"]


def test_targets_are_sampled_with_the_lengths_in_force(bench):
    bench.call(names.START_TRIAL)
    bench.answer(bench.until(names.GEOMETRY), {"lengths": (1e-6, 1e-6), "allowed": None})
    sent = bench.until(names.SEND_GOAL).args
    assert 0.0 < math.hypot(sent["x"], sent["y"]) <= 2.1e-6


# -- reached ---------------------------------------------------------------------------------------
def test_each_reached_target_counts_and_is_followed_by_another(running):
    for k in range(1, 6):
        running.see()
        running.end("reached")
        assert running.status()["targets_reached"] == k
        running.settle()
        assert running.active == f"goal-0-{k + 1}" and running.shown()["action_status"] == "active"
    assert len({(sent["x"], sent["y"]) for sent in running.sent}) == 6


def test_between_two_targets_the_reached_one_is_shown(running):
    running.end("reached")
    shown = running.shown()
    assert (shown["action_status"], shown["error"]) == ("reached", LAST_DISTANCE) and shown[
        "target"
    ]


def test_a_result_that_comes_twice_counts_once(running):
    running.end("reached")
    running.publish_result("goal-0-1", "reached")
    assert running.status()["targets_reached"] == 1


def test_if_no_next_target_is_accepted_it_tries_again_at_the_next_observation(running):
    running.end("reached")
    for _ in range(ATTEMPTS):
        running.answer(running.until(names.SEND_GOAL), status="no")
    assert running.questions() == []
    running.see()
    running.settle()
    assert running.active == "goal-0-2" and running.shown()["action_status"] == "active"
