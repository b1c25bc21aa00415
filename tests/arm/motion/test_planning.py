"""Plans: where a motion begins, which elbows are tried, the approach, and what forbids a motion."""

import math

import pytest

from actors.arm.errors import MotionError
from actors.arm.limits import Limits
from actors.arm.motion.branch import joint_path
from actors.arm.motion.distances import Obstacle
from actors.arm.motion.leg import Leg, SmoothLeg
from actors.arm.motion.path import Path
from actors.arm.motion.plan import DYNAMICS, NOTHING, PREPARE, SETTLE, VELOCITY
from actors.arm.motion.planning import (
    NEAR,
    THERE,
    check_able,
    complete,
    elbows_to_try,
    joint_stage,
    pen_stage,
    start_pose,
)
from actors.arm.motion.scene import Scene
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation
from actors.arm.timestep_limit import timestep_limit

START = (0.0, 0.5)
GOAL = (1.0, -0.5)
WALL = Obstacle(1.5, 0.8, 0.1)  # in the way of a straight arm that turns by 1 rad


def able(**changed):
    simulation = Simulation(2)
    simulation.enable(True)
    for name, value in changed.items():
        setattr(simulation, name, value)
    return simulation


def scene(*obstacles):
    return Scene.of(able(), obstacles)


# -- the arm ---------------------------------------------------------------------------------------
def test_an_arm_that_is_on_and_running_can_follow():
    check_able(able())


@pytest.mark.parametrize(
    "changed, words",
    [
        ({"diverged": True}, "the arm has diverged: /arm_sim/reset brings it back"),
        ({"paused": True}, "the arm is paused"),
    ],
)
def test_an_arm_that_stands_cannot_follow(changed, words):
    with pytest.raises(MotionError, match=words):
        check_able(able(**changed))


def test_an_arm_without_its_controller_cannot_follow():
    with pytest.raises(MotionError, match="PID is disabled"):
        check_able(Simulation(2))


# -- the start -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "position, start",
    [
        ((0.5, 0.5), (0.5, 0.5)),
        ((0.5 + 0.99 * NEAR, 0.5), (0.5, 0.5)),
        ((0.5 + 1.01 * NEAR, 0.5), (0.5 + 1.01 * NEAR, 0.5)),
        ((0.5, 0.5 - 1.01 * NEAR), (0.5, 0.5 - 1.01 * NEAR)),
    ],
)
def test_a_motion_begins_at_the_setpoint_or_where_an_arm_is_that_is_not_near_it(position, start):
    simulation = able(position=position)
    simulation.hold(Setpoint.at_rest((0.5, 0.5)))
    assert start_pose(simulation) == start


LIMITED = Limits(operating=((-1.0, 1.0), (-1.0, 1.0)))


@pytest.mark.parametrize(
    "position, start",
    [
        ((1.0 + 0.99 * NEAR, 0.5), (1.0, 0.5)),
        ((1.0, -1.0 - 0.99 * NEAR), (1.0, -1.0)),
        ((1.0 + 1.01 * NEAR, 0.5), (1.0 + 1.01 * NEAR, 0.5)),
        ((7.0, 0.5), (7.0, 0.5)),
    ],
)
def test_a_motion_begins_within_the_limits_only_if_the_arm_is_near_them(position, start):
    simulation = able(position=position)
    simulation.set_limits(LIMITED)
    assert start_pose(simulation) == start


@pytest.mark.parametrize("held", [(7.0, 0.5), (0.0, 0.0)], ids=["led in", "on its way in"])
def test_no_motion_begins_outside_the_limits(held):
    simulation = able(position=(7.0, 0.5))
    simulation.hold(Setpoint.at_rest(held))
    simulation.set_limits(LIMITED)
    limited = Scene.of(simulation, ())
    start = start_pose(simulation)
    problem = r"joint 1 would be at 7 rad at the start, outside its limits \[-1, 1\]"
    with pytest.raises(MotionError, match=f"^{problem}$"):
        joint_stage(limited, start, (0.5, 0.5))
    stage = joint_stage(limited, (0.0, 0.5), (0.5, 0.5))
    with pytest.raises(MotionError, match=f"^on the way to where it begins: {problem}$"):
        complete("motion-0-1", "move_joints", stage, start, limited)


@pytest.mark.parametrize(
    "elbow, start, tried",
    [
        (None, (0.0, 0.5), ["positive", "negative"]),
        (None, (0.0, -0.5), ["negative", "positive"]),
        ("positive", (0.0, -0.5), ["positive"]),
        ("negative", (0.0, -0.5), ["negative"]),
    ],
)
def test_the_arms_own_elbow_is_tried_first_unless_one_was_requested(elbow, start, tried):
    assert elbows_to_try(elbow, start) == tried


# -- stages ----------------------------------------------------------------------------------------
def test_a_stage_of_joints_is_tracked_and_waits_for_rest():
    stage = joint_stage(scene(), START, GOAL, "trapezoid", duration=2.0)
    assert stage.leg.poses == (START, GOAL)
    assert (stage.leg.profile, stage.leg.duration) == ("trapezoid", 2.0)
    assert (stage.settle, stage.tracked, stage.feedforward) == (SETTLE, True, DYNAMICS)


def test_a_stage_of_the_pen_has_the_lookahead_and_feedforward_that_were_requested():
    path = Path.through([(1.0, 0.0), (1.0, 0.5)])
    stage = pen_stage(scene(), path, (0.0, 0.5), (START, GOAL), "steady", 0.25, 0.05, NOTHING)
    assert (stage.leg.waypoints, stage.leg.duration) == (((1.0, 0.0), (1.0, 0.5)), 2.0)
    assert (stage.settle, stage.tracked) == (SETTLE, True)
    assert (stage.lookahead, stage.feedforward) == (0.05, NOTHING)


def test_a_stage_that_is_forbidden_is_refused():
    with pytest.raises(MotionError, match=r"touches the obstacle at \(1.5, 0.8\)"):
        joint_stage(scene(WALL), (0.0, 0.001), (1.0, 0.001))


SQUARE = Path.square((1.2, 0.4), 0.2)


def drawn(simulation, path=SQUARE, profile="steady", speed=0.4, **how):
    """The stage in which an arm draws a path."""
    lengths = simulation.arm.lengths
    waypoints = joint_path(lengths, path, "positive", simulation.position)
    return pen_stage(Scene.of(simulation, ()), path, *waypoints, profile, speed, **how)


@pytest.mark.parametrize(
    "feedforward, kind", [(DYNAMICS, SmoothLeg), (VELOCITY, SmoothLeg), (NOTHING, Leg)]
)
def test_only_without_feedforward_the_joints_go_straight_from_waypoint_to_waypoint(
    feedforward, kind
):
    assert type(drawn(able(), feedforward=feedforward).leg) is kind


@pytest.mark.parametrize("tolerance, found", [(None, 0.02 * math.sqrt(2)), (0.5, 0.5)])
def test_a_path_is_guarded_with_a_tolerance_and_the_limit_of_the_timestep(tolerance, found):
    simulation = able()
    guard = drawn(simulation, tolerance=tolerance).guard
    assert guard.tolerance == pytest.approx(found)
    kd = simulation.controller.gains.kd
    assert timestep_limit(simulation.arm, kd).seconds < guard.timestep_limit < 0.1


def limited(*effort):
    simulation = able()
    simulation.set_limits(Limits(effort=effort))
    return simulation


@pytest.mark.parametrize("feedforward", [DYNAMICS, VELOCITY, NOTHING])
def test_a_circle_that_needs_more_effort_than_there_is_is_refused(feedforward):
    circle = Path.circle((1.2, 0.4), 0.2)
    with pytest.raises(MotionError, match=r"joint 1 would need 4[0-9.]+ N m .*, its limit is 25"):
        drawn(limited(25.0, 8.0), circle, speed=2.0, feedforward=feedforward)
    assert drawn(limited(25.0, 8.0), circle, speed=0.4, feedforward=feedforward)


def test_with_little_effort_the_pen_speeds_up_more_softly():
    line = Path.through([(1.0, 0.4), (1.4, 0.4)])
    usual, weak = (drawn(limited(*effort), line) for effort in ((90.0, 90.0), (16.0, 2.8)))
    assert weak.leg.duration > usual.leg.duration + 0.05
    assert max(weak.leg.pace.at(weak.leg.duration * k / 99).speed for k in range(99)) > 0.399


# -- an arm that swings ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "position, velocity, waits",
    [
        (START, (0.0, 0.0), False),
        (START, (0.0, 0.021), True),
        ((0.011, 0.5), (0.0, 0.0), True),
    ],
)
def test_a_motion_first_waits_for_an_arm_that_is_not_at_rest_where_it_begins(
    position, velocity, waits
):
    simulation = able(position=position, velocity=velocity)
    stage = joint_stage(scene(), START, GOAL)
    plan = complete("motion-0-1", "move_joints", stage, START, scene(), simulation)
    assert [each.waits for each in plan.stages] == ([True, False] if waits else [False])
    assert plan.duration == stage.leg.duration
    assert plan.stages[0].leg.at(0.0) == Setpoint.at_rest(START)


def test_a_drawing_begins_only_when_the_arm_is_close_to_its_beginning():
    simulation = able(position=(0.0, 0.5003))
    stage = drawn(simulation)
    plan = complete("motion-0-1", "draw", stage, START, scene(), simulation)
    assert [each.waits for each in plan.stages] == [True, False, False]
    assert all(each.still < 3e-4 for each in plan.stages[:-1])


# -- the approach ----------------------------------------------------------------------------------
def plan_from(start, *obstacles):
    stage = joint_stage(scene(), START, GOAL)
    return complete("motion-0-1", "move_joints", stage, start, scene(*obstacles)), stage


@pytest.mark.parametrize("start", [START, (0.99 * THERE, 0.5)])
def test_a_motion_that_begins_where_the_arm_is_needs_no_approach(start):
    plan, stage = plan_from(start)
    assert plan.stages == (stage,)


def test_an_approach_comes_before_the_stage_and_is_not_tracked():
    plan, stage = plan_from((-1.0, 0.5))
    approach, last = plan.stages
    assert last == stage and approach.leg.poses == ((-1.0, 0.5), START)
    assert (approach.settle, approach.tracked) == (PREPARE, False)


def test_a_plan_has_the_duration_of_all_its_stages_and_the_scene_it_was_made_for():
    plan, stage = plan_from((-1.0, 0.5))
    assert plan.duration == plan.stages[0].leg.duration + stage.leg.duration
    assert (plan.id, plan.kind) == ("motion-0-1", "move_joints")
    assert (plan.lengths, plan.resets) == ((1.0, 1.0), 0)


def test_an_approach_that_is_forbidden_is_refused_as_such():
    below = Obstacle(1.5, -0.8, 0.1)
    with pytest.raises(MotionError, match="on the way to where it begins: link 2 touches the obs"):
        plan_from((-1.0, 0.5), below)


# -- scenes ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "change",
    [
        lambda arm: arm.set_params(gravity=1.0),
        lambda arm: arm.set_limits(Limits(velocity=(1.0, 1.0))),
        lambda arm: arm.reset(),
    ],
    ids=["arm", "limits", "reset"],
)
def test_a_scene_is_another_one_once_the_arm_was_changed(change):
    simulation = able()
    change(simulation)
    assert Scene.of(simulation, ()) != scene()


def test_a_scene_does_not_change_with_the_pose_and_the_time():
    simulation = able(position=(0.5, 0.5))
    simulation.tick()
    assert Scene.of(simulation, [WALL]) == scene(WALL)


@pytest.mark.parametrize("turn", [1e-3, 0.05])
def test_a_short_move_of_the_joints_may_begin_while_the_arm_sags(turn):
    """The pen may then be farther off than a tenth of its short path."""
    stage = joint_stage(scene(), START, tuple(angle + turn for angle in START))
    assert stage.guard.tolerance == pytest.approx(0.1 * 2.0)  # the links reach 2 m
