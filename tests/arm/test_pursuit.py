"""The pursuit of a goal: the arm judges at every tick whether the goal is reached."""

import math
import random

import pytest
from simulation_samples import both_arms, controlled, successor, ticked

from actors.arm.forward_kinematics import end_effector
from actors.arm.kinematics import Target
from actors.arm.pid import Setpoint
from actors.arm.pursuit import Aim, Arrival
from actors.arm.simulation import Simulation
from actors.arm.tenure import StreamSetpoint

ID = "goal-0-1"
STRIDES = (1, 7, 16)  # ticks between two looks at the clock
ANYWHERE = Target(0.0, 0.0)
HOLD = 0.05  # s, a hundred ticks


def swing(links, timestep=0.0005):
    """An arm that falls from its starting pose, without control."""
    arm = Simulation(links)
    arm.set_integrator("rk4", timestep)
    return arm


def pursuing(arm, target=ANYWHERE, epsilon=10.0, success_hold=HOLD):
    arm.hold(Setpoint.at_rest((0.0,) * arm.arm.links), ID, Aim(target, epsilon, success_hold))
    return arm


def at_rest(links=2):
    """An arm without gravity that stays where it is, and pursues a goal there."""
    arm = Simulation(links)
    arm.set_params(gravity=0.0)
    return pursuing(arm)


def tip(arm):
    return end_effector(arm.arm.lengths, arm.position)[:2]


def trace(arm, ticks):
    """The time and the end effector before the first tick and after each tick."""
    rows = [(arm.time, tip(arm))]
    for _ in range(ticks):
        arm.tick()
        rows.append((arm.time, tip(arm)))
    return rows


def expected(rows, aim):
    """When the goal is reached, by the words of the contract; None if it is not."""
    entered = None
    for time, (x, y) in rows:
        if math.hypot(x - aim.target.x, y - aim.target.y) > aim.epsilon:
            entered = None
            continue
        entered = time if entered is None else entered
        if time - entered >= aim.success_hold:
            return time
    return None


# -- every tick counts -----------------------------------------------------------------------------
@both_arms
@pytest.mark.parametrize("stride", STRIDES)
def test_each_entry_is_noticed_however_short_at_its_first_tick(links, stride):
    """The radius is so small that the end effector stays inside for 1 to 10 ms."""
    rows = trace(swing(links), 3000)
    rng = random.Random(links)
    for _ in range(15):
        k = rng.randrange(500, 2900)
        inside = rng.randrange(1, 10)  # ticks before and after the nearest
        radius = math.dist(rows[k][1], rows[k + inside][1])
        aim = Aim(Target(*rows[k][1]), radius, 0.0)
        arm = pursuing(swing(links), *aim)
        while arm.time < rows[-1][0]:
            arm.advance(stride)
        assert arm.snapshot().arrival.time == expected(rows, aim)
        assert arm.snapshot().arrival.distance <= radius


@both_arms
@pytest.mark.parametrize("stride", STRIDES)
@pytest.mark.parametrize("timestep", [0.0001, 0.001, 0.005])
def test_a_hold_is_over_at_the_tick_at_which_the_contract_says_so(links, stride, timestep):
    rows = trace(swing(links, timestep), 800)
    rng = random.Random(links)
    for _ in range(10):
        target = Target(*rows[rng.randrange(len(rows))][1])
        aim = Aim(target, rng.uniform(0.01, 0.5), rng.randrange(60) * timestep)
        arm = pursuing(swing(links, timestep), *aim)
        while arm.time < rows[-1][0] - timestep / 2:
            arm.advance(stride if arm.time + stride * timestep <= rows[-1][0] else 1)
        arrival = arm.snapshot().arrival
        assert (arrival and arrival.time) == expected(rows, aim)


def test_one_tick_outside_resets_the_dwell():
    arm = at_rest()
    ticked(arm, 90)
    arm.set_params(lengths=(10.0, 1.0))  # out of epsilon
    arm.tick()
    arm.set_params(lengths=(1.0, 1.0))
    assert arm.pursuit.entered == arm.time == 91 * arm.timestep
    ticked(arm, 99)
    assert arm.snapshot().arrival is None
    arm.tick()
    assert arm.snapshot().arrival.time == arm.time


@both_arms
def test_the_arm_moves_the_same_with_and_without_a_goal(links):
    with_goal = controlled(links)
    without = controlled(links)
    with_goal.hold(without.controller.setpoint, ID, Aim(ANYWHERE, 1e-9, 1.0))
    for stride in STRIDES * 20:
        with_goal.advance(stride)
        without.advance(stride)
    assert (with_goal.position, with_goal.velocity, with_goal.time) == (
        without.position,
        without.velocity,
        without.time,
    )


# -- begin and end ---------------------------------------------------------------------------------
def test_a_goal_without_a_hold_is_reached_at_once_where_the_arm_is_within_epsilon_already():
    arm = pursuing(Simulation(2), Target(2.0, 0.0), 0.05, success_hold=0.0)
    assert arm.snapshot().arrival == Arrival(ID, 0.0, 0.0)


def test_a_paused_arm_does_not_dwell():
    arm = at_rest()
    ticked(arm, 99)
    arm.paused = True
    ticked(arm, 1000)
    assert arm.snapshot().arrival is None
    arm.paused = False
    assert ticked(arm, 1).snapshot().arrival.time == pytest.approx(HOLD)


def test_a_reset_ends_the_pursuit():
    arm = at_rest()
    ticked(arm, 99)
    arm.reset()
    assert ticked(arm, 500).snapshot().arrival is None


def test_a_goal_whose_setpoint_comes_after_a_reset_dwells_from_then_on():
    arm = ticked(at_rest(), 99)
    arm.reset()
    pursuing(arm)
    assert ticked(arm, 99).snapshot().arrival is None
    assert ticked(arm, 1).snapshot().arrival is not None


def test_another_goal_begins_a_dwell_of_its_own():
    arm = ticked(at_rest(), 99)
    aim = Aim(ANYWHERE, 10.0, HOLD)
    arm.hold(Setpoint.at_rest((0.0, 0.0)), "goal-0-2", aim)
    assert ticked(arm, 99).snapshot().arrival is None
    assert ticked(arm, 1).snapshot().arrival.goal_id == "goal-0-2"


def test_a_motion_ends_the_pursuit():
    arm = ticked(at_rest(), 99)
    arm.follow(StreamSetpoint(Setpoint.at_rest((0.0, 0.0)), "motion-0-1", 0, opening=True))
    assert ticked(arm, 500).snapshot().arrival is None


def test_a_setpoint_without_a_name_does_not_end_the_pursuit():
    arm = ticked(at_rest(), 99)
    arm.hold(Setpoint.at_rest((0.1, 0.1)))
    assert ticked(arm, 1).snapshot().arrival.goal_id == ID


def test_a_setpoint_that_comes_twice_does_not_reset_the_dwell():
    arm = ticked(at_rest(), 99)
    pursuing(arm)
    arrival = ticked(arm, 1).snapshot().arrival
    assert arrival is not None
    pursuing(arm)
    assert ticked(arm, 500).snapshot().arrival == arrival


@pytest.mark.parametrize("then", ["leaves", "is reset", "gets a motion"])
def test_an_arrival_stays_known_whatever_follows(then):
    arm = ticked(at_rest(), 100)
    arrival = arm.snapshot().arrival
    if then == "leaves":
        arm.set_params(lengths=(100.0, 1.0))
    elif then == "is reset":
        arm.reset()
    else:
        arm.follow(StreamSetpoint(Setpoint.at_rest((0.0, 0.0)), "motion-0-1", 0, opening=True))
    assert arrival is not None
    assert ticked(arm, 100).snapshot().arrival == arrival


# -- lengths, deaths -------------------------------------------------------------------------------
@pytest.mark.parametrize("paused", [False, True])
def test_new_lengths_that_bring_the_end_effector_within_epsilon_reach_a_goal_without_a_hold(paused):
    arm = Simulation(2)
    pursuing(arm, Target(3.0, 0.0), 0.05, success_hold=0.0)
    arm.paused = paused
    arm.set_params(lengths=(1.0, 1.98))
    assert arm.snapshot().arrival == Arrival(ID, 0.0, pytest.approx(0.02))


@both_arms
def test_a_successor_goes_on_with_the_dwell(links):
    arm = successor(ticked(at_rest(links), 99))
    assert ticked(arm, 1).snapshot().arrival.time == pytest.approx(HOLD)
    assert successor(arm).snapshot().arrival == arm.snapshot().arrival
