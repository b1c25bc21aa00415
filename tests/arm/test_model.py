import math
from dataclasses import replace

import pytest

from actors.arm.model import Arm


def test_the_default_arm_has_unit_rods_on_earth():
    assert Arm.of_links(3) == Arm(9.81, (1.0, 1.0, 1.0), (1.0, 1.0, 1.0))


def test_a_link_is_a_uniform_rod_hinged_at_its_end():
    arm = Arm(9.81, (6.0,), (2.0,))
    assert arm.moments == (6.0,)  # m l / 2
    assert arm.couplings == ((8.0,),)  # m l^2 / 3


def test_what_hangs_beyond_a_link_counts_as_a_point_mass_at_its_end():
    arm = Arm(9.81, (3.0, 2.0), (2.0, 4.0))
    assert arm.moments == (3.0 + 2.0 * 2.0, 4.0)  # m1 l1 / 2 + l1 m2; m2 l2 / 2
    # The entries are l1^2 (m1/3 + m2), l1 b2 and l2^2 m2/3.
    assert arm.couplings == (
        (4.0 * (1.0 + 2.0), 2.0 * 4.0),
        (2.0 * 4.0, 16.0 * 2.0 / 3.0),
    )


def test_couplings_are_symmetric():
    couplings = Arm(9.81, (0.3, 7.0, 1.1, 2.0), (0.9, 0.1, 2.5, 1.7)).couplings
    assert all(couplings[i][j] == couplings[j][i] for i in range(4) for j in range(i))


def test_a_changed_arm_has_its_own_moments_and_couplings():
    before = Arm.of_links(2)
    assert before.moments == (1.5, 0.5)  # now it has been computed and may be cached
    after = replace(before, lengths=(2.0, 2.0))
    assert after.moments == (3.0, 1.0)
    assert after.couplings[0][0] == pytest.approx(4.0 * 4.0 / 3.0, rel=1e-15)  # one rounding of 1/3


@pytest.mark.parametrize("length", [1e155, 1e200, 1.7e308])
def test_a_length_whose_square_is_beyond_all_doubles_gives_an_infinite_inertia(length):
    assert Arm(9.81, (1.0, 1.0), (length, 1.0)).couplings[0][0] == math.inf
