import math

import numpy as np
import pytest
from arm_samples import METHODS, random_states

from actors.arm.forward_dynamics import forward_dynamics
from actors.arm.integrators import INTEGRATORS
from actors.arm.model import Arm
from actors.arm.operations import DOMAIN_ERRORS
from actors.arm.step import arm_step, batch_step

every_method = pytest.mark.parametrize("method", METHODS)


@pytest.mark.parametrize("links", [1, 2, 3, 4, 5])
@every_method
def test_the_derived_step_is_the_integrator_over_the_dynamics(method, links):
    for arm, q, qdot, effort in random_states(links, 10):
        got = arm_step(arm, method, 0.01)(*q, *qdot, *effort)
        expected = INTEGRATORS[method](
            lambda t, q, qdot, arm=arm, effort=effort: forward_dynamics(arm, q, qdot, effort),
            0.0,
            q,
            qdot,
            0.01,
        )
        # Reciprocals of constants differ in the last digit, and the condition of the mass matrix
        # makes that larger.
        assert got == pytest.approx((*expected[0], *expected[1]), rel=1e-12, abs=1e-12)


def test_the_derived_step_of_one_rod_can_be_done_by_hand():
    got = arm_step(Arm(10.0, (1.0,), (1.5,)), "euler", 0.5)(0.0, 2.0, 3.0)
    # inertia m l^2 / 3 = 0.75; qddot = (3 - 10 * 0.75) / 0.75 = -6
    assert got == pytest.approx((1.0, -1.0), rel=1e-15)  # rounding


def test_the_same_step_is_derived_once():
    assert arm_step(Arm.of_links(2), "rk4", 0.001) is arm_step(Arm.of_links(2), "rk4", 0.001)


@pytest.mark.parametrize(
    "other",
    [
        (Arm.of_links(2), "rk4", 0.002),
        (Arm.of_links(2), "verlet", 0.001),
        (Arm(0.0, (1.0, 1.0), (1.0, 1.0)), "rk4", 0.001),
    ],
)
def test_another_arm_method_or_timestep_gets_another_step(other):
    state = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
    assert arm_step(*other)(*state) != arm_step(Arm.of_links(2), "rk4", 0.001)(*state)


@pytest.mark.parametrize(
    "state",
    [
        (0.0, 0.0, 1e200, 0.0, 0.0, 0.0),
        (1e308, 0.0, 1e308, 0.0, 0.0, 0.0),
        (0.0, 0.0, 0.0, 0.0, 1e308, -1e308),
    ],
)
@every_method
def test_a_step_to_infinity_raises_or_returns_what_is_not_finite(method, state):
    try:
        after = arm_step(Arm.of_links(2), method, 1e3)(*state)
    except DOMAIN_ERRORS:
        return
    assert not all(map(math.isfinite, after))


@pytest.mark.parametrize(
    "arm",
    [
        Arm(9.81, (1.0, 1.0), (1e200, 1.0)),
        Arm(9.81, (1.0, 1.0), (1e-200, 1.0)),
        Arm(9.81, (1e308, 1e308), (1.0, 1.0)),
        Arm(1e308, (1e10, 1.0), (1.0, 1.0)),
        Arm(9.81, (5e-324, 5e-324), (5e-324, 5e-324)),
    ],
    ids=["long", "short", "heavy", "deep", "tiny"],
)
@every_method
def test_a_step_can_be_derived_for_any_arm(method, arm):
    assert callable(arm_step(arm, method, 0.001))


@pytest.mark.parametrize("links", [1, 2, 3, 4, 5])
@every_method
def test_a_batch_of_arms_takes_the_steps_that_each_would_take(method, links):
    arm = Arm.of_links(links)
    states = np.random.default_rng(links).uniform(-3, 3, (3 * links, 50))
    batch = np.array(batch_step(arm, method, 0.01)(*states))
    alone = np.array([arm_step(arm, method, 0.01)(*state) for state in states.T.tolist()]).T
    # The arithmetic is the same, but numpy's sines of arrays may round the last bit differently.
    assert np.max(np.abs(batch - alone) / (1 + np.abs(alone))) < 1e-13
