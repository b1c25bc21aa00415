"""How simulation time follows the wall clock."""

import pytest

from actors.arm.real_time import BACKLOG, STRIDE, RealTime, RealTimeFactor

QUICK = 1e-6  # s for one tick


def taken(real_time, timestep, each=QUICK):
    """How many ticks it asks for until none is due, each lasting so long."""
    count = 0
    while ticks := real_time.ticks_due(timestep):
        real_time.took(ticks, timestep, ticks * each)
        count += ticks
    return count


def test_as_many_ticks_are_due_as_timesteps_have_passed():
    real_time = RealTime(100.0)
    assert taken(real_time, 0.25) == 0
    real_time.look(100.0625, 0.015625, True)
    assert taken(real_time, 0.015625) == 4
    assert taken(real_time, 0.015625) == 0


def test_what_is_left_of_a_timestep_counts_the_next_time():
    real_time = RealTime(0.0)
    real_time.look(0.046875, 0.03125, True)
    assert taken(real_time, 0.03125) == 1
    real_time.look(0.0625, 0.03125, True)
    assert taken(real_time, 0.03125) == 1


def test_a_backlog_is_made_up_for_only_so_far():
    real_time = RealTime(0.0)
    real_time.look(60.0, 0.001, True)
    assert taken(real_time, 0.001) == pytest.approx(BACKLOG / 0.001 + 1, abs=1)


@pytest.mark.parametrize("timestep", [0.5, 3600.0])
def test_a_timestep_longer_than_the_backlog_comes_when_it_has_passed(timestep):
    real_time = RealTime(0.0)
    real_time.look(timestep * 0.75, timestep, True)
    assert real_time.ticks_due(timestep) == 0
    real_time.look(timestep, timestep, True)
    assert real_time.ticks_due(timestep) == 1


def test_time_that_passes_while_nothing_runs_is_not_owed():
    real_time = RealTime(0.0)
    real_time.look(5.0, 0.01, False)
    assert real_time.ticks_due(0.01) == 0
    real_time.look(5.03125, 0.03125, True)
    assert taken(real_time, 0.03125) == 1


def test_what_was_owed_before_a_pause_is_owed_after_it():
    real_time = RealTime(0.0)
    real_time.look(0.0625, 0.03125, True)
    real_time.look(7.0, 0.03125, False)
    assert taken(real_time, 0.03125) == 2


def test_a_reset_owes_nothing():
    real_time = RealTime(0.0)
    real_time.look(0.05, 0.001, True)
    real_time.forgive()
    assert real_time.ticks_due(0.001) == 0


@pytest.mark.parametrize("timestep", [5e-324, 1e-300, 1e-9])
def test_the_clock_is_looked_at_again_after_a_stride_however_many_are_due(timestep):
    real_time = RealTime(0.0)
    real_time.look(0.05, timestep, True)
    real_time.took(real_time.ticks_due(timestep), timestep, QUICK)
    assert real_time.ticks_due(timestep) == STRIDE


@pytest.mark.parametrize("each, stride", [(1e-6, STRIDE), (0.0, STRIDE), (3e-5, 3), (1e-3, 1)])
def test_slow_ticks_make_short_strides(each, stride):
    real_time = RealTime(0.0)
    real_time.look(0.05, 1e-6, True)
    real_time.took(1, 1e-6, each)
    assert real_time.ticks_due(1e-6) == stride


def test_one_slow_stride_is_soon_forgotten():
    real_time = RealTime(0.0)
    real_time.look(0.05, 1e-6, True)
    real_time.took(STRIDE, 1e-6, 0.005)
    real_time.took(1, 1e-6, 1e-6)
    assert real_time.ticks_due(1e-6) == STRIDE


def test_the_real_time_factor_is_that_since_the_last_question():
    factor = RealTimeFactor(10.0, 2.0)
    assert factor.since_last(12.0, 3.0) == 0.5
    assert factor.since_last(13.0, 4.0) == 1.0


@pytest.mark.parametrize("now, time", [(12.0, 0.0), (10.0, 5.0)], ids=["reset", "at once"])
def test_a_reset_and_no_time_at_all_give_no_factor(now, time):
    assert RealTimeFactor(10.0, 2.0).since_last(now, time) == 0.0
