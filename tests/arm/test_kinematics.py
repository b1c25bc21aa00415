"""Inverse kinematics beside the reference, for arms of all sizes, and absurd numbers."""

import math
import random

import pytest
from arm_samples import reference
from kinematics_samples import EXACT, PI, ROUNDING, assert_reaches, refusal, solve

from actors.arm.forward_kinematics import end_effector
from actors.arm.kinematics import Target, inverse_kinematics

# -- the reference ---------------------------------------------------------------------------------
CASES = reference("ik")
IDS = [f"n{c['n']} {c['kind']} {i}" for i, c in enumerate(CASES)]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_each_reference_target_is_reached_or_refused_as_it_should_be(case):
    target = case["x"], case["y"], case["phi"]
    if case["reachable"]:
        assert_reaches(case["lengths"], solve(case["lengths"], *target), *target)
    else:
        assert refusal(case["lengths"], *target)


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["margin"] > 1e-3], ids=lambda case: case["kind"]
)
def test_a_refusal_says_by_how_much(case):
    assert f"by {case['margin']:g} m" in refusal(case["lengths"], case["x"], case["y"], case["phi"])


# Nearer to a boundary the angles move with the root of the rounding.
INSIDE = [c for c in CASES if c.get("solutions") and c["margin"] < -1e-3]


@pytest.mark.parametrize("case", INSIDE, ids=lambda case: f"n{case['n']} {case['kind']}")
def test_without_a_reference_the_solution_has_its_elbow_to_the_left(case):
    expected = next(q for q in case["solutions"] if q[1] >= 0)
    assert solve(case["lengths"], case["x"], case["y"], case["phi"]) == pytest.approx(
        expected, abs=EXACT
    )


@pytest.mark.parametrize("case", INSIDE, ids=lambda case: f"n{case['n']} {case['kind']}")
def test_with_a_reference_each_solution_can_be_had(case):
    for expected in case["solutions"]:
        got = solve(case["lengths"], case["x"], case["y"], case["phi"], expected)
        assert got == pytest.approx(expected, abs=EXACT)


# -- arms of all sizes -----------------------------------------------------------------------------
@pytest.mark.parametrize("size", [1e-6, 1e-3, 1.0, 1e3, 1e6])
@pytest.mark.parametrize("referred", [False, True], ids=["alone", "near a reference"])
@pytest.mark.parametrize("headed", [False, True], ids=["any heading", "with heading"])
@pytest.mark.parametrize("n", [2, 3])
def test_wherever_an_arm_of_any_size_can_be_a_solution_leads_there(n, headed, referred, size):
    rng = random.Random(f"{n} {headed} {referred} {size}")
    for _ in range(100):
        lengths = [size * 10.0 ** rng.uniform(-2.0, 0.0) for _ in range(n)]
        x, y, heading = end_effector(lengths, [rng.uniform(-PI, PI) for _ in range(n)])
        phi = heading if headed else None
        q = solve(
            lengths, x, y, phi, [rng.uniform(-20.0, 20.0) for _ in range(n)] if referred else None
        )
        assert_reaches(lengths, q, x, y, phi)


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("size", [1e-6, 1e-3, 1.0, 1e3, 1e6])
def test_targets_beyond_the_reach_of_an_arm_of_any_size_are_refused(size, n):
    rng = random.Random(n)
    for _ in range(100):
        lengths = [size * rng.uniform(0.01, 1.0) for _ in range(n)]
        d = sum(lengths) * (1.0 + 10.0 ** rng.uniform(-8.0, 2.0))
        bearing = rng.uniform(-PI, PI)
        assert "out of reach" in refusal(lengths, d * math.cos(bearing), d * math.sin(bearing))


# -- absurd numbers --------------------------------------------------------------------------------
@pytest.mark.parametrize("near", [1e8, 1e16, 1e300, 1.7e308, -1.7e308])
@pytest.mark.parametrize("n", [2, 3])
def test_a_reference_too_far_from_zero_for_its_angles_to_be_fine_enough_is_refused(n, near):
    assert "so far from zero" in refusal((1.0,) * n, 1.0, 0.5, near=(near,) * n)


@pytest.mark.parametrize("target", [(1.7e308, 1.7e308), (-1e300, 0.0), (0.0, 1e155)])
@pytest.mark.parametrize(
    "lengths", [(1.0, 1.0), (1e-6, 1e-6), (5e-324, 5e-324), (1.0, 1.0, 1.0)], ids=str
)
def test_a_target_beyond_all_numbers_is_out_of_reach(lengths, target):
    assert "out of reach" in refusal(lengths, *target)


# -- distance --------------------------------------------------------------------------------------
def test_the_distance_is_from_the_tip_with_the_lengths_given():
    target = Target(3.0, 4.0)
    assert target.distance((1.0, 1.0), (PI, 0.0)) == pytest.approx(
        math.hypot(5.0, 4.0), abs=ROUNDING
    )
    assert target.distance((1.5, 1.5), (0.0, 0.0)) == 4.0


@pytest.mark.parametrize(
    "lengths", [(0.1, 0.3, 0.4), (0.4, 0.1, 0.3), (0.1, 0.7, 0.8), (1.0, 1.0, 2.0), (2.0, 1.0, 1.0)]
)
@pytest.mark.parametrize("reference", [None, (0.3, 0.4, 0.3)], ids=["free", "near"])
def test_a_target_on_the_base_that_is_just_within_reach_is_reached(lengths, reference):
    """One length is the sum of the others, up to rounding."""
    target = Target(0.0, 0.0)
    assert target.distance(lengths, inverse_kinematics(lengths, target, reference)) <= 1e-9 * sum(
        lengths
    )
