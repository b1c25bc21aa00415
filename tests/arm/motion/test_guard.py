"""A pen that leaves its path by more than the tolerance faults, and the text names the cause."""

import math

import pytest
from executions import EXACT, START, UNIT, execution, led, leg, run, snapshot

from actors.arm.motion.branch import joint_path
from actors.arm.motion.endings import FAULTED, TIMED_OUT
from actors.arm.motion.guard import Guard, likely_cause, tolerance_for
from actors.arm.motion.path import Path
from actors.arm.motion.plan import BRAKE, DYNAMICS, NOTHING, VELOCITY, Stage
from actors.arm.motion.smooth import smooth_leg
from actors.arm.simulation import Look

FREE = Guard(math.inf, math.inf)


def guarded(tolerance=0.5, limit=math.inf, feedforward=DYNAMICS, **other):
    how = {"tracked": True, "feedforward": feedforward, "guard": Guard(tolerance, limit), **other}
    return execution(Stage(leg(), 0.5, **how))


def reason(moving, **given):
    """Why the motion of an arm that stands still ends."""
    assert run(moving, 9.0, START, **given)[1] == FAULTED
    return moving.reason


@pytest.mark.parametrize(
    "requested, tolerance", [(None, 0.04), (0.001, 0.001), (3.0, 3.0), (math.inf, math.inf)]
)
def test_the_tolerance_is_a_tenth_of_the_size_of_the_path_unless_another_one_is_asked_for(
    requested, tolerance
):
    assert tolerance_for(0.4, 2.0, requested) == pytest.approx(tolerance)


def test_by_itself_it_is_not_smaller_than_a_thousandth_of_the_reach():
    assert tolerance_for(1e-6, 2.0) == 0.002
    assert tolerance_for(1e-6, 2.0, 1e-5) == 1e-5


def test_a_pen_that_leaves_its_path_is_told_with_place_time_and_tolerance():
    text = reason(guarded())
    assert "m off its path, more than its tolerance of 0.5 m, 0.562 s after the start, at (" in text


def test_after_that_the_arm_brakes_on_its_leg_and_the_motion_ends():
    moving = guarded()
    ended, outcome = run(moving, 9.0, START)
    assert outcome == FAULTED and ended == pytest.approx(0.5625 + BRAKE, abs=EXACT)
    assert moving.setpoint(ended).velocity == (0.0, 0.0)


def test_without_a_tolerance_the_pen_may_be_anywhere():
    assert run(guarded(math.inf), 9.0, START)[1] == TIMED_OUT


def test_only_the_tracked_stage_is_guarded():
    assert run(guarded(tracked=False), 9.0, START)[1] == TIMED_OUT


def test_every_look_counts():
    moving = guarded(0.2)
    looks = (Look(0.03, leg().at(0.03).position), Look(0.04, (3.0, 0.5)), Look(0.0625, START))
    led(moving, 0.0625).observe(snapshot(0.0625, START, looks=looks))
    assert moving.failed and moving.tracking.error.count >= 2


def test_looks_that_were_seen_before_do_not_count_twice():
    moving = guarded(math.inf)
    looks = tuple(Look(k / 1000, START) for k in range(1, 63))
    for _ in range(2):
        led(moving, 0.0625).observe(snapshot(0.0625, START, looks=looks))
    assert moving.tracking.error.count == 62


# -- causes ----------------------------------------------------------------------------------------
def test_a_timestep_above_its_limit_on_this_path_is_the_first_cause():
    text = reason(guarded(limit=0.04), effort_limit=(0.5, 9.0))
    assert "timestep 0.05 s is above about 0.04 s" in text


@pytest.mark.parametrize("limit, joint", [((0.5, 9.0), 1), ((9.0, 0.25), 2)])
def test_an_effort_at_its_limit_is_the_next(limit, joint):
    bound = limit[joint - 1]
    text = reason(guarded(), effort_limit=limit)
    assert f"joint {joint} has reached its effort limit of {bound:g} N m" in text


def test_near_a_singularity_the_joint_that_is_too_fast_is_named():
    path = Path.through([(1.0, 0.01), (-1.0, 0.01)])
    waypoints = joint_path(UNIT, path, "positive", START)
    past = smooth_leg(path, *waypoints, "steady", 0.5, 2.0)

    def cause(t):
        return likely_cause(FREE, past, t, snapshot(t), None, True)

    assert "joint 1 would have to turn at" in cause(past.duration / 2 + 0.1)
    assert "near a singularity" not in cause(0.5)


@pytest.mark.parametrize("feedforward", [VELOCITY, NOTHING])
def test_without_the_mechanics_fed_forward_the_joints_lag(feedforward):
    text = reason(guarded(feedforward=feedforward))
    assert "lag behind, since feedforward is not dynamics" in text


def test_otherwise_it_is_the_gains():
    assert "the gains are too low for this speed" in reason(guarded())
