"""The ik_action actor: a goal is accepted or refused, and its messages come in their order."""

import math

import pytest
from goal_bench import FAR, SOLUTION, TARGET, TICK, Bench, in_short

from actors.arm.goal import DEFAULT_EPSILON, DEFAULT_SUCCESS_HOLD
from actors.arm.kinematics import Target
from actors.arm.pid import Setpoint
from actors.arm.pursuit import Aim
from actors.arm.tenure import GoalSetpoint
from actors.ik_action import SOON
from actors.kernel.letters import Publication, ServiceCall, ServiceReply
from protocol import names


@pytest.fixture(params=[2])
def bench(request):
    with Bench(request.param) as bench:
        yield bench


both_arms = pytest.mark.parametrize("bench", [2, 3], indirect=True)


# -- a goal is accepted ----------------------------------------------------------------------------
@both_arms
def test_it_has_the_target_solved_by_ik_with_the_pose_as_reference(bench):
    bench.see((7.0, 8.0, 9.0)[: bench.links])
    bench.send()
    (question,) = bench.solve()
    assert (question.service, question.args) == (
        names.IK_SOLVE,
        TARGET | {"reference": [7.0, 8.0, 9.0][: bench.links]},
    )


def test_the_solution_is_sent_to_the_arm_as_a_setpoint_under_the_name_of_the_goal(bench):
    goal = bench.accepted()
    sent = [letter for letter in bench.sent("arm_sim") if isinstance(letter, Publication)]
    aim = Aim(Target(2.0, 0.0), DEFAULT_EPSILON, DEFAULT_SUCCESS_HOLD)
    setpoint = GoalSetpoint(Setpoint.at_rest(SOLUTION[2]), goal, aim)
    assert sent == [Publication(names.JOINT_TRAJECTORY, setpoint)]


@both_arms
def test_clients_see_the_setpoint_as_a_whole_trajectory(bench):
    bench.accepted()
    (trajectory,) = bench.published(names.JOINT_TRAJECTORY)
    assert trajectory["joint_names"] == ["joint1", "joint2", "joint3"][: bench.links]
    assert [point["positions"] for point in trajectory["points"]] == [list(SOLUTION[bench.links])]


def test_it_never_switches_the_controller(bench):
    bench.accepted()
    bench.see(FAR)
    bench.ask(names.CANCEL_GOAL, {})
    assert not [letter for letter in bench.sent("arm_sim") if isinstance(letter, ServiceCall)]


def test_the_weight_of_the_margin_is_passed_on_to_ik(bench):
    bench.send(margin_weight=0.5)
    (question,) = bench.sent("ik")
    assert question.args["margin_weight"] == 0.5


def test_it_goes_on_with_everything_while_ik_is_silent(bench):
    first = bench.accepted()
    bench.sent()
    bench.send()
    bench.see(FAR)
    bench.ask(names.CANCEL_GOAL, {})
    assert bench.story() == [first, (first, "preempted"), True]


# -- a goal is refused -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "args, words",
    [
        ({"epsilon": 0}, "epsilon must be a finite number above 0"),
        ({"epsilon": -1}, "epsilon must be"),
        ({"epsilon": "x"}, "epsilon must be"),
        ({"epsilon": True}, "epsilon must be"),
        ({"epsilon": None}, "epsilon must"),
        ({"epsilon": math.inf}, "epsilon must be"),
        ({"success_hold": -0.1}, "success_hold must be a finite number at"),
        ({"success_hold": "x"}, "success_hold must be"),
        ({"success_hold": None}, "success_hold must be"),
        ({"timeout": 0}, "timeout must be a finite number above 0"),
        ({"timeout": "x"}, "timeout must be"),
        ({"x": None}, "x must be"),
        ({"y": "1"}, "y must be"),
        ({"x": 10**400}, "x must be"),
    ],
    ids=str,
)
def test_a_bad_goal_is_refused_by_name_and_leaves_the_active_goal_alone(bench, args, words):
    goal = bench.accepted()
    bench.sent()
    bench.send(**args)
    (refused,) = bench.sent()
    assert not refused.result and words in refused.status
    bench.see(FAR)
    assert bench.story() == [goal]
    assert bench.sent("arm_sim")[1:] == []  # but the setpoint of the first goal


def test_an_unreachable_goal_leaves_the_active_goal_alone(bench):
    goal = bench.accepted()
    bench.sent()
    bench.send(x=5.0)
    bench.solve(result=False, status="out of reach by 3 m")
    (refused,) = bench.sent()
    assert not refused.result and "out of reach by 3 m" in refused.status
    bench.see(FAR)
    assert bench.story() == [goal]


@pytest.mark.parametrize("bench", [3], indirect=True)
def test_a_heading_is_asked_for_and_shown_when_it_was_given(bench):
    bench.send(phi=0.5)
    (question,) = bench.solve()
    assert question.args["phi"] == 0.5
    bench.see((0.0, 0.0, 0.0))
    assert bench.published(names.IK_FEEDBACK)[0]["target"] == TARGET | {"phi": 0.5}


@both_arms
def test_no_heading_is_asked_for_or_shown_when_none_was_given(bench):
    bench.send(phi=None)
    (question,) = bench.solve()
    assert "phi" not in question.args
    bench.see()
    assert bench.published(names.IK_FEEDBACK)[0]["target"] == TARGET


def test_two_links_ignore_phi(bench):
    bench.send(phi="nonsense")
    (question,) = bench.solve()
    assert "phi" not in question.args


# -- an arm that would not follow ------------------------------------------------------------------
@pytest.mark.parametrize(
    "hindrances, status",
    [
        ([], ""),
        (["the arm is paused"], "accepted, but the arm is paused"),
        (["the arm is paused", "PID is off"], "accepted, but the arm is paused; PID is off"),
    ],
)
def test_a_goal_is_accepted_whatever_hinders_the_arm_and_its_status_says_what(
    bench, hindrances, status
):
    bench.send()
    bench.solve(hindrances=hindrances)
    (answer,) = [letter for letter in bench.sent() if isinstance(letter, ServiceReply)]
    assert (answer.result, answer.status, set(answer.values)) == (True, status, {"goal_id"})


@pytest.mark.parametrize(
    "obstacle, is_inside",
    [
        ({"x": 2.0, "y": 0.0, "radius": 0.0}, True),
        ({"x": 1.9, "y": 0.1, "radius": 0.15}, True),
        ({"x": 2.0, "y": 0.5, "radius": 0.5}, True),
        ({"x": 2.0, "y": 0.5, "radius": 0.49}, False),
        ({"x": 1.0, "y": 0.0, "radius": 0.2}, False),
    ],
)
def test_the_status_of_a_goal_says_if_its_target_is_inside_an_obstacle(bench, obstacle, is_inside):
    bench.send()
    bench.solve(hindrances=["the arm is paused"], obstacles=[obstacle])
    (answer,) = [letter for letter in bench.sent() if isinstance(letter, ServiceReply)]
    where = f"the obstacle at ({obstacle['x']:g}, {obstacle['y']:g}), which only motions avoid"
    inside = f"; the target is inside {where}" if is_inside else ""
    assert answer.result and answer.status == "accepted, but the arm is paused" + inside


def test_a_goal_does_not_wait_for_an_actor_motion_that_is_silent(bench):
    now = [1000.0]
    bench.action.clock = lambda: now[0]
    bench.send()
    bench.solve(obstacles=None)
    assert bench.story() == []
    now[0] += SOON
    bench.action.asks.expire(now[0])
    assert bench.story() == [True]


def test_the_pose_of_a_diverged_arm_is_no_reference(bench):
    bench.see((1e300, -1e300), diverged=True)
    bench.send()
    (question,) = bench.solve()
    assert question.args == TARGET


# -- order -----------------------------------------------------------------------------------------
def test_a_new_goal_preempts_the_old_one_first_then_is_answered_then_has_feedback(bench):
    first = bench.accepted()
    bench.sent()
    second = bench.accepted()
    bench.see(FAR)
    assert bench.story() == [(first, "preempted"), True, second]


def test_the_answer_holds_nothing_but_the_id(bench):
    goal = bench.accepted()
    (answer,) = [letter for letter in bench.sent() if isinstance(letter, ServiceReply)]
    assert answer.values == {"goal_id": goal} and isinstance(goal, str) and goal


def test_there_is_feedback_with_every_state_of_the_arm_while_a_goal_is_active_and_none_otherwise(
    bench,
):
    bench.see(FAR)
    assert bench.story() == []
    goal = bench.accepted()
    bench.sent()
    for _ in range(5):
        bench.see(FAR)
    assert bench.story() == [goal] * 5
    bench.ask(names.CANCEL_GOAL, {})
    for _ in range(5):
        bench.see(FAR)
    assert bench.story() == [(goal, "preempted"), True]


def test_the_snapshot_that_ends_a_goal_leads_to_the_result_and_no_feedback(bench):
    goal = bench.accepted(success_hold=0)
    bench.sent()
    bench.see(FAR)
    bench.see()
    bench.see()
    assert bench.story() == [goal, (goal, "reached")]


def test_feedback_has_the_target_the_setpoint_the_distance_and_the_time(bench):
    goal = bench.accepted()
    bench.sent()
    bench.see(FAR)
    bench.see((0.0, math.pi), lengths=(1.0, 0.5))
    first, second = bench.published(names.IK_FEEDBACK)
    assert first == {
        "goal_id": goal,
        "target": TARGET,
        "positions": list(SOLUTION[2]),
        "elapsed": TICK,
        "distance_remaining": math.dist((2.0, 0.0), (2.0 * math.cos(1.0), 2.0 * math.sin(1.0))),
    }
    # With the lengths now in force.
    assert (second["distance_remaining"], second["elapsed"]) == (
        1.5,
        2 * TICK,
    )


def test_a_result_has_the_target_and_the_last_distance(bench):
    goal = bench.accepted(success_hold=0)
    bench.sent()
    bench.see((0.0, 0.0), lengths=(1.0, 0.96875))
    assert bench.published(names.IK_RESULT) == [
        {"goal_id": goal, "outcome": "reached", "target": TARGET, "final_distance": 0.03125}
    ]


def test_fifty_goals_at_once_have_fifty_ids_and_each_but_the_last_one_result(bench):
    for _ in range(50):
        bench.send()
    bench.solve()
    said = bench.sent()
    ids = [letter.values["goal_id"] for letter in said if isinstance(letter, ServiceReply)]
    assert len(set(ids)) == 50
    results = [story for story in map(in_short, said) if isinstance(story, tuple)]
    assert results == [(goal, "preempted") for goal in ids[:-1]]
    bench.see(FAR)
    assert bench.story() == [ids[-1]]
