"""Plans in the presence of obstacles: an arm may move away from them, and keeps its clearance."""

import pytest

from actors.arm.errors import MotionError
from actors.arm.forward_kinematics import end_effector
from actors.arm.motion.distances import Obstacle
from actors.arm.motion.path import Path
from actors.arm.motion.plan import DYNAMICS, NOTHING
from actors.arm.motion.planning import complete, joint_stage, pen_stage
from actors.arm.motion.scene import Scene
from actors.arm.simulation import Simulation

START = (0.0, 0.5)
BESIDE = Obstacle(1.6, 0.4, 0.1)  # link 2 touches it in the pose START


def scene(*obstacles):
    return Scene.of(Simulation(2), obstacles)


def test_a_motion_of_the_joints_may_lead_away_from_what_the_arm_touches():
    assert joint_stage(scene(BESIDE), START, (-1.0, 0.5)).leg.duration > 0
    with pytest.raises(MotionError, match="may only move away from it, but would come nearer"):
        joint_stage(scene(BESIDE), START, (1.0, 0.5))


@pytest.mark.parametrize("feedforward", [DYNAMICS, NOTHING])
@pytest.mark.parametrize("start, allowed", [(START, True), ((-1.0, 0.5), False), (None, False)])
def test_a_path_may_lead_away_only_from_what_the_arm_itself_touches(feedforward, start, allowed):
    """Otherwise the arm would have to go into the contact first."""
    poses = [START, (-0.05, 0.5), (-0.1, 0.5)]
    path = Path.through([end_effector((1.0, 1.0), pose)[:2] for pose in poses])
    distances = (0.0, *path.corners, path.length)
    try:
        pen_stage(
            scene(BESIDE), path, distances, poses, "steady", 0.1, 0.0, feedforward, start=start
        )
    except MotionError as refusal:
        assert not allowed and "the obstacle at (1.6, 0.4)" in str(refusal)
    else:
        assert allowed


def test_an_approach_may_lead_away_from_what_the_arm_touches():
    stage = joint_stage(scene(), (-1.0, 0.5), (-1.5, 0.5))
    plan = complete("motion-0-1", "move_joints", stage, START, scene(BESIDE))
    assert len(plan.stages) == 2


@pytest.mark.parametrize("clearance, is_refused", [(None, True), (0.0, False), (0.01, False)])
def test_the_clearance_of_a_scene_is_a_hundredth_of_the_reach_by_default(clearance, is_refused):
    """The stiff arm passes the obstacle at a distance of 0.015 m."""
    passed = Obstacle(0.0, 2.115, 0.1)
    try:
        joint_stage(Scene.of(Simulation(2), [passed], clearance), (0.5, 1e-3), (2.5, 1e-3))
    except MotionError as refusal:
        assert is_refused
        assert "closer than the clearance of 0.02 m to the obstacle at (0, 2.115)" in str(refusal)
    else:
        assert not is_refused
