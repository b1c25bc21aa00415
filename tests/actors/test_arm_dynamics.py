"""The service of the arm that tells the terms of its equation of motion."""

import math

import pytest
from arm_bench import asked

from protocol import names

FIELDS = {
    "mass_matrix",
    "coriolis",
    "gravity_load",
    "acceleration",
    "kinetic_energy",
    "potential_energy",
}


def test_the_terms_of_the_equation_of_motion_are_those_of_the_state_that_is_asked_for(arm):
    values = asked(
        arm, names.DYNAMICS, {"position": [0, math.pi / 2], "velocity": [2, 0], "effort": [0, 0]}
    ).values
    assert set(values) == FIELDS
    # Unit rods at a right angle: M11 = 1/3 + 1 + 1/3, M12 = M22 = 1/3; c = l1 b2 sin q2 = 1/2.
    assert values["mass_matrix"] == [pytest.approx([5 / 3, 1 / 3]), pytest.approx([1 / 3, 1 / 3])]
    assert values["coriolis"] == pytest.approx([0.0, 0.5 * 4.0], abs=1e-12)
    assert values["gravity_load"] == pytest.approx([1.5 * 9.81, 0.0], abs=1e-12)
    assert (values["kinetic_energy"], values["potential_energy"]) == pytest.approx(
        (5 / 3 * 2, 0.5 * 9.81)
    )


def test_the_live_state_stands_in_for_what_is_not_given(arm):
    seen = arm.simulation
    seen.position = (0.3, 0.4)
    seen.velocity = (1.0, 2.0)
    seen.effort = (5.0, 6.0)
    state = {"position": [0.3, 0.4], "velocity": [1, 2], "effort": [5, 6]}
    whole = asked(arm, names.DYNAMICS).values
    assert whole == asked(arm, names.DYNAMICS, state).values
    for name in state:
        other = asked(arm, names.DYNAMICS, {name: [0, 0]}).values
        assert other == asked(arm, names.DYNAMICS, state | {name: [0, 0]}).values != whole


@pytest.mark.parametrize(
    "args",
    [{"position": [0]}, {"velocity": None}, {"effort": ["1", 2]}, {"position": [0, True]}],
    ids=str,
)
def test_a_bad_state_is_refused_by_name(arm, args):
    refused = asked(arm, names.DYNAMICS, args)
    assert not refused.result and next(iter(args)) in refused.status


@pytest.mark.parametrize(
    "args",
    [
        {"velocity": [1e200, 1e200]},
        {"position": [1.7e308, 1.7e308]},
        {"effort": [1.7e308, -1.7e308]},
    ],
    ids=str,
)
def test_a_state_whose_terms_are_beyond_all_doubles_is_refused(arm, args):
    refused = asked(arm, names.DYNAMICS, args)
    assert not refused.result and "finite" in refused.status
