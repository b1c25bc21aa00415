import math
from dataclasses import replace

import numpy as np
import pytest
from arm_samples import arm_of, random_states, reference, swing
from array_terms import coriolis_forces, gravity_load, inverse_dynamics, mass_matrix

from actors.arm import dynamics
from actors.arm.dynamics import kinetic_energy, potential_energy
from actors.arm.forward_dynamics import forward_dynamics
from actors.arm.model import Arm

CASES = reference("dynamics")
case_by_case = pytest.mark.parametrize(
    "case", CASES, ids=[f"{k}-n{c['n']}-{c['kind']}" for k, c in enumerate(CASES)]
)
every_number_of_links = pytest.mark.parametrize("links", [1, 2, 3, 4, 5])

# The reference asks for this. The code rounds to about 1e-15 of the terms, so only an error fails.
ALLOWED = 1e-10


# -- against the reference -------------------------------------------------------------------------
@case_by_case
def test_the_mass_matrix_is_the_reference_one(case):
    expected = np.array(case["M"])
    assert (
        np.abs(mass_matrix(arm_of(case), case["q"]) - expected).max()
        <= ALLOWED * np.abs(expected).max()
    )


@case_by_case
def test_the_coriolis_forces_are_the_reference_ones(case):
    got = coriolis_forces(arm_of(case), case["q"], case["qd"])
    assert np.abs(got - case["C_qd"]).max() <= ALLOWED * case["C_scale"]


@case_by_case
def test_the_gravity_load_is_the_reference_one(case):
    got = gravity_load(arm_of(case), case["q"])
    assert np.abs(got - case["G"]).max() <= ALLOWED * case["G_scale"]


@case_by_case
def test_the_acceleration_is_the_reference_one(case):
    got = forward_dynamics(arm_of(case), case["q"], case["qd"], case["tau"])
    assert (np.abs(np.array(got) - case["qdd"]) <= ALLOWED * np.array(case["qdd_scale"])).all()


@case_by_case
def test_the_energies_are_the_reference_ones(case):
    arm = arm_of(case)
    # The terms of the potential energy may cancel, so it is compared with their largest sum.
    highest = arm.gravity * sum(arm.masses) * sum(arm.lengths)
    assert kinetic_energy(arm, case["q"], case["qd"]) == pytest.approx(
        case["kinetic"], rel=ALLOWED, abs=0.0
    )
    assert potential_energy(arm, case["q"]) == pytest.approx(
        case["potential"], abs=ALLOWED * highest
    )


EXTREME = reference("dynamics_extreme")


@pytest.mark.parametrize("case", EXTREME, ids=[f"{k}-n{c['n']}" for k, c in enumerate(EXTREME)])
def test_milligrams_beside_tonnes_and_millimetres_beside_hundred_metres_lose_nothing(case):
    got = forward_dynamics(arm_of(case), case["q"], case["qd"], case["tau"])
    assert (np.abs(np.array(got) - case["qdd"]) <= ALLOWED * np.array(case["qdd_scale"])).all()


# -- against itself --------------------------------------------------------------------------------
@every_number_of_links
def test_the_textbook_terms_balance_the_effort_at_the_computed_acceleration(links):
    for arm, q, qdot, effort in random_states(links, 40):
        mass = mass_matrix(arm, q)
        coriolis = coriolis_forces(arm, q, qdot)
        gravity = gravity_load(arm, q)
        qddot = np.array(forward_dynamics(arm, q, qdot, effort))
        terms = np.abs(mass) @ np.abs(qddot) + np.abs(coriolis) + np.abs(gravity) + np.abs(effort)
        residual = np.abs(mass @ qddot + coriolis + gravity - effort)
        # Rounding: a few dozen operations, and the Coriolis terms of one joint may cancel within.
        assert (residual <= 1e-12 * terms.max()).all()


@pytest.mark.parametrize("damping", [0.0, 3.0], ids=["free", "damped"])
@every_number_of_links
def test_the_effort_for_an_acceleration_gives_that_acceleration(links, damping):
    for arm, q, qdot, wanted in random_states(links, 40):
        arm = replace(arm, own_damping=tuple(damping / (k + 1) for k in range(links)))
        effort = inverse_dynamics(arm, q, qdot, wanted)
        got = forward_dynamics(arm, q, qdot, effort.tolist())
        scale = np.linalg.solve(mass_matrix(arm, q), np.eye(links))
        # Rounding: 1e-15 of the largest effort term, through the inverse of the mass matrix.
        terms = (
            np.abs(mass_matrix(arm, q)) @ np.abs(wanted)
            + np.abs(coriolis_forces(arm, q, qdot))
            + np.abs(effort)
        )
        assert np.abs(np.array(got) - wanted).max() <= 1e-13 * np.abs(scale).sum() * terms.max()


@every_number_of_links
def test_the_acceleration_of_an_effort_takes_that_effort(links):
    for arm, q, qdot, effort in random_states(links, 40):
        arm = replace(arm, own_damping=(0.5,) * links)
        qddot = forward_dynamics(arm, q, qdot, effort)
        terms = (
            np.abs(mass_matrix(arm, q)) @ np.abs(qddot)
            + np.abs(coriolis_forces(arm, q, qdot))
            + np.abs(effort)
        )
        residual = np.abs(inverse_dynamics(arm, q, qdot, qddot) - effort)
        assert (residual <= 1e-12 * terms.max()).all()  # as for the textbook terms above


def test_damping_costs_the_effort_that_it_takes_away():
    arm = Arm.of_links(2)
    damped = replace(Arm.of_links(2), own_damping=(2.0, 0.5))
    state = (0.3, -0.7), (1.5, -4.0), (0.1, 0.2)
    extra = inverse_dynamics(damped, *state) - inverse_dynamics(arm, *state)
    assert extra == pytest.approx([3.0, -2.0], abs=1e-14)  # damping times rate; rounding


@every_number_of_links
def test_the_mass_matrix_is_symmetric_and_positive_definite(links):
    for arm, q, _, _ in random_states(links, 40):
        mass = mass_matrix(arm, q)
        # The sums are taken in another order.
        assert np.abs(mass - mass.T).max() <= 1e-14 * mass.max()
        assert np.linalg.eigvalsh(mass).min() > 0


@every_number_of_links
def test_the_motion_obeys_lagranges_equation_on_the_energies(links):
    for state in random_states(links, 10):
        rate = momentum_rate(state)
        push = slope_of_the_lagrangian(state)
        effort = np.array(state.effort)
        scale = np.abs(rate).max() + np.abs(push).max() + np.abs(effort).max()
        # Central differences with h = 1e-4 err by h^2 = 1e-8 times the third derivatives, which
        # are about 100 where the arm moves fast.
        assert np.abs(rate - push - effort).max() <= 1e-5 * scale


def momentum_rate(state):
    """d/dt of dT/dqdot along the computed motion."""
    q = np.array(state.q)
    qdot = np.array(state.qdot)
    qddot = np.array(forward_dynamics(*state))
    return slope(lambda s: momentum(state.arm, q + s * qdot, qdot + s * qddot))


def momentum(arm, q, qdot):
    """dT/dqdot: T is quadratic in qdot, so any step is exact."""
    return gradient(lambda v: kinetic_energy(arm, q, v), qdot, step=1.0)


def slope_of_the_lagrangian(state):
    """d(T - V)/dq."""
    return gradient(
        lambda q: kinetic_energy(state.arm, q, state.qdot) - potential_energy(state.arm, q), state.q
    )


def slope(f, step=1e-4):
    """df/ds at s = 0."""
    return (f(step) - f(-step)) / (2 * step)


def gradient(f, x, step=1e-4):
    return np.array(
        [slope(lambda s, axis=axis: f(np.array(x) + s * axis), step) for axis in np.eye(len(x))]
    )


# -- what is conserved -----------------------------------------------------------------------------
SWINGS = [Arm(9.81, (1.7, 0.4), (0.6, 1.3)), Arm(9.81, (0.7, 2.3, 0.4), (1.1, 0.5, 0.9))]


@pytest.mark.parametrize("arm", SWINGS, ids=["2 links", "3 links"])
def test_a_free_swing_keeps_its_energy(arm):
    def energy(q, qdot):
        return kinetic_energy(arm, q, qdot) + potential_energy(arm, q)

    still = [0.0] * arm.links
    scale = arm.gravity * sum(arm.moments)
    q, qdot = swing(arm, "rk4", 0.001, 10_000, still, still, still)
    assert kinetic_energy(arm, q, qdot) > 1e-3 * scale  # the arm swings
    # rk4 errs by about (omega dt)^5 per step: 3e-9 at the highest rates, 20 rad/s, in 10,000 steps.
    assert energy(q, qdot) == pytest.approx(energy(still, still), abs=1e-6 * scale)


@pytest.mark.parametrize("links", [2, 3, 4])
def test_without_gravity_and_effort_the_momentum_of_the_base_joint_is_conserved(links):
    arm = Arm(0.0, (0.7, 2.3, 0.4, 1.0)[:links], (1.1, 0.5, 0.9, 0.7)[:links])
    q = [0.3, -0.7, 1.9, 0.4][:links]
    qdot = [1.0, -2.0, 3.0, 0.5][:links]
    q_later, qdot_later = swing(arm, "rk4", 0.001, 2_000, q, qdot, [0.0] * links)
    before = mass_matrix(arm, q) @ qdot
    after = mass_matrix(arm, q_later) @ qdot_later
    assert abs(before[1] - after[1]) > 1e-3  # that of joint 2 changes
    # The error of rk4 is (omega dt)^5 = 1e-12 in each of 2,000 steps.
    assert after[0] == pytest.approx(before[0], abs=1e-8)


# -- by hand ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("angle", [0.0, 0.7, math.pi, -2.0])
def test_one_link_falls_like_a_rod(angle):
    got = forward_dynamics(Arm(9.81, (5.0,), (2.0,)), [angle], [3.0], [0.0])
    # The acceleration is -3 g cos(q) / (2 l).
    assert got == pytest.approx([-1.5 * 9.81 / 2.0 * math.cos(angle)], abs=1e-14)


@pytest.mark.parametrize("links", [2, 3])
def test_the_gravity_load_holds_the_arm_still(links):
    for arm, q, _, _ in random_states(links, 20):
        held = forward_dynamics(arm, q, [0.0] * links, gravity_load(arm, q).tolist())
        free = forward_dynamics(arm, q, [0.0] * links, [0.0] * links)
        # Rounding is multiplied by the condition of M.
        assert max(map(abs, held)) <= 1e-12 * max(map(abs, free))


@pytest.mark.parametrize("links", [2, 3])
def test_a_horizontal_arm_carries_its_weight_in_the_base_joint(links):
    load = gravity_load(Arm.of_links(links), [0.0] * links)
    assert load[0] == pytest.approx(9.81 * links * links / 2, rel=1e-14)  # n kg at n/2 m; rounding
    assert load[-1] == pytest.approx(9.81 / 2, rel=1e-14)


def test_effort_at_the_outer_joint_swings_the_base_the_other_way():
    pushed = forward_dynamics(Arm(0.0, (1.0, 1.0), (1.0, 1.0)), [0.0, 0.0], [0.0, 0.0], [0.0, 1.0])
    # M = ((8/3, 5/6), (5/6, 1/3)), of determinant 7/36.
    assert pushed == pytest.approx([-30 / 7, 96 / 7], rel=1e-14)  # rounding


def test_a_spinning_outer_link_pushes_the_base():
    arm = Arm(0.0, (1.0, 1.0), (1.0, 1.0))
    pushed = forward_dynamics(arm, [0.0, math.pi / 2], [0.0, 2.0], [0.0, 0.0])
    # C qdot is -m2 l1 (l2/2) sin(q2) qdot2^2 = -2 at joint 1, and 0 at joint 2.
    # M is ((5/3, 1/3), (1/3, 1/3)).
    assert pushed == pytest.approx([1.5, -1.5], rel=1e-14)  # rounding


def test_whole_turns_change_nothing():
    arm, q, qdot, effort = random_states(3, 1)[0]
    turned = forward_dynamics(arm, [angle + 2 * math.pi for angle in q], qdot, effort)
    # 2 pi is rounded.
    assert turned == pytest.approx(forward_dynamics(arm, q, qdot, effort), rel=1e-12)


# -- batches ---------------------------------------------------------------------------------------
@every_number_of_links
def test_a_batch_of_arms_accelerates_like_each_of_them_alone(links):
    arm = Arm.of_links(links)
    states = [state[1:] for state in random_states(links, 30)]
    batch = forward_dynamics(arm, *(list(np.array(column).T) for column in zip(*states)))
    alone = np.array([forward_dynamics(arm, *state) for state in states]).T
    # numpy's sine and cosine may differ from math's in the last bit.
    assert np.abs(np.array(batch) - alone).max() <= 1e-12 * np.abs(alone).max()


@pytest.mark.parametrize(
    "term", [dynamics.mass_matrix, dynamics.coriolis_forces, dynamics.gravity_load, kinetic_energy]
)
def test_the_terms_of_a_batch_of_arms_are_those_of_each_alone(term):
    arm = Arm.of_links(3)
    count = 3 if term in (dynamics.coriolis_forces, kinetic_energy) else 2
    states = [state[1:count] for state in random_states(3, 30)]
    batch = term(arm, *(list(np.array(column).T) for column in zip(*states)))
    for k, state in enumerate(states):
        alone = np.array(term(arm, *state))
        one = np.array([np.broadcast_to(x, 30)[k] for x in leaves(batch)])
        assert one == pytest.approx(alone.ravel(), rel=1e-12, abs=1e-12)  # as above


def leaves(nested):
    return [x for row in nested for x in leaves(row)] if isinstance(nested, list) else [nested]
