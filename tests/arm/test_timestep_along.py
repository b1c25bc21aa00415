"""The timestep from which the derivative term makes the arm ring in the poses of a path."""

import math
import random

import pytest
from gain_samples import limit_at_pose, some_arm
from simulation_samples import both_arms

from actors.arm.model import Arm
from actors.arm.pid import Gains
from actors.arm.timestep_along import LimitAlong, timestep_limit_along, timestep_limit_at
from actors.arm.timestep_limit import timestep_limit


def some_poses(links, rng, count=20):
    return [tuple(rng.uniform(-4, 4) for _ in range(links)) for _ in range(count)]


@both_arms
def test_at_each_pose_it_is_that_of_the_eigenvalues(links):
    rng = random.Random(links)
    for _ in range(20):
        arm, kd = some_arm(links, rng)
        for q in some_poses(links, rng):
            assert timestep_limit_at(arm, kd, q) == pytest.approx(
                limit_at_pose(arm, kd, q), rel=1e-9
            )


@both_arms
def test_along_a_path_it_is_the_smallest_of_its_poses(links):
    rng = random.Random(links)
    arm = Arm.of_links(links)
    kd = Gains.of_links(links).kd
    poses = some_poses(links, rng, 50)
    limits = [timestep_limit_at(arm, kd, q) for q in poses]
    assert timestep_limit_along(arm, kd, poses) == LimitAlong(
        min(limits), limits.index(min(limits))
    )


@both_arms
def test_no_path_has_a_smaller_limit_than_all_poses_together(links):
    rng = random.Random(links)
    for _ in range(10):
        arm, kd = some_arm(links, rng)
        along = timestep_limit_along(arm, kd, some_poses(links, rng)).seconds
        assert along >= timestep_limit(arm, kd).seconds * (1 - 1e-9)


@pytest.mark.parametrize(
    "lengths, kd, poses",
    [
        ((1.0, 1.0), (0.0, 0.0), [(0.0, 0.0)]),
        ((1.0, 1.0, 1.0), (0.0, 0.0, 0.0), [(0.0, 0.0, 0.0)]),
        ((1.0, 1.0), (60.0, 20.0), []),
        ((1.0, 1.0), (60.0, 20.0), [(math.inf, math.inf)]),
        ((1e200, 1e200, 1e200), (1.0, 1.0, 1.0), [(0.0, 0.0, 0.0)]),
    ],
)
def test_there_is_no_limit_where_none_can_be_computed(lengths, kd, poses):
    arm = Arm(9.81, (1.0,) * len(lengths), lengths)
    assert timestep_limit_along(arm, kd, poses) == LimitAlong(math.inf, 0)


def test_one_gain_alone_has_a_limit():
    arm = Arm.of_links(3)
    for kd in [(10.0, 0.0, 0.0), (0.0, 10.0, 0.0), (0.0, 0.0, 10.0)]:
        q = (0.3, 1.0, -2.0)
        assert timestep_limit_at(arm, kd, q) == pytest.approx(limit_at_pose(arm, kd, q))


def test_a_long_path_is_computed_in_slices():
    arm = Arm.of_links(3)
    slices = timestep_limit_along.slices(arm, (1.0, 1.0, 1.0), [(0.0, 0.0, 0.0)] * 1000)
    assert sum(1 for _ in slices) == 50
