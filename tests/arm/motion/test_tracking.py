"""Traces that never outgrow their room, tracking errors, and the figures of a motion."""

import math

import pytest
from executions import (
    EXACT,
    GOAL,
    START,
    UNIT,
    approach,
    execution,
    led,
    leg,
    observed,
    run,
    snapshot,
)

from actors.arm.forward_kinematics import end_effector
from actors.arm.motion.plan import Stage
from actors.arm.motion.tracking import DRAWN, Trace, TrackingError


def traced(room, count):
    trace = Trace(room)
    for k in range(count):
        trace.add(k)
    return trace


# -- traces ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("count", [0, 1, 7, 8])
def test_as_long_as_there_is_room_every_sample_is_kept(count):
    assert traced(8, count).samples == list(range(count))


@pytest.mark.parametrize("room", [1, 2, 3, 7, 8, 400])
def test_a_trace_keeps_samples_at_equal_distances_from_the_first_on_within_its_room(room):
    for count in (0, 1, 8, 9, 10, 16, 17, 18, 100, 1000, 4097):
        trace = traced(room, count)
        assert trace.samples == list(range(0, count, trace.stride))
        assert len(trace.samples) <= room
        assert trace.added == count


@pytest.mark.parametrize("count", [10, 100, 1000, 100_000])
def test_a_trace_is_never_thinned_more_than_it_must_be(count):
    trace = traced(8, count)
    assert math.log2(trace.stride).is_integer()
    assert len(range(0, count, trace.stride // 2)) > 8


# -- tracking errors -------------------------------------------------------------------------------
def error_of(*distances):
    error = TrackingError()
    for distance in distances:
        error.add((1.0, 2.0), (1.0 + distance * 0.6, 2.0 - distance * 0.8))
    return error


def test_before_the_pen_was_seen_there_is_no_error():
    assert all(map(math.isnan, (TrackingError().mean, TrackingError().rms, TrackingError().max)))


@pytest.mark.parametrize(
    "distances", [(3.0, 4.0, 5.0), (0.25,), (0.0, 0.0), (1.0, 0.0, 0.0, 1.0), (5.0, 1.0)]
)
def test_mean_rms_and_max_are_those_of_the_distances(distances):
    error = error_of(*distances)
    n = len(distances)
    expected = sum(distances) / n, math.sqrt(sum(d * d for d in distances) / n), max(distances)
    assert (error.mean, error.rms, error.max) == pytest.approx(expected, rel=1e-14)  # rounding
    assert error.count == n


def test_a_pen_that_is_where_it_was_meant_to_be_has_no_error():
    error = TrackingError()
    error.add((0.3, 0.1), (0.3, 0.1))
    assert (error.mean, error.rms, error.max) == (0.0, 0.0, 0.0)


def test_the_largest_distance_is_kept_though_smaller_ones_follow():
    assert error_of(5.0, 1.0, 2.0).max == pytest.approx(5.0, rel=1e-14)  # rounding


# -- of an execution -------------------------------------------------------------------------------
def test_the_pen_is_compared_with_where_it_was_meant_to_be_while_a_tracked_leg_lasts():
    moving = execution()
    errors = []
    for k in range(1, 17):
        meant = end_effector(UNIT, leg().at(k * EXACT).position)[:2]
        errors.append(math.dist(meant, end_effector(UNIT, START)[:2]))
        led(moving, k * EXACT).observe(snapshot(k * EXACT, START))
    run(moving, 9.0, START)
    assert moving.tracking.error.count == 16
    mean, rms, largest, settle_time, *_ = moving.figures
    assert mean == pytest.approx(sum(errors) / 16, rel=1e-12)  # rounding
    assert rms == pytest.approx(math.sqrt(sum(e * e for e in errors) / 16), rel=1e-12)
    assert (largest, settle_time) == (pytest.approx(max(errors), rel=1e-12), None)


def test_on_a_leg_with_waypoints_the_pen_is_compared_with_the_lines_between_them():
    waypoints = ((1.5, 0.5), (1.0, 1.0))
    moving = execution(Stage(leg(waypoints=waypoints), 0.5, tracked=True))
    observed(moving, 0.5, position=START)
    x, y = end_effector(UNIT, START)[:2]
    # The setpoint of the pen is halfway then; the tolerance is rounding.
    assert moving.tracking.error.max == pytest.approx(math.dist((1.25, 0.75), (x, y)), rel=1e-14)


def test_a_lookahead_does_not_move_where_the_pen_is_meant_to_be():
    meant = execution(Stage(leg(), tracked=True))
    ahead = execution(Stage(leg(), tracked=True, lookahead=0.2))
    for moving in (meant, ahead):
        observed(moving, 0.25, 0.5, position=START)
    assert meant.tracking == ahead.tracking


def test_an_approach_is_not_drawn():
    moving = approach()
    observed(moving, *(k * EXACT for k in range(17)), position=GOAL)
    assert moving.index == 1
    assert math.isnan(moving.figures.mean) and moving.tracking.drawn.samples == []
    observed(moving, 1.5, position=GOAL)
    assert moving.tracking.error.count == 1


def test_the_drawn_path_ends_where_the_arm_came_to_rest():
    moving = execution()
    observed(moving, 0.5, 0.75, position=START)
    observed(moving, 1.0)
    pens = [end_effector(UNIT, pose)[:2] for pose in (START, START, GOAL, GOAL)]
    assert moving.figures.drawn == pens


def test_however_long_it_takes_the_drawn_path_stays_short_enough():
    moving = execution(Stage(leg(duration=60.0), tracked=True))
    run(moving, 59.0, START)
    assert DRAWN / 2 <= len(moving.tracking.drawn.samples) <= DRAWN
