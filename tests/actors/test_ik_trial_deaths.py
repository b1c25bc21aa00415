"""The ik_trial actor or one that it has asked dies: the trial goes on."""

import pytest
from trial_bench import TICK, Bench

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


def test_a_trial_goes_on_under_its_goal_with_its_count_and_clock(running):
    running.see()
    running.end("reached")
    running.settle()
    running.see()
    before = running.status()
    running.kill()
    assert running.status() == before
    running.see()
    running.settle()
    assert len(running.sent) == 2 and running.status()["elapsed"] == before["elapsed"] + TICK
    running.end("reached")
    assert running.status()["targets_reached"] == 2


def test_the_time_of_a_death_counts(running):
    running.see()
    running.trial.commit()
    elapsed = running.status()["elapsed"]
    running.time += 8 * TICK
    running.kill()
    running.see()
    assert running.status()["elapsed"] == elapsed + 9 * TICK


@pytest.mark.parametrize("service", [names.GEOMETRY, names.SEND_GOAL])
@pytest.mark.parametrize("accepted", [False, True], ids=["unheard", "accepted"])
def test_a_successor_submits_what_its_predecessor_was_about_to(running, service, accepted):
    running.end("reached")
    held = running.until(service)
    if accepted and held.service == names.SEND_GOAL:
        running.start_goal()
    running.kill()
    running.see()
    running.settle()
    assert not running.orphaned() and running.shown()["action_status"] == "active"
    assert running.status()["targets_reached"] == 1


def test_a_successor_does_not_wait_for_a_goal_that_its_predecessor_sent(running):
    """The predecessor had submitted a target, and died before the answer came."""
    running.start_goal()
    running.end("reached")
    running.see()
    running.until(names.SEND_GOAL)
    running.start_goal()
    running.kill()
    running.see()
    running.settle()
    assert not running.orphaned() and running.shown()["action_status"] == "active"


def test_a_successor_goes_on_waiting_for_the_goal_of_another_client(running):
    foreign = running.start_goal()
    running.see()
    running.trial.commit()
    running.kill()
    for _ in range(5):
        running.see()
        running.settle()
    assert running.active == foreign and running.shown()["action_status"] == "preempted"
    running.end("reached")
    running.see()
    running.settle()
    assert running.shown()["action_status"] == "active" and running.status()["targets_reached"] == 0


def test_an_ended_trial_stays_ended(running):
    running.do(names.STOP_TRIAL)
    running.kill()
    for _ in range(3):
        running.see()
        running.settle()
    assert running.ended() and len(running.sent) == 1


def test_a_stop_that_was_saved_ends_the_goal_though_the_actor_died_before_the_cancel_was_sent(
    running,
):
    running.call(names.STOP_TRIAL)
    running.trial.save()
    running.kill()
    running.see()
    running.settle()
    assert running.active is None and running.ended()


def test_a_goal_that_outlives_the_death_of_ik_action_with_the_cancel_is_cancelled_again(running):
    stop = running.call(names.STOP_TRIAL)
    running.lose("ik_action")
    running.see()
    running.settle()
    assert running.active is None
    assert running.answers()[stop].result


def test_a_submission_that_dies_with_ik_action_is_made_to_its_successor(bench):
    start = bench.call(names.START_TRIAL)
    bench.until(names.SEND_GOAL)
    bench.lose("ik_action")
    bench.settle()
    assert bench.answers()[start].result and bench.active == "goal-0-1"


def test_a_question_that_dies_with_the_arm_is_put_to_its_successor(bench):
    start = bench.call(names.START_TRIAL)
    bench.until(names.GEOMETRY)
    bench.lose("arm_sim")
    bench.settle()
    assert bench.answers()[start].result


def test_a_result_that_died_with_a_predecessor_is_taken_from_the_next_observation_and_counts_once(
    running,
):
    running.end("reached", heard=False)
    running.see()
    running.settle()
    running.see()
    assert running.status()["targets_reached"] == 1 and len(running.sent) == 2
