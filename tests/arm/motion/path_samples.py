"""Arms, paths and steps for the tests of joint paths."""

import pytest

from actors.arm.choice import TURN
from actors.arm.errors import MotionError
from actors.arm.motion.branch import ELBOWS, joint_path
from actors.arm.motion.path import Path

UNIT = (1.0, 1.0)
ARMS = [(1.0, 1.0), (0.3, 0.25), (0.4, 0.9), (1.0, 0.8, 0.5), (0.3, 0.2, 0.1)]
every_arm = pytest.mark.parametrize("lengths", ARMS, ids=str)
every_elbow = pytest.mark.parametrize("elbow", ELBOWS)
ROUNDING = 1e-9  # rad; what inverse kinematics loses away from its boundaries is less


def path_for(lengths):
    """A square in the middle of what is reached, where the arm is neither stretched nor folded."""
    reach = sum(lengths)
    return Path.square((0.65 * reach, 0.1 * reach), 0.2 * reach)


def start_for(lengths, turns=0):
    return tuple(angle + TURN * turns for angle in (0.1, 0.2, -0.3)[: len(lengths)])


def poses_on(*args, **others):
    return joint_path(*args, **others)[1]


def line(*points):
    return Path.through(points)


def refusal(*args, **others):
    with pytest.raises(MotionError) as refused:
        joint_path(*args, **others)
    return str(refused.value)
