"""The terms of general links beside slow formulas, and beside results of textbooks."""

import math
from dataclasses import replace

import numpy as np
import pytest
from arm_samples import random_states
from array_terms import coriolis_forces, gravity_load, mass_matrix
from link_samples import (
    DEFAULTS,
    ROUNDING,
    SLOPES,
    energies,
    every_number_of_links,
    general,
    general_states,
    near,
    slow_coriolis,
    slow_gravity,
    slow_mass_matrix,
)

from actors.arm import dynamics
from actors.arm.dynamics import kinetic_energy, potential_energy, terms
from actors.arm.errors import SimulationError
from actors.arm.forward_dynamics import forward_dynamics
from actors.arm.model import Arm
from actors.arm.step import arm_step


# -- the terms -------------------------------------------------------------------------------------
@every_number_of_links
def test_the_energies_are_those_of_its_bodies(links):
    for state in general_states(links):
        kinetic, potential = energies(state.arm, state.q, state.qdot)
        assert kinetic_energy(state.arm, state.q, state.qdot) == near(kinetic, ROUNDING)
        assert potential_energy(state.arm, state.q) == near(potential, ROUNDING, 100.0)


@every_number_of_links
def test_the_mass_matrix_is_that_of_the_kinetic_energy(links):
    for state in general_states(links):
        assert mass_matrix(state.arm, state.q) == near(
            slow_mass_matrix(state.arm, state.q), ROUNDING
        )


@every_number_of_links
def test_the_gravity_load_is_the_gradient_of_the_potential_energy(links):
    for state in general_states(links):
        wanted = slow_gravity(state.arm, state.q)
        assert gravity_load(state.arm, state.q) == near(
            wanted, SLOPES, state.arm.gravity * np.array(state.arm.moments)
        )


@every_number_of_links
def test_the_coriolis_forces_are_what_lagranges_equations_leave(links):
    for state in general_states(links):
        wanted = slow_coriolis(state.arm, state.q, state.qdot)
        size = slow_mass_matrix(state.arm, state.q) * np.sum(np.abs(state.qdot)) ** 2
        assert coriolis_forces(state.arm, state.q, state.qdot) == near(wanted, SLOPES, size)


@every_number_of_links
def test_the_acceleration_balances_effort_damping_coriolis_forces_and_gravity(links):
    for arm, q, qdot, effort in general_states(links):
        left = (
            slow_mass_matrix(arm, q) @ forward_dynamics(arm, q, qdot, effort)
            + slow_coriolis(arm, q, qdot)
            + slow_gravity(arm, q)
            + np.array(arm.own_damping) * qdot
        )
        size = slow_mass_matrix(arm, q) * max(np.sum(np.abs(qdot)) ** 2, np.max(np.abs(left)), 1.0)
        assert left == near(np.array(effort), SLOPES, size)


@every_number_of_links
def test_all_terms_are_computed_together(links):
    for arm, q, qdot, effort in general_states(links):
        together = terms(arm, q, qdot, effort)
        assert together == (
            dynamics.mass_matrix(arm, q),
            dynamics.coriolis_forces(arm, q, qdot),
            dynamics.gravity_load(arm, q),
            forward_dynamics(arm, q, qdot, effort),
            kinetic_energy(arm, q, qdot),
            potential_energy(arm, q),
        )
        damping = np.array(arm.own_damping) * qdot
        rest = np.array(effort) - damping - together.coriolis - together.gravity_load
        acceleration = np.linalg.solve(slow_mass_matrix(arm, q), rest)
        # Solving in the joint angles loses digits with the condition of the mass matrix.
        lost = np.linalg.cond(slow_mass_matrix(arm, q))
        assert together.acceleration == near(acceleration, ROUNDING * lost)


@pytest.mark.parametrize("links", [2, 3])
def test_a_step_is_made_with_the_links_of_its_arm(links):
    for seed, state in enumerate(random_states(links, 4)):
        arm, q, qdot, effort = general(state, seed)
        after = arm_step(arm, "euler", 0.25)(*q, *qdot, *effort)
        wanted = [rate + 0.25 * a for rate, a in zip(qdot, forward_dynamics(arm, q, qdot, effort))]
        assert after[links:] == pytest.approx(wanted, rel=1e-11)  # rounding, in another order


@pytest.mark.parametrize(
    "state", [(2, [1e200, 1e200]), (2, [1.7e308, 1.7e308]), (3, [0.0, 1e160, 0.0])], ids=str
)
def test_terms_that_are_beyond_all_doubles_are_refused(state):
    links, qdot = state
    with pytest.raises(SimulationError, match="finite"):
        terms(Arm.of_links(links), [0.3] * links, qdot, [0.0] * links)


def test_a_pose_whose_headings_are_beyond_all_doubles_is_refused():
    with pytest.raises(SimulationError, match="finite"):
        terms(DEFAULTS, [1.7e308, 1.7e308], [0.0, 0.0], [0.0, 0.0])


# -- what textbooks give --------------------------------------------------------------------------
def test_point_masses_at_the_ends_make_the_double_pendulum_of_the_textbooks():
    arm = Arm(9.81, (2.0, 3.0), (1.0, 0.5), (1.0, 0.5), (1e-300, 1e-300))
    for q1, q2 in ((0.0, 0.0), (0.3, -1.1), (2.0, 3.0)):
        near_part = 3.0 * (0.25 + 0.5 * math.cos(q2))
        wanted = [[2.0 + 3.0 * (1.25 + math.cos(q2)), near_part], [near_part, 0.75]]
        assert mass_matrix(arm, (q1, q2)) == pytest.approx(np.array(wanted), rel=ROUNDING)
        tip = 3.0 * 0.5 * math.cos(q1 + q2)
        assert gravity_load(arm, (q1, q2)) == pytest.approx(
            [9.81 * (5.0 * math.cos(q1) + tip), 9.81 * tip], abs=1e-12
        )


def test_a_link_that_is_balanced_on_its_joint_feels_no_gravity():
    arm = replace(DEFAULTS, own_centers=(0.5, 0.0))
    assert gravity_load(arm, (0.3, 0.4))[1] == 0.0
    # Its centre does not move about its joint, so nothing couples the two links.
    assert coriolis_forces(arm, (0.3, 0.4), (2.0, 3.0)) == pytest.approx([0.0, 0.0], abs=1e-15)


def test_the_potential_energy_is_zero_where_all_centres_are_at_the_height_of_the_base():
    assert potential_energy(replace(DEFAULTS, own_centers=(0.1, 0.9)), (0.0, 0.0)) == 0.0


def test_damping_pulls_against_the_rate_of_its_own_joint():
    free, damped = (
        [*forward_dynamics(arm, (0.2, 0.4), (1.5, -2.0), (0.0, 0.0))]
        for arm in (DEFAULTS, replace(DEFAULTS, own_damping=(3.0, 0.5)))
    )
    force = mass_matrix(DEFAULTS, (0.2, 0.4)) @ np.subtract(damped, free)
    assert force == pytest.approx([-3.0 * 1.5, 0.5 * 2.0], rel=1e-12)  # rounding


@pytest.mark.parametrize("links", [2, 3])
def test_rods_that_are_spelled_out_are_rods(links):
    rods = random_states(links, 1)[0].arm
    spelled = replace(
        rods,
        own_centers=tuple(length / 2 for length in rods.lengths),
        own_inertias=tuple(m * length**2 / 12 for m, length in zip(rods.masses, rods.lengths)),
    )
    assert spelled.moments == rods.moments
    # One side squares by **, the other by *.
    assert np.array(spelled.couplings) == pytest.approx(np.array(rods.couplings), rel=1e-15)
