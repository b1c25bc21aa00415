"""The motion actor: a motion is made, with setpoints in time, or refused with a reason."""

import math

import pytest
from motion_bench import GOAL, Bench

from actors.arm.kinematics import Target, inverse_kinematics
from actors.arm.motion.execution import PERIOD
from actors.arm.pid import Setpoint
from actors.kernel.letters import Publication, packed
from protocol import names


@pytest.fixture
def bench():
    with Bench() as bench:
        yield bench


# -- a motion is made ------------------------------------------------------------------------------
def test_a_motion_reaches_its_goal_and_has_one_result_with_its_figures(bench):
    accepted = bench.request(names.MOVE_JOINTS, GOAL)
    assert accepted.result and accepted.values["duration"] == 1.0
    bench.run(4.0)
    (result,) = bench.published(names.MOTION_RESULT)
    assert (result["motion_id"], result["motion"]) == (accepted.values["motion_id"], "move_joints")
    assert (result["outcome"], result["reason"]) == ("reached", "")
    assert bench.arm.position == pytest.approx((0.5, -0.5), abs=0.01)  # what counts as there
    figures = result["figures"]
    assert (
        0 < figures["mean"] <= figures["rms"] <= figures["max"] < 0.1
        and figures["settle_time"] >= 0
    )
    assert bench.state() == "idle"


def test_setpoints_are_streamed_with_their_velocities(bench):
    bench.request(names.MOVE_JOINTS, GOAL)
    held = bench.held(230)
    angles = [setpoint.position[0] for setpoint in held]
    rates = [setpoint.velocity[0] for setpoint in held]
    for k in range(1, 229):
        # The turn over two periods against the velocity in their middle; the jerk is up to 60 * 0.5
        # rad/s^3.
        assert (angles[k + 1] - angles[k - 1]) / (2 * PERIOD) == pytest.approx(
            rates[k], abs=30 * PERIOD**2
        )
    assert max(rates) == pytest.approx(1.875 * 0.5, rel=1e-3)  # the peak of a quintic


def test_while_it_moves_its_state_is_published(bench):
    motion_id = bench.request(names.MOVE_JOINTS, GOAL).values["motion_id"]
    bench.run(0.5)
    shown = bench.published(names.MOTION_STATE)[-1]
    assert (shown["state"], shown["motion_id"], shown["motion"]) == (
        "moving",
        motion_id,
        "move_joints",
    )
    assert 0 < shown["elapsed"] < shown["duration"] == 1.0


def test_setpoints_are_published_to_clients_only_while_one_subscribes(bench):
    bench.request(names.MOVE_JOINTS, GOAL)
    bench.run(0.1)
    assert bench.published(names.JOINT_TRAJECTORY) == []
    bench.system.demand(names.JOINT_TRAJECTORY, True)
    bench.run(0.1)
    trajectories = bench.published(names.JOINT_TRAJECTORY)
    assert len(trajectories) == 25
    points = [point for each in trajectories for point in each["points"]]
    assert all(set(point) >= {"positions", "velocities"} for point in points)


@pytest.mark.parametrize(
    "service, args",
    [
        (names.MOVE_LINE, {"x": 1.7, "y": 0.3}),
        (names.MOVE_LINE, {"points": [[1.7, 0.3], [1.5, 0.2]]}),
        (names.DRAW, {"square": {"center": [1.2, 0.3], "side": 0.2}}),
        (names.DRAW, {"circle": {"center": {"x": 1.2, "y": 0.3}, "radius": 0.1}, "elbow": "up"}),
        (names.DRAW, {"points": [[1.2, 0.3], [1.4, 0.3]], "profile": "trapezoid"}),
    ],
    ids=str,
)
def test_a_path_is_solved_by_ik_and_then_drawn(bench, service, args):
    accepted = bench.request(service, args | {"speed": 1.0})
    assert accepted.result, accepted.status
    assert accepted.values["waypoints"] > 2 and accepted.values["elbow"] in ("positive", "negative")
    bench.run(12.0)
    (result,) = bench.published(names.MOTION_RESULT)
    assert result["outcome"] == "reached" and len(result["figures"]["drawn"]) > 2


def test_the_planned_path_is_told_while_the_motion_lasts(bench):
    assert bench.request(names.MOTION_PATH).values == {"motion_id": None, "points": ()}
    motion_id = bench.request(names.MOVE_JOINTS, GOAL).values["motion_id"]
    told = bench.request(names.MOTION_PATH).values
    assert told["motion_id"] == motion_id
    assert told["points"][0] == pytest.approx((2, 0))
    assert told["points"][-1] == pytest.approx((math.cos(0.5) + 1, math.sin(0.5)))


def test_a_recording_has_a_column_for_everything_and_a_row_for_every_snapshot(bench):
    bench.request(names.MOVE_JOINTS, GOAL)
    bench.run(0.64)
    columns = bench.request(names.RECORDING).values
    assert set(columns) == {
        "time",
        "setpoint",
        "setpoint_velocity",
        "position",
        "velocity",
        "effort",
        "meant",
        "pen",
    }
    assert {len(column) for column in columns.values()} == {40}  # a snapshot every four setpoints
    assert columns["time"] == sorted(columns["time"])


# -- a motion is refused ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    "service, args, words",
    [
        (names.MOVE_JOINTS, {}, "positions is missing"),
        (names.MOVE_JOINTS, {"positions": [1]}, "positions must be a list of 2 finite numbers"),
        (names.MOVE_JOINTS, {"positions": [0, 3.5]}, "link 2 folds onto link 1"),
        (names.MOVE_JOINTS, {"positions": [1, 1], "duration": 4000}, "between 0.004 and 3600 s"),
        (names.MOVE_LINE, {"x": 3, "y": 0}, "point"),
        (names.DRAW, {"points": [[1, 0], [3, 0]]}, "point"),
        (
            names.DRAW,
            {"square": {"center": [1, 0], "side": 0.2}, "spacing": 1e-9},
            "spacing must be larger",
        ),
        (names.DRAW, {"points": [[1, 0], [-1, 0]]}, "while the pen hardly moves"),
        (names.DRAW, {"points": [[1, 0], [0, 0], [-1, 0]]}, "while the pen hardly moves"),
        (
            names.DRAW,
            {"points": [[1, 0], [-1, 0]], "spacing": 2, "feedforward": False},
            "while the pen hardly moves",
        ),
        (names.DRAW, {}, "exactly one of points, square, circle"),
    ],
    ids=str,
)
def test_what_is_impossible_is_refused_and_leaves_the_present_motion_alone(
    bench, service, args, words
):
    motion_id = bench.request(names.MOVE_JOINTS, GOAL).values["motion_id"]
    bench.run(0.1)
    refused = bench.request(service, args)
    assert not refused.result and words in refused.status
    bench.run(4.0)
    assert bench.outcomes() == [(motion_id, "reached")]


@pytest.mark.parametrize(
    "prepare, words",
    [
        (lambda arm: arm.enable(False), "PID is disabled"),
        (lambda arm: setattr(arm, "paused", True), "paused"),
        (lambda arm: setattr(arm, "diverged", True), "diverged"),
    ],
    ids=["disabled", "paused", "diverged"],
)
def test_an_arm_that_would_not_follow_is_not_moved(bench, prepare, words):
    prepare(bench.arm)
    refused = bench.request(names.MOVE_JOINTS, GOAL)
    assert not refused.result and words in refused.status


def test_obstacles_are_kept_and_shown_and_in_the_way(bench):
    circle = {"x": 1.5, "y": 0.8, "radius": 0.1}
    assert bench.request(names.SET_OBSTACLES, {"obstacles": [circle]}).values == {
        "obstacles": [circle]
    }
    bench.kill()
    bench.show()
    assert bench.request(names.SET_OBSTACLES).values == {"obstacles": [circle]}
    refused = bench.request(names.MOVE_JOINTS, {"positions": [1.0, 0.0]})
    assert not refused.result and "touches the obstacle at (1.5, 0.8)" in refused.status
    assert bench.request(names.SET_OBSTACLES, {"obstacles": []}).values == {"obstacles": []}
    assert bench.request(names.MOVE_JOINTS, {"positions": [1.0, 0.0]}).result


LOWEST = inverse_kinematics((1.0, 1.0), Target(1.655, -0.1), (0.5, -1.0))


@pytest.mark.parametrize(
    "service, args",
    [
        (names.MOVE_JOINTS, {"positions": list(LOWEST)}),
        (names.DRAW, {"circle": {"center": [1.655, 0.0], "radius": 0.1}}),
        (names.MOVE_LINE, {"x": 1.655, "y": -0.1}),
    ],
)
def test_every_motion_keeps_its_clearance(bench, service, args):
    bench.arm.position = (0.5, -1.0)  # the pen is at (1.755, 0), and goes down to y = -0.1
    bench.arm.hold(Setpoint.at_rest(bench.arm.position))
    below = {"x": 1.655, "y": -0.215, "radius": 0.1}
    bench.request(names.SET_OBSTACLES, {"obstacles": [below]})
    refused = bench.request(service, args)
    assert not refused.result and "closer than the clearance of 0.02 m to the" in refused.status
    accepted = bench.request(service, args | {"clearance": 0.0})
    assert accepted.result, accepted.status


def test_an_arm_that_touches_an_obstacle_can_move_away_from_it(bench):
    circle = {"x": 1.5, "y": 0.05, "radius": 0.1}
    bench.request(names.SET_OBSTACLES, {"obstacles": [circle]})
    refused = bench.request(names.MOVE_JOINTS, {"positions": [0.5, 0.0]})
    assert not refused.result and "may only move away from it" in refused.status
    assert bench.request(names.MOVE_JOINTS, {"positions": [-0.5, 0.0]}).result


@pytest.mark.parametrize(
    "given",
    [
        None,
        5,
        [5],
        [{}],
        [{"x": 1, "y": 1}],
        [{"x": 1, "y": 1, "radius": -1}],
        [{"x": 1, "y": 1, "radius": 1}] * 33,
    ],
    ids=str,
)
def test_bad_obstacles_change_nothing(bench, given):
    refused = bench.request(names.SET_OBSTACLES, {"obstacles": given})
    assert not refused.result and "obstacles" in refused.status
    assert bench.request(names.SET_OBSTACLES).values == {"obstacles": []}


def test_no_setpoint_is_sent_for_an_old_snapshot_while_newer_ones_wait(bench):
    """The process could not run for a while: setpoints would let the arm rush along its path."""
    bench.request(names.MOVE_JOINTS, GOAL)
    bench.run(0.1)
    bench.setpoints = []
    bench.now += 0.3
    newer = Publication(names.JOINT_STATES, bench.arm.show(bench.now))
    bench.motion.entry.mailbox.put(packed([newer]))
    bench.motion.tick()
    bench.motion.commit()
    bench.questions_to_arm()
    assert bench.setpoints == []
    bench.motion.take(0)
    bench.motion.tick()
    bench.motion.commit()
    bench.questions_to_arm()
    assert len(bench.setpoints) == 1
