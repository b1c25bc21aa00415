"""The ik_trial actor without a trial: it is not woken for observations that nobody needs."""

import pytest
from trial_bench import Bench

from actors.ik_trial import STATUS_PERIOD
from protocol import names


@pytest.fixture
def bench():
    with Bench() as bench:
        yield bench


def receives_observations(bench):
    if bench.trial.period is not None:
        bench.trial.tick()
    return bench.system.subscribers(names.IK_CLOCK) == ["ik_trial"]


def test_before_there_was_a_trial_nothing_wakes_it(bench):
    assert bench.trial.period is None and not receives_observations(bench)


def test_a_trial_receives_observations_from_its_start_on(bench):
    bench.call(names.START_TRIAL)
    assert receives_observations(bench)
    bench.settle()
    assert receives_observations(bench)


def test_a_trial_that_waits_for_another_clients_goal_still_receives_observations(bench):
    bench.do(names.START_TRIAL)
    bench.start_goal()
    bench.see()
    assert receives_observations(bench)


def test_a_trial_that_has_ended_receives_observations_until_its_goal_is_seen_to_be_gone(bench):
    bench.do(names.START_TRIAL)
    bench.call(names.STOP_TRIAL)
    bench.see()
    assert receives_observations(bench)
    bench.settle()
    bench.see()
    assert not receives_observations(bench)


def test_a_start_that_finds_no_target_receives_nothing_afterwards(bench):
    bench.call(names.START_TRIAL)
    while questions := bench.questions():
        for question in questions:
            bench.answer(question, status="no")
    assert not receives_observations(bench)


def test_the_status_of_an_ended_trial_is_published_at_the_same_rate(bench):
    bench.do(names.START_TRIAL)
    bench.do(names.STOP_TRIAL)
    bench.see()
    assert bench.trial.period == STATUS_PERIOD and bench.ended()


@pytest.mark.parametrize("stopped", [False, True])
def test_a_successor_receives_observations_only_for_a_running_trial(bench, stopped):
    bench.do(names.START_TRIAL)
    if stopped:
        bench.do(names.STOP_TRIAL)
        bench.see()
    bench.trial.commit()
    bench.kill()
    assert bench.trial.period == STATUS_PERIOD
    assert receives_observations(bench) is not stopped
