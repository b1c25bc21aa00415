"""A motion under way: stages, what ends it and how it is told, braking, giving way, and lives of its leader."""

import math
import pickle
from itertools import pairwise

import pytest

from actors.arm.dynamics import end_effector
from actors.arm.motion.course import (
    BRAKE,
    DRAWN,
    FAULTED,
    OUTCOMES,
    PREEMPTED,
    REACHED,
    SETTLE,
    STILL_ANGLE,
    STILL_RATE,
    STOPPED,
    TIMED_OUT,
    Course,
    Plan,
    Stage,
)
from actors.arm.motion.leg import Leg
from actors.arm.pid import Setpoint
from actors.arm.simulation import Command, Snapshot
from actors.arm.watchdog import LEASE

ID = "motion-0-1"
UNIT = (1.0, 1.0)
START = (0.0, 0.5)
GOAL = (1.0, -0.5)
THERE = (1.5, -0.5)
EXACT = 0.0625  # s between looks, exact in binary
TIMESTEP = LEASE / 2  # s, of an arm that may be left alone for a lease


def leg(start=START, goal=GOAL, duration=1.0, profile="steady", points=None):
    return Leg((start, goal), (0.0, 1.0), profile, duration, points)


def plan(*stages, id=ID, resets=0):
    return Plan.of(id, "move_joints", stages or (Stage(leg(), 0.5, tracked=True),), UNIT, resets)


def course(*stages, since=0.0, **given):
    return Course(plan(*stages, **given), since, since, TIMESTEP)


def seen(time, position=GOAL, velocity=(0.0, 0.0), command=ID, **other):
    command = command if isinstance(command, Command) else Command(command, 0)
    given = {"resets": 0, "command": command, "timestep": TIMESTEP, **other}
    return Snapshot(time, position, velocity, (0.5, 0.25), given.pop("lengths", UNIT), **given)


def led(course, until):
    """The course after it has led the arm up to then, without a gap."""
    while until - course.now > EXACT:
        course.command(course.now + EXACT)
    return course


def looks(course, *times, **given):
    """The outcomes of a row of looks at an arm that is led without a gap."""
    return [led(course, time).observe(seen(time, **given)) for time in times]


def run(course, until, position=GOAL, **given):
    """Looks at an arm that is led and does not move, from now on: when it ended, and how."""
    time = course.now
    while time < until:
        time += EXACT
        outcome = led(course, time).observe(seen(time, position, **given))
        if outcome:
            return time, outcome
    return time, None


# -- what the arm is told --------------------------------------------------------------------------
def test_the_setpoint_is_that_of_the_leg_at_that_moment():
    moving = course(since=3.0)
    for k in range(20):
        assert moving.command(3.0 + k * EXACT) == leg().at(k * EXACT)


def test_a_lookahead_commands_what_comes_so_much_later_and_does_not_begin_with_a_jump():
    moving = course(Stage(leg(), lookahead=0.25))
    ahead = [0.0, 0.0625, 0.125, 0.1875] + [0.25] * 13
    assert [moving.command(k * EXACT) for k in range(17)] == [
        leg().at(k * EXACT + ahead[k]) for k in range(17)
    ]


def test_without_feedforward_setpoints_have_no_velocities():
    moving = course(Stage(leg(), feedforward=False))
    for k in range(17):
        assert moving.command(k * EXACT) == Setpoint.at_rest(leg().at(k * EXACT).position)


def test_before_it_begins_the_arm_is_told_to_stay():
    assert course(since=3.0).command(2.9) == Setpoint.at_rest(START)


def test_at_its_end_the_arm_is_told_to_stay_there():
    moving = course()
    run(moving, 1.25, START)
    assert moving.command(1.3) == Setpoint.at_rest(GOAL)


# -- reached ---------------------------------------------------------------------------------------
def test_an_arm_at_rest_where_it_should_be_has_reached_it_when_the_time_is_over():
    assert looks(course(), 0.0, 0.5, 0.9999, 1.0) == [None, None, None, REACHED]


def test_a_motion_that_leads_nowhere_is_reached_at_the_first_look():
    assert course(Stage(leg(START, START, 0.0))).observe(seen(EXACT, START)) == REACHED


def test_the_settle_time_counts_from_the_end_of_the_leg():
    moving = course()
    assert looks(moving, 0.5, 1.0, 1.25, position=START) == [None] * 3
    assert moving.settle_time is None
    assert looks(moving, 1.375) == [REACHED]
    assert moving.settle_time == 0.375


@pytest.mark.parametrize(
    "position, velocity, outcome",
    [
        ((1.0 + 0.99 * STILL_ANGLE, -0.5), (0.0, 0.0), REACHED),
        ((1.0, -0.5 - 0.99 * STILL_ANGLE), (0.0, 0.0), REACHED),
        ((1.0 + 1.01 * STILL_ANGLE, -0.5), (0.0, 0.0), None),
        ((1.0, -0.5 - 1.01 * STILL_ANGLE), (0.0, 0.0), None),
        (GOAL, (STILL_RATE, -STILL_RATE), REACHED),
        (GOAL, (1.01 * STILL_RATE, 0.0), None),
        (GOAL, (0.0, -1.01 * STILL_RATE), None),
        ((1.0 + 2 * math.pi, -0.5), (0.0, 0.0), None),
    ],
)
def test_rest_is_near_the_goal_and_slow_in_every_joint(position, velocity, outcome):
    assert looks(course(), 1.0, position=position, velocity=velocity) == [outcome]


def test_it_is_not_reached_before_its_time_however_still_the_arm_is():
    assert looks(course(), *(k * EXACT for k in range(16))) == [None] * 16


# -- timed out -------------------------------------------------------------------------------------
@pytest.mark.parametrize("settle, ends", [(0.5, 1.5), (2.0, 3.0), (0.0, 1.0)])
def test_an_arm_that_does_not_come_to_rest_in_time_has_timed_out(settle, ends):
    moving = course(Stage(leg(), settle))
    assert run(moving, 9.0, START) == (ends, TIMED_OUT)
    assert moving.reason == f"it has not come to rest within {settle:g} s"
    assert moving.settle_time is None


def test_an_arm_that_comes_to_rest_in_the_last_moment_has_reached_it():
    moving = course()
    assert looks(moving, 0.5, 1.0, 1.4375, position=START) == [None] * 3
    assert looks(moving, 1.5) == [REACHED]


# -- stages ----------------------------------------------------------------------------------------
def approach(settle=0.25):
    return course(Stage(leg(), settle), Stage(leg(GOAL, THERE), 0.5, tracked=True))


def test_the_next_stage_begins_when_the_arm_is_at_rest():
    moving = approach()
    assert looks(moving, 0.5, 1.0) == [None, None]
    assert (moving.stage, moving.since) == (1, 1.0)
    assert moving.command(1.0) == leg(GOAL, THERE).at(0.0)
    assert looks(moving, 1.5, 2.0, position=THERE) == [None, REACHED]


def test_the_next_stage_begins_when_the_arm_has_been_waited_for_long_enough():
    moving = approach()
    assert looks(moving, 0.5, 1.0, 1.125, position=START) == [None] * 3
    assert (moving.stage, moving.settling) == (0, True)
    assert looks(moving, 1.25, position=START) == [None]
    assert (moving.stage, moving.since, moving.settling) == (1, 1.25, False)


def test_only_the_last_stage_concludes_the_motion():
    moving = approach()
    assert run(moving, 1.5, GOAL) == (1.5, None)
    assert run(moving, 9.0, THERE) == (2.0, REACHED)


def test_the_duration_of_a_plan_is_that_of_all_its_legs():
    assert approach().plan.duration == 2.0


def test_the_setpoint_does_not_jump_from_stage_to_stage():
    moving = approach()
    before = START
    for k in range(1, 300):
        now = k / 100
        told = moving.command(now).position
        assert (
            max(abs(a - b) for a, b in zip(told, before)) <= 1.0 * 0.01 + 1e-12
        )  # 1 rad/s; rounding
        before = told
        moving.observe(seen(now, told))


# -- what ends it ----------------------------------------------------------------------------------
RESET = {"resets": 1}
OTHER = {"command": Command("goal-0-1", 0)}
OVERRULED = {"command": Command(ID, 0, overruled=True)}
ENDS = [
    (RESET, PREEMPTED, "the arm was reset"),
    (
        {"command": Command(ID, 0), "refused": ID},
        FAULTED,
        "a setpoint was beyond the limits of the arm",
    ),
    (OTHER, PREEMPTED, "another setpoint took its place"),
    (OVERRULED, PREEMPTED, "another setpoint took its place"),
    ({"diverged": True}, FAULTED, "the arm has diverged"),
    ({"enabled": False}, FAULTED, "PID was disabled"),
    ({"lengths": (1.0, 0.5)}, FAULTED, "the lengths of the arm were changed"),
]
every_end = pytest.mark.parametrize(
    "happened, outcome, reason", ENDS, ids=[reason for *_, reason in ENDS]
)


@every_end
@pytest.mark.parametrize("time", [0.25, 1.0, 1.25])
def test_what_breaks_a_motion_ends_it_at_once_and_is_told(time, happened, outcome, reason):
    moving = course()
    looks(moving, *(k * EXACT for k in range(int(time / EXACT))), position=START)
    assert moving.observe(seen(time, START, **happened)) == outcome
    assert moving.reason == reason


@every_end
def test_what_breaks_a_motion_breaks_it_though_it_would_be_reached(happened, outcome, reason):
    moving = course()
    assert looks(moving, 0.5) == [None]
    assert looks(moving, 1.0, **happened) == [outcome]


@every_end
def test_what_breaks_a_motion_breaks_one_that_brakes_too(happened, outcome, reason):
    moving = course()
    looks(moving, 0.25, 0.5)
    moving.brake(0.5)
    assert moving.observe(seen(0.5 + EXACT, START, **happened)) == outcome


@pytest.mark.parametrize(
    "happened",
    [OTHER, {"command": Command("", 0)}, {"command": Command("goal-0-1", 0, True)}],
    ids=str,
)
def test_until_the_arm_has_heard_it_another_command_may_be_in_force(happened):
    moving = course()
    assert [moving.observe(seen(k * EXACT, **happened)) for k in range(5)] == [None] * 5
    assert not moving.heard
    assert moving.observe(seen(5 * EXACT)) is None
    assert moving.heard
    assert moving.observe(seen(6 * EXACT, **happened)) == PREEMPTED


@pytest.mark.parametrize("refused", ["", "goal-0-1", "motion-0-0"])
def test_a_refusal_of_somebody_elses_command_is_no_concern(refused):
    assert course().observe(seen(0.5, refused=refused)) is None


def test_resets_before_the_plan_do_not_count():
    assert looks(course(resets=3), 1.0, resets=3) == [REACHED]


def test_a_reset_is_told_before_what_follows_from_it():
    """A reset leaves a diverged arm with another setpoint: it is the reset that ended the motion."""
    moving = course()
    looks(moving, 0.5)
    happened = {"resets": 1, "command": Command("goal-0-1", 1), "enabled": False}
    assert moving.observe(seen(0.0, **happened)) == PREEMPTED
    assert moving.reason == "the arm was reset"


def test_the_outcomes_are_these():
    assert OUTCOMES == ("reached", "stopped", "preempted", "timed_out", "faulted")


# -- braking ---------------------------------------------------------------------------------------
def test_braking_comes_to_rest_on_the_way_and_is_stopped():
    moving = course()
    looks(moving, 0.25, 0.5, position=(0.5, 0.0))
    moving.brake(0.5)
    assert moving.command(0.5) == leg().at(0.5)
    end = leg().at(0.5 + BRAKE / 2).position
    assert led(moving, 0.75).command(0.5 + BRAKE) == Setpoint.at_rest(end)
    assert looks(moving, 0.5 + BRAKE, position=end) == [STOPPED]


def test_braking_does_not_jump():
    moving = course(Stage(leg(profile="quintic"), lookahead=0.1))
    before = None
    for k in range(200):
        now = k / 200
        if k == 90:
            moving.brake(now)
        told = moving.command(now)
        if before:
            assert (
                abs(told.position[0] - before.position[0]) <= 1.875 / 200 + 1e-12
            )  # at its fastest; rounding
            assert (
                abs(told.velocity[0] - before.velocity[0]) <= 0.1
            )  # rad/s: 1.875 in 0.25 s, in steps of 5 ms
        before = told


@pytest.mark.parametrize("now", [0.5, 0.6, 0.7, 5.0])
def test_braking_twice_is_braking_once(now):
    once = course()
    twice = course()
    for moving in (once, twice):
        looks(moving, 0.5, position=(0.5, 0.0))
        moving.brake(0.5)
    twice.brake(now)
    assert twice == once


def test_an_arm_that_does_not_come_to_rest_after_braking_has_timed_out():
    moving = course()
    looks(moving, 0.5, position=START)
    moving.brake(0.5)
    assert run(moving, 60.0, START) == (0.5 + BRAKE + SETTLE, TIMED_OUT)


def test_braking_in_the_first_stage_leaves_the_others_out():
    moving = approach()
    looks(moving, 0.5, position=(0.5, 0.0))
    moving.brake(0.5)
    assert run(moving, 9.0, leg().at(0.5 + BRAKE / 2).position)[1] == STOPPED


def test_braking_while_it_settles_ends_where_the_motion_ends():
    moving = course(Stage(leg(), 60.0))
    assert run(moving, 3.0, START) == (3.0, None)
    moving.brake(3.0)
    assert moving.command(3.0) == Setpoint.at_rest(GOAL)
    assert run(moving, 9.0, GOAL) == (3.0 + BRAKE, STOPPED)


def test_braking_before_it_has_begun_stays_where_it_would_begin():
    moving = course(since=3.0)
    moving.brake(2.0)
    assert moving.command(2.0) == Setpoint.at_rest(START)


def test_a_motion_of_no_length_can_be_braked():
    moving = course(Stage(leg(START, START, 0.0), 60.0))
    moving.brake(0.0)
    assert run(moving, 9.0, START) == (BRAKE, STOPPED)


# -- giving way ------------------------------------------------------------------------------------
def successor_of(moving, now, goal=THERE):
    """What begins where the other will have braked."""
    begin = moving.braking(now).leg
    other = Course(
        plan(Stage(leg(begin.at(BRAKE).position, goal), 0.5), id="motion-0-2"), now, now, TIMESTEP
    )
    return moving.give_way(other, now, now)


def test_another_motion_begins_where_the_one_before_has_braked():
    moving = course()
    looks(moving, 0.5, position=(0.5, 0.0))
    other = successor_of(moving, 0.5)
    end = leg().at(0.5 + BRAKE / 2).position
    assert (other.plan.id, other.heard, other.since, other.stage) == ("motion-0-2", False, 0.5, 0)
    assert other.command(0.5) == leg().at(0.5)
    assert looks(other, 0.625, 0.5 + BRAKE, position=end, command="motion-0-2") == [None, None]
    assert other.stage == 1 and other.command(0.5 + BRAKE) == leg(end, THERE).at(0.0)
    assert run(other, 9.0, THERE, command="motion-0-2") == (1.75, REACHED)


def test_with_one_giving_way_after_another_the_setpoint_never_jumps():
    moving = course()
    before = START
    for k in range(1, 400):
        now = k / 200
        if k in (50, 60, 70, 180):
            moving = successor_of(moving, now, (0.1 * (k % 7), -0.2))
        told = moving.command(now)
        assert (
            max(abs(a - b) for a, b in zip(told.position, before)) <= 2.0 / 200 + 1e-12
        )  # 2 rad/s; rounding
        before = told.position
        moving.observe(seen(now, told.position, told.velocity, command=moving.plan.id))


def test_one_that_brakes_already_is_followed_to_the_end_of_that():
    moving = course()
    looks(moving, 0.5, position=(0.5, 0.0))
    first = successor_of(moving, 0.5)
    second = successor_of(led(first, 0.625), 0.625)
    assert second.since == 0.5
    assert second.present.leg == first.present.leg
    assert second.command(0.625) == first.command(0.625)


def test_giving_way_leaves_the_motion_that_gives_way_alone():
    moving = led(course(), 0.5)
    untouched = led(course(), 0.5)
    successor_of(moving, 0.5)
    assert moving == untouched


def test_what_gave_way_can_be_stopped_while_it_brakes():
    moving = course()
    looks(moving, 0.5, position=(0.5, 0.0))
    other = successor_of(moving, 0.5)
    led(other, 0.625).brake(0.625)
    assert run(other, 9.0, leg().at(0.5 + BRAKE / 2).position, command="motion-0-2") == (
        0.5 + BRAKE,
        STOPPED,
    )


# -- gaps ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("gap", [LEASE / 2, 0.99 * LEASE])
def test_after_a_short_gap_the_motion_is_where_it_would_have_been(gap):
    moving = course()
    led(moving, 0.25).command(0.25)
    assert moving.command(0.25 + gap) == leg().at(0.25 + gap)


@pytest.mark.parametrize("gap", [1.01 * LEASE, 1.0, 1000.0])
def test_after_a_gap_longer_than_the_lease_the_motion_goes_on_where_it_was_left(gap):
    moving = course()
    led(moving, 0.25).command(0.25)
    assert moving.command(0.25 + gap).position == pytest.approx(
        leg().at(0.25).position, abs=1e-12
    )  # rounding
    assert moving.command(0.25 + gap + 0.0625).position == pytest.approx(
        leg().at(0.3125).position, abs=1e-12
    )


def test_a_gap_is_noticed_by_a_look_too():
    moving = course()
    led(moving, 0.25).command(0.25)
    assert moving.observe(seen(10.0, START)) is None
    assert moving.command(10.0) == leg().at(0.25)
    assert not moving.settling


@pytest.mark.parametrize("position, outcome", [(START, TIMED_OUT), (GOAL, REACHED)])
def test_the_arm_needs_nobody_to_come_to_rest_so_a_gap_in_it_counts(position, outcome):
    moving = course()
    looks(moving, 1.0, position=START)
    moving.command(1.0)
    assert moving.observe(seen(100.0, position)) == outcome


@pytest.mark.parametrize("timestep, patience", [(0.0005, 0.03), (0.05, 0.1), (0.2, 0.4)])
def test_a_gap_is_longer_than_a_few_setpoints_and_than_two_timesteps_of_the_arm(timestep, patience):
    for gap, behind in ((0.99 * patience, 0.0), (1.01 * patience, 1.01 * patience)):
        moving = Course(plan(Stage(leg())), 0.0, 0.0, timestep)
        assert moving.command(gap).position == leg().at(gap - behind).position


def test_the_timestep_may_change_on_the_way():
    moving = Course(plan(Stage(leg())), 0.0, 0.0, 0.0005)
    for k in range(1, 5):
        moving.observe(seen(0.2 * k, START, timestep=0.2))
        assert moving.command(0.2 * k).position == pytest.approx(leg().at(0.2 * k).position)


def test_moments_that_come_out_of_order_are_no_gap():
    moving = course()
    led(moving, 0.25).command(0.25)
    looks(moving, 0.1875, position=START)
    assert moving.now == 0.25
    assert moving.command(0.3125) == leg().at(0.3125)


# -- over a death ----------------------------------------------------------------------------------
def begun():
    return course()


def halfway():
    moving = course()
    looks(moving, *(k * EXACT for k in range(9)), position=(0.4, 0.1))
    return moving


def in_its_second_stage():
    moving = approach()
    looks(moving, *(k * EXACT for k in range(20)))
    return moving


def stopping():
    moving = halfway()
    moving.brake(0.5)
    return moving


def settling():
    moving = course(Stage(leg(), 5.0, tracked=True))
    looks(moving, *(k * EXACT for k in range(20)), position=START)
    return moving


@pytest.mark.parametrize(
    "moving", [begun(), halfway(), in_its_second_stage(), stopping(), settling()]
)
def test_progress_and_plan_are_all_that_a_successor_needs(moving):
    saved = pickle.dumps(moving.progress())
    saved_plan = pickle.dumps(moving.plan)
    again = Course(pickle.loads(saved_plan), **pickle.loads(saved))
    assert again == moving
    assert again.command(moving.now + EXACT) == moving.command(moving.now + EXACT)
    assert run(again, 20.0, GOAL) == run(moving, 20.0, GOAL)
    assert repr(again.outline()) == repr(moving.outline())  # nan is not nan, but written like it


def test_progress_has_everything_but_the_plan():
    assert set(course().progress()) == set(vars(course())) - {"plan"}


# -- figures and samples ---------------------------------------------------------------------------
def test_the_pen_is_compared_with_where_it_was_meant_to_be_while_a_tracked_leg_lasts():
    moving = course()
    errors = []
    for k in range(1, 17):
        meant = end_effector(UNIT, leg().at(k * EXACT).position)[:2]
        errors.append(math.dist(meant, end_effector(UNIT, START)[:2]))
        led(moving, k * EXACT).observe(seen(k * EXACT, START))
    run(moving, 9.0, START)
    assert moving.figures.count == 16
    mean, rms, largest, settle_time, _ = moving.outline()
    assert mean == pytest.approx(sum(errors) / 16, rel=1e-12)  # rounding
    assert rms == pytest.approx(math.sqrt(sum(e * e for e in errors) / 16), rel=1e-12)
    assert (largest, settle_time) == (pytest.approx(max(errors), rel=1e-12), None)


def test_a_path_with_points_is_compared_with_its_points():
    points = ((1.5, 0.5), (1.0, 1.0))
    moving = course(Stage(leg(points=points), 0.5, tracked=True))
    looks(moving, 0.5, position=START)
    x, y = end_effector(UNIT, START)[:2]
    assert moving.figures.max == pytest.approx(
        math.dist((1.25, 0.75), (x, y)), rel=1e-14
    )  # half way; rounding


def test_a_lookahead_does_not_move_where_the_pen_is_meant_to_be():
    meant = course(Stage(leg(), tracked=True))
    ahead = course(Stage(leg(), tracked=True, lookahead=0.2))
    for moving in (meant, ahead):
        looks(moving, 0.25, 0.5, position=START)
    assert meant.figures == ahead.figures


def test_an_approach_is_not_drawn():
    moving = approach()
    looks(moving, *(k * EXACT for k in range(17)), position=GOAL)
    assert moving.stage == 1
    assert math.isnan(moving.outline()[0]) and moving.drawn.samples == []
    looks(moving, 1.5, position=GOAL)
    assert moving.figures.count == 1


def test_the_drawn_path_ends_where_the_arm_came_to_rest():
    moving = course()
    looks(moving, 0.5, 0.75, position=START)
    looks(moving, 1.0)
    pens = [end_effector(UNIT, pose)[:2] for pose in (START, START, GOAL, GOAL)]
    assert moving.outline()[4] == pens


def test_however_long_it_takes_the_drawn_path_stays_short_enough():
    moving = course(Stage(leg(duration=60.0), tracked=True))
    run(moving, 59.0, START)
    assert DRAWN / 2 <= len(moving.drawn.samples) <= DRAWN


def test_a_sample_is_what_was_told_seen_and_meant():
    moving = course(Stage(leg(), lookahead=0.25))
    looks(moving, 0.5, position=START)
    sample = moving.sample(seen(0.5, START, (0.1, 0.2)))
    assert (sample.time, sample.position, sample.velocity, sample.effort) == (
        0.5,
        START,
        (0.1, 0.2),
        (0.5, 0.25),
    )
    assert (sample.setpoint, sample.setpoint_velocity) == (
        leg().at(0.75).position,
        leg().at(0.75).velocity,
    )
    assert sample.meant == end_effector(UNIT, leg().at(0.5).position)[:2]
    assert sample.pen == end_effector(UNIT, START)[:2]


def test_samples_of_a_whole_motion_have_rising_times():
    moving = course()
    samples = []
    for k in range(17):
        led(moving, k * EXACT).observe(seen(k * EXACT))
        samples.append(moving.sample(seen(k * EXACT)))
    assert all(a.time < b.time for a, b in pairwise(samples))
    assert [sample.setpoint for sample in samples] == [
        leg().at(k * EXACT).position for k in range(17)
    ]


# -- faults that were found ------------------------------------------------------------------------
@pytest.mark.parametrize("end", ["brake", "give_way"])
def test_braking_after_a_gap_begins_where_the_arm_was_left(end):
    moving = course(Stage(leg()))
    for k in range(5):
        moving.command(k * EXACT)  # 0.25 s of the way
    if end == "brake":
        moving.brake(0.75)
    else:
        moving = moving.give_way(course(Stage(leg(GOAL, THERE)), id="other"), 0.75, 0.75)
    assert moving.command(0.75).position == leg().at(0.25).position


def test_looks_do_not_hide_that_nobody_leads():
    moving = course(Stage(leg()))
    moving.command(0.0)
    for k in range(8):
        moving.observe(seen(k * EXACT, START))
    # Half a second of the way has not been commanded; at most a lease of it is left out.
    assert moving.command(0.5).position[0] <= leg().at(LEASE).position[0] + 1e-12


def test_the_brake_has_velocities_only_where_the_stage_has():
    for feedforward in (True, False):
        moving = course(Stage(leg(), feedforward=feedforward))
        moving.command(0.25)
        moving.brake(0.25)
        assert any(moving.command(0.25 + EXACT).velocity) is feedforward


def test_a_motion_that_gave_way_before_it_was_seen_to_be_followed_is_preempted():
    moving = course()
    moving.command(0.0)
    assert moving.observe(seen(EXACT, START, command="goal-0-1", stream=ID)) == PREEMPTED


def test_a_recording_shows_the_setpoints_that_were_told():
    for feedforward in (True, False):
        moving = course(Stage(leg(), feedforward=feedforward, lookahead=0.125))
        told = moving.command(0.25)
        sample = moving.sample(seen(0.25))
        assert (sample.setpoint, sample.setpoint_velocity) == (told.position, told.velocity)


def test_a_motion_that_is_stopped_keeps_the_duration_that_was_planned():
    moving = course(Stage(leg(duration=8.0)))
    moving.command(0.25)
    moving.brake(0.25)
    assert moving.plan.duration == 8.0


def test_a_motion_that_gives_way_goes_on_until_the_moment_in_which_it_brakes():
    moving = led(course(Stage(leg())), 0.25)
    end = leg().at(0.375 + BRAKE / 2).position
    assert moving.braking(0.25, 0.375).leg.at(9.0).position == pytest.approx(end, abs=1e-15)
    for now in (0.25, 0.3125, 0.375):  # whenever it is asked until then, it ends in the same pose
        other = led(course(Stage(leg())), now).give_way(
            course(Stage(leg(end, THERE)), id="other"), now, 0.375
        )
        assert led(other, 0.375).command(0.375) == leg().at(0.375)
        led(other, 0.375 + BRAKE)
        assert other.command(0.375 + BRAKE).position == pytest.approx(end, abs=1e-15)  # rounding
