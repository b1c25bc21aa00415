"""The rules of a goal: snapshots of the arm decide when it is reached or preempted."""

from dataclasses import replace

import pytest
from goal_samples import ID, IN, OUT, TICK, goal, snapshot, track, watch

from actors.arm.goal import PREEMPTED, REACHED, REPEAT_AFTER, accept
from actors.arm.kinematics import Target
from actors.arm.pid import Setpoint
from actors.arm.pursuit import Aim, Arrival
from actors.arm.tenure import GoalSetpoint


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
    straight = accept(ID, Target(1.5, 0.0), epsilon, 0.0, (0.0, 0.0), snapshot(0.0, commander=""))
    assert watch(straight, [snapshot(TICK)]) == [outcome]


@pytest.mark.parametrize("time, outcome", [(1.4999999, None), (1.5, REACHED), (7.0, REACHED)])
def test_the_hold_is_over_when_so_much_simulation_time_has_passed_since_entry(time, outcome):
    assert watch(goal(), [snapshot(1.0), snapshot(time)]) == [None, outcome]


def test_the_dwell_does_not_go_on_while_simulation_time_stands_still():
    assert watch(goal(), [snapshot(1.0)] * 1000) == [None] * 1000


def test_the_dwell_begins_when_the_arm_has_received_the_setpoint():
    observations = [snapshot(1.0, commander="another"), snapshot(1.5), snapshot(2.0)]
    assert watch(goal(), observations) == [None, None, REACHED]


def test_a_goal_that_is_never_entered_goes_on_for_ever():
    assert track(goal(), *[OUT] * 1000) == [None] * 1000


# -- reached between two snapshots -----------------------------------------------------------------
@pytest.mark.parametrize(
    "later",
    [
        snapshot(TICK, OUT),
        snapshot(TICK, OUT, commander="motion-0-1", superseded=ID),
        snapshot(0.0, OUT, resets=1),
        snapshot(TICK, OUT, overruled=True),
    ],
    ids=["it left again", "a motion took command", "the arm was reset", "it was overruled"],
)
def test_a_goal_that_the_arm_has_reached_is_reached_whatever_came_then(later):
    after, outcome = goal().observe(replace(later, arrival=Arrival(ID, 0.1, 0.03)))
    assert (outcome, after.distance) == (REACHED, 0.03)


def test_the_arrival_at_another_goal_does_not_count():
    assert (
        goal().observe(replace(snapshot(TICK), arrival=Arrival("goal-0-0", 0.1, 0.03)))[1] is None
    )


# -- the setpoint ----------------------------------------------------------------------------------
@pytest.mark.parametrize("commander", ["", "goal-0-0", "goal-1-1"])
def test_nothing_is_reached_before_the_arm_has_received_the_setpoint(commander):
    assert (
        watch(goal(success_hold=0.0), [snapshot(k * TICK, commander=commander) for k in range(5)])
        == [None] * 5
    )


@pytest.mark.parametrize("commander", ["goal-0-2", "motion-0-1", ""])
def test_a_goal_that_was_superseded_by_another_commander_is_preempted(commander):
    assert watch(goal(), [snapshot(TICK, OUT), snapshot(2 * TICK, OUT, commander=commander)]) == [
        None,
        PREEMPTED,
    ]


def test_it_is_preempted_even_where_it_would_be_reached():
    assert watch(goal(), [snapshot(TICK), snapshot(5 * TICK, commander="motion-0-1")]) == [
        None,
        PREEMPTED,
    ]


def test_before_the_setpoint_is_received_another_commander_may_be_in_command():
    observations = [
        snapshot(TICK, commander="motion-0-1"),
        snapshot(2 * TICK, commander="goal-0-0"),
        snapshot(4 * TICK),
        snapshot(6 * TICK),
    ]
    assert watch(goal(), observations) == [None, None, None, REACHED]


def test_a_setpoint_without_a_name_does_not_conclude_the_goal():
    """It moves the setpoint; the goal is judged by where the arm is."""
    observations = [
        snapshot(k * TICK, pose, overruled=True) for k, pose in enumerate((OUT, OUT, IN, IN, IN))
    ]
    assert watch(goal(), [snapshot(0.0, OUT), *observations]) == [None] * 5 + [REACHED]


def repeats(goal, received, ticks):
    """In which of so many snapshots the setpoint must be sent again.

    received: the first snapshot in which the arm holds it.
    """
    found = []
    for k in range(ticks):
        goal, _ = goal.observe(snapshot(k * TICK, OUT, commander=ID if k >= received else ""))
        if goal.must_repeat:
            found.append(k)
    return found


def test_a_setpoint_that_is_not_received_must_be_sent_again_after_some_snapshots():
    assert repeats(goal(), received=REPEAT_AFTER + 2, ticks=50) == [REPEAT_AFTER - 1]


def test_a_setpoint_that_is_lost_again_must_be_sent_again_and_again():
    first, second, third = repeats(goal(), received=1000, ticks=3 * REPEAT_AFTER + 2)
    assert first == REPEAT_AFTER - 1 and second - first == third - second <= REPEAT_AFTER + 1


@pytest.mark.parametrize("refused, outcome", [(ID, PREEMPTED), ("motion-0-1", None)])
def test_a_goal_whose_setpoint_was_refused_is_preempted(refused, outcome):
    assert watch(goal(), [snapshot(TICK, OUT, commander="", refused=refused)]) == [outcome]


def test_the_setpoint_of_a_goal_is_its_solution_at_rest_under_its_name():
    aim = Aim(Target(2.0, 0.0), 0.05, 0.5)
    assert goal().setpoint == GoalSetpoint(Setpoint.at_rest((0.0, 0.0)), ID, aim)


@pytest.mark.parametrize("received", [0, 1, REPEAT_AFTER - 1])
def test_a_setpoint_that_is_received_is_not_sent_again(received):
    assert repeats(goal(), received, ticks=100) == []


# -- resets ----------------------------------------------------------------------------------------
def test_a_reset_preempts():
    assert watch(goal(), [snapshot(1.0, OUT), snapshot(0.0, IN, resets=1)]) == [None, PREEMPTED]


def test_a_reset_is_noticed_though_the_clock_is_past_where_it_was():
    assert watch(goal(), [snapshot(1.0, OUT), snapshot(1.1, OUT, resets=1)]) == [None, PREEMPTED]


def test_a_reset_right_after_the_setpoint_preempts_though_the_arm_was_never_seen_between():
    assert watch(goal(time=1.0), [snapshot(0.0, resets=1, since=0)]) == [PREEMPTED]


def test_a_reset_right_before_the_setpoint_does_not_preempt():
    assert watch(goal(time=1.0), [snapshot(k * TICK, resets=1, since=1) for k in range(4)]) == [
        None,
        None,
        REACHED,
        REACHED,
    ]


def test_a_reset_preempts_even_an_arm_that_would_be_reached_there():
    assert watch(goal(success_hold=0.0), [snapshot(0.0, IN, resets=1)]) == [PREEMPTED]


def test_dwell_from_before_a_reset_does_not_count():
    """The arm was within epsilon, was reset, and only then received the setpoint."""
    before = [
        snapshot(9.0, commander=""),
        snapshot(9.25, commander=""),
        snapshot(0.0, resets=1, commander=""),
    ]
    after = [snapshot(time, resets=1, since=1) for time in (0.25, 0.5, 0.75)]
    assert watch(goal(time=9.0), before + after) == [None] * 5 + [REACHED]


def test_resets_before_the_goal_do_not_count():
    assert watch(goal(resets=7), [snapshot(k * TICK, resets=7, since=7) for k in range(3)]) == [
        None,
        None,
        REACHED,
    ]


def test_a_second_reset_after_the_setpoint_preempts():
    observations = [snapshot(0.0, resets=1, since=1), snapshot(0.25, resets=2, since=1)]
    assert watch(goal(time=5.0), observations) == [None, PREEMPTED]


# -- distance --------------------------------------------------------------------------------------
def test_a_new_goal_knows_its_distance():
    assert goal(position=IN).distance == 0.0


def test_the_distance_is_measured_with_the_lengths_in_force():
    after, _ = goal().observe(snapshot(1.0, IN, lengths=(1.0, 1.75)))
    assert after.distance == 0.75


def test_new_lengths_can_take_the_arm_out_of_epsilon():
    observations = [
        snapshot(1.0),
        snapshot(1.25, lengths=(1.0, 1.5)),
        snapshot(1.5),
        snapshot(1.75),
        snapshot(2.0),
    ]
    assert watch(goal(), observations) == [None, None, None, None, REACHED]


def test_a_goal_is_not_changed_by_what_is_seen():
    before = goal()
    again = goal()
    before.observe(snapshot(1.0))
    assert before == again


def test_a_goal_that_was_superseded_before_it_was_seen_in_command_is_preempted():
    waiting = goal()
    for k in range(1, REPEAT_AFTER):
        waiting, outcome = waiting.observe(snapshot(k * TICK, OUT, commander="motion-0-1"))
        assert outcome is None
    _, outcome = waiting.observe(
        snapshot(REPEAT_AFTER * TICK, OUT, commander="motion-0-1", superseded=ID)
    )
    assert outcome == PREEMPTED
