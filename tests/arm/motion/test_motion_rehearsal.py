"""Rehearsals on a copy of the arm: they show the lag of the pen, and always the same."""

import pickle

import pytest

from actors.arm.limits import Limits
from actors.arm.motion.branch import joint_path
from actors.arm.motion.distances import Obstacle
from actors.arm.motion.endings import FAULTED, REACHED, TIMED_OUT
from actors.arm.motion.execution import PERIOD
from actors.arm.motion.feasible import check
from actors.arm.motion.path import Path
from actors.arm.motion.plan import NOTHING, SETTLE, Plan, Stage
from actors.arm.motion.rehearsal import Rehearsal, most_ticks
from actors.arm.motion.scene import Scene
from actors.arm.motion.timing import joint_leg, pen_leg
from actors.arm.pid import Gains, Setpoint
from actors.arm.simulation import Simulation
from actors.examples.square import CENTER, DELAY, LENGTHS, SIDE, SPACING, drawing_arm

PATH = Path.square(CENTER, SIDE)
DISTANCES, POSES = joint_path(LENGTHS, PATH, "positive", (0.0, 0.0), spacing=SPACING)
POINTS = [PATH.at(distance) for distance in DISTANCES]


def drawing(speed=0.08, profile="steady", settle=SETTLE, points=POINTS, poses=POSES, **how):
    """A rehearsal of the square, from rest on its first corner."""
    arm = drawing_arm(poses[0])
    arm.hold(Setpoint.at_rest(poses[0]))
    leg = pen_leg(points, poses, profile, speed)
    check(Scene.of(arm, [Obstacle(0.0, 0.4, 0.05)]), leg)
    return Rehearsal(
        arm, Plan.of("rehearsal", "draw", (Stage(leg, settle, True, **how),), LENGTHS, 0)
    )


def first_edge(**how):
    """The first edge of the square only, of 41 points: takes 2 s."""
    return drawing(points=POINTS[:41], poses=POSES[:41], **how)


def rehearsed(run, slice=2000):
    while (outcome := run.advance(slice)) is None:
        pass
    return outcome, run.execution.figures


# -- figures ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("speed", [0.04, 0.08, 0.16])
def test_without_feedforward_the_pen_lags_by_a_constant_delay(speed):
    outcome, (mean, rms, largest, settle_time, *_) = rehearsed(drawing(speed, feedforward=NOTHING))
    assert outcome == REACHED
    # The delay is that of joint 1, joint 2 lags 2 % more; corners are cut, and the first delay is
    # still catching up.
    assert mean == pytest.approx(speed * DELAY, rel=0.06)
    assert rms == pytest.approx(speed * DELAY, rel=0.06)
    assert speed * DELAY < largest < 1.15 * speed * DELAY
    assert 0 < settle_time < 1.0


def test_with_feedforward_the_pen_is_less_than_a_millimetre_off():
    outcome, (_, rms, *_) = rehearsed(drawing())
    assert outcome == REACHED
    # M; what is left is the damping's share of the delay, 1/40 of it, and corners.
    assert 0 < rms < 1e-3


def test_commanding_ahead_by_the_delay_takes_most_of_the_lag_away():
    mean = rehearsed(drawing(feedforward=NOTHING, lookahead=DELAY))[1][0]
    assert mean < 0.08 * DELAY / 10


def test_the_drawn_path_goes_around_the_square():
    drawn = rehearsed(drawing())[1][4]
    (left, right), (low, high) = ((min(axis), max(axis)) for axis in zip(*drawn))
    expected = (
        CENTER[0] - SIDE / 2,
        CENTER[0] + SIDE / 2,
        CENTER[1] - SIDE / 2,
        CENTER[1] + SIDE / 2,
    )
    # M: corners are overshot a little.
    assert (left, right, low, high) == pytest.approx(expected, abs=3e-3)
    assert drawn[-1] == pytest.approx(POINTS[-1], abs=1e-3)


# -- the same again --------------------------------------------------------------------------------
def test_a_rehearsal_is_the_same_every_time_to_the_last_bit():
    assert rehearsed(first_edge()) == rehearsed(first_edge())


@pytest.mark.parametrize("slice", [1, 7, 100, 1_000_000])
def test_in_slices_of_any_size_it_is_the_same(slice):
    assert rehearsed(first_edge(), slice) == rehearsed(first_edge())


def test_a_slice_is_so_many_ticks():
    run = first_edge()
    assert run.advance(100) is None
    assert run.simulation.time == 100 * run.simulation.timestep


def test_setpoints_are_those_of_the_middle_of_the_time_that_they_hold_for():
    run = first_edge()
    leg = run.execution.stage.leg
    for k in range(20):
        run.advance(1)
        # Ticks of 1 ms.
        assert run.simulation.controller.setpoint == leg.at(PERIOD * (k // 4) + PERIOD / 2)


def test_the_arm_that_it_is_a_copy_of_stays_as_it_is():
    arm = Simulation(2)
    arm.enable(True)
    before = pickle.dumps(arm)
    leg = joint_leg((0.0, 0.0), (0.1, 0.1), Limits())
    plan = Plan.of("rehearsal", "move_joints", (Stage(leg, SETTLE, True),), arm.arm.lengths, 0)
    assert rehearsed(Rehearsal(pickle.loads(before), plan))[0] == REACHED
    assert pickle.dumps(arm) == before


def test_it_does_not_matter_at_what_time_and_after_how_many_resets_it_begins():
    again = first_edge()
    again.simulation.reset()
    again.simulation.position = POSES[0]
    again.simulation.hold(Setpoint.at_rest(POSES[0]))
    stages = again.execution.plan.stages
    later = Rehearsal(again.simulation, Plan.of("rehearsal", "draw", stages, LENGTHS, 1))
    assert rehearsed(later) == rehearsed(first_edge())


# -- how it ends -----------------------------------------------------------------------------------
def standing(run, change):
    change(run.simulation)
    return rehearsed(run)[0], run.execution.reason


def test_an_arm_that_is_too_weak_times_out():
    outcome, reason = standing(
        first_edge(settle=0.5), lambda arm: arm.set_gains(kp=(1.0, 1.0), kd=(5.0, 5.0))
    )
    assert outcome == TIMED_OUT
    assert reason.startswith("it has not come to rest within 0.5 s: joint 2 is ")
    assert "rad off, the pen is " in reason and "m off" in reason
    assert "it has reached no limit of effort and no hard stop" in reason


@pytest.mark.parametrize(
    "limits, words",
    [
        ({"effort": (0.01, 0.01)}, "joint 1 has reached its effort limit of 0.01 N m"),
        ({"position": ((-9.0, 9.0), (1.7, 9.0))}, "joint 2 is at its hard stop of 1.7 rad"),
    ],
)
def test_a_motion_that_times_out_says_which_limit_has_cut_in(limits, words):
    outcome, reason = standing(first_edge(), lambda arm: arm.set_limits(Limits(**limits)))
    assert outcome == TIMED_OUT and words in reason


def test_an_arm_that_diverges_has_faulted():
    def shaken(arm):
        arm.controller.gains = Gains((1e9, 1e9), (0.0, 0.0), (1e9, 1e9))

    assert standing(first_edge(), shaken) == (FAULTED, "the arm has diverged")


def test_setpoints_beyond_the_limits_are_a_fault():
    assert standing(first_edge(), lambda arm: arm.set_limits(Limits(velocity=(0.01, 0.01)))) == (
        FAULTED,
        "a setpoint was beyond the limits of the arm",
    )


def test_a_disabled_controller_is_a_fault():
    assert standing(first_edge(), lambda arm: arm.enable(False)) == (FAULTED, "PID was disabled")


@pytest.mark.parametrize("timestep", [0.0005, 0.001, 0.002])
@pytest.mark.parametrize("weak", [False, True])
def test_it_never_takes_more_ticks_than_was_told(weak, timestep):
    run = first_edge(settle=0.5)
    ticks = 0
    run.simulation.set_integrator("rk4", timestep)
    if weak:
        run.simulation.set_gains(kp=(1.0, 1.0), kd=(5.0, 5.0))
    most = most_ticks(run.simulation, run.execution.plan)
    # The leg, the wait, and a second to spare.
    assert most == pytest.approx((2.0 + 0.5 + 1) / timestep, rel=1e-9)
    while run.advance(1) is None:
        ticks += 1
    assert 2.0 / timestep < ticks < most
