"""How long a goal has lasted, in simulation time."""

import pytest
from goal_samples import goal, snapshot


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
