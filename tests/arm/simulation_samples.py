"""Steps and samples for the tests of the simulation."""

import math
import pickle

import pytest
from arm_samples import METHODS

from actors.arm.limits import Limits
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation

every_method = pytest.mark.parametrize("method", METHODS)
both_arms = pytest.mark.parametrize("links", [2, 3])


def ticked(simulation, count):
    for _ in range(count):
        simulation.tick()
    return simulation


def controlled(links=2, *setpoint):
    simulation = Simulation(links)
    simulation.enable(True)
    simulation.hold(Setpoint.at_rest(setpoint or (0.5, -0.5, 0.5)[:links]), "a test")
    return simulation


def kept(simulation):
    """All state that a successor takes over, in one dictionary."""
    state = simulation.__getstate__()
    del state["_code"]  # is derived from the rest
    return {**state, **vars(state["controller"]), "controller": None}


def successor(simulation):
    return pickle.loads(pickle.dumps(simulation))


def diverged():
    """A simulation that a timestep of 3 s made diverge, with the controller on."""
    simulation = ticked(controlled(), 5)
    simulation.set_integrator("euler", 3.0)
    return ticked(simulation, 1000)


def at_the_start(simulation):
    seen = simulation.snapshot()
    still = (0.0,) * simulation.arm.links
    return (seen.time, seen.position, seen.velocity, seen.effort) == (0.0, still, still, still)


def seen_is_finite(simulation):
    seen = simulation.snapshot()
    return all(map(math.isfinite, (seen.time, *seen.position, *seen.velocity, *seen.effort)))


def in_full_swing():
    simulation = ticked(controlled(3), 40)
    simulation.set_params(gravity=3.7, masses=(0.5, 2.0, 1.0), lengths=(0.3, 1.2, 0.7))
    simulation.set_gains(ki=(1.0, 2.0, 3.0))
    simulation.set_integrator("verlet", 0.0007)
    return ticked(simulation, 40)


def free_and_reset():
    simulation = ticked(Simulation(2), 40)
    simulation.reset()
    return ticked(simulation, 3)


def led_in():
    """A simulation whose setpoint is being led into limits that exclude it."""
    simulation = ticked(controlled(), 4000)
    simulation.set_limits(Limits(operating=((-0.1, 0.1), (-0.4, 0.4))))
    return ticked(simulation, 40)


def paused():
    simulation = ticked(controlled(), 40)
    simulation.paused = True
    return simulation
