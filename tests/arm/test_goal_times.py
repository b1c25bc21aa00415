"""The times of a goal: how long it has lasted, and when its timeout has passed."""

from dataclasses import replace

import pytest
from goal_samples import ID, OUT, goal, snapshot, watch

from actors.arm.goal import PREEMPTED, REACHED
from actors.arm.pursuit import Arrival

# -- elapsed ---------------------------------------------------------------------------------------


def elapsed(goal, observations):
    found = [goal.elapsed]
    for observation in observations:
        goal, _ = goal.observe(observation)
        found.append(goal.elapsed)
    return found


def test_elapsed_is_simulation_time_since_the_goal_was_accepted():
    assert elapsed(goal(time=3.0), [snapshot(3.25), snapshot(3.25), snapshot(4.0)]) == [
        0.0,
        0.25,
        0.25,
        1.0,
    ]


def test_elapsed_begins_anew_when_a_reset_came_before_the_setpoint():
    observations = [snapshot(0.5, resets=1, since=1), snapshot(0.75, resets=1, since=1)]
    assert elapsed(goal(time=9.0), observations) == [0.0, 0.0, 0.25]


@pytest.mark.parametrize("time", [0.0, 0.1, 9.0])
def test_elapsed_does_not_jump_when_the_arm_receives_the_setpoint_after_a_reset(time):
    """Whether the clock is past where it was at the acceptance, or not yet."""
    observations = [
        snapshot(0.5, resets=1, commander=""),
        snapshot(0.75, resets=1, commander=""),
        snapshot(1.0, resets=1, since=1),
        snapshot(1.25, resets=1, since=1),
    ]
    assert elapsed(goal(time=time), observations) == [0.0, 0.0, 0.25, 0.5, 0.75]


def test_elapsed_is_never_negative():
    """Not even between a reset and the setpoint."""
    observations = [snapshot(0.0, resets=1, commander=""), snapshot(0.25, resets=1, commander="")]
    assert elapsed(goal(time=9.0), observations) == [0.0, 0.0, 0.25]
    preempted = [snapshot(9.5), snapshot(0.0, resets=1)]
    assert min(elapsed(goal(time=9.0), preempted)) == 0.0


# -- timeout ---------------------------------------------------------------------------------------
def test_a_goal_that_is_not_reached_within_its_timeout_is_preempted():
    late = replace(goal(time=1.0), timeout=0.5)
    assert watch(late, [snapshot(1.25, OUT), snapshot(1.49, OUT), snapshot(1.5, OUT)]) == [
        None,
        None,
        PREEMPTED,
    ]


@pytest.mark.parametrize("arrival, outcome", [(1.4, REACHED), (1.5, PREEMPTED), (1.9, PREEMPTED)])
def test_the_time_of_the_arrival_counts_and_not_that_of_the_state_that_shows_it(arrival, outcome):
    later = replace(snapshot(2.0, OUT), arrival=Arrival(ID, arrival, 0.01))
    assert replace(goal(time=1.0), timeout=0.5).observe(later)[1] == outcome


def test_a_timeout_does_not_pass_while_simulation_time_stands_still():
    assert watch(replace(goal(), timeout=0.5), [snapshot(0.25, OUT)] * 100) == [None] * 100


def test_a_timeout_begins_anew_when_a_reset_came_before_the_setpoint():
    reset = [snapshot(time, OUT, resets=1, since=1) for time in (0.5, 0.75, 1.0)]
    assert watch(replace(goal(time=9.0), timeout=0.5), reset) == [None, None, PREEMPTED]
