import math

import numpy as np
import pytest
from arm_samples import METHODS, arm_of, reference, swing

from actors.arm.forward_dynamics import forward_dynamics
from actors.arm.integrators import INTEGRATORS
from actors.arm.model import Arm

every_method = pytest.mark.parametrize("method", METHODS)
ORDER = {"euler": 1, "midpoint": 2, "verlet": 2, "rk4": 4}


def test_there_are_four_methods():
    assert set(INTEGRATORS) == {"euler", "midpoint", "verlet", "rk4"}


# -- against the reference -------------------------------------------------------------------------
SEQUENCES = reference("sequences")


@pytest.mark.parametrize("case", SEQUENCES, ids=[f"n{c['n']}-{c['method']}" for c in SEQUENCES])
def test_each_method_takes_the_arm_through_the_reference_states(case):
    arm = arm_of(case)
    method = INTEGRATORS[case["method"]]
    dt = case["dt"]
    q = case["q0"]
    qdot = case["qd0"]
    for k in range((len(case["q"]) - 1) * case["every"]):
        q, qdot = method(
            lambda t, q, qdot: forward_dynamics(arm, q, qdot, case["tau"]), k * dt, q, qdot, dt
        )
        if (k + 1) % case["every"] == 0:
            expected = case["q"][(k + 1) // case["every"]], case["qd"][(k + 1) // case["every"]]
            # Rounding grows to 1e-11.
            assert (*q, *qdot) == pytest.approx((*expected[0], *expected[1]), abs=1e-9)


# -- by hand ---------------------------------------------------------------------------------------
def fall(t, q, qdot):
    return [-1.0]


def ramp(t, q, qdot):
    return [t]


def spring(t, q, qdot):
    return [-q[0]]


def drag(t, q, qdot):
    return [-qdot[0]]


ONE_STEP = [  # method, acceleration, q, qdot, dt, expected q, expected qdot; t = 1
    ("euler", fall, 5.0, 2.0, 0.5, 5.0 + 1.0, 2.0 - 0.5),
    ("midpoint", fall, 5.0, 2.0, 0.5, 5.0 + 1.0 - 0.125, 2.0 - 0.5),
    ("verlet", fall, 5.0, 2.0, 0.5, 5.0 + 1.0 - 0.125, 2.0 - 0.5),
    ("rk4", fall, 5.0, 2.0, 0.5, 5.0 + 1.0 - 0.125, 2.0 - 0.5),
    ("euler", ramp, 0.0, 0.0, 1.0, 0.0, 1.0),
    ("midpoint", ramp, 0.0, 0.0, 1.0, 0.5, 1.5),  # f(t + dt/2) = 1.5
    ("verlet", ramp, 0.0, 0.0, 1.0, 0.5, 1.5),  # (f(t) + f(t + dt)) / 2 = 1.5
    ("rk4", ramp, 0.0, 0.0, 1.0, 2 / 3, 1.5),  # exact: 1/2 + 1/6
    ("euler", spring, 1.0, 0.0, 0.5, 1.0, -0.5),
    ("midpoint", spring, 1.0, 0.0, 0.5, 1 - 0.125, -0.5),
    ("verlet", spring, 1.0, 0.0, 0.5, 1 - 0.125, -0.25 * (1.0 + 0.875)),
    # rk4 follows the series of cos and -sin to the 4th order.
    ("rk4", spring, 1.0, 0.0, 0.5, 1 - 0.125 + 0.0625 / 24, -0.5 + 0.125 / 6),
    ("euler", drag, 0.0, 1.0, 0.5, 0.5, 0.5),
    ("midpoint", drag, 0.0, 1.0, 0.5, 0.5 * 0.75, 1.0 - 0.5 * 0.75),
    ("verlet", drag, 0.0, 1.0, 0.5, 0.5 - 0.125, 1.0 - 0.25 * (1.0 + 0.5)),  # predictor: 1 - 0.5
    # rk4 follows the series of exp(-dt) to the 4th order.
    (
        "rk4",
        drag,
        0.0,
        1.0,
        0.5,
        0.5 - 0.125 + 0.125 / 6 - 0.0625 / 24,
        1 - 0.5 + 0.125 - 0.125 / 6 + 0.0625 / 24,
    ),
]


@pytest.mark.parametrize("method, acceleration, q, qdot, dt, q_next, qdot_next", ONE_STEP)
def test_one_step_is_the_one_worked_out_by_hand(
    method, acceleration, q, qdot, dt, q_next, qdot_next
):
    (got_q,), (got_qdot,) = INTEGRATORS[method](acceleration, 1.0, [q], [qdot], dt)
    assert (got_q, got_qdot) == pytest.approx((q_next, qdot_next), abs=1e-15)  # rounding


def test_euler_moves_by_the_velocity_at_the_start_of_the_step():
    (q,), _ = INTEGRATORS["euler"](fall, 0.0, [0.0], [0.0], 0.1)
    assert q == 0.0  # semi-implicit Euler would already have fallen


STAGES = {
    "euler": [2.0],
    "midpoint": [2.0, 2.25],
    "verlet": [2.0, 2.5],
    "rk4": [2.0, 2.25, 2.25, 2.5],
}


@every_method
def test_each_stage_is_evaluated_once_at_its_own_time(method):
    seen = []
    INTEGRATORS[method](lambda t, q, qdot: seen.append(t) or [0.0], 2.0, [0.0], [0.0], 0.5)
    assert seen == STAGES[method]


@every_method
def test_a_step_leaves_its_arguments_alone(method):
    q = [1.0, 2.0]
    qdot = [3.0, 4.0]
    INTEGRATORS[method](lambda t, q, qdot: [-x for x in q], 0.0, q, qdot, 0.1)
    assert (q, qdot) == ([1.0, 2.0], [3.0, 4.0])


@every_method
def test_a_step_of_no_duration_changes_nothing(method):
    assert INTEGRATORS[method](spring, 0.0, [1.0], [2.0], 0.0) == ([1.0], [2.0])


@every_method
def test_coordinates_may_be_batches(method):
    starts = np.array([0.0, 0.5, 2.0])
    (batch,), _ = INTEGRATORS[method](spring, 0.0, [starts], [starts + 1.0], 0.1)
    assert batch.tolist() == [
        INTEGRATORS[method](spring, 0.0, [x], [x + 1.0], 0.1)[0][0] for x in starts.tolist()
    ]


# -- order -----------------------------------------------------------------------------------------
ARM = Arm(9.81, (1.2, 0.8, 0.5), (1.0, 0.7, 0.4))


def arm_after_half_a_second(method, steps):
    q, qdot = swing(
        ARM, method, 0.5 / steps, steps, [-1.2, 0.3, 0.5], [0.0, 1.0, -1.0], [0.5, 0.0, 0.1]
    )
    return (*q, *qdot)


@every_method
def test_halving_the_timestep_cuts_the_error_by_the_order_of_the_method(method):
    truth = arm_after_half_a_second("rk4", 8192)
    coarse, fine = (
        math.dist(arm_after_half_a_second(method, steps), truth) for steps in (128, 256)
    )
    # The next term of the error is smaller by a factor of some dt: 1/100 of it shows in the slope.
    assert math.log2(coarse / fine) == pytest.approx(ORDER[method], abs=0.2)


def test_at_one_timestep_euler_is_the_worst_and_rk4_the_best():
    truth = arm_after_half_a_second("rk4", 8192)
    error = {method: math.dist(arm_after_half_a_second(method, 128), truth) for method in METHODS}
    assert error["rk4"] < error["midpoint"] / 100
    assert max(error["midpoint"], error["verlet"]) < error["euler"] / 10
