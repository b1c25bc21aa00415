"""Profiles: from beginning to end of the way, with the rates and accelerations that they tell."""

from itertools import pairwise

import pytest

from actors.arm.motion.profile import PROFILES, RAMP

every_profile = pytest.mark.parametrize("name", PROFILES)
from_rest_to_rest = pytest.mark.parametrize("name", ["quintic", "trapezoid"])
MOMENTS = [k / 1000 for k in range(1001)]
STEP = 1e-5  # of the time, of numerical derivatives


def moment(name, u):
    return PROFILES[name].at(u)


@every_profile
def test_the_whole_way_is_made_and_no_more(name):
    assert moment(name, 0.0).share == 0.0
    assert moment(name, 1.0).share == pytest.approx(1.0, abs=1e-15)  # rounding
    assert all(-1e-15 <= moment(name, u).share <= 1 + 1e-15 for u in MOMENTS)


@every_profile
def test_it_never_goes_back(name):
    found = [moment(name, u) for u in MOMENTS]
    assert all(a.share < b.share for a, b in pairwise(found))
    assert all(each.rate >= 0 for each in found)


@every_profile
def test_half_of_the_way_takes_half_of_the_time_and_the_second_half_mirrors_the_first(name):
    assert moment(name, 0.5).share == pytest.approx(0.5, abs=1e-15)  # rounding
    for u in MOMENTS:
        here = moment(name, u)
        there = moment(name, 1 - u)
        assert here.share + there.share == pytest.approx(1.0, abs=1e-12)  # rounding
        assert here.rate == pytest.approx(there.rate, abs=1e-12)
        assert here.acceleration == pytest.approx(-there.acceleration, abs=1e-12)


@from_rest_to_rest
def test_it_begins_and_ends_at_rest(name):
    assert moment(name, 0.0).rate == moment(name, 1.0).rate == 0.0


def test_a_quintic_begins_and_ends_without_a_jump_of_the_acceleration():
    assert moment("quintic", 0.0).acceleration == moment("quintic", 1.0).acceleration == 0.0


def test_a_trapezoid_speeds_up_and_slows_down_evenly_and_is_steady_between():
    pieces = [
        {round(moment("trapezoid", u).acceleration, 12) for u in MOMENTS if low < u < high}
        for low, high in ((0, RAMP), (RAMP, 1 - RAMP), (1 - RAMP, 1))
    ]
    top = round(1 / RAMP / (1 - RAMP), 12)
    assert pieces == [{top}, {0.0}, {-top}]


def test_steady_is_the_same_speed_throughout():
    assert {moment("steady", u)[1:] for u in MOMENTS} == {(1.0, 0.0)}


@every_profile
def test_the_peak_is_the_largest_rate(name):
    fastest = max(moment(name, u).rate for u in MOMENTS)
    assert fastest == pytest.approx(
        PROFILES[name].peak, rel=1e-14
    )  # it is at one half, which is looked at


def smooth(u):
    """Away from where a trapezoid's acceleration jumps."""
    return all(abs(u - jump) > 2 * STEP for jump in (0.0, RAMP, 1 - RAMP, 1.0))


@every_profile
def test_rate_and_acceleration_are_the_derivatives_of_the_share(name):
    for u in filter(smooth, MOMENTS):
        before = moment(name, u - STEP)
        here = moment(name, u)
        after = moment(name, u + STEP)
        # Central differences: step^2 = 1e-10 times third derivatives of some 60, and rounding of 1e-16 / step.
        assert (after.share - before.share) / (2 * STEP) == pytest.approx(here.rate, abs=1e-8)
        assert (after.rate - before.rate) / (2 * STEP) == pytest.approx(here.acceleration, abs=1e-7)


@every_profile
@pytest.mark.parametrize("jump", [RAMP, 1 - RAMP])
def test_the_rate_does_not_jump_where_the_pieces_meet(name, jump):
    before = moment(name, jump - 1e-9)
    after = moment(name, jump + 1e-9)
    assert after.share == pytest.approx(before.share, abs=1e-8)  # peak 2, twice 1e-9 apart
    assert after.rate == pytest.approx(before.rate, abs=1e-7)  # acceleration at most 10
