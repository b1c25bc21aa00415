"""An execution that brakes, to stop or to give way to another one."""

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

from actors.arm.motion.endings import REACHED, STOPPED, TIMED_OUT
from actors.arm.motion.plan import BRAKE, NOTHING, SETTLE, VELOCITY, Stage
from actors.arm.pid import Setpoint
from actors.arm.tenure import Tenure


# -- braking ---------------------------------------------------------------------------------------
def test_braking_comes_to_rest_on_the_leg_and_is_stopped():
    moving = execution()
    observed(moving, 0.25, 0.5, position=(0.5, 0.0))
    moving.brake(0.5)
    assert moving.setpoint(0.5) == leg().at(0.5)
    end = leg().at(0.5 + BRAKE / 2).position
    assert led(moving, 0.75).setpoint(0.5 + BRAKE) == Setpoint.at_rest(end)
    assert observed(moving, 0.5 + BRAKE, position=end) == [STOPPED]


def test_braking_does_not_jump():
    moving = execution(Stage(leg(profile="quintic"), lookahead=0.1))
    before = None
    for k in range(200):
        now = k / 200
        if k == 90:
            moving.brake(now)
        setpoint = moving.setpoint(now)
        if before:
            # At its fastest, and rounding.
            assert abs(setpoint.position[0] - before.position[0]) <= 1.875 / 200 + 1e-12
            # In rad/s: 1.875 in 0.25 s, in steps of 5 ms.
            assert abs(setpoint.velocity[0] - before.velocity[0]) <= 0.1
        before = setpoint


@pytest.mark.parametrize("now", [0.5, 0.6, 0.7, 5.0])
def test_braking_twice_is_braking_once(now):
    once = execution()
    twice = execution()
    for moving in (once, twice):
        observed(moving, 0.5, position=(0.5, 0.0))
        moving.brake(0.5)
    twice.brake(now)
    assert twice == once


def test_an_arm_that_does_not_come_to_rest_after_braking_has_timed_out():
    moving = execution()
    observed(moving, 0.5, position=START)
    moving.brake(0.5)
    assert run(moving, 60.0, START) == (0.5 + BRAKE + SETTLE, TIMED_OUT)


def test_braking_in_the_first_stage_leaves_the_others_out():
    moving = approach()
    observed(moving, 0.5, position=(0.5, 0.0))
    moving.brake(0.5)
    assert run(moving, 9.0, leg().at(0.5 + BRAKE / 2).position)[1] == STOPPED


def test_braking_while_it_settles_ends_where_the_motion_ends():
    moving = execution(Stage(leg(), 60.0))
    assert run(moving, 3.0, START) == (3.0, None)
    moving.brake(3.0)
    assert moving.setpoint(3.0) == Setpoint.at_rest(GOAL)
    assert run(moving, 9.0, GOAL) == (3.0 + BRAKE, STOPPED)


def test_braking_before_it_has_begun_stays_where_it_would_begin():
    moving = execution(since=3.0)
    moving.brake(2.0)
    assert moving.setpoint(2.0) == Setpoint.at_rest(START)


def test_a_motion_of_no_length_can_be_braked():
    moving = execution(Stage(leg(START, START, 0.0), 60.0))
    moving.brake(0.0)
    assert run(moving, 9.0, START) == (BRAKE, STOPPED)


def test_the_brake_has_velocities_only_where_the_stage_has():
    for feedforward in (VELOCITY, NOTHING):
        moving = execution(Stage(leg(), feedforward=feedforward))
        moving.setpoint(0.25)
        moving.brake(0.25)
        assert any(moving.setpoint(0.25 + EXACT).velocity) is (feedforward == VELOCITY)


def test_a_motion_that_is_stopped_keeps_the_duration_that_was_planned():
    moving = execution(Stage(leg(duration=8.0)))
    moving.setpoint(0.25)
    moving.brake(0.25)
    assert moving.plan.duration == 8.0


# -- preempted by another --------------------------------------------------------------------------
def preempted(moving, now, goal=BEYOND):
    """The execution of a plan to that goal, which begins where the other one comes to rest."""
    start = moving.braking(now).leg.at(BRAKE).position
    other = plan(Stage(leg(start, goal), 0.5), id="motion-0-2")
    return moving.preempted_by(other, now, now)


def test_another_motion_begins_where_the_one_before_has_braked():
    moving = execution()
    observed(moving, 0.5, position=(0.5, 0.0))
    other = preempted(moving, 0.5)
    end = leg().at(0.5 + BRAKE / 2).position
    assert (other.plan.id, other.received, other.since, other.index) == (
        "motion-0-2",
        False,
        0.5,
        0,
    )
    assert other.setpoint(0.5) == leg().at(0.5)
    assert observed(other, 0.625, 0.5 + BRAKE, position=end, tenure=Tenure("motion-0-2")) == [
        None,
        None,
    ]
    assert other.index == 1 and other.setpoint(0.5 + BRAKE) == leg(end, BEYOND).at(0.0)
    assert run(other, 9.0, BEYOND, tenure=Tenure("motion-0-2")) == (1.75, REACHED)


def test_with_one_motion_preempted_after_another_the_setpoint_never_jumps():
    moving = execution()
    before = START
    for k in range(1, 400):
        now = k / 200
        if k in (50, 60, 70, 180):
            moving = preempted(moving, now, (0.1 * (k % 7), -0.2))
        held = moving.setpoint(now)
        # 2 rad/s, and rounding.
        assert max(abs(a - b) for a, b in zip(held.position, before)) <= 2.0 / 200 + 1e-12
        before = held.position
        moving.observe(snapshot(now, held.position, held.velocity, tenure=Tenure(moving.plan.id)))


def test_one_that_brakes_already_is_followed_to_the_end_of_that():
    moving = execution()
    observed(moving, 0.5, position=(0.5, 0.0))
    first = preempted(moving, 0.5)
    second = preempted(led(first, 0.625), 0.625)
    assert second.since == 0.5
    assert second.stage.leg == first.stage.leg
    assert second.setpoint(0.625) == first.setpoint(0.625)


def test_the_execution_that_is_preempted_stays_as_it_is():
    moving = led(execution(), 0.5)
    untouched = led(execution(), 0.5)
    preempted(moving, 0.5)
    assert moving == untouched


def test_what_preempted_another_can_be_stopped_while_that_still_brakes():
    moving = execution()
    observed(moving, 0.5, position=(0.5, 0.0))
    other = preempted(moving, 0.5)
    led(other, 0.625).brake(0.625)
    assert run(other, 9.0, leg().at(0.5 + BRAKE / 2).position, tenure=Tenure("motion-0-2")) == (
        0.5 + BRAKE,
        STOPPED,
    )


def test_a_motion_that_is_preempted_goes_on_until_it_is_time_to_brake():
    moving = led(execution(Stage(leg())), 0.25)
    end = leg().at(0.375 + BRAKE / 2).position
    assert moving.braking(0.25, 0.375).leg.at(9.0).position == pytest.approx(end, abs=1e-15)
    for now in (0.25, 0.3125, 0.375):  # whenever it is asked until then, it ends in the same pose
        other = led(execution(Stage(leg())), now).preempted_by(
            plan(Stage(leg(end, BEYOND)), id="other"), now, 0.375
        )
        assert led(other, 0.375).setpoint(0.375) == leg().at(0.375)
        led(other, 0.375 + BRAKE)
        assert other.setpoint(0.375 + BRAKE).position == pytest.approx(end, abs=1e-15)  # rounding
