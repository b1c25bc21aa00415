"""The terms of the equation of motion as arrays, for tests that do linear algebra with them."""

import numpy as np

from actors.arm import dynamics


def mass_matrix(arm, q):
    return np.array(dynamics.mass_matrix(arm, q))


def coriolis_forces(arm, q, qdot):
    return np.array(dynamics.coriolis_forces(arm, q, qdot))


def gravity_load(arm, q):
    return np.array(dynamics.gravity_load(arm, q))


def inverse_dynamics(arm, q, qdot, qddot):
    return np.array(dynamics.inverse_dynamics(arm, q, qdot, qddot))
