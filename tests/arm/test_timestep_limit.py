"""The timestep from which the derivative term makes the arm ring, in the worst of all poses."""

import math
import random
from dataclasses import replace

import pytest
from gain_samples import limit_at_pose, some_arm
from simulation_samples import both_arms, controlled, every_method

from actors.arm.model import Arm
from actors.arm.pid import Gains
from actors.arm.timestep_limit import timestep_limit


def over_a_grid(arm, kd):
    angles = [k * math.pi / 24 for k in range(48)]
    others = [(a,) for a in angles] if arm.links == 2 else [(a, b) for a in angles for b in angles]
    return min(limit_at_pose(arm, kd, (0.0, *other)) for other in others)


@both_arms
def test_the_limit_is_the_smallest_of_all_poses(links):
    rng = random.Random(links)
    for arm, kd in [(Arm.of_links(links), Gains.of_links(links).kd)] + [
        some_arm(links, rng) for _ in range(6)
    ]:
        grid = over_a_grid(arm, kd)
        # The worst pose may lie between two poses of the grid.
        assert grid * 0.97 < timestep_limit(arm, kd).seconds < grid * (1 + 1e-6)


def test_an_arm_of_two_links_rings_first_when_it_is_stretched():
    limit = timestep_limit(Arm.of_links(2), Gains.of_links(2).kd)
    assert limit.stretched
    assert limit.seconds == pytest.approx(limit_at_pose(Arm.of_links(2), (60.0, 20.0), (0.0, 0.0)))


@every_method
@pytest.mark.parametrize("factor, rings", [(0.9, False), (1.1, True)])
def test_a_velocity_grows_above_the_limit_and_dies_out_below_it(factor, rings, method):
    simulation = controlled(2, 0.0, 0.0)
    simulation.set_params(gravity=0.0)
    simulation.set_gains(kp=(0.0, 0.0), ki=(0.0, 0.0))
    limit = timestep_limit(simulation.arm, simulation.controller.gains.kd).seconds
    simulation.set_integrator(method, limit * factor)
    simulation.velocity = (1e-6, -3e-6)
    simulation.advance(60)
    assert (max(map(abs, simulation.velocity)) > 1e-5) == rings


@pytest.mark.parametrize(
    "arm, kd",
    [
        (Arm.of_links(2), (0.0, 0.0)),
        (replace(Arm.of_links(3), lengths=(1e200, 1e200, 1e200)), (1.0, 1.0, 1.0)),
    ],
)
def test_there_is_no_limit_where_none_can_be_computed(arm, kd):
    assert timestep_limit(arm, kd).seconds == math.inf
