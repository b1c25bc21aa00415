"""Paces: from rest to rest along a path, without jumps of speed or, where soft, of acceleration."""

from itertools import pairwise

import pytest

from actors.arm.motion.pace import Along, Pace, Profiled, ramped
from actors.arm.motion.profile import PROFILES

SOFT = ramped((0.0, 0.1, 0.9, 1.0), (0.0, 0.5, 0.5, 0.0), 0.04)
DIP = ramped((0.0, 0.1, 0.4, 0.45, 0.55, 0.6, 1.0), (0.0, 0.5, 0.5, 0.2, 0.2, 0.5, 0.0), 0.04)
STRETCHES = [SOFT, DIP, Profiled("quintic", 1.0, 2.0), Profiled("trapezoid", 1.0, 2.0)]
every_stretch = pytest.mark.parametrize("stretch", STRETCHES, ids=["soft", "dip", "quintic", "t"])


def times(stretch, count=4000):
    return [stretch.duration * k / count for k in range(count + 1)]


@every_stretch
def test_a_stretch_goes_from_rest_to_rest_over_its_length(stretch):
    assert stretch.at(0.0)[:2] == (0.0, 0.0)
    for t in (stretch.duration, stretch.duration + 1.0):
        assert stretch.at(t)[:2] == pytest.approx((stretch.length, 0.0), abs=1e-15)


@every_stretch
def test_speed_and_acceleration_are_the_derivatives(stretch):
    step = 1e-5 * stretch.duration
    for t in times(stretch, 400)[1:-1]:
        before, now, after = (stretch.at(t + k * step) for k in (-1, 0, 1))
        assert (after.distance - before.distance) / (2 * step) == pytest.approx(now.speed, abs=1e-4)
        # At a corner of a trapezoid the difference is that of both sides.
        if not isinstance(stretch, Profiled) or stretch.profile == "quintic":
            slope = (after.speed - before.speed) / (2 * step)
            assert slope == pytest.approx(now.acceleration, abs=1e-2)


@pytest.mark.parametrize("stretch", [SOFT, DIP])
def test_a_soft_stretch_changes_its_acceleration_gradually_and_never_turns_back(stretch):
    along = [stretch.at(t) for t in times(stretch)]
    most = max(abs(each.acceleration) for each in along)
    dt = stretch.duration / 4000
    # Within a window the acceleration changes by no more than two different ramps.
    steepest = 2 * most / 0.04 * dt * (1 + 1e-6)
    assert all(abs(b.acceleration - a.acceleration) <= steepest for a, b in pairwise(along))
    assert all(a.distance <= b.distance + 1e-15 for a, b in pairwise(along))


def test_averaging_exceeds_neither_the_speed_nor_the_slow_place():
    assert max(SOFT.at(t).speed for t in times(SOFT)) == pytest.approx(0.5, rel=1e-12)
    slow = [each.speed for t in times(DIP) if 0.499 <= (each := DIP.at(t)).distance <= 0.501]
    assert slow == pytest.approx([0.2] * len(slow), rel=1e-9) and slow


def test_a_window_is_at_most_a_quarter_of_the_stretch():
    short = ramped((0.0, 0.001, 0.002), (0.0, 0.5, 0.0), 0.04)
    assert short.window == pytest.approx(0.008 / 4) and short.duration == pytest.approx(0.01)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profiled_stretch_follows_its_profile(profile):
    stretch = Profiled(profile, 3.0, 2.0)
    scaled = PROFILES[profile].at(0.3)
    assert stretch.at(0.6) == pytest.approx(
        Along(3.0 * scaled.s, 1.5 * scaled.rate, 0.75 * scaled.acceleration)
    )


def test_a_pace_puts_its_stretches_one_after_the_other():
    pace = Pace.of(STRETCHES)
    assert pace.duration == pytest.approx(sum(each.duration for each in STRETCHES))
    assert pace.at(-1.0).distance == 0.0 and pace.at(pace.duration + 1).distance == 4.0
    for k, begin in enumerate(pace.begins):
        assert pace.at(begin).distance == pytest.approx(k) and pace.at(begin).speed == 0.0
    along = [pace.at(pace.duration * k / 5000) for k in range(5001)]
    assert all(a.distance <= b.distance + 1e-15 for a, b in pairwise(along))


@every_stretch
def test_the_acceleration_changes_its_course_only_at_the_turning_times(stretch):
    turning = stretch.turning_times()
    assert all(0 <= t <= stretch.duration for t in turning)
