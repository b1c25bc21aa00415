"""The ik_trial actor: skips and stops, also while a target is being submitted."""

import pytest
from trial_bench import TICK, Bench

from actors.ik_trial import ATTEMPTS
from protocol import names


@pytest.fixture
def bench():
    with Bench() as bench:
        yield bench


@pytest.fixture
def running(bench):
    """With a first target in flight."""
    assert bench.do(names.START_TRIAL).result
    return bench


# -- remarks --------------------------------------------------------------------------------------
@pytest.mark.parametrize("service", [names.START_TRIAL, names.SKIP_TARGET])
def test_the_status_says_what_ik_action_remarks_about_the_goal(running, service):
    assert running.do(service).status == ""
    running.remark = "accepted, but the arm is paused"
    answer = running.do(service)
    assert answer.result and answer.status == "accepted, but the arm is paused"
    assert running.shown()["action_status"] == "active"


# -- skip and stop ---------------------------------------------------------------------------------
def test_a_skipped_target_is_replaced_and_does_not_count(running):
    assert running.do(names.SKIP_TARGET).result
    assert running.results == [("goal-0-1", "preempted")]
    assert running.active == "goal-0-2"
    assert running.status()["targets_reached"] == 0 and running.shown()["action_status"] == "active"


def test_a_skip_that_finds_no_target_is_refused_and_the_trial_goes_on_at_the_next_observation(
    running,
):
    token = running.call(names.SKIP_TARGET)
    for _ in range(ATTEMPTS):
        running.answer(running.until(names.SEND_GOAL), status="ik did not answer in time")
    refused = running.answers()[token]
    assert not refused.result and "ik did not answer in time" in refused.status
    assert running.status()["running"]
    running.see()
    running.settle()
    assert running.shown()["action_status"] == "active"


def test_a_skip_that_the_arm_does_not_answer_is_refused_and_the_trial_goes_on(running):
    token = running.call(names.SKIP_TARGET)
    running.answer(running.until(names.GEOMETRY), status="arm_sim did not answer in time")
    assert not running.answers()[token].result
    running.see()
    running.settle()
    assert running.shown()["action_status"] == "active"


def test_a_stopped_trial_cancels_its_goal_and_shows_nothing_of_it(running):
    assert running.do(names.STOP_TRIAL).result
    assert running.results == [("goal-0-1", "preempted")]
    assert running.ended() and len(running.sent) == 1


def test_a_stopped_trial_keeps_its_count_and_its_clock(running):
    running.see()
    running.end("reached")
    running.settle()
    running.see()
    running.do(names.STOP_TRIAL)
    running.see()
    status = running.status()
    assert (status["targets_reached"], status["elapsed"]) == (1, 2 * TICK)


@pytest.mark.parametrize("service", [names.SKIP_TARGET, names.STOP_TRIAL])
def test_an_ended_trial_can_not_be_skipped_or_stopped(running, service):
    running.do(names.STOP_TRIAL)
    assert not running.do(service).result
    assert running.ended() and len(running.sent) == 1


def test_a_stopped_trial_can_be_started_anew(running):
    running.do(names.STOP_TRIAL)
    assert running.do(names.START_TRIAL).result
    assert running.status()["running"] and running.active == "goal-0-2"


def test_the_status_of_an_ended_trial_keeps_coming(running):
    running.do(names.STOP_TRIAL)
    assert [running.ended() for _ in range(5)] == [True] * 5


# -- requests that overtake a submission -----------------------------------------------------------
@pytest.mark.parametrize("service", [names.GEOMETRY, names.SEND_GOAL])
def test_a_start_that_was_overtaken_by_a_stop_says_so_and_leaves_no_goal(bench, service):
    start = bench.call(names.START_TRIAL)
    held = bench.until(service)
    stop = bench.call(names.STOP_TRIAL)
    bench.serve(held)
    bench.settle()
    answers = bench.answers()
    assert (
        not answers[start].result
        and "later request" in answers[start].status
        and answers[stop].result
    )
    assert bench.active is None and bench.ended()


@pytest.mark.parametrize("service", [names.GEOMETRY, names.SEND_GOAL])
def test_of_two_starts_the_later_one_wins(bench, service):
    first = bench.call(names.START_TRIAL, duration=5)
    held = bench.until(service)
    second = bench.call(names.START_TRIAL, duration=7)
    bench.serve(held)
    bench.settle()
    answers = bench.answers()
    assert not answers[first].result and answers[second].result
    assert bench.status()["duration"] == 7.0
    assert not bench.orphaned() and bench.shown()["action_status"] == "active"


@pytest.mark.parametrize("service", [names.GEOMETRY, names.SEND_GOAL])
def test_of_two_skips_the_later_one_wins(running, service):
    first = running.call(names.SKIP_TARGET)
    held = running.until(service)
    second = running.call(names.SKIP_TARGET)
    running.serve(held)
    running.settle()
    answers = running.answers()
    assert not answers[first].result and answers[second].result
    assert not running.orphaned() and running.shown()["action_status"] == "active"


@pytest.mark.parametrize("service", [names.GEOMETRY, names.SEND_GOAL])
def test_a_stop_that_overtakes_a_skip_ends_the_goal_that_was_being_skipped(running, service):
    running.call(names.SKIP_TARGET)
    held = running.until(service)
    stop = running.call(names.STOP_TRIAL)
    running.serve(held)
    running.settle()
    assert running.answers()[stop].result and running.ended()
    assert running.active is None


def test_a_stop_right_after_a_skip_ends_the_goal_that_was_being_skipped(running):
    running.call(names.SKIP_TARGET)
    running.call(names.STOP_TRIAL)
    running.settle()
    assert running.active is None and running.ended()


def test_when_the_time_is_over_during_a_skip_the_goal_that_was_being_skipped_ends(bench):
    bench.do(names.START_TRIAL, duration=4 * TICK)
    bench.see()
    bench.call(names.SKIP_TARGET)
    held = bench.until(names.GEOMETRY)
    bench.see(4 * TICK)
    bench.serve(held)
    bench.settle()
    assert bench.active is None and bench.ended()


def test_a_goal_that_a_skip_could_not_replace_ends_with_the_trial(running):
    running.call(names.SKIP_TARGET)
    for _ in range(ATTEMPTS):
        running.answer(running.until(names.SEND_GOAL), status="no")
    assert running.do(names.STOP_TRIAL).result
    assert running.active is None


@pytest.mark.parametrize("service", [names.GEOMETRY, names.SEND_GOAL])
def test_a_skip_overtakes_the_next_target_after_a_reached_one(running, service):
    running.end("reached")
    held = running.until(service)
    skip = running.call(names.SKIP_TARGET)
    running.serve(held)
    running.settle()
    assert running.answers()[skip].result
    assert not running.orphaned() and running.status()["targets_reached"] == 1


@pytest.mark.parametrize("service", [names.GEOMETRY, names.SEND_GOAL])
def test_a_stop_overtakes_the_next_target_after_a_reached_one(running, service):
    running.end("reached")
    held = running.until(service)
    running.call(names.STOP_TRIAL)
    running.serve(held)
    running.settle()
    assert running.active is None and running.ended() and running.status()["targets_reached"] == 1


def test_a_target_reached_while_it_is_being_skipped_does_not_count(running):
    running.call(names.SKIP_TARGET)
    running.until(names.GEOMETRY)
    running.end("reached")
    assert running.status()["targets_reached"] == 0
