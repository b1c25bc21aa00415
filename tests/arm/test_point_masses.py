"""Links that are point masses at their ends: the double pendulum of textbooks, and its control."""

import math

import pytest
from gain_samples import limit_at_pose
from simulation_samples import both_arms, every_method, ticked

from actors.arm.dynamics import mass_matrix
from actors.arm.energy import EnergyBooks, total_energy
from actors.arm.forward_dynamics import forward_dynamics
from actors.arm.model import Arm
from actors.arm.pid import Gains, Setpoint
from actors.arm.simulation import Simulation
from actors.arm.timestep_limit import timestep_limit

LENGTHS = (1.0, 0.8, 0.6)
MASSES = (1.0, 2.0, 0.5)


def points(links):
    lengths = LENGTHS[:links]
    return Arm(9.81, MASSES[:links], lengths, lengths, (0.0,) * links)


def test_the_double_pendulum_falls_as_its_lagrangian_says():
    """Both angles from the vertical, absolute: Landau and Lifshitz, Mechanics, section 5."""
    arm = points(2)
    (m1, m2), (l1, l2), g = arm.masses, arm.lengths, arm.gravity
    for a, b, rate_a, rate_b in [(0.3, -0.7, 0.0, 0.0), (1.2, 2.5, -1.0, 2.0), (-2.0, 0.1, 3.0, 1)]:
        q = (a - math.pi / 2, b - a)
        first, joint = forward_dynamics(arm, q, (rate_a, rate_b - rate_a), (0.0, 0.0))
        second = first + joint
        cosine, sine = math.cos(a - b), math.sin(a - b)
        upper = (m1 + m2) * l1 * first + m2 * l2 * (second * cosine + rate_b**2 * sine)
        lower = l2 * second + l1 * (first * cosine - rate_a**2 * sine)
        assert upper + (m1 + m2) * g * math.sin(a) == pytest.approx(0.0, abs=1e-12)
        assert lower + g * math.sin(b) == pytest.approx(0.0, abs=1e-12)


@both_arms
def test_the_mass_matrix_is_positive_definite_in_the_worst_poses(links):
    for turn in (0.0, math.pi):
        matrix = mass_matrix(points(links), (0.3, *(turn,) * (links - 1)))
        assert all(matrix[k][k] > 0 for k in range(links))
        if links == 2:
            assert matrix[0][0] * matrix[1][1] - matrix[0][1] ** 2 > 0.1


@every_method
@both_arms
def test_they_swing_and_keep_their_energy(links, method):
    simulation = Simulation(links)
    simulation.change_arm(points(links))
    simulation.set_integrator(method, 1e-4)
    simulation.books = EnergyBooks.opened(simulation.arm, simulation.position, simulation.velocity)
    ticked(simulation, 5000)
    total = total_energy(simulation.arm, simulation.position, simulation.velocity)
    assert abs(simulation.books.drift(total)) < (0.2 if method == "euler" else 1e-4)


@both_arms
def test_the_default_gains_hold_them(links):
    simulation = Simulation(links)
    simulation.change_arm(points(links))
    goal = (0.5, -0.8, 0.4)[:links]
    simulation.enable(True)
    simulation.hold(Setpoint.at_rest(goal))
    assert ticked(simulation, 8000).position == pytest.approx(goal, abs=0.01)


def test_their_limit_of_the_timestep_is_that_of_the_stretched_pose():
    kd = Gains.of_links(2).kd
    limit = timestep_limit(points(2), kd)
    poses = [(0.0, k * math.pi / 24) for k in range(48)]
    assert limit.seconds == pytest.approx(min(limit_at_pose(points(2), kd, q) for q in poses))
