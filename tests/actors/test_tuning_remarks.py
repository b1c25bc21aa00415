"""The arm's actor tells when its settings keep it from rest."""

import pytest
from arm_bench import asked

from protocol import names

PASSED = [
    (names.SET_INTEGRATOR, {"timestep": 0.008}),
    (names.SET_GAINS, {"kd": [900, 320]}),
    (names.SET_PARAMS, {"lengths": [0.1, 0.1]}),
    (names.SET_LINKS, {"centers_of_mass": [0.0, 0.0], "inertias": [1e-3, 1e-3]}),
]


def told(arm, service, args=None):
    """Values, result and status of its answer."""
    answer = asked(arm, service, args)
    return answer.values, answer.result, answer.status


@pytest.mark.parametrize("service, args", PASSED, ids=str)
def test_a_setting_that_makes_the_arm_ring_takes_effect_and_says_so(arm, service, args):
    values, result, status = told(arm, service)
    assert (result, status, arm.health().trouble) == (True, "", "")
    changed, result, status = told(arm, service, args)
    assert result
    assert changed.keys() == values.keys()
    assert "timestep" in status and "rings with these gains" in status
    assert arm.health().trouble == ""  # nothing rings while PID is off
    asked(arm, names.ENABLE, {"data": True})
    assert arm.health().trouble == status
    figures = arm.health().figures
    assert figures["timestep"] > figures["timestep_limit"] > 0


def test_the_remark_names_the_timestep_and_its_limit(arm):
    _, _, status = told(arm, names.SET_INTEGRATOR, {"timestep": 0.008})
    assert status == (
        "timestep 0.008 s is above about 0.0056 s, "
        "from which the arm rings with these gains when stretched"
    )


def test_a_refusal_names_its_problem_alone(arm):
    asked(arm, names.SET_INTEGRATOR, {"timestep": 0.008})
    _, result, status = told(arm, names.SET_INTEGRATOR, {"method": "heun"})
    assert not result
    assert "rings" not in status


def test_a_heavy_arm_is_told_that_it_will_swing_and_so_is_who_sends_it_a_goal(arm):
    _, result, status = told(arm, names.SET_PARAMS, {"masses": [30.0, 30.0]})
    assert result and "does not come to rest" in status
    asked(arm, names.ENABLE, {"data": True})
    asked(arm, names.PAUSE, {"data": False})
    assert asked(arm, names.GEOMETRY).values["hindrances"] == [status]
    assert arm.health().trouble == status


def test_damping_that_is_too_large_for_the_timestep_is_named_when_the_arm_has_diverged(arm):
    _, result, status = told(arm, names.SET_LINKS, {"damping": [1e4, 1e4]})
    assert result and "rk4 is unstable with damping" in status
    asked(arm, names.PAUSE, {"data": False})
    arm.simulation.advance(100_000)
    assert arm.simulation.diverged
    _, _, later = told(arm, names.PAUSE)
    assert "diverged" in later and status in later
    assert arm.health().trouble == later
