"""The integral is bounded by what it is for, and does not grow where that is in vain."""

import math
import pickle
from dataclasses import replace

import pytest
from arm_samples import METHODS
from simulation_samples import both_arms, controlled, ticked

from actors.arm.dynamics import gravity_load
from actors.arm.limits import Limits
from actors.arm.model import Arm
from actors.arm.pid import Gains, Setpoint
from actors.arm.simulation import Simulation
from actors.arm.windup import RESERVE, integral_limits, worst_loads

EARTH = 9.81  # m/s^2
STOPS = ((-0.5, 0.5),) * 2
CHANGES = [
    {},
    {"masses": (5.0, 0.3)},
    {"lengths": (3.0, 0.2)},
    {"own_centers": (0.9, 0.0), "own_inertias": (0.1, 0.2)},
    {"gravity": 1.62},
    {"gravity": 0.0},
]


# -- the bound -------------------------------------------------------------------------------------
@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_the_worst_loads_are_the_largest_of_all_poses(change):
    arm = replace(Arm.of_links(2), **change)
    angles = [k * math.pi / 36 for k in range(72)]
    loads = [gravity_load(arm, (a, b)) for a in angles for b in angles]
    largest = [max(load[k] for load in loads) for k in range(2)]
    assert worst_loads(arm, arm.gravity) == pytest.approx(largest, rel=1e-9, abs=1e-9)


@both_arms
def test_the_bound_holds_the_worst_load_with_a_reserve(links):
    arm = Arm.of_links(links)
    ki = Gains.of_links(links).ki
    held = [bound * gain for bound, gain in zip(integral_limits(arm, ki), ki)]
    assert held == pytest.approx([(1 + RESERVE) * load for load in worst_loads(arm, EARTH)])


def test_the_reserve_is_there_without_gravity_too():
    arm = replace(Arm.of_links(2), gravity=0.0)
    held = [bound * 2.0 for bound in integral_limits(arm, (2.0, 2.0))]
    assert held == pytest.approx([RESERVE * load for load in worst_loads(arm, EARTH)])


@both_arms
def test_an_integral_that_acts_on_nothing_has_the_bound_of_the_default_gain(links):
    arm = Arm.of_links(links)
    assert integral_limits(arm, (0.0,) * links) == integral_limits(arm, Gains.of_links(links).ki)


@pytest.mark.parametrize(
    "change",
    [
        lambda simulation: simulation.set_params(gravity=3.7),
        lambda simulation: simulation.set_params(masses=(5.0, 2.0)),
        lambda simulation: simulation.set_params(lengths=(3.0, 0.5)),
        lambda simulation: simulation.set_links(own_centers=(1.0, 0.0)),
        lambda simulation: simulation.set_gains(ki=(50.0, 0.0)),
        lambda simulation: simulation.reset(),
    ],
)
def test_the_bound_is_that_of_the_arm_and_the_gains_as_they_are_now(change):
    simulation = controlled()
    change(simulation)
    for each in (simulation, pickle.loads(pickle.dumps(simulation))):
        controller = each.controller
        assert controller.integral_limit == integral_limits(each.arm, controller.gains.ki)


@pytest.mark.parametrize("ki", [(1.0, 0.5), (20.0, 10.0), (600.0, 200.0)], ids=str)
@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_a_fixed_gravity_load_is_held_exactly(change, ki):
    """At the start all links are horizontal, so this is the worst load."""
    simulation = Simulation(2)
    simulation.change_arm(replace(simulation.arm, **change))
    simulation.set_gains(ki=ki)
    simulation.enable(True)
    load = gravity_load(simulation.arm, (0.0, 0.0))
    simulation.controller.integral = tuple(tau / gain for tau, gain in zip(load, ki))
    ticked(simulation, 500)
    assert simulation.position == pytest.approx((0.0, 0.0), abs=1e-9)
    assert simulation.effort == pytest.approx(load, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("factor", [0.1, 2.0, 10.0])
def test_other_gains_leave_the_integral_alone_wherever_their_bound_is(factor):
    simulation = ticked(controlled(), 6000)
    integral = simulation.controller.integral
    ki = simulation.controller.gains.ki
    simulation.set_gains(ki=tuple(factor * gain for gain in ki))
    before = simulation.effort
    ticked(simulation, 1)
    assert simulation.controller.integral == pytest.approx(integral, abs=1e-6)
    # The arm is at rest, so all its effort comes from the integral.
    assert simulation.effort == pytest.approx([factor * effort for effort in before], rel=0.01)


def test_an_integral_beyond_a_new_bound_shrinks_but_does_not_grow():
    simulation = controlled(2, 0.5, 0.0)
    simulation.controller.integral = (5.0, 0.0)
    ticked(simulation, 1)
    assert simulation.controller.integral[0] == 5.0
    simulation.hold(Setpoint.at_rest((-0.5, 0.0)))
    shrunk = ticked(simulation, 1).controller.integral[0]
    assert 4.99 < shrunk < 5.0


def test_an_integral_that_has_grown_while_ki_was_zero_does_not_throw_the_arm():
    simulation = ticked(controlled(2, 0.0, 0.0), 10)
    ki = simulation.controller.gains.ki
    simulation.set_gains(ki=(0.0, 0.0))
    ticked(simulation, 20_000)
    simulation.set_gains(ki=ki)
    farthest = max(ticked(simulation, 1).position[0] for _ in range(4000))
    assert farthest < 0.1


# Steps with gains of students, whose integral terms stay below twice the gravity load.
STEPS = [(0.6, -0.4), (-0.8, 0.8), (1.0, 1.0), (0.3, -1.2)]


@pytest.mark.parametrize("goal", STEPS, ids=str)
def test_in_ordinary_motion_the_bound_does_not_cut_in(goal):
    bounded = controlled(2, *goal)
    bounded.set_gains(kp=(200.0, 100.0), ki=(100.0, 50.0), kd=(40.0, 15.0))
    free = pickle.loads(pickle.dumps(bounded))
    free.controller.integral_limit = 1e9
    for _ in range(60):
        ticked(bounded, 100)
        ticked(free, 100)
        assert bounded.controller.integral == free.controller.integral
        assert bounded.position == free.position


@both_arms
def test_a_large_step_is_overshot_by_little(links):
    goal = (1.0, -1.5, 1.0)[:links]
    simulation = controlled(links, *goal)
    farthest = 0.0
    for _ in range(600):
        ticked(simulation, 10)
        beyond = [(q - g) * math.copysign(1.0, g) for q, g in zip(simulation.position, goal)]
        farthest = max(farthest, *beyond)
    assert farthest < 0.15
    assert simulation.position == pytest.approx(goal, abs=0.01)


# -- stops -----------------------------------------------------------------------------------------
def at_stops(*setpoint):
    simulation = Simulation(2)
    simulation.set_limits(Limits(position=STOPS))
    simulation.enable(True)
    simulation.hold(Setpoint.at_rest(setpoint))
    return simulation


BEYOND = [(2.0, 2.0), (-2.0, -2.0), (2.0, -2.0), (0.6, 0.0), (0.5, 0.5), (100.0, 100.0)]


@pytest.mark.parametrize("setpoint", BEYOND, ids=str)
def test_an_arm_leaves_its_stop_as_soon_as_its_setpoint_does(setpoint):
    simulation = ticked(at_stops(*setpoint), 4000)
    assert simulation.position == pytest.approx(
        [min(max(goal, -0.5), 0.5) for goal in setpoint], abs=0.01
    )
    simulation.hold(Setpoint.at_rest((0.0, 0.0)))
    ticked(simulation, 400)  # 0.2 s
    assert all(abs(q) < 0.48 for q in simulation.position)
    farthest = max(max(map(abs, ticked(simulation, 1).position)) for _ in range(4000))
    assert farthest < 0.48
    assert simulation.position == pytest.approx((0.0, 0.0), abs=0.01)


@pytest.mark.parametrize("method", METHODS)
def test_nothing_accumulates_at_a_stop_that_excludes_the_setpoint(method):
    simulation = at_stops(2.0, 2.0)
    simulation.set_integrator(method, 0.0005)
    ticked(simulation, 2000)
    assert simulation.position == (0.5, 0.5)
    integral = simulation.controller.integral
    assert ticked(simulation, 2000).controller.integral == integral


def test_stops_that_do_not_exclude_the_setpoint_change_nothing():
    free = controlled(2, 0.3, -0.4)
    stopped = at_stops(0.3, -0.4)
    for _ in range(3000):
        assert ticked(free, 1).controller.integral == ticked(stopped, 1).controller.integral
        assert free.effort == stopped.effort


def test_the_effort_at_a_stop_is_that_of_the_other_two_terms():
    """A setpoint of 2 rad behind a stop at 0.5 rad asks for kp times 1.5 rad and the load."""
    simulation = ticked(at_stops(2.0, 2.0), 2000)
    kp = simulation.controller.gains.kp[0]
    assert simulation.effort[0] <= kp * 1.5 + 2 * worst_loads(simulation.arm, EARTH)[0]


# -- limits of effort ------------------------------------------------------------------------------
def test_an_effort_limit_below_the_load_winds_nothing_up():
    simulation = controlled(2, 0.0, 0.0)
    simulation.set_limits(Limits(effort=(15.0, 15.0)))
    ticked(simulation, 20_000)
    ki = simulation.controller.gains.ki[0]
    assert ki * abs(simulation.controller.integral[0]) <= 15.0 * 1.01
