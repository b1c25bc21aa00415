"""General links: centres of mass, inertias and damping against Lagrange's equations worked out slowly from energies."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from arm_samples import random_states
from array_terms import coriolis_forces, gravity_load, mass_matrix

from actors.arm import dynamics
from actors.arm.dynamics import kinetic_energy, potential_energy, terms
from actors.arm.errors import SimulationError
from actors.arm.forward_dynamics import forward_dynamics
from actors.arm.model import Arm
from actors.arm.simulation import Simulation
from actors.arm.step import arm_step

ROUNDING = 1e-12  # of the largest term: thousands of times what doubles lose in so few operations
SLOPES = 1e-8  # of the largest term: what slopes taken by differences lose, and some more
DEFAULTS = Arm.of_links(2)


def general(state, seed):
    """The same arm in the same state, with links of its own kind."""
    rng = random.Random(seed)
    arm = state.arm
    return state._replace(
        arm=replace(
            arm,
            own_centers=tuple(rng.uniform(0.0, length) for length in arm.lengths),
            own_inertias=tuple(10.0 ** rng.uniform(-3.0, 1.0) for _ in arm.lengths),
            own_damping=tuple(rng.uniform(0.0, 5.0) for _ in arm.lengths),
        )
    )


STATES = [
    general(state, seed)
    for links in (1, 2, 3, 4)
    for seed, state in enumerate(random_states(links, 12))
]
each_state = pytest.mark.parametrize(
    "state", STATES, ids=[f"n{s.arm.links} {i}" for i, s in enumerate(STATES)]
)


# -- the oracle: energies of bodies in the plane, and slopes of them by differences ----------------
def energies(arm, q, qdot):
    """Kinetic and potential, body by body, with places as complex numbers."""
    joint = 0j
    joint_rate = 0j
    heading = 0.0
    turning = 0.0
    kinetic = 0.0
    potential = 0.0
    for m, length, center, inertia, angle, rate in zip(
        arm.masses, arm.lengths, arm.own_centers, arm.own_inertias, q, qdot
    ):
        heading = heading + angle
        turning = turning + rate
        along = complex(math.cos(heading), math.sin(heading))
        velocity = joint_rate + 1j * turning * center * along
        kinetic += m * abs(velocity) ** 2 / 2 + inertia * turning**2 / 2
        potential += m * arm.gravity * (joint + center * along).imag
        joint = joint + length * along
        joint_rate = joint_rate + 1j * turning * length * along
    return kinetic, potential


def slope(function, x, i, h=0.02):
    """Of a function of a list, along its i-th entry; the error is of the order h^6 of a seventh derivative / 140."""

    def at(steps):
        return np.array(function([v + steps * h * (k == i) for k, v in enumerate(x)]))

    return (45 * (at(1) - at(-1)) - 9 * (at(2) - at(-2)) + (at(3) - at(-3))) / (60 * h)


def slow_mass_matrix(arm, q):
    """The kinetic energy is a quadratic form in the rates."""
    unit = np.eye(len(q))
    kinetic = [energies(arm, q, rate)[0] for rate in unit]
    return np.array(
        [
            [energies(arm, q, a + b)[0] - kinetic[i] - kinetic[j] for j, b in enumerate(unit)]
            for i, a in enumerate(unit)
        ]
    )


def slow_coriolis(arm, q, qdot):
    """What Lagrange's equations leave beside M qddot: dM/dt qdot - dT/dq."""
    n = len(q)
    change = sum(slope(lambda q: slow_mass_matrix(arm, q), q, k) * qdot[k] for k in range(n))
    return change @ qdot - np.array(
        [slope(lambda q: energies(arm, q, qdot)[0], q, k) for k in range(n)]
    )


def slow_gravity(arm, q):
    return np.array(
        [slope(lambda q: energies(arm, q, [0.0] * len(q))[1], q, k) for k in range(len(q))]
    )


def near(wanted, tolerance, *sizes):
    """Within a tolerance of the largest of all that makes it up."""
    return pytest.approx(
        wanted, rel=0, abs=tolerance * max(np.max(np.abs(size)) for size in (wanted, 1.0, *sizes))
    )


# -- the terms -------------------------------------------------------------------------------------
@each_state
def test_the_energies_are_those_of_its_bodies(state):
    kinetic, potential = energies(state.arm, state.q, state.qdot)
    assert kinetic_energy(state.arm, state.q, state.qdot) == near(kinetic, ROUNDING)
    assert potential_energy(state.arm, state.q) == near(potential, ROUNDING, 100.0)


@each_state
def test_the_mass_matrix_is_that_of_the_kinetic_energy(state):
    assert mass_matrix(state.arm, state.q) == near(slow_mass_matrix(state.arm, state.q), ROUNDING)


@each_state
def test_the_gravity_load_is_the_gradient_of_the_potential_energy(state):
    wanted = slow_gravity(state.arm, state.q)
    assert gravity_load(state.arm, state.q) == near(
        wanted, SLOPES, state.arm.gravity * np.array(state.arm.moments)
    )


@each_state
def test_the_coriolis_forces_are_what_lagranges_equations_leave(state):
    wanted = slow_coriolis(state.arm, state.q, state.qdot)
    size = slow_mass_matrix(state.arm, state.q) * np.sum(np.abs(state.qdot)) ** 2
    assert coriolis_forces(state.arm, state.q, state.qdot) == near(wanted, SLOPES, size)


@each_state
def test_the_acceleration_balances_effort_damping_coriolis_forces_and_gravity(state):
    arm, q, qdot, effort = state
    left = (
        slow_mass_matrix(arm, q) @ forward_dynamics(arm, q, qdot, effort)
        + slow_coriolis(arm, q, qdot)
        + slow_gravity(arm, q)
        + np.array(arm.own_damping) * qdot
    )
    size = slow_mass_matrix(arm, q) * max(np.sum(np.abs(qdot)) ** 2, np.max(np.abs(left)), 1.0)
    assert left == near(np.array(effort), SLOPES, size)


@each_state
def test_all_terms_are_told_together(state):
    arm, q, qdot, effort = state
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
    # Solved in the joint angles, as here, digits are lost with the condition of the mass matrix.
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


# -- what is known by heart ------------------------------------------------------------------------
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
    assert coriolis_forces(arm, (0.3, 0.4), (2.0, 3.0)) == pytest.approx(
        [0.0, 0.0], abs=1e-15
    )  # no coupling


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
    assert np.array(spelled.couplings) == pytest.approx(
        np.array(rods.couplings), rel=1e-15
    )  # squares by ** and *


# -- changes of the arm ----------------------------------------------------------------------------
OWN = {"own_centers": (0.1, 0.2), "own_inertias": (0.3, 0.4), "own_damping": (0.5, 0.6)}
OWN_LINKS = {"centers_of_mass": (0.1, 0.2), "inertias": (0.3, 0.4), "damping": (0.5, 0.6)}
RODS = {"centers_of_mass": (0.5, 0.5), "inertias": (1 / 12, 1 / 12), "damping": (0.0, 0.0)}


def links_of(arm):
    return {name: getattr(arm, name) for name in RODS}


@pytest.fixture
def simulation():
    return Simulation(2)


def test_the_links_are_rods_without_damping_unless_told_otherwise(simulation):
    assert links_of(simulation.arm) == RODS


@pytest.mark.parametrize("own, echoed", list(zip(OWN, OWN_LINKS)))
def test_each_property_of_the_links_is_set_on_its_own(simulation, own, echoed):
    simulation.set_links(**{own: OWN[own]})
    assert links_of(simulation.arm) == RODS | {echoed: OWN_LINKS[echoed]}


@pytest.mark.parametrize(
    "change, echoed",
    [
        ({"masses": (2.0, 3.0)}, {"inertias": (2 / 12, 3 / 12)}),
        ({"masses": (1.0, 1.0)}, {}),
        ({"lengths": (1.0, 1.0)}, {}),
        (
            {"lengths": (2.0, 0.5)},
            {"centers_of_mass": (1.0, 0.25), "inertias": (4 / 12, 0.25 / 12)},
        ),
    ],
    ids=str,
)
def test_new_masses_or_lengths_bring_the_rods_back_and_leave_the_damping(
    simulation, change, echoed
):
    simulation.set_links(**OWN)
    simulation.set_params(**change)
    told = links_of(simulation.arm)
    wanted = RODS | {"damping": OWN_LINKS["damping"]} | echoed
    assert {
        name: pytest.approx(values, rel=1e-15) for name, values in wanted.items()
    } == told  # one rounding


def test_new_gravity_leaves_the_links_as_they_are(simulation):
    simulation.set_links(**OWN)
    simulation.set_params(gravity=1.0)
    assert links_of(simulation.arm) == OWN_LINKS


def test_the_rods_can_be_asked_back_with_something_else_on_top(simulation):
    simulation.set_links(**OWN)
    simulation.set_links(rods=True, own_inertias=(7.0, 8.0))
    assert links_of(simulation.arm) == RODS | {
        "inertias": (7.0, 8.0),
        "damping": OWN_LINKS["damping"],
    }


def test_new_links_act_from_the_next_tick_on(simulation):
    simulation.velocity = (1.0, 1.0)
    simulation.set_links(**OWN)
    simulation.tick()
    after = arm_step(replace(DEFAULTS, **OWN), "rk4", simulation.timestep)(
        0.0, 0.0, 1.0, 1.0, 0.0, 0.0
    )
    assert (*simulation.position, *simulation.velocity) == after
