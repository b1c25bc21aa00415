"""The follower: the time of the arm, the setpoint that is due, and the next execution."""

import pytest
from executions import BEYOND, GOAL, ID, START, TIMESTEP, execution, leg, plan, snapshot

from actors.arm.motion.endings import FAULTED, PREEMPTED, REACHED
from actors.arm.motion.execution import PERIOD, Execution
from actors.arm.motion.follower import BLIND, IDLE_PERIOD, TRAVEL, Follower
from actors.arm.motion.plan import BRAKE, Stage
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation
from actors.arm.tenure import StreamSetpoint, Tenure

ROOM = 8
OTHER = Tenure("goal-0-1", superseded=ID)


def following(moving=None, fault=""):
    return Follower(execution() if moving is None else moving, fault, ROOM)


def seen(follower, time=1.0, **given):
    """The follower after a snapshot of that time, which was taken at 100 s of wall time."""
    follower.observe(snapshot(time, START, clock=100.0, **given))
    return follower


# -- time ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "wall, time",
    [(100.0, 0.25), (100.01, 0.26), (100.0 + BLIND, 0.25 + BLIND), (200.0, 0.25 + BLIND)],
)
def test_after_a_snapshot_time_goes_on_with_the_wall_clock_for_a_while(wall, time):
    assert seen(following(), 0.25).time(wall) == pytest.approx(time, abs=1e-12)


def test_time_never_goes_back_behind_the_snapshot():
    assert seen(following(), 0.25).time(99.0) == 0.25


@pytest.mark.parametrize("standing", ["paused", "diverged"])
def test_the_time_of_an_arm_that_stands_stands_too(standing):
    assert seen(following(), 0.25, **{standing: True}).time(100.01) == 0.25


def test_before_any_snapshot_it_is_the_time_of_the_latest_setpoint():
    moving = execution()
    moving.setpoint(0.05)
    assert following(moving).time(1e9) == 0.05


@pytest.mark.parametrize("paused", [True, False])
def test_it_is_known_whether_the_arm_is_paused(paused):
    assert not following().paused
    assert seen(following(), paused=paused).paused is paused


# -- setpoints -------------------------------------------------------------------------------------
@pytest.mark.parametrize("timestep", [0.0005, 0.001])
def test_the_setpoint_is_that_of_the_middle_of_the_time_that_the_arm_will_hold_it(timestep):
    moving = Execution(plan(), 1.0, 1.0, timestep)
    sent = seen(following(moving), 1.0, timestep=timestep).setpoint(100.0)
    expected = leg().at(TRAVEL + (PERIOD - timestep) / 2).position
    assert sent.setpoint.position == pytest.approx(expected, abs=1e-12)  # rounding


def test_a_setpoint_opens_a_stream_until_the_arm_is_seen_to_follow():
    follower = following()
    assert follower.setpoint(100.0)[1:4] == (ID, 0, True)
    assert seen(follower, 0.01, tenure=Tenure("goal-0-1")).setpoint(100.0)[1:4] == (ID, 0, True)
    assert seen(follower, 0.02).setpoint(100.0)[1:4] == (ID, 0, False)


def test_setpoints_are_what_the_arm_is_sent():
    assert isinstance(following().setpoint(100.0), StreamSetpoint)


# -- state and period ------------------------------------------------------------------------------
def braking():
    moving = execution()
    moving.brake(0.0)
    return moving


@pytest.mark.parametrize(
    "follower, state, period",
    [
        (Follower(None, "", ROOM), "idle", IDLE_PERIOD),
        (Follower(None, "PID was disabled", ROOM), "faulted", IDLE_PERIOD),
        (following(), "moving", PERIOD),
        (following(braking()), "stopping", PERIOD),
        (seen(following(execution(Stage(leg(duration=0.0), 5.0))), 0.01), "moving", None),
    ],
    ids=["idle", "faulted", "moving", "stopping", "settling"],
)
def test_state_and_period_follow_from_the_execution(follower, state, period):
    assert (follower.state, follower.period) == (state, period)


# -- from execution to execution -------------------------------------------------------------------
def test_without_an_execution_the_next_one_begins_at_the_setpoint_now():
    follower = seen(Follower(None, "", ROOM), 2.0)
    simulation = Simulation(2)
    simulation.hold(Setpoint.at_rest((0.05, 0.05)))
    assert follower.start_pose(simulation, 100.0, 0.0) == (0.05, 0.05)
    assert follower.next(plan(), TIMESTEP, 100.0, 0.0) == Execution(plan(), 2.0, 2.0, TIMESTEP)


def test_with_an_execution_the_next_one_begins_where_that_comes_to_rest():
    follower = seen(following(), 0.05)
    end = leg().at(0.25 + BRAKE / 2).position
    start = follower.start_pose(Simulation(2), 100.0, 0.25)
    assert start == pytest.approx(end, abs=1e-12)  # rounding
    other = follower.next(plan(Stage(leg(start, BEYOND)), id="other"), TIMESTEP, 100.0, 0.25)
    assert other.plan.id == "other" and len(other.plan.stages) == 2
    assert other.stage.leg.duration == pytest.approx(0.2 + BRAKE, abs=1e-12)


def test_a_new_execution_is_recorded_anew_and_clears_the_fault():
    follower = seen(following(fault="PID was disabled"), 0.05)
    assert len(follower.recording.samples) == 1
    follower.begin(execution())
    assert (follower.fault, follower.recording.samples) == ("", [])


@pytest.mark.parametrize("outcome, fault", [(FAULTED, "why"), (PREEMPTED, ""), (REACHED, "")])
def test_an_execution_that_is_over_leaves_its_recording_and_perhaps_a_fault(outcome, fault):
    follower = seen(following(), 0.05)
    follower.conclude(outcome, "why")
    assert (follower.execution, follower.fault) == (None, fault)
    assert len(follower.recording.samples) == 1


# -- snapshots -------------------------------------------------------------------------------------
def test_the_outcome_is_that_of_the_execution_and_its_snapshot_is_recorded():
    follower = following()
    assert follower.observe(snapshot(0.05, START)) is None
    assert follower.observe(snapshot(0.1, START, tenure=OTHER)) == PREEMPTED
    assert [sample.time for sample in follower.recording.samples] == [0.05, 0.1]


def test_without_an_execution_snapshots_are_neither_judged_nor_recorded():
    follower = Follower(None, "", ROOM)
    assert follower.observe(snapshot(1.0, GOAL, tenure=OTHER)) is None
    assert follower.recording.samples == [] and follower.snapshot.time == 1.0
