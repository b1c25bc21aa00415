"""Time scalings: from 0 to 1, with the rates and accelerations that belong to them."""

from itertools import pairwise

import pytest

from actors.arm.motion.profile import PROFILES, RAMP

every_profile = pytest.mark.parametrize("name", PROFILES)
from_rest_to_rest = pytest.mark.parametrize("name", ["quintic", "trapezoid"])
TIMES = [k / 1000 for k in range(1001)]
STEP = 1e-5  # of the time, of numerical derivatives


def scaled(name, u):
    return PROFILES[name].at(u)


@every_profile
def test_it_goes_from_0_to_1_and_not_beyond(name):
    assert scaled(name, 0.0).s == 0.0
    assert scaled(name, 1.0).s == pytest.approx(1.0, abs=1e-15)  # rounding
    assert all(-1e-15 <= scaled(name, u).s <= 1 + 1e-15 for u in TIMES)


@every_profile
def test_it_never_goes_back(name):
    found = [scaled(name, u) for u in TIMES]
    assert all(a.s < b.s for a, b in pairwise(found))
    assert all(each.rate >= 0 for each in found)


@every_profile
def test_half_of_the_path_takes_half_of_the_time_and_the_second_half_mirrors_the_first(name):
    assert scaled(name, 0.5).s == pytest.approx(0.5, abs=1e-15)  # rounding
    for u in TIMES:
        here = scaled(name, u)
        there = scaled(name, 1 - u)
        assert here.s + there.s == pytest.approx(1.0, abs=1e-12)  # rounding
        assert here.rate == pytest.approx(there.rate, abs=1e-12)
        assert here.acceleration == pytest.approx(-there.acceleration, abs=1e-12)


@from_rest_to_rest
def test_it_begins_and_ends_at_rest(name):
    assert scaled(name, 0.0).rate == scaled(name, 1.0).rate == 0.0


def test_a_quintic_begins_and_ends_without_a_jump_of_the_acceleration():
    assert scaled("quintic", 0.0).acceleration == scaled("quintic", 1.0).acceleration == 0.0


def test_a_trapezoid_speeds_up_and_slows_down_evenly_and_is_steady_between():
    pieces = [
        {round(scaled("trapezoid", u).acceleration, 12) for u in TIMES if low < u < high}
        for low, high in ((0, RAMP), (RAMP, 1 - RAMP), (1 - RAMP, 1))
    ]
    top = round(1 / RAMP / (1 - RAMP), 12)
    assert pieces == [{top}, {0.0}, {-top}]


def test_steady_is_the_same_speed_throughout():
    assert {scaled("steady", u)[1:] for u in TIMES} == {(1.0, 0.0)}


@every_profile
def test_the_peak_is_the_largest_rate(name):
    fastest = max(scaled(name, u).rate for u in TIMES)
    # It is at one half, which is one of the times.
    assert fastest == pytest.approx(PROFILES[name].peak_rate, rel=1e-14)


def smooth(u):
    """Away from where a trapezoid's acceleration jumps."""
    return all(abs(u - jump) > 2 * STEP for jump in (0.0, RAMP, 1 - RAMP, 1.0))


@every_profile
def test_rate_and_acceleration_are_the_derivatives_of_the_path_parameter(name):
    for u in filter(smooth, TIMES):
        before = scaled(name, u - STEP)
        here = scaled(name, u)
        after = scaled(name, u + STEP)
        # Central differences: step^2 = 1e-10 times third derivatives of some 60, and rounding of
        # 1e-16 / step.
        assert (after.s - before.s) / (2 * STEP) == pytest.approx(here.rate, abs=1e-8)
        assert (after.rate - before.rate) / (2 * STEP) == pytest.approx(here.acceleration, abs=1e-7)


@every_profile
@pytest.mark.parametrize("jump", [RAMP, 1 - RAMP])
def test_the_rate_does_not_jump_where_the_pieces_meet(name, jump):
    before = scaled(name, jump - 1e-9)
    after = scaled(name, jump + 1e-9)
    assert after.s == pytest.approx(before.s, abs=1e-8)  # peak 2, twice 1e-9 apart
    assert after.rate == pytest.approx(before.rate, abs=1e-7)  # acceleration at most 10
