"""A plan being executed: its setpoints, its stages, and when it is reached or has timed out."""

import math

import pytest
from executions import (
    BEYOND,
    EXACT,
    GOAL,
    START,
    approach,
    execution,
    leg,
    observed,
    run,
    snapshot,
)

from actors.arm.motion.endings import REACHED, TIMED_OUT
from actors.arm.motion.plan import NOTHING, STILL, STILL_RATE, Stage
from actors.arm.pid import Setpoint


# -- setpoints -------------------------------------------------------------------------------------
def test_the_setpoint_is_that_of_the_leg_at_that_time():
    moving = execution(since=3.0)
    for k in range(20):
        assert moving.setpoint(3.0 + k * EXACT) == leg().at(k * EXACT)


def test_a_lookahead_commands_what_comes_so_much_later_and_does_not_begin_with_a_jump():
    moving = execution(Stage(leg(), lookahead=0.25))
    ahead = [0.0, 0.0625, 0.125, 0.1875] + [0.25] * 13
    assert [moving.setpoint(k * EXACT) for k in range(17)] == [
        leg().at(k * EXACT + ahead[k]) for k in range(17)
    ]


def test_without_feedforward_setpoints_have_no_velocities():
    moving = execution(Stage(leg(), feedforward=NOTHING))
    for k in range(17):
        assert moving.setpoint(k * EXACT) == Setpoint.at_rest(leg().at(k * EXACT).position)


def test_before_it_begins_the_arm_is_to_stay_where_it_is():
    assert execution(since=3.0).setpoint(2.9) == Setpoint.at_rest(START)


def test_at_its_end_the_arm_is_to_stay_there():
    moving = execution()
    run(moving, 1.25, START)
    assert moving.setpoint(1.3) == Setpoint.at_rest(GOAL)


# -- reached ---------------------------------------------------------------------------------------
def test_an_arm_at_rest_where_it_should_be_has_reached_it_when_the_time_is_over():
    assert observed(execution(), 0.0, 0.5, 0.9999, 1.0) == [None, None, None, REACHED]


def test_a_motion_that_leads_nowhere_is_reached_at_the_first_snapshot():
    assert execution(Stage(leg(START, START, 0.0))).observe(snapshot(EXACT, START)) == REACHED


def test_the_settle_time_counts_from_the_end_of_the_leg():
    moving = execution()
    assert observed(moving, 0.5, 1.0, 1.25, position=START) == [None] * 3
    assert moving.settle_time is None
    assert observed(moving, 1.375) == [REACHED]
    assert moving.settle_time == 0.375


@pytest.mark.parametrize(
    "position, velocity, outcome",
    [
        ((1.0 + 0.99 * STILL, -0.5), (0.0, 0.0), REACHED),
        ((1.0, -0.5 - 0.99 * STILL), (0.0, 0.0), REACHED),
        ((1.0 + 1.01 * STILL, -0.5), (0.0, 0.0), None),
        ((1.0, -0.5 - 1.01 * STILL), (0.0, 0.0), None),
        (GOAL, (STILL_RATE, -STILL_RATE), REACHED),
        (GOAL, (1.01 * STILL_RATE, 0.0), None),
        (GOAL, (0.0, -1.01 * STILL_RATE), None),
        ((1.0 + 2 * math.pi, -0.5), (0.0, 0.0), None),
    ],
)
def test_rest_is_near_the_goal_and_slow_in_every_joint(position, velocity, outcome):
    assert observed(execution(), 1.0, position=position, velocity=velocity) == [outcome]


def test_it_is_not_reached_before_its_time_however_still_the_arm_is():
    assert observed(execution(), *(k * EXACT for k in range(16))) == [None] * 16


# -- timed out -------------------------------------------------------------------------------------
@pytest.mark.parametrize("settle, ends", [(0.5, 1.5), (2.0, 3.0), (0.0, 1.0)])
def test_an_arm_that_does_not_come_to_rest_in_time_has_timed_out(settle, ends):
    moving = execution(Stage(leg(), settle))
    assert run(moving, 9.0, START) == (ends, TIMED_OUT)
    assert moving.reason.startswith(f"it has not come to rest within {settle:g} s: joint 1 is ")
    assert moving.settle_time is None


def test_an_arm_that_comes_to_rest_in_the_last_moment_has_reached_it():
    moving = execution()
    assert observed(moving, 0.5, 1.0, 1.4375, position=START) == [None] * 3
    assert observed(moving, 1.5) == [REACHED]


# -- stages ----------------------------------------------------------------------------------------
def test_the_next_stage_begins_when_the_arm_is_at_rest():
    moving = approach()
    assert observed(moving, 0.5, 1.0) == [None, None]
    assert (moving.index, moving.since) == (1, 1.0)
    assert moving.setpoint(1.0) == leg(GOAL, BEYOND).at(0.0)
    assert observed(moving, 1.5, 2.0, position=BEYOND) == [None, REACHED]


def test_the_next_stage_begins_when_the_arm_has_been_waited_for_long_enough():
    moving = approach()
    assert observed(moving, 0.5, 1.0, 1.125, position=START) == [None] * 3
    assert (moving.index, moving.settling) == (0, True)
    assert observed(moving, 1.25, position=START) == [None]
    assert (moving.index, moving.since, moving.settling) == (1, 1.25, False)


def test_only_the_last_stage_concludes_the_motion():
    moving = approach()
    assert run(moving, 1.5, GOAL) == (1.5, None)
    assert run(moving, 9.0, BEYOND) == (2.0, REACHED)


def test_the_duration_of_a_plan_is_that_of_all_its_legs():
    assert approach().plan.duration == 2.0


def test_the_setpoint_does_not_jump_from_stage_to_stage():
    moving = approach()
    before = START
    for k in range(1, 300):
        now = k / 100
        setpoint = moving.setpoint(now).position
        # 1 rad/s; rounding.
        assert max(abs(a - b) for a, b in zip(setpoint, before)) <= 1.0 * 0.01 + 1e-12
        before = setpoint
        moving.observe(snapshot(now, setpoint))
