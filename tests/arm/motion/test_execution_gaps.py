"""Gaps without setpoints, and an execution that goes on over a death."""

import pickle

import pytest
from executions import (
    BEYOND,
    EXACT,
    GOAL,
    START,
    approach,
    execution,
    led,
    leg,
    observed,
    plan,
    run,
    snapshot,
)

from actors.arm.motion.endings import REACHED, TIMED_OUT
from actors.arm.motion.execution import Execution
from actors.arm.motion.plan import Stage
from actors.arm.watchdog import LEASE


# -- gaps ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("gap", [LEASE / 2, 0.99 * LEASE])
def test_after_a_short_gap_the_motion_is_where_it_would_have_been(gap):
    moving = execution()
    led(moving, 0.25).setpoint(0.25)
    assert moving.setpoint(0.25 + gap) == leg().at(0.25 + gap)


@pytest.mark.parametrize("gap", [1.01 * LEASE, 1.0, 1000.0])
def test_after_a_gap_longer_than_the_lease_the_motion_goes_on_where_it_was_left(gap):
    moving = execution()
    led(moving, 0.25).setpoint(0.25)
    # The tolerance is rounding.
    assert moving.setpoint(0.25 + gap).position == pytest.approx(leg().at(0.25).position, abs=1e-12)
    assert moving.setpoint(0.25 + gap + 0.0625).position == pytest.approx(
        leg().at(0.3125).position, abs=1e-12
    )


def test_a_gap_is_noticed_with_a_snapshot_too():
    moving = execution()
    led(moving, 0.25).setpoint(0.25)
    assert moving.observe(snapshot(10.0, START)) is None
    assert moving.setpoint(10.0) == leg().at(0.25)
    assert not moving.settling


@pytest.mark.parametrize("snapshots", [1, 5, 60])
def test_late_snapshots_do_not_count_as_setpoints(snapshots):
    """A process that could not run finds many snapshots, and has sent nothing for their times."""
    moving = execution()
    led(moving, 0.25).setpoint(0.25)
    for k in range(snapshots):
        assert moving.observe(snapshot(0.25 + (k + 1) / snapshots, START)) is None
    assert moving.setpoint(1.25) == leg().at(0.25)
    assert not moving.settling


@pytest.mark.parametrize("position, outcome", [(START, TIMED_OUT), (GOAL, REACHED)])
def test_the_arm_needs_nobody_to_come_to_rest_so_a_gap_in_it_counts(position, outcome):
    moving = execution()
    observed(moving, 1.0, position=START)
    moving.setpoint(1.0)
    assert moving.observe(snapshot(100.0, position)) == outcome


@pytest.mark.parametrize("timestep, longest", [(0.0005, 0.03), (0.05, 0.1), (0.2, 0.4)])
def test_a_gap_is_longer_than_a_few_setpoints_and_than_two_timesteps_of_the_arm(timestep, longest):
    for gap, behind in ((0.99 * longest, 0.0), (1.01 * longest, 1.01 * longest)):
        moving = Execution(plan(Stage(leg())), 0.0, 0.0, timestep)
        assert moving.setpoint(gap).position == leg().at(gap - behind).position


def test_the_timestep_may_change_on_the_way():
    moving = Execution(plan(Stage(leg())), 0.0, 0.0, 0.0005)
    for k in range(1, 5):
        moving.observe(snapshot(0.2 * k, START, timestep=0.2))
        assert moving.setpoint(0.2 * k).position == pytest.approx(leg().at(0.2 * k).position)


def test_times_that_come_out_of_order_are_no_gap():
    moving = execution()
    led(moving, 0.25).setpoint(0.25)
    observed(moving, 0.1875, position=START)
    assert moving.now == 0.25
    assert moving.setpoint(0.3125) == leg().at(0.3125)


@pytest.mark.parametrize("end", ["brake", "preempted"])
def test_braking_after_a_gap_begins_where_the_arm_was_left(end):
    moving = execution(Stage(leg()))
    for k in range(5):
        moving.setpoint(k * EXACT)  # 0.25 s of the way
    if end == "brake":
        moving.brake(0.75)
    else:
        moving = moving.preempted_by(plan(Stage(leg(GOAL, BEYOND)), id="other"), 0.75, 0.75)
    assert moving.setpoint(0.75).position == leg().at(0.25).position


def test_snapshots_do_not_hide_a_gap():
    moving = execution(Stage(leg()))
    moving.setpoint(0.0)
    for k in range(8):
        moving.observe(snapshot(k * EXACT, START))
    # Half a second of the way has not been commanded; at most a lease of it is left out.
    assert moving.setpoint(0.5).position[0] <= leg().at(LEASE).position[0] + 1e-12


# -- over a death ----------------------------------------------------------------------------------
def begun():
    return execution()


def halfway():
    moving = execution()
    observed(moving, *(k * EXACT for k in range(9)), position=(0.4, 0.1))
    return moving


def in_its_second_stage():
    moving = approach()
    observed(moving, *(k * EXACT for k in range(20)))
    return moving


def stopping():
    moving = halfway()
    moving.brake(0.5)
    return moving


def settling():
    moving = execution(Stage(leg(), 5.0, tracked=True))
    observed(moving, *(k * EXACT for k in range(20)), position=START)
    return moving


@pytest.mark.parametrize(
    "moving", [begun(), halfway(), in_its_second_stage(), stopping(), settling()]
)
def test_progress_and_plan_are_all_that_a_successor_needs(moving):
    saved = pickle.dumps(moving.progress())
    saved_plan = pickle.dumps(moving.plan)
    again = Execution(pickle.loads(saved_plan), **pickle.loads(saved))
    assert again == moving
    assert again.setpoint(moving.now + EXACT) == moving.setpoint(moving.now + EXACT)
    assert run(again, 20.0, GOAL) == run(moving, 20.0, GOAL)
    assert repr(again.figures) == repr(moving.figures)  # nan is not nan, but written like it


def test_progress_has_everything_but_the_plan():
    assert set(execution().progress()) == set(vars(execution())) - {"plan"}
