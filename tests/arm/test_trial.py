"""The rules of a trial: its clock, its count, and what it shows of the goal in flight."""

import math
import random

import pytest

from actors.arm.goal import PREEMPTED, REACHED
from actors.arm.kinematics import Target, inverse_kinematics
from actors.arm.trial import ACTIVE, DEFAULT_DURATION, IDLE, Observation, Trial, sample_target

TARGET = Target(1.0, 0.5)
ANGLES = (0.25, 0.5)


def clocked(trial, *times, resets=0):
    """The trial after it has seen the arm at these times, with no goal active."""
    for time in times:
        trial = trial.observe(Observation(time, resets, None, None, None))
    return trial


def pursuing(goal_id="goal-0-1"):
    return Trial().pursue(goal_id, TARGET, 0.75, ANGLES)


def shown(trial):
    return trial.target, trial.error, trial.positions, trial.status


NOTHING = None, None, None, IDLE


# -- targets ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
@pytest.mark.parametrize("n", [2, 3])
def test_every_sampled_target_is_reachable(n, size):
    rng = random.Random(4)
    for _ in range(300):
        lengths = [size * rng.uniform(0.01, 1.0) for _ in range(n)]
        inverse_kinematics(lengths, sample_target(lengths, rng))


def test_targets_of_three_links_have_a_heading_within_half_a_turn_and_those_of_two_have_none():
    rng = random.Random(5)
    headings = [sample_target((1.0, 0.8, 0.5), rng).phi for _ in range(300)]
    assert all(-math.pi <= heading <= math.pi for heading in headings)
    assert min(headings) < -2.5 and max(headings) > 2.5
    assert sample_target((1.0, 0.8), rng).phi is None


def test_targets_are_spread_over_all_bearings_and_differ():
    rng = random.Random(6)
    targets = [sample_target((1.0, 0.8), rng) for _ in range(200)]
    assert len({(target.x, target.y) for target in targets}) == 200
    assert len({(target.x > 0, target.y > 0) for target in targets}) == 4  # quadrants


# -- the clock -------------------------------------------------------------------------------------
def test_a_new_trial_runs_has_counted_nothing_and_shows_nothing():
    trial = Trial()
    assert (trial.running, trial.elapsed, trial.reached, trial.duration) == (
        True,
        0.0,
        0,
        DEFAULT_DURATION,
    )
    assert shown(trial) == NOTHING


def test_elapsed_is_the_simulation_time_since_the_first_observation():
    assert clocked(Trial(), 100.0).elapsed == 0.0
    assert clocked(Trial(), 100.0, 100.5, 102.0).elapsed == 2.0


def test_elapsed_stands_still_while_the_clock_of_the_arm_does():
    assert clocked(Trial(), 1.0, 2.0, *[2.0] * 100).elapsed == 1.0


def test_a_reset_of_the_arm_does_not_turn_the_clock_of_the_trial_back():
    trial = clocked(clocked(Trial(), 5.0, 7.0), 0.25, 0.5, resets=1)
    assert trial.elapsed == 2.5


def test_several_resets_at_once_are_one_step_of_the_clock():
    assert clocked(clocked(Trial(), 5.0, 7.0), 0.25, resets=3).elapsed == 2.25


def test_a_reset_to_a_later_time_than_before_is_a_reset_all_the_same():
    assert clocked(clocked(Trial(), 0.5, 1.0), 3.0, resets=1).elapsed == 3.5


def test_a_trial_is_over_when_its_duration_has_passed_and_not_before():
    trial = Trial(duration=2.0)
    assert not clocked(trial, 1.0, 2.75).over
    assert clocked(trial, 1.0, 3.0).over
    assert clocked(trial, 1.0, 50.0).over


def test_an_ended_trial_has_no_running_clock_and_is_not_over_again():
    trial = clocked(clocked(Trial(duration=2.0), 1.0, 3.0).end(), 9.0)
    assert (trial.elapsed, trial.over, trial.running) == (2.0, False, False)


# -- the goal in flight ----------------------------------------------------------------------------
def test_an_accepted_target_is_shown_as_active():
    assert shown(pursuing()) == (TARGET, 0.75, ANGLES, ACTIVE)


def test_the_error_of_the_goal_in_flight_is_followed():
    trial = pursuing().observe(Observation(1.0, 0, "goal-0-1", 0.5, (0.0, 1.0)))
    assert shown(trial) == (TARGET, 0.5, (0.0, 1.0), ACTIVE)


def test_the_goal_of_another_client_is_not_shown():
    trial = pursuing().observe(Observation(1.0, 0, "goal-0-2", 0.125, (9.0, 9.0)))
    assert shown(trial) == shown(pursuing())


def test_with_nothing_in_flight_no_goal_is_shown():
    assert shown(Trial().observe(Observation(1.0, 0, "goal-0-2", 0.125, (9.0, 9.0)))) == NOTHING
    assert shown(Trial().observe(Observation(1.0, 0, None, None, None))) == NOTHING


def test_a_reached_target_counts_and_waits_for_nothing():
    trial = pursuing().conclude(REACHED, 0.03125)
    assert (trial.reached, trial.goal_id, trial.waiting) == (1, None, False)
    assert (trial.error, trial.status) == (0.03125, REACHED)


def test_a_preempted_target_does_not_count_and_the_arm_is_waited_for():
    trial = pursuing().conclude(PREEMPTED, 0.5)
    assert (trial.reached, trial.goal_id, trial.waiting) == (0, None, True)
    assert (trial.error, trial.status) == (0.5, PREEMPTED)


def test_a_new_target_ends_the_waiting():
    trial = pursuing().conclude(PREEMPTED, 0.5).pursue("goal-0-3", TARGET, 0.25, ANGLES)
    assert (trial.waiting, trial.goal_id, trial.status) == (False, "goal-0-3", ACTIVE)


def test_counts_add_up():
    trial = Trial()
    for k, outcome in enumerate([REACHED, PREEMPTED, REACHED, REACHED]):
        trial = trial.pursue(f"goal-0-{k}", TARGET, 0.5, ANGLES).conclude(outcome, 0.0)
    assert trial.reached == 3


@pytest.mark.parametrize(
    "before",
    [pursuing(), pursuing().conclude(REACHED, 0.0), pursuing().conclude(PREEMPTED, 0.5)],
    ids=["active", "reached", "preempted"],
)
@pytest.mark.parametrize("leave", [Trial.abandon, Trial.end])
def test_whatever_was_in_flight_nothing_of_it_is_shown_once_it_is_given_up(before, leave):
    after = leave(before)
    assert shown(after) == NOTHING
    assert (after.goal_id, after.waiting, after.reached) == (None, False, before.reached)


def test_an_abandoned_target_leaves_the_trial_running_and_the_end_does_not():
    assert pursuing().abandon().running
    assert not pursuing().end().running


# -- observations ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "trial, observing",
    [
        (Trial(), True),
        (pursuing(), True),
        (pursuing().conclude(PREEMPTED, 0.5), True),
        (Trial().end(), False),
        (pursuing().end(), True),
        (pursuing().end().observe(Observation(1.0, 0, "goal-0-1", 0.5, ANGLES)), True),
        (pursuing().end().observe(Observation(1.0, 0, "goal-0-2", 0.5, ANGLES)), False),
        (pursuing().end().observe(Observation(1.0, 0, None, None, None)), False),
    ],
    ids=str,
)
def test_observations_matter_while_a_trial_runs_and_until_its_last_goal_is_gone(trial, observing):
    assert trial.observing is observing


def test_a_skipped_goal_stays_to_be_cancelled_while_the_trial_runs():
    trial = pursuing().abandon().observe(Observation(1.0, 0, None, None, None))
    assert trial.to_cancel == "goal-0-1"


# -- limits ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "allowed",
    [
        ((-1e308, 1e308),) * 2,
        ((-1e308, 1.0),) * 2,
        ((1e6, 1e6 + 0.5), (-0.1, 0.1)),
        ((5.0, 40.0),) * 2,
    ],
)
def test_targets_can_be_sampled_within_any_limits(allowed):
    rng = random.Random(7)
    for _ in range(100):
        target = sample_target((1.0, 0.8), rng, allowed)
        assert math.hypot(target.x, target.y) < 1.8 + 1e-9  # the reach, and rounding
