"""The derived tick does what a plain one on floats does, to the last bit."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from arm_samples import METHODS, random_states
from plain_tick import plain_tick, seen

from actors.arm.flat import ON_ARRAYS
from actors.arm.limits import Limits
from actors.arm.model import Arm
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation
from actors.arm.tick import flat_tick, held, recorded_tick

every_method = pytest.mark.parametrize("method", METHODS)
both_arms = pytest.mark.parametrize("links", [2, 3])
INF = math.inf
NAN = math.nan


def goes_on_like_the_plain_one(simulation, ticks):
    """Whether every tick leaves what the plain one does, told apart to the last bit and sign."""
    for _ in range(ticks):
        expected = plain_tick(simulation)
        simulation.tick()
        if repr(seen(simulation)) != repr(expected):
            return False
    return True


def anywhere(method, state, rng):
    """A simulation in a random state, with any gains, limits and timestep."""
    n = state.arm.links
    simulation = Simulation(n)
    damping = some(rng, lambda: joints(rng, n, 0.0, 3.0))
    simulation.change_arm(replace(state.arm, own_damping=damping))
    simulation.set_integrator(method, 10.0 ** rng.uniform(-5.0, -1.5))
    simulation.position = tuple(state.q)
    simulation.velocity = tuple(state.qdot)
    simulation.set_gains(
        kp=joints(rng, n, 0.0, 900.0), ki=joints(rng, n, 0.0, 2000.0), kd=joints(rng, n, 0.0, 150.0)
    )
    simulation.set_limits(
        Limits(
            position=some(rng, lambda: tuple(around(angle, rng) for angle in state.q)),
            effort=some(rng, lambda: joints(rng, n, 0.0, 300.0)),
        )
    )
    controller = simulation.controller
    controller.setpoint = Setpoint(joints(rng, n, -3.0, 3.0), joints(rng, n, -2.0, 2.0))
    most = rng.choice((0.0, 0.01, 10.0))
    controller.integral_limit = most
    controller.enable(rng.random() < 0.8)
    controller.integral = tuple(rng.uniform(-most, most) for _ in range(n))
    return simulation


def some(rng, make):
    return make() if rng.random() < 0.5 else None


def joints(rng, n, lowest, highest):
    return tuple(rng.uniform(lowest, highest) for _ in range(n))


def around(angle, rng):
    """A range that the joint is in, or at an end of."""
    return (angle - rng.choice((0.0, 1e-4, 1.0)), angle + rng.choice((1e-3, 2.0)))


@both_arms
@every_method
def test_every_tick_is_that_of_the_plain_one(method, links):
    rng = random.Random(f"{method} {links}")
    for state in random_states(links, 40):
        assert goes_on_like_the_plain_one(anywhere(method, state, rng), 8)


TIMESTEPS = [5e-324, 1e-300, 1e-6, 0.05, 3.0, 3600.0, 1e150, 1e300, 1.7e308]
THROWN = [(0.0, 0.0), (1e3, -1e3), (1e10, 1e10), (1e150, 0.0), (1e200, 0.0), (-1e308, 1e308)]


@pytest.mark.parametrize("limits", [Limits(), Limits(((-2.0, 2.0),) * 2, effort=(40.0, 0.0))])
@pytest.mark.parametrize("timestep", TIMESTEPS)
@every_method
def test_so_is_every_tick_of_an_arm_that_is_thrown_out_of_all_bounds(method, timestep, limits):
    for velocity in THROWN:
        for damping in (None, (0.5, 1e300)):
            simulation = Simulation(2)
            simulation.set_links(own_damping=damping)
            simulation.set_integrator(method, timestep)
            simulation.set_limits(limits)
            simulation.enable(True)
            simulation.hold(Setpoint((1.0, -1e308), (0.0, 1e300)))
            simulation.velocity = velocity
            assert goes_on_like_the_plain_one(simulation, 6)


PARAMETERS = [
    {"masses": (1e-6, 1e6)},
    {"masses": (1e308, 1e308)},
    {"masses": (5e-324, 5e-324)},
    {"lengths": (1e-3, 100.0)},
    {"lengths": (5e-324, 5e-324)},
    {"lengths": (1.0, 1.7e308)},
    {"gravity": 1e308},
]


@pytest.mark.parametrize("parameters", PARAMETERS, ids=str)
@every_method
def test_so_is_every_tick_of_an_arm_beyond_all_measure(method, parameters):
    simulation = Simulation(2)
    simulation.set_params(**parameters)
    simulation.set_integrator(method, 0.01)
    simulation.enable(True)
    simulation.hold(Setpoint.at_rest((0.5, -0.5)))
    assert goes_on_like_the_plain_one(simulation, 10)


@pytest.mark.parametrize("odd", [INF, -INF, NAN])
@pytest.mark.parametrize("field", ["kp", "ki", "kd"])
@pytest.mark.parametrize("limits", [Limits(), Limits(effort=(40.0, INF))], ids=["free", "limited"])
def test_so_is_every_tick_under_gains_that_are_no_numbers(field, odd, limits):
    simulation = Simulation(2)
    simulation.set_limits(limits)
    simulation.set_gains(**{field: (10.0, odd)})
    simulation.enable(True)
    simulation.hold(Setpoint.at_rest((0.5, -0.5)))
    assert goes_on_like_the_plain_one(simulation, 3)


# -- what it is derived for ------------------------------------------------------------------------
def test_many_ticks_at_once_are_as_many_single_ones():
    simulations = [anywhere("rk4", random_states(2, 1)[0], random.Random(5)) for _ in range(2)]
    simulations[0].advance(300)
    for _ in range(300):
        simulations[1].tick()
    assert seen(simulations[0]) == seen(simulations[1])
    assert simulations[0].time == simulations[1].time


def test_the_tick_of_an_arm_is_derived_once():
    assert flat_tick(Arm.of_links(2), "rk4", 0.001, False, True) is flat_tick(
        Arm.of_links(2), "rk4", 0.001, False, True
    )


def test_new_gains_setpoints_and_switches_need_no_other_tick():
    simulation = Simulation(2)
    before = simulation.__dict__["_flat_tick"]
    simulation.enable(True)
    simulation.set_gains(kp=(1.0, 1.0))
    simulation.hold(Setpoint.at_rest((0.1, 0.1)))
    assert simulation.__dict__["_flat_tick"] is before


@pytest.mark.parametrize("stopped", [False, True])
@pytest.mark.parametrize("limited", [False, True])
@both_arms
def test_a_batch_of_arms_ticks_as_each_would(links, limited, stopped):
    """The tick is written for arrays too: each number of its arguments may be one for each arm."""
    rng = random.Random(links)
    states = [anywhere("rk4", state, rng) for state in random_states(links, 50)]
    arm = states[0].arm
    for simulation in states:
        simulation.controller.effort_limit = (20.0,) * links if limited else None
        simulation.controller.stops = ((-1.0, 0.5),) * links if stopped else None
    batch = recorded_tick(arm, "rk4", 0.01, limited, stopped).function(ON_ARRAYS)
    alone = flat_tick(arm, "rk4", 0.01, limited, stopped)
    arguments = [(state_of(each), 0.0, held(each.controller)) for each in states]
    together = batch(*stacked(arguments))
    for k, each in enumerate(arguments):
        # The sines of numpy may differ in the last bit, and the step carries the difference on.
        assert flattened(alone(*each)) == pytest.approx(
            [np.broadcast_to(row, 50)[k] for row in flattened(together)], rel=1e-12, abs=1e-12
        )


def state_of(simulation):
    books = simulation.books
    integral = simulation.controller.integral
    return (simulation.position, simulation.velocity, integral, books.work, books.lost)


def stacked(rows):
    """The same nested tuples, with an array in the place of each number."""
    if isinstance(rows[0], (tuple, list)):
        return tuple(stacked([row[i] for row in rows]) for i in range(len(rows[0])))
    return np.array(rows)


def flattened(nested):
    return [x for row in nested for x in flattened(row)] if isinstance(nested, tuple) else [nested]
