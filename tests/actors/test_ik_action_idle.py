"""The ik_action actor without a goal: the arm does not send it states that nobody needs."""

import pytest
from goal_bench import FAR, SOLUTION, TICK, Bench

from actors.kernel.letters import ServiceReply
from protocol import names


@pytest.fixture(params=[2])
def idle(request):
    """No goal is active, and ik_trial needs no observations."""
    with Bench(request.param) as bench:
        bench.system["ik_trial"].listen(False)
        bench.action.tick()
        yield bench


both_arms = pytest.mark.parametrize("idle", [2, 3], indirect=True)


@pytest.fixture
def idle_for_now(idle):
    """The last observation has ended the need for states, and no check has followed yet."""
    idle.system["ik_trial"].listen(True)
    idle.action.tick()
    idle.see(FAR)
    idle.system["ik_trial"].listen(False)
    idle.sent()
    return idle


def receives_states(bench):
    return "ik_action" in bench.system.subscribers(names.JOINT_STATES)


def accepted(bench):
    bench.send()
    bench.give_state(FAR)
    bench.solve()
    return bench.action.goal.id


def test_without_a_goal_or_a_trial_it_receives_no_states(idle):
    assert not receives_states(idle)


def test_a_state_that_waited_in_the_mailbox_meanwhile_is_not_kept(idle):
    """It would be out of date at the next goal, which might follow a reset of the arm."""
    idle.see(FAR)
    idle.send()
    assert [question.service for question in idle.give_state(FAR)] == [names.TWIN]


def test_a_state_from_before_the_need_ended_is_not_used_for_the_next_goal(idle_for_now):
    idle_for_now.send()
    assert [question.service for question in idle_for_now.give_state(FAR)] == [names.TWIN]


@both_arms
def test_a_goal_is_solved_from_the_pose_that_the_arm_is_asked_for(idle):
    pose = (7.0, 8.0, 9.0)[: idle.links]
    idle.send()
    (question,) = idle.give_state(pose)
    assert question.service == names.TWIN
    (question,) = idle.solve()
    assert question.args["reference"] == list(pose)
    assert idle.action.goal.positions == SOLUTION[idle.links]


def test_while_a_goal_is_active_it_receives_states_and_the_arm_is_not_asked_again(idle):
    accepted(idle)
    idle.action.tick()
    assert receives_states(idle)
    idle.send()
    assert idle.give_state(FAR) == []


def test_the_first_state_that_comes_is_judged_like_any_other(idle):
    goal = accepted(idle)
    idle.take_command()
    idle.sent()
    idle.see(FAR)
    assert idle.published(names.IK_FEEDBACK)[0]["goal_id"] == goal


def test_after_the_goal_it_stops_receiving_states(idle):
    accepted(idle)
    idle.ask(names.CANCEL_GOAL, {})
    idle.action.tick()
    assert not receives_states(idle)


def test_it_receives_states_while_ik_trial_needs_observations(idle):
    idle.system["ik_trial"].listen(True)
    idle.action.tick()
    assert receives_states(idle)


def test_a_goal_is_accepted_though_its_clock_ticks_while_it_is_being_solved(idle):
    idle.send()
    idle.give_state(FAR)
    idle.action.tick()
    idle.solve()
    (answer,) = [letter for letter in idle.sent() if isinstance(letter, ServiceReply)]
    assert answer.result


def test_a_bad_goal_is_refused_once_the_arm_has_answered(idle):
    idle.send(epsilon=0)
    idle.give_state(FAR)
    (refused,) = [letter for letter in idle.sent() if isinstance(letter, ServiceReply)]
    assert not refused.result and "epsilon must be" in refused.status


@pytest.mark.parametrize("active", [True, False])
def test_a_successor_receives_states_only_if_it_has_a_goal(idle, active):
    accepted(idle)
    if not active:
        idle.ask(names.CANCEL_GOAL, {})
    idle.sent()
    idle.kill()
    assert receives_states(idle) is active


def test_a_goal_that_is_active_right_after_a_death_is_judged_by_the_states_that_come_then(idle):
    goal = accepted(idle)
    idle.take_command()
    idle.sent()
    idle.kill()
    idle.time = 8 * TICK
    idle.see(FAR)
    assert idle.published(names.IK_FEEDBACK)[0]["goal_id"] == goal
