import cmath
import math

import pytest
from arm_samples import random_states, reference

from actors.arm.forward_kinematics import end_effector

QUARTER = math.pi / 2

POSES = [  # lengths, q, x, y, heading
    ((1.0, 1.0), (0.0, 0.0), 2.0, 0.0, 0.0),
    ((1.0, 1.0), (QUARTER, 0.0), 0.0, 2.0, QUARTER),
    ((1.0, 1.0), (QUARTER, -QUARTER), 1.0, 1.0, 0.0),
    ((2.0, 1.0), (0.0, math.pi), 1.0, 0.0, math.pi),
    ((2.0, 1.0, 0.5), (QUARTER, QUARTER, QUARTER), -1.0, 1.5, 3 * QUARTER),
    ((2.0, 1.0, 0.5), (2 * QUARTER, -2 * QUARTER, 2 * QUARTER), -1.5, 0.0, 2 * QUARTER),
]


@pytest.mark.parametrize("lengths, q, x, y, heading", POSES)
def test_the_tip_is_where_the_headings_lead(lengths, q, x, y, heading):
    # pi / 2 is rounded.
    assert end_effector(lengths, q) == pytest.approx((x, y, heading), abs=1e-14)


@pytest.mark.parametrize("links", [1, 2, 3, 5])
def test_the_tip_is_the_sum_of_the_links_as_complex_numbers(links):
    for arm, q, _, _ in random_states(links, 20):
        tip = sum(cmath.rect(arm.lengths[i], sum(q[: i + 1])) for i in range(links))
        # The tolerance allows for rounding.
        assert end_effector(arm.lengths, q) == pytest.approx(
            (tip.real, tip.imag, sum(q)), abs=1e-13
        )


@pytest.mark.parametrize("case", reference("dynamics"))
def test_the_tip_is_the_reference_one(case):
    x, y, heading = case["tip"]
    got = end_effector(case["lengths"], case["q"])
    # The tolerance allows for the rounding of angles up to 100 rad.
    assert got[:2] == pytest.approx((x, y), abs=1e-12 * sum(case["lengths"]))
    assert got[2] == pytest.approx(heading, abs=1e-12)


def test_the_heading_is_not_wrapped():
    assert end_effector((1.0, 1.0), (4.0, 5.0))[2] == 9.0
