"""Pinocchio and MuJoCo, where they are installed, compute with our URDF what we compute.

M is the mass matrix, C the Coriolis and centrifugal torques, G those of gravity.
"""

import random

import numpy as np
import pytest
from arm_samples import random_states
from link_samples import general

from actors.arm.dynamics import terms
from actors.arm.model import Arm
from protocol.urdf import Link, robot_description

ROUNDING = 1e-9  # of the largest term
POINTS = Arm(9.81, (1.0, 2.0), (1.0, 0.5), (1.0, 0.5), (0.0, 1e-12))  # masses at the ends
AT_JOINTS = Arm(9.81, (1.0, 2.0), (1.0, 0.5), (0.0, 0.0), (1e-3, 2.0))
LIGHT = Arm(9.81, (1e-20, 1.0), (1.0, 1.0))


def urdf(arm, stops=None):
    links = zip(arm.masses, arm.lengths, arm.centers_of_mass, arm.inertias, arm.damping)
    return robot_description([Link(*link, stops, 1.0, 1.0) for link in links], arm.gravity)


def states(links):
    """Arms with rods and with general links, and a pose and velocities for each."""
    rods = random_states(links, 12)
    for state in [*rods, *(general(state, seed) for seed, state in enumerate(rods))]:
        yield state.arm, state.q, state.qdot


def special():
    rng = random.Random(3)
    for arm in (POINTS, AT_JOINTS, LIGHT):
        yield arm, [rng.uniform(-3, 3) for _ in range(2)], [rng.uniform(-3, 3) for _ in range(2)]


def by_pinocchio(text, gravity, q, qdot):
    pin = pytest.importorskip("pinocchio")
    model = pin.buildModelFromXML(text)
    model.gravity.linear = np.array([0.0, 0.0, -gravity])
    data = model.createData()
    pose = pin.integrate(model, pin.neutral(model), np.array(q))  # a continuous joint has two
    upper = np.triu(pin.crba(model, data, pose))
    load = pin.computeGeneralizedGravity(model, data, pose)
    bias = pin.nonLinearEffects(model, data, pose, np.array(qdot))
    return upper + np.triu(upper, 1).T, bias - load, load


def by_mujoco(text, gravity, q, qdot):
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    data.qpos[:] = q
    mujoco.mj_forward(model, data)
    load = data.qfrc_bias.copy()
    data.qvel[:] = qdot
    mujoco.mj_forward(model, data)
    unit = np.eye(model.nv)
    mass = np.zeros((model.nv, model.nv))
    for k in range(model.nv):
        mujoco.mj_mulM(model, data, mass[k], unit[k])
    return mass, data.qfrc_bias - load, load


@pytest.mark.parametrize("engine", [by_pinocchio, by_mujoco])
@pytest.mark.parametrize("stops", [None, (-4.0, 4.0)])
@pytest.mark.parametrize(
    "sampled", [list(states(2)), list(states(3)), list(special())], ids=["2", "3", "special"]
)
def test_the_terms_of_the_equation_of_motion_are_ours(engine, stops, sampled):
    for arm, q, qdot in sampled:
        ours = terms(arm, q, qdot, [0.0] * arm.links)
        theirs = engine(urdf(arm, stops), arm.gravity, q, qdot)
        largest = max(1.0, *(np.abs(term).max() for term in ours[:3]))
        for our, their in zip(ours[:3], theirs):
            assert np.abs(np.array(our) - their).max() <= ROUNDING * largest
