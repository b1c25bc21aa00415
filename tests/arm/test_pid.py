import math
from dataclasses import asdict

import pytest

from actors.arm.pid import Gains, PidController, Setpoint


def controller(kp=0.0, ki=0.0, kd=0.0, target=0.0, rate=0.0, limit=10.0):
    """A controller of one joint, enabled."""
    pid = PidController(Gains((kp,), (ki,), (kd,)), Setpoint((target,), (rate,)))
    pid.integral_limit = limit
    pid.enable(True)
    return pid


EFFORTS = [  # kp, ki, kd, target, target rate, q, qdot, dt, effort = p term + i term + d term
    (4.0, 0.0, 0.0, 1.0, 0.0, 0.5, 9.0, 0.25, 4.0 * 0.5),
    (0.0, 4.0, 0.0, 1.0, 0.0, 0.5, 9.0, 0.25, 4.0 * (0.5 * 0.25)),
    (0.0, 0.0, 4.0, 1.0, 0.0, 0.5, 9.0, 0.25, 4.0 * -9.0),
    (0.0, 0.0, 4.0, 1.0, 2.5, 0.5, 9.0, 0.25, 4.0 * (2.5 - 9.0)),
    (8.0, 16.0, 2.0, 1.0, 0.5, 0.5, 1.5, 0.25, 8.0 * 0.5 + 16.0 * (0.5 * 0.25) + 2.0 * (0.5 - 1.5)),
    (8.0, 16.0, 2.0, -1.0, 0.0, 1.0, -3.0, 0.5, 8.0 * -2.0 + 16.0 * (-2.0 * 0.5) + 2.0 * 3.0),
    (8.0, 16.0, 2.0, 1.0, 2.0, 1.0, 2.0, 0.5, 0.0),
]


@pytest.mark.parametrize("kp, ki, kd, target, rate, q, qdot, dt, effort", EFFORTS)
def test_the_effort_is_the_sum_of_its_three_terms(kp, ki, kd, target, rate, q, qdot, dt, effort):
    # All numbers are binary fractions, so the sum is exact.
    assert controller(kp, ki, kd, target, rate).update((q,), (qdot,), dt) == [effort]


def test_each_joint_has_its_own_gains_error_and_integral():
    pid = PidController(
        Gains((1.0, 10.0), (2.0, 20.0), (4.0, 40.0)), Setpoint((1.0, -1.0), (0.0, 0.5))
    )
    pid.enable(True)
    assert pid.update((0.5, 0.0), (1.0, 0.0), 0.5) == [
        1.0 * 0.5 + 2.0 * 0.25 + 4.0 * -1.0,
        10.0 * -1.0 + 20.0 * -0.5 + 40.0 * 0.5,
    ]
    assert pid.integral == (0.25, -0.5)


def test_the_integral_accumulates_error_times_time():
    pid = controller(ki=2.0, target=1.0)
    efforts = [pid.update((q,), (0.0,), 0.5) for q in (0.0, 0.5, 2.0)]
    assert efforts == [[2.0 * 0.5], [2.0 * (0.5 + 0.25)], [2.0 * (0.5 + 0.25 - 0.5)]]


# -- anti-windup -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "target, clamped", [(1e6, 0.25), (-1e6, -0.25), (1.7e308, 0.25), (0.125, 0.125)]
)
def test_the_integral_stays_within_its_limit(target, clamped):
    pid = controller(ki=1.0, target=target, limit=0.25)
    assert pid.update((0.0,), (0.0,), 1.0) == [clamped]
    assert pid.integral == (clamped,)


def test_a_clamped_integral_unwinds_at_once_when_the_error_turns():
    pid = controller(ki=1.0, target=1.0, limit=0.5)
    for _ in range(100):
        pid.update((0.0,), (0.0,), 1.0)
    assert pid.update((1.125,), (0.0,), 1.0) == [0.5 - 0.125]


def test_by_default_the_integral_is_limited_to_ten():
    pid = controller(ki=1.0, target=1e9)
    assert pid.update((0.0,), (0.0,), 1.0) == [10.0]


def test_the_clamp_is_on_the_integral_and_not_on_the_effort():
    assert controller(kp=1e6, ki=1e6, target=100.0).update((0.0,), (0.0,), 1.0) == [1e8 + 1e7]


# -- effort limits ---------------------------------------------------------------------------------
def limited(effort_limit, **others):
    pid = controller(**others)
    pid.effort_limit = (effort_limit,)
    return pid


@pytest.mark.parametrize(
    "kp, target, effort",
    [(4.0, 1.0, 3.0), (4.0, -1.0, -3.0), (2.0, 1.0, 2.0), (3.0, 1.0, 3.0), (1e308, 1e308, 3.0)],
)
def test_the_effort_is_cut_off_at_its_limit_either_way(kp, target, effort):
    assert limited(3.0, kp=kp, target=target).update((0.0,), (0.0,), 0.5) == [effort]


def test_a_limit_of_zero_leaves_no_effort_and_accumulates_nothing():
    pid = limited(0.0, kp=4.0, ki=2.0, kd=1.0, target=1.0)
    assert [pid.update((0.0,), (rate,), 0.5) for rate in (0.0, -1.0, 0.0)] == [[0.0]] * 3
    assert pid.integral == (0.0,)


def test_each_joint_has_its_own_limit():
    pid = PidController(Gains((10.0, 10.0), (0.0, 0.0), (0.0, 0.0)), Setpoint.at_rest((1.0, -1.0)))
    pid.effort_limit = (2.0, 50.0)
    pid.enable(True)
    assert pid.update((0.0, 0.0), (0.0, 0.0), 0.5) == [2.0, -10.0]


@pytest.mark.parametrize("target", [1.0, -1.0])
def test_the_integral_does_not_wind_up_while_the_effort_is_cut_off(target):
    pid = limited(3.0, kp=8.0, ki=4.0, target=target)
    for _ in range(1000):
        assert pid.update((0.0,), (0.0,), 0.5) == [math.copysign(3.0, target)]
    assert pid.integral == (0.0,)
    assert pid.update((target,), (0.0,), 0.5) == [0.0]  # so nothing carries it past its setpoint


def test_the_integral_grows_up_to_the_limit_of_the_effort_and_no_further():
    pid = limited(3.0, ki=4.0, target=1.0)
    for _ in range(1000):
        pid.update((0.0,), (0.0,), 0.0625)
    assert pid.integral == (0.75,)


def test_a_cut_off_effort_lets_the_integral_unwind():
    pid = limited(3.0, ki=4.0, target=1.0)
    pid.integral = (5.0,)
    assert pid.update((2.0,), (0.0,), 0.5) == [3.0]
    assert pid.integral == (4.5,)


def test_an_effort_within_its_limit_is_what_it_would_be_without():
    free = controller(8.0, 16.0, 2.0, target=1.0)
    bound = limited(1e3, kp=8.0, ki=16.0, kd=2.0, target=1.0)
    for q in (0.0, 0.25, 0.75, 1.25):
        assert bound.update((q,), (1.0,), 0.25) == free.update((q,), (1.0,), 0.25)
    assert bound.integral == free.integral


# -- enabling --------------------------------------------------------------------------------------
def test_a_new_controller_is_disabled_and_has_accumulated_nothing():
    pid = PidController(Gains.of_links(2), Setpoint.at_rest((0.0, 0.0)))
    assert (pid.enabled, pid.integral) == (False, (0.0, 0.0))


def test_a_disabled_controller_asks_for_no_effort_and_accumulates_nothing():
    pid = controller(1.0, 1.0, 1.0, target=5.0)
    pid.enable(False)
    assert pid.update((0.0,), (3.0,), 0.5) == [0.0]
    assert pid.integral == (0.0,)


@pytest.mark.parametrize(
    "switches, integral",
    [
        ((True,), 0.5),
        ((True, True), 0.5),
        ((False,), 0.5),
        ((False, False), 0.5),
        ((False, True), 0.0),
        ((True, False, False, True, True), 0.0),
    ],
)
def test_only_enabling_a_disabled_controller_clears_the_integral(switches, integral):
    pid = controller(ki=1.0, target=1.0)
    pid.update((0.0,), (0.0,), 0.5)
    for switch in switches:
        pid.enable(switch)
    assert (pid.integral, pid.enabled) == ((integral,), switches[-1])


def test_new_gains_act_on_the_integral_accumulated_so_far():
    pid = controller(ki=2.0, target=1.0)
    pid.update((0.0,), (0.0,), 0.5)
    pid.gains = Gains((0.0,), (10.0,), (0.0,))
    assert pid.update((1.0,), (0.0,), 0.5) == [10.0 * 0.5]


def test_a_new_setpoint_keeps_the_integral():
    pid = controller(ki=2.0, target=1.0)
    pid.update((0.0,), (0.0,), 0.5)
    pid.setpoint = Setpoint.at_rest((3.0,))
    assert pid.update((3.0,), (0.0,), 0.5) == [2.0 * 0.5]


def test_reset_holds_the_given_pose_at_rest_with_nothing_accumulated():
    pid = controller(8.0, 16.0, 2.0, target=1.0, rate=3.0)
    pid.update((0.0,), (0.0,), 0.5)
    pid.reset((0.75,))
    assert (pid.setpoint, pid.integral) == (Setpoint((0.75,), (0.0,)), (0.0,))
    assert pid.update((0.75,), (0.0,), 0.5) == [0.0]


@pytest.mark.parametrize("enabled", [True, False])
def test_reset_does_not_switch(enabled):
    pid = controller()
    pid.enable(enabled)
    pid.reset((0.0,))
    assert pid.enabled == enabled


@pytest.mark.parametrize("links", [2, 3])
def test_the_default_gains_have_one_entry_per_joint_and_all_terms(links):
    gains = asdict(Gains.of_links(links))
    assert {name: len(values) for name, values in gains.items()} == {
        "kp": links,
        "ki": links,
        "kd": links,
    }
    assert all(value > 0 and math.isfinite(value) for values in gains.values() for value in values)
