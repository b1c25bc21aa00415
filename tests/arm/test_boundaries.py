"""Targets at the boundaries of the reach, and what a refusal says."""

import itertools
import math

import pytest
from kinematics_samples import (
    BEARINGS,
    EXACT,
    HOLES,
    PAIRS,
    PI,
    TRIPLES,
    assert_reaches,
    at,
    hole,
    miss,
    refusal,
    solve,
)


# -- boundaries ------------------------------------------------------------------------------------
@pytest.mark.parametrize("lengths", PAIRS + TRIPLES, ids=str)
def test_a_stretched_arm_is_reachable_at_every_bearing(lengths):
    for bearing in BEARINGS:
        target = at(sum(lengths), bearing)
        assert_reaches(lengths, solve(lengths, *target), *target)


@pytest.mark.parametrize("lengths", TRIPLES, ids=str)
def test_a_stretched_arm_is_reachable_with_its_own_heading(lengths):
    for bearing in BEARINGS:
        target = (*at(sum(lengths), bearing), bearing)
        assert_reaches(lengths, solve(lengths, *target), *target)


@pytest.mark.parametrize("lengths", HOLES, ids=str)
def test_a_folded_arm_is_reachable_at_every_bearing(lengths):
    for bearing in BEARINGS:
        target = at(hole(lengths), bearing)
        assert_reaches(lengths, solve(lengths, *target), *target)


@pytest.mark.parametrize(
    "lengths, x, y",
    [
        ((0.7, 0.1), 0.8, 0.0),
        ((0.1, 0.2), 0.3, 0.0),
        ((1.1, 0.2), 0.9, 0.0),
        ((1.0, 1.0), -1.162703398655017, -1.6273047676314578),
        ((1.0, 0.6), 0.28576841362237254, 0.2798864301386414),
    ],
)
def test_coordinates_of_a_boundary_that_rounding_put_outside_are_reachable(lengths, x, y):
    assert_reaches(lengths, solve(lengths, x, y), x, y)


@pytest.mark.parametrize(
    "lengths, wrist",
    [
        ((1.0, 1.0, 1.0), 2.0),
        ((0.3, 0.5, 0.4), 0.8),
        ((1.0, 0.6, 0.5), 0.4),
        ((0.2, 1.1, 0.3), 0.9),
    ],
    ids=str,
)
def test_a_wrist_at_its_limits_is_reachable(lengths, wrist):
    for phi, bearing in itertools.product(BEARINGS, BEARINGS):
        x, y = at(wrist, bearing)
        target = x + lengths[2] * math.cos(phi), y + lengths[2] * math.sin(phi), phi
        assert_reaches(lengths, solve(lengths, *target), *target)


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
@pytest.mark.parametrize("share, reachable", [(5e-10, True), (5e-9, False)])
@pytest.mark.parametrize(
    "lengths, d, outward",
    [
        ((1.0, 0.6), 1.6, 1),
        ((1.0, 0.6), 0.4, -1),
        ((1.0, 0.6, 0.3), 1.9, 1),
        ((2.0, 0.6, 0.3), 1.1, -1),
    ],
    ids=str,
)
def test_a_billionth_of_the_reach_parts_reachable_from_not(
    lengths, d, outward, share, reachable, size
):
    x, y = at(size * (d + outward * share * sum(lengths)), 0.7)
    scaled = [size * length for length in lengths]
    if reachable:
        assert miss(scaled, solve(scaled, x, y), x, y) <= EXACT
    else:
        assert refusal(scaled, x, y)


@pytest.mark.parametrize("near", [None, (0.4, 1.0), (-7.0, -3.0)], ids=str)
@pytest.mark.parametrize("length", [1e-6, 1.0, 1e6])
def test_two_equal_links_fold_onto_the_base(length, near):
    assert_reaches((length, length), solve((length, length), 0.0, 0.0, near=near), 0.0, 0.0)


@pytest.mark.parametrize("near", [(0.4, 3.0), (2.0, -3.0), (-8.0, 9.0)], ids=str)
def test_folded_onto_the_base_the_first_joint_stays_where_it_is(near):
    assert solve((1.0, 1.0), 0.0, 0.0, near=near)[0] == near[0]


@pytest.mark.parametrize("phi", [0.3, 1.0, 2.0, -3.0, 7.0])
def test_with_the_wrist_folded_onto_the_base_the_first_joint_stays_where_it_is(phi):
    """Rounding puts the wrist beside the base, by less than a billionth of the reach."""
    x, y = at(0.5, phi)
    q = solve((1.0, 1.0, 0.5), x, y, phi, (1.0, 3.0, phi - 4.0))
    assert_reaches((1.0, 1.0, 0.5), q, x, y, phi)
    assert q[0] == pytest.approx(1.0, abs=EXACT)


# -- the words of a refusal ------------------------------------------------------------------------
@pytest.mark.parametrize(
    "lengths, target, words",
    [
        ((1.0, 0.6), (1.7, 0.0), ["target (1.7, 0)", "out of reach by 0.1 m", "reach 1.6 m"]),
        (
            (1.0, 0.5),
            (0.0, 0.25),
            ["target (0, 0.25)", "inside the hole by 0.25 m", "fold to 0.5 m"],
        ),
        (
            (3.0, 1.0, 1.0),
            (0.5, 0.0),
            ["target (0.5, 0)", "inside the hole by 0.5 m", "fold to 1 m"],
        ),
        (
            (1.0, 1.0, 1.0),
            (2.5, 0.0, PI),
            ["wrist (3.5,", "orientation 3.14159", "out of reach by 1.5 m", "reach 2 m"],
        ),
        (
            (1.0, 0.5, 1.0),
            (1.25, 0.0, 0.0),
            ["wrist (0.25, 0)", "orientation 0", "inside the hole by 0.25 m", "fold to 0.5 m"],
        ),
        ((1e-6, 1e-6), (2.5e-6, 0.0), ["out of reach by 5e-07 m", "reach 2e-06 m"]),
    ],
)
def test_a_refusal_names_what_cannot_be_reached_and_the_limit(lengths, target, words):
    text = refusal(lengths, *target)
    assert all(word in text for word in words), text
