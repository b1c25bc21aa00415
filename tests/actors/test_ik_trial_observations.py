"""The ik_trial actor: its clock is the arm's, and the goals of other clients are waited for."""

import pytest
from trial_bench import LAST_DISTANCE, TICK, Bench

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


# -- the clock -------------------------------------------------------------------------------------
def test_the_clock_follows_simulation_time(running):
    for seconds, elapsed in [
        (TICK, TICK),
        (TICK, 2 * TICK),
        (0.0, 2 * TICK),
        (0.0, 2 * TICK),
        (TICK, 3 * TICK),
    ]:
        running.see(seconds)
        assert running.status()["elapsed"] == elapsed


def test_when_the_time_is_over_the_goal_is_cancelled_and_nothing_is_shown(bench):
    bench.do(names.START_TRIAL, duration=4 * TICK)
    for _ in range(3):
        bench.see()
        assert bench.status()["running"]
    bench.see()
    bench.settle()
    assert bench.results == [("goal-0-1", "preempted")] and bench.ended()
    assert bench.status()["elapsed"] == 4 * TICK
    assert not bench.do(names.SKIP_TARGET).result


def test_the_elapsed_time_is_never_more_than_the_duration(bench):
    bench.do(names.START_TRIAL, duration=1.0)
    bench.see()
    bench.see(100.0)
    assert bench.status()["elapsed"] == 1.0


def test_a_target_reached_with_the_last_tick_counts(bench):
    bench.do(names.START_TRIAL, duration=4 * TICK)
    bench.see()
    bench.end("reached")
    bench.see(4 * TICK)
    bench.settle()
    assert bench.status()["targets_reached"] == 1 and bench.ended() and bench.active is None


def test_a_reset_of_the_arm_costs_the_target_but_not_the_time_or_the_count(running):
    for _ in range(3):
        running.see()
    running.end("reached")
    running.settle()
    before = running.status()
    running.reset()
    running.see()
    running.settle()
    status = running.status()
    assert status["elapsed"] == before["elapsed"] + TICK and status["targets_reached"] == 1
    assert running.active == "goal-0-3" and status["action_status"] == "active"


# -- goals of other clients ------------------------------------------------------------------------
def test_a_goal_of_another_client_is_waited_for(running):
    running.start_goal()
    for _ in range(10):
        running.see()
        assert running.questions() == []
    shown = running.shown()
    assert (shown["action_status"], shown["error"]) == ("preempted", LAST_DISTANCE)


@pytest.mark.parametrize("outcome", ["reached", "preempted"])
def test_when_the_goal_of_another_client_has_ended_the_trial_goes_on_and_does_not_count_it(
    running, outcome
):
    running.start_goal()
    running.see()
    running.end(outcome)
    assert running.questions() == []
    running.see()
    running.settle()
    status = running.status()
    assert (status["targets_reached"], status["action_status"]) == (0, "active")
    assert running.active == "goal-0-3" and len(running.sent) == 2


def test_several_goals_of_other_clients_in_a_row_are_all_waited_for(running):
    for _ in range(5):
        running.start_goal()
        running.see()
        assert running.questions() == []
    running.end("reached")
    running.see()
    running.settle()
    assert len(running.sent) == 2 and running.status()["targets_reached"] == 0


def test_a_target_cancelled_by_another_client_is_replaced(running):
    running.end("preempted")
    running.see()
    running.settle()
    assert running.active == "goal-0-2" and running.status()["targets_reached"] == 0


def test_a_stop_leaves_the_goal_of_another_client_alone(running):
    foreign = running.start_goal()
    running.see()
    assert running.do(names.STOP_TRIAL).result
    assert running.active == foreign and running.ended()


def test_the_time_runs_on_while_the_goal_of_another_client_is_waited_for(bench):
    bench.do(names.START_TRIAL, duration=4 * TICK)
    foreign = bench.start_goal()
    for _ in range(6):
        bench.see()
    bench.settle()
    assert bench.ended() and bench.active == foreign


def test_a_skip_does_not_wait_for_the_goal_of_another_client(running):
    foreign = running.start_goal()
    assert running.do(names.SKIP_TARGET).result
    assert running.results[-1] == (foreign, "preempted") and running.active == "goal-0-3"
