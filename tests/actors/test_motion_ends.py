"""The motion actor: what ends a motion before it is reached, and what takes its place."""

import pickle
from itertools import pairwise

import pytest
from crew import letters, reply
from motion_bench import GOAL, Bench

from actors.arm.limits import Limits
from actors.arm.motion.execution import PERIOD
from actors.arm.motion.plan import BRAKE
from actors.arm.motion.planning import THERE
from protocol import names


@pytest.fixture
def bench():
    with Bench() as bench:
        yield bench


def test_a_stop_brakes_on_the_leg_and_holds(bench):
    motion_id = bench.request(names.MOVE_JOINTS, GOAL | {"duration": 2.0}).values["motion_id"]
    bench.run(1.0)
    assert bench.request(names.STOP_MOTION).values == {"motion_id": motion_id}
    assert bench.state() == "stopping"
    bench.run(BRAKE)
    held = bench.arm.controller.setpoint
    assert held.velocity == pytest.approx((0, 0), abs=0.02) and held.position[0] == pytest.approx(
        -held.position[1]
    )
    bench.run(3.0)
    assert bench.outcomes() == [(motion_id, "stopped")] and bench.state() == "idle"
    assert bench.arm.position == pytest.approx(held.position, abs=0.01)  # what counts as there
    assert 0.25 < held.position[0] < 0.5


def test_a_stop_is_never_refused(bench):
    assert bench.request(names.STOP_MOTION).values == {"motion_id": None}


def test_a_second_stop_changes_nothing(bench):
    motion_id = bench.request(names.MOVE_JOINTS, GOAL).values["motion_id"]
    bench.run(0.5)
    for _ in range(2):
        assert bench.request(names.STOP_MOTION).values == {"motion_id": motion_id}
    bench.run(4.0)
    assert bench.outcomes() == [(motion_id, "stopped")]


def test_a_new_motion_takes_the_place_of_the_old_one_without_a_jump(bench):
    first = bench.request(names.MOVE_JOINTS, GOAL).values["motion_id"]
    bench.run(0.5)
    second = bench.request(names.MOVE_JOINTS, {"positions": [-0.3, 0.3]}).values["motion_id"]
    assert bench.outcomes() == [(first, "preempted")]
    angles = [setpoint.position[0] for setpoint in bench.held(300)]
    # 1 rad/s is faster than either motion.
    assert max(abs(a - b) for a, b in pairwise(angles)) < 1.0 * PERIOD
    bench.run(4.0)
    assert bench.outcomes()[1:] == [(second, "reached")]


def happens(bench, what):
    match what:
        case "reset":
            bench.arm.reset()
        case "goal":
            bench.arm.hold(bench.arm.controller.setpoint, "goal-0-1")
        case "setpoint":
            bench.arm.hold(bench.arm.controller.setpoint)
        case "disabled":
            bench.arm.enable(False)
        case "diverged":
            bench.arm.diverged = True
        case "lengths":
            bench.arm.set_params(lengths=(1.0, 0.5))


@pytest.mark.parametrize(
    "what, outcome, words",
    [
        ("reset", "preempted", "reset"),
        ("goal", "preempted", "another setpoint"),
        ("setpoint", "preempted", "another setpoint"),
        ("disabled", "faulted", "PID was disabled"),
        ("diverged", "faulted", "diverged"),
        ("lengths", "faulted", "lengths"),
    ],
)
def test_what_happens_to_the_arm_ends_the_motion_once(bench, what, outcome, words):
    bench.request(names.MOVE_JOINTS, GOAL)
    bench.run(0.3)
    happens(bench, what)
    held = bench.arm.controller.setpoint.position
    bench.run(1.0)
    (result,) = bench.published(names.MOTION_RESULT)
    assert result["outcome"] == outcome and words in result["reason"]
    assert bench.state() == ("faulted" if outcome == "faulted" else "idle")
    if what in ("reset", "goal", "setpoint"):
        # No later setpoint of the motion has come into force.
        assert bench.arm.controller.setpoint.position == held


def test_a_fault_is_shown_until_a_stop(bench):
    bench.request(names.MOVE_JOINTS, GOAL)
    bench.run(0.1)
    bench.arm.enable(False)
    bench.show()
    assert bench.state() == "faulted"
    bench.kill()
    bench.show()
    assert bench.state() == "faulted"
    bench.request(names.STOP_MOTION)
    assert bench.state() == "idle"


def test_an_arm_that_does_not_come_to_rest_ends_it_in_bounded_time(bench):
    bench.arm.set_gains(kp=(1.0, 1.0), ki=(0.0, 0.0), kd=(0.0, 0.0))  # it swings for ever
    bench.request(names.MOVE_JOINTS, GOAL | {"feedforward": False, "tolerance": None})
    bench.run(7.0)
    (result,) = bench.published(names.MOTION_RESULT)
    assert result["outcome"] == "timed_out" and "within 5 s" in result["reason"]


def test_a_stop_during_a_pause_ends_the_motion_at_once(bench):
    motion_id = bench.request(names.MOVE_JOINTS, GOAL).values["motion_id"]
    bench.run(0.5)
    bench.arm.paused = True
    bench.show()
    bench.request(names.STOP_MOTION)
    assert bench.outcomes() == [(motion_id, "stopped")]
    bench.follow()
    assert bench.arm.controller.setpoint.velocity == (0.0, 0.0)


def test_a_stop_during_planning_is_not_followed_by_a_motion(bench):
    token = bench.ask(names.DRAW, {"points": [[1.2, 0.3], [1.4, 0.3]]})
    assert bench.ask(names.STOP_MOTION) != token
    bench.answer()
    refused = bench.reply(token)
    assert not refused.result and "a stop came" in refused.status
    assert bench.state() == "idle"


@pytest.mark.parametrize(
    "change",
    [
        lambda arm: arm.set_params(lengths=(1.0, 0.5)),
        lambda arm: arm.reset(),
        lambda arm: arm.set_limits(Limits(velocity=(0.1, 0.1))),
    ],
    ids=["lengths", "reset", "limits"],
)
def test_an_arm_that_is_changed_during_planning_is_not_moved(bench, change):
    token = bench.ask(names.DRAW, {"points": [[1.2, 0.3], [1.4, 0.3]]})
    bench.answer(meanwhile=lambda: change(bench.arm))
    refused = bench.reply(token)
    assert not refused.result and "changed" in refused.status


def test_joint_moves_that_follow_one_another_do_not_turn_back(bench):
    bench.request(names.MOVE_JOINTS, {"positions": [1.0, -1.0], "duration": 2.0})
    bench.run(1.0)
    bench.request(names.MOVE_JOINTS, {"positions": [1.2, -1.2], "duration": 1.0})
    angles = [setpoint.position[0] for setpoint in bench.held(400)]
    # So far from where it begins, in rad, a motion needs no approach.
    assert all(b >= a - THERE for a, b in pairwise(angles)) and angles[-1] == 1.2


def test_a_motion_right_after_a_reset_begins_where_the_reset_left_the_arm(bench):
    first = bench.request(names.MOVE_JOINTS, {"positions": [1.5, -1.0], "duration": 4.0}).values[
        "motion_id"
    ]
    bench.run(2.0)
    bench.arm.reset()  # which the actor has not seen yet
    second = bench.request(names.MOVE_JOINTS, {"positions": [0.2, -0.2], "duration": 0.5}).values[
        "motion_id"
    ]
    assert bench.outcomes() == [(first, "preempted")]
    held = [setpoint.position for setpoint in bench.held(1500)]
    assert all(0 <= q <= 0.2 and -0.2 <= p <= 0 for q, p in held) and held[-1] == (0.2, -0.2)
    bench.run(2.0)
    assert bench.outcomes()[1:] == [(second, "reached")]


def test_a_request_that_needs_long_to_be_refused_does_not_keep_the_stream_waiting(bench):
    """While a motion is under way, the next one is planned by the planner."""
    bench.request(names.MOVE_JOINTS, GOAL)
    bench.ask(names.MOVE_JOINTS, {"positions": [600.0, 0.0], "duration": 3600.0})
    bench.motion.commit()
    (question,) = bench.questions_to_arm()
    bench.motion.receive(
        reply(
            question.token,
            {"twin": pickle.loads(pickle.dumps(bench.arm))},
            incarnation=bench.motion.incarnation,
        )
    )
    bench.motion.commit()
    assert [letter.service for letter in letters(bench.system, "planner")] == [names.PLAN]
