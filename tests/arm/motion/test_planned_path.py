"""The planned path of the pen, as points."""

import math

import pytest
from executions import UNIT

from actors.arm.forward_kinematics import end_effector
from actors.arm.motion.plan import Plan
from actors.arm.motion.planned_path import PARTS, planned_path
from actors.arm.motion.planning import joint_stage
from actors.arm.motion.scene import Scene
from actors.arm.simulation import Simulation
from actors.arm.slices import result_of

START = (0.0, 0.5)
GOAL = (1.0, -0.5)


@pytest.fixture
def plan():
    arm = Simulation(2)
    arm.enable(True)
    stage = result_of(
        joint_stage.slices(
            Scene.of(arm, ()), START, GOAL, "quintic", 1.0, None, "dynamics", math.inf
        )
    )
    return Plan.of("m", "move_joints", (stage, stage), UNIT, 0)


def test_the_path_of_a_motion_of_the_joints_is_that_of_the_pen(plan):
    path = planned_path(plan)
    assert len(path) == 2 * (PARTS + 1)
    assert path[0] == pytest.approx(end_effector(UNIT, START)[:2])
    assert path[PARTS] == pytest.approx(end_effector(UNIT, GOAL)[:2])
    middle = plan.stages[0].leg.at(plan.stages[0].leg.duration / 2).position
    assert path[PARTS // 2] == pytest.approx(end_effector(UNIT, middle)[:2])
