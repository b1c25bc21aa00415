"""One impact on hard stops: momentum, energy, and which joints come to rest."""

import numpy as np
import pytest
from array_terms import mass_matrix
from stop_samples import NARROW, ROUNDING, impact, impacts

from actors.arm.dynamics import kinetic_energy
from actors.arm.model import Arm
from actors.arm.stops import arrest


@pytest.mark.parametrize("spread", [0.3, 1.0])
def test_an_impact_leaves_the_one_velocity_that_mechanics_allows(spread):
    wrong = []
    for case in impacts(600, spread):
        wanted = impact(*case)
        at, after = arrest(*case)
        assert at == case[2]
        if np.max(np.abs(np.subtract(after, wanted))) > ROUNDING * max(1.0, np.max(np.abs(wanted))):
            wrong.append((case, after, wanted))
    assert wrong == []


@pytest.mark.parametrize("spread", [0.0, 1.0, 2.0])
def test_an_impact_never_gives_energy_and_never_leaves_a_velocity_into_a_stop(spread):
    for arm, stops, q, qdot in impacts(1000, spread):
        _, after = arrest(arm, stops, q, qdot)
        assert kinetic_energy(arm, q, after) <= kinetic_energy(arm, q, qdot) * (1 + 1e-9) + 1e-12, (
            arm,
            q,
            qdot,
        )
        assert not any(angle * rate > 0 for angle, rate in zip(q, after) if abs(angle) == 0.5)


def test_the_impulse_of_a_stop_is_handed_on_by_the_mass_matrix():
    """Unit rods, stretched out: when joint 1 stops, link 2 keeps its momentum about joint 2."""
    arm = Arm.of_links(2)
    mass = mass_matrix(arm, (0.5, 0.0))
    _, after = arrest(arm, ((-0.5, 0.5), (-3.0, 3.0)), (0.5, 0.0), (2.0, 0.0))
    assert after == pytest.approx((0.0, mass[1][0] * 2.0 / mass[1][1]), rel=1e-12)  # rounding


@pytest.mark.parametrize("qdot", [(-1.0, 2.0), (0.0, 0.0), (-3.0, -1.0)])
def test_a_stop_does_not_hold_an_arm_that_leaves_it(qdot):
    at, after = arrest(Arm.of_links(2), NARROW, (1.0, 0.2), qdot)
    assert at == (1.0, 0.2) and after == pytest.approx(qdot, abs=1e-12)  # rounding


def test_an_arm_beyond_its_stop_is_put_onto_it():
    at, after = arrest(Arm.of_links(2), NARROW, (1.1, 0.2), (-1.0, 0.0))
    assert at == (1.0, 0.2) and after == pytest.approx((-1.0, 0.0), abs=1e-12)  # rounding
    assert arrest(Arm.of_links(2), NARROW, (-1.1, 0.7), (-1.0, 9.0))[0] == (-1.0, 0.5)
