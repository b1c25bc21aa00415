"""Which setpoints are a stream, and when it goes stale."""

import math

import pytest

from actors.arm.watchdog import LEASE, STREAM_LENGTH, Watchdog


def fed(times, moving=True, leased=False):
    watchdog = Watchdog()
    for time in times:
        watchdog = watchdog.fed(time, moving, leased)
    return watchdog


def every(period, count, start=0.0):
    return [start + k * period for k in range(count)]


def test_what_was_never_fed_never_goes_stale():
    assert Watchdog().due is None


@pytest.mark.parametrize("count", [1, 2, STREAM_LENGTH - 1])
def test_a_few_setpoints_are_no_stream_and_are_held_as_they_were_given(count):
    assert fed(every(0.01, count)).due is None


@pytest.mark.parametrize("count", [STREAM_LENGTH, STREAM_LENGTH + 1, 1000])
def test_a_stream_goes_stale_a_lease_after_its_last_setpoint(count):
    times = every(0.01, count)
    assert fed(times).due == times[-1] + LEASE


@pytest.mark.parametrize(
    "period, stream",
    [
        (LEASE / 10, True),
        (LEASE / 2, True),
        (0.999 * LEASE, True),
        (1.001 * LEASE, False),
        (1.0, False),
    ],
)
def test_setpoints_farther_apart_than_a_lease_never_become_a_stream(period, stream):
    assert (fed(every(period, 5 * STREAM_LENGTH)).due is not None) == stream


def test_a_pause_longer_than_a_lease_begins_a_stream_anew():
    first = every(0.01, STREAM_LENGTH)
    assert fed([*first, *every(0.01, STREAM_LENGTH - 1, start=first[-1] + 2 * LEASE)]).due is None
    assert fed([*first, *every(0.01, STREAM_LENGTH, start=first[-1] + 2 * LEASE)]).due is not None


@pytest.mark.parametrize("count", [1, 2, STREAM_LENGTH, 1000])
def test_what_is_leased_can_go_stale_from_its_first_setpoint_on(count):
    times = every(0.004, count)
    assert fed(times, leased=True).due == times[-1] + LEASE


@pytest.mark.parametrize("leased", [False, True])
def test_at_rest_nothing_can_go_stale_and_a_stream_ends(leased):
    stopped = fed(every(0.01, 1000), leased=leased).fed(10.0, False, leased)
    assert stopped == Watchdog()
    assert stopped.fed(10.01, True).due is None


@pytest.mark.parametrize(
    "times",
    [[0.0] * STREAM_LENGTH, every(1e-9, STREAM_LENGTH), every(0.01, STREAM_LENGTH, start=1e6)],
)
def test_it_does_not_matter_when_or_how_fast_they_come(times):
    assert fed(times).due == times[-1] + LEASE


def test_a_first_setpoint_at_any_time_is_the_first_of_its_stream():
    assert fed([-math.inf, 5.0]).length == fed([5.0]).length == 1


def test_a_single_setpoint_after_what_was_leased_is_held_as_it_was_given():
    assert fed(every(0.004, 1000), leased=True).fed(4.0, True).due is None
