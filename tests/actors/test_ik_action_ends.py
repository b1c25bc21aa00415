"""The ik_action actor: what ends a goal, and what the trial gets to know of it."""

import pytest
from crew import call
from goal_bench import FAR, SOLUTION, TARGET, TICK, Bench

from actors.arm.goal import REPEAT_AFTER
from actors.arm.trial import Observation
from protocol import names


@pytest.fixture
def bench():
    with Bench() as bench:
        yield bench


# -- cancel ----------------------------------------------------------------------------------------
def test_with_no_goal_active_there_is_nothing_to_cancel(bench):
    bench.ask(names.CANCEL_GOAL, {})
    (refused,) = bench.sent()
    assert not refused.result and refused.status == "no goal is active"


@pytest.mark.parametrize(
    "odd", ["nope", "", 5, 0, None, True, [], {}, "goal-0-2", "GOAL-0-1", "goal-0-1 "], ids=repr
)
def test_a_goal_id_that_is_not_the_active_one_cancels_nothing(bench, odd):
    goal = bench.accepted()
    assert goal == "goal-0-1"  # so that the near misses above are near
    bench.sent()
    bench.ask(names.CANCEL_GOAL, {"goal_id": odd})
    (refused,) = bench.sent()
    assert not refused.result and "goal_id must be" in refused.status
    bench.see(FAR)
    assert bench.story() == [goal]


@pytest.mark.parametrize("named", [True, False], ids=["by id", "whatever it is"])
def test_the_active_goal_is_cancelled_once(bench, named):
    goal = bench.accepted()
    bench.sent()
    for _ in range(2):
        bench.ask(names.CANCEL_GOAL, {"goal_id": goal} if named else {})
    assert bench.story() == [(goal, "preempted"), True, False]


def test_a_goal_that_has_ended_can_not_be_cancelled(bench):
    goal = bench.accepted(success_hold=0)
    bench.see()
    bench.sent()
    bench.ask(names.CANCEL_GOAL, {"goal_id": goal})
    assert bench.story() == [False]


def test_after_a_cancel_no_setpoint_is_sent(bench):
    bench.accepted()
    bench.sent("arm_sim")
    bench.ask(names.CANCEL_GOAL, {})
    for _ in range(3 * REPEAT_AFTER):
        bench.see(FAR)
    assert bench.sent("arm_sim") == []


# -- the arm ---------------------------------------------------------------------------------------
def test_a_reset_preempts_the_goal_with_the_next_snapshot(bench):
    goal = bench.accepted()
    bench.see(FAR)
    bench.sent()
    bench.reset()
    bench.see()
    bench.see()
    assert bench.story() == [(goal, "preempted")]


def test_nothing_is_concluded_while_simulation_time_stands_still(bench):
    goal = bench.accepted(success_hold=2 * TICK)
    bench.sent()
    for _ in range(100):
        bench.see(time=5.0)
    assert set(bench.story()) == {goal}
    bench.see(time=5.0 + 2 * TICK)
    assert bench.story() == [(goal, "reached")]


def test_a_setpoint_that_the_arm_has_not_received_is_sent_again_until_it_has(bench):
    bench.send()
    bench.solve()
    for _ in range(REPEAT_AFTER):
        bench.see(FAR)
    first, second = bench.sent("arm_sim")
    assert first == second
    bench.take_command()
    for _ in range(3 * REPEAT_AFTER):
        bench.see(FAR)
    assert bench.sent("arm_sim") == []


def test_a_trajectory_of_another_client_does_not_end_the_goal(bench):
    goal = bench.accepted()
    bench.see(FAR)
    bench.sent()
    bench.tenure = bench.tenure.after_setpoint()
    for _ in range(3 * REPEAT_AFTER):
        bench.see(FAR)
    assert set(bench.story()) == {goal} and bench.sent("arm_sim")[1:] == []


def test_a_motion_that_commands_the_arm_ends_the_goal(bench):
    goal = bench.accepted()
    bench.see(FAR)
    bench.sent()
    bench.tenure = bench.tenure.after_setpoint("motion-0-1")
    bench.see(FAR)
    bench.see(FAR)
    assert bench.story() == [(goal, "preempted")]


@pytest.mark.parametrize("killed", [False, True])
def test_a_goal_with_a_timeout_is_preempted_when_it_has_passed(bench, killed):
    goal = bench.accepted(timeout=2.5 * TICK)
    bench.sent()
    if killed:
        bench.kill()
    for _ in range(4):
        bench.see(FAR)
    assert bench.story() == [goal, goal, (goal, "preempted")]


def test_the_log_says_how_far_off_the_arm_is_when_a_goal_times_out(bench, capfd):
    goal = bench.accepted(timeout=TICK)
    bench.see(FAR)
    text = f"{goal} was not reached within 0.25 s: the end effector is 1.92 m from its target"
    assert text in capfd.readouterr().err


def test_a_timeout_of_null_is_none(bench):
    goal = bench.accepted(timeout=None)
    bench.sent()
    for _ in range(100):
        bench.see(FAR)
    assert set(bench.story()) == {goal}


# -- what ik_trial observes ------------------------------------------------------------------------
def observations(bench):
    return [letter.message for letter in bench.sent("ik_trial") if letter.topic == names.IK_CLOCK]


def test_every_state_of_the_arm_is_an_observation_with_or_without_a_goal(bench):
    bench.sent("ik_trial")
    bench.see(FAR)
    assert observations(bench) == [Observation(2 * TICK, 0, None, None, None)]
    goal = bench.accepted()
    bench.sent("ik_trial")
    bench.see()
    assert observations(bench) == [Observation(3 * TICK, 0, goal, 0.0, SOLUTION[2])]


def test_a_new_goal_is_observed_before_its_client_has_the_answer(bench):
    bench.sent("ik_trial")
    bench.action.receive(call(names.SEND_GOAL, TARGET, caller="ik_trial"))
    bench.solve()
    observation, answer = bench.sent("ik_trial")
    assert observation.message.goal_id == answer.values["goal_id"]


@pytest.mark.parametrize("outcome, distance", [("preempted", 1.918), ("reached", 0.0)])
def test_the_goal_that_was_concluded_last_is_part_of_each_observation(bench, outcome, distance):
    goal = bench.accepted(success_hold=0)
    if outcome == "preempted":
        bench.see(FAR)
        bench.ask(names.CANCEL_GOAL, {})
    bench.sent("ik_trial")
    for _ in range(2):
        bench.see()
        (observation, *_) = observations(bench)
        assert observation.concluded[:2] == (goal, outcome)
        assert observation.concluded.distance == pytest.approx(distance, abs=1e-3)
