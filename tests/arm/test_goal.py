"""The rules of a goal: what the arm is seen to do decides when it is reached or preempted."""

from dataclasses import replace

import pytest

from actors.arm.goal import PATIENCE, PREEMPTED, REACHED, accept
from actors.arm.kinematics import Target
from actors.arm.simulation import Command, Snapshot

ID = "goal-0-1"
TICK = 0.25  # s of simulation time between observations; exact in binary
OUT = (1.0, 0.0)  # poses: the tip is at (2, 0) when the arm is stretched along x
IN = (0.0, 0.0)


def seen(time, position=IN, resets=0, command=ID, heard_at=0, lengths=(1.0, 1.0)):
    """The arm at a time; heard_at: how often it had been reset when it heard the command."""
    return Snapshot(
        time, position, (0.0, 0.0), (0.0, 0.0), lengths, resets, Command(command, heard_at)
    )


def goal(success_hold=0.5, epsilon=0.05, time=0.0, resets=0, position=OUT):
    return accept(
        ID,
        Target(2.0, 0.0),
        (0.0, 0.0),
        epsilon,
        success_hold,
        seen(time, position, resets, command=""),
    )


def watch(goal, observations):
    """The outcomes of a row of observations."""
    outcomes = []
    for observation in observations:
        goal, outcome = goal.observe(observation)
        outcomes.append(outcome)
    return outcomes


def track(goal, *positions, start=TICK):
    return watch(goal, [seen(start + k * TICK, position) for k, position in enumerate(positions)])


# -- reached ---------------------------------------------------------------------------------------
def test_entering_epsilon_once_is_not_reached():
    assert track(goal(), OUT, IN, OUT, OUT, OUT, OUT) == [None] * 6


def test_staying_within_epsilon_for_the_hold_is_reached():
    assert track(goal(), OUT, IN, IN, IN) == [None, None, None, REACHED]


def test_leaving_epsilon_restarts_the_dwell():
    assert track(goal(), IN, IN, OUT, IN, IN, IN) == [None] * 5 + [REACHED]


def test_zero_hold_is_reached_on_first_entry():
    assert track(goal(success_hold=0.0), OUT, OUT, IN) == [None, None, REACHED]


def test_an_arm_that_is_there_already_still_has_to_dwell():
    assert track(goal(position=IN), IN, IN, IN) == [None, None, REACHED]


@pytest.mark.parametrize("epsilon, outcome", [(0.5, REACHED), (0.4999999, None)])
def test_epsilon_itself_is_within(epsilon, outcome):
    straight = accept(ID, Target(1.5, 0.0), (0.0, 0.0), epsilon, 0.0, seen(0.0, command=""))
    assert straight.observe(seen(TICK))[1] == outcome


@pytest.mark.parametrize("time, outcome", [(1.4999999, None), (1.5, REACHED), (7.0, REACHED)])
def test_the_hold_is_over_when_so_much_simulation_time_has_passed_since_entry(time, outcome):
    assert watch(goal(), [seen(1.0), seen(time)]) == [None, outcome]


def test_the_dwell_does_not_go_on_while_simulation_time_stands_still():
    assert watch(goal(), [seen(1.0)] * 1000) == [None] * 1000


def test_an_arm_that_has_been_there_for_the_hold_is_reached_when_it_is_seen_to_hear_the_command():
    assert watch(goal(), [seen(1.0, command="another"), seen(1.5)]) == [None, REACHED]


def test_a_goal_that_is_never_entered_goes_on_for_ever():
    assert track(goal(), *[OUT] * 1000) == [None] * 1000


# -- the command -----------------------------------------------------------------------------------
@pytest.mark.parametrize("command", ["", "goal-0-0", "goal-1-1"])
def test_nothing_is_reached_before_the_arm_has_heard_the_command(command):
    assert (
        watch(goal(success_hold=0.0), [seen(k * TICK, command=command) for k in range(5)])
        == [None] * 5
    )


@pytest.mark.parametrize("command", ["goal-0-2", "motion-0-1", ""])
def test_a_goal_whose_command_was_superseded_by_another_named_one_is_preempted(command):
    assert watch(goal(), [seen(TICK, OUT), seen(2 * TICK, OUT, command=command)]) == [
        None,
        PREEMPTED,
    ]


def test_it_is_preempted_even_where_it_would_be_reached():
    assert watch(goal(), [seen(TICK), seen(5 * TICK, command="motion-0-1")]) == [None, PREEMPTED]


def test_before_the_command_is_heard_others_may_be_in_force():
    observations = [
        seen(TICK, command="motion-0-1"),
        seen(2 * TICK, command="goal-0-0"),
        seen(4 * TICK),
    ]
    assert watch(goal(), observations) == [None, None, REACHED]


def test_a_setpoint_without_a_name_does_not_conclude_the_goal():
    """It moves the setpoint; the goal is judged by where the arm is."""
    overruled = Command(ID, 0, overruled=True)
    observations = [
        replace(seen(k * TICK, pose), command=overruled)
        for k, pose in enumerate((OUT, OUT, IN, IN, IN))
    ]
    assert watch(goal(), [seen(0.0, OUT), *observations]) == [None] * 5 + [REACHED]


def repeats(goal, heard, ticks):
    """At which of so many observations the command is to be said again; heard: from which on the arm holds it."""
    found = []
    for k in range(ticks):
        goal, _ = goal.observe(seen(k * TICK, OUT, command=ID if k >= heard else ""))
        if goal.must_repeat:
            found.append(k)
    return found


def test_a_command_that_is_not_heard_is_to_be_said_again_after_some_observations():
    assert repeats(goal(), heard=PATIENCE + 2, ticks=50) == [PATIENCE - 1]


def test_a_command_that_is_lost_again_is_to_be_said_again_and_again():
    first, second, third = repeats(goal(), heard=1000, ticks=3 * PATIENCE + 2)
    assert first == PATIENCE - 1 and second - first == third - second <= PATIENCE + 1


@pytest.mark.parametrize("heard", [0, 1, PATIENCE - 1])
def test_a_command_that_is_heard_is_not_said_again(heard):
    assert repeats(goal(), heard, ticks=100) == []


# -- resets ----------------------------------------------------------------------------------------
def test_a_reset_preempts():
    assert watch(goal(), [seen(1.0, OUT), seen(0.0, IN, resets=1)]) == [None, PREEMPTED]


def test_a_reset_is_noticed_though_the_clock_is_past_where_it_was():
    assert watch(goal(), [seen(1.0, OUT), seen(1.1, OUT, resets=1)]) == [None, PREEMPTED]


def test_a_reset_right_after_the_command_preempts_though_the_arm_was_never_seen_between():
    assert watch(goal(time=1.0), [seen(0.0, resets=1, heard_at=0)]) == [PREEMPTED]


def test_a_reset_right_before_the_command_does_not_preempt():
    assert watch(goal(time=1.0), [seen(k * TICK, resets=1, heard_at=1) for k in range(4)]) == [
        None,
        None,
        REACHED,
        REACHED,
    ]


def test_a_reset_preempts_even_an_arm_that_would_be_reached_there():
    assert watch(goal(success_hold=0.0), [seen(0.0, IN, resets=1)]) == [PREEMPTED]


def test_dwell_from_before_a_reset_does_not_count():
    """The arm was within epsilon, was reset, and only then heard the command."""
    before = [seen(9.0, command=""), seen(9.25, command=""), seen(0.0, resets=1, command="")]
    after = [
        seen(0.25, resets=1, heard_at=1),
        seen(0.5, resets=1, heard_at=1),
        seen(0.75, resets=1, heard_at=1),
    ]
    assert watch(goal(time=9.0), before + after) == [None] * 5 + [REACHED]


def test_resets_before_the_goal_do_not_count():
    assert watch(goal(resets=7), [seen(k * TICK, resets=7, heard_at=7) for k in range(3)]) == [
        None,
        None,
        REACHED,
    ]


def test_a_second_reset_after_the_command_preempts():
    observations = [seen(0.0, resets=1, heard_at=1), seen(0.25, resets=2, heard_at=1)]
    assert watch(goal(time=5.0), observations) == [None, PREEMPTED]


# -- elapsed ---------------------------------------------------------------------------------------
def elapsed(goal, observations):
    found = [goal.elapsed]
    for observation in observations:
        goal, _ = goal.observe(observation)
        found.append(goal.elapsed)
    return found


def test_elapsed_is_simulation_time_since_the_goal_was_accepted():
    assert elapsed(goal(time=3.0), [seen(3.25), seen(3.25), seen(4.0)]) == [0.0, 0.25, 0.25, 1.0]


def test_elapsed_begins_anew_when_a_reset_came_before_the_command():
    observations = [seen(0.5, resets=1, heard_at=1), seen(0.75, resets=1, heard_at=1)]
    assert elapsed(goal(time=9.0), observations) == [0.0, 0.0, 0.25]


def test_elapsed_is_never_negative():
    """Not even between a reset and the command."""
    observations = [seen(0.0, resets=1, command=""), seen(0.25, resets=1, command="")]
    assert elapsed(goal(time=9.0), observations) == [0.0, 0.0, 0.0]
    preempted = [seen(9.5), seen(0.0, resets=1)]
    assert min(elapsed(goal(time=9.0), preempted)) == 0.0


# -- distance --------------------------------------------------------------------------------------
def test_a_new_goal_knows_its_distance():
    assert goal(position=IN).distance == 0.0


def test_the_distance_is_measured_with_the_lengths_in_force():
    after, _ = goal().observe(seen(1.0, IN, lengths=(1.0, 1.75)))
    assert after.distance == 0.75


def test_new_lengths_can_take_the_arm_out_of_epsilon():
    observations = [seen(1.0), seen(1.25, lengths=(1.0, 1.5)), seen(1.5), seen(1.75), seen(2.0)]
    assert watch(goal(), observations) == [None, None, None, None, REACHED]


def test_a_goal_is_not_changed_by_what_is_seen():
    before = goal()
    again = goal()
    before.observe(seen(1.0))
    assert before == again


def test_a_goal_whose_command_was_superseded_before_it_was_seen_is_preempted_and_not_said_again():
    waiting = goal()
    for k in range(1, PATIENCE):
        waiting, outcome = waiting.observe(seen(k * TICK, OUT, command="motion-0-1"))
        assert outcome is None
    _, outcome = waiting.observe(
        replace(seen(PATIENCE * TICK, OUT, command="motion-0-1"), superseded=ID)
    )
    assert outcome == PREEMPTED
