"""Slow formulas, derived from energies, with which the terms of the dynamics are compared."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from arm_samples import random_states

from actors.arm.model import Arm

ROUNDING = 1e-12  # of the largest term: thousands of times what doubles lose in so few operations
SLOPES = 1e-8  # of the largest term: what slopes taken by differences lose, and some more
DEFAULTS = Arm.of_links(2)


def general(state, seed):
    """The same state of the arm, with random centres of mass, inertias and damping."""
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


def general_states(links):
    """Twelve arms with random links, in random states."""
    return [general(state, seed) for seed, state in enumerate(random_states(links, 12))]


every_number_of_links = pytest.mark.parametrize("links", [1, 2, 3, 4])


def energies(arm, q, qdot):
    """Kinetic and potential energy, summed over the bodies, with positions as complex numbers."""
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
    """The slope of a function of a list along its i-th entry, by central differences.

    Its error is about h^6 / 140 times the seventh derivative.
    """

    def at(steps):
        return np.array(function([v + steps * h * (k == i) for k, v in enumerate(x)]))

    return (45 * (at(1) - at(-1)) - 9 * (at(2) - at(-2)) + (at(3) - at(-3))) / (60 * h)


def slow_mass_matrix(arm, q):
    """The mass matrix, from the kinetic energy as a quadratic form in the rates."""
    unit = np.eye(len(q))
    kinetic = [energies(arm, q, rate)[0] for rate in unit]
    return np.array(
        [
            [energies(arm, q, a + b)[0] - kinetic[i] - kinetic[j] for j, b in enumerate(unit)]
            for i, a in enumerate(unit)
        ]
    )


def slow_coriolis(arm, q, qdot):
    """The terms of Lagrange's equations beside M qddot: dM/dt qdot - dT/dq."""
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
    """Approximately wanted: the tolerance is a part of the largest of the values given."""
    return pytest.approx(
        wanted, rel=0, abs=tolerance * max(np.max(np.abs(size)) for size in (wanted, 1.0, *sizes))
    )
