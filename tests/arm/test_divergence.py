"""An arm that diverges keeps its last finite state."""

import math

import pytest
from simulation_samples import controlled, diverged, every_method, kept, seen_is_finite, ticked

from actors.arm.simulation import Simulation


def test_a_diverged_arm_keeps_its_last_finite_state_far_out():
    simulation = diverged()
    assert simulation.diverged
    assert not simulation.running
    assert all(map(math.isfinite, (*simulation.position, *simulation.velocity, *simulation.effort)))
    assert max(map(abs, simulation.position)) > 1e3


def test_a_step_that_is_not_taken_advances_neither_clock_nor_integral():
    simulation = diverged()
    before = kept(simulation)
    assert kept(ticked(simulation, 10)) == before


def test_the_tick_that_diverges_changes_nothing_but_the_flag():
    simulation = ticked(controlled(), 5)
    simulation.set_integrator("euler", 0.001)
    simulation.velocity = (1e200, 0.0)
    before = kept(simulation)
    assert kept(ticked(simulation, 1)) == before | {"diverged": True}


def test_a_diverged_arm_stays_so_whatever_is_changed():
    simulation = diverged()
    simulation.set_integrator("rk4", 0.0005)
    simulation.set_params(gravity=0.0)
    simulation.enable(False)
    assert simulation.diverged


def test_reset_brings_a_diverged_arm_back():
    simulation = diverged()
    simulation.reset()
    simulation.set_integrator("rk4", 0.0005)
    assert ticked(simulation, 100).time == 100 * 0.0005
    assert simulation.running


TIMESTEPS = [5e-324, 1e-320, 1e-300, 1e-6, 3600.0, 1e150, 1e300, 1.7e308]


@pytest.mark.parametrize("enabled", [False, True], ids=["free", "controlled"])
@pytest.mark.parametrize("timestep", TIMESTEPS)
@every_method
def test_whatever_the_timestep_all_that_is_seen_is_finite(method, timestep, enabled):
    simulation = Simulation(2)
    simulation.enable(enabled)
    simulation.set_integrator(method, timestep)
    assert seen_is_finite(ticked(simulation, 5))


EXTREME_PARAMETERS = [
    {"masses": (1e-6, 1e6)},
    {"masses": (1e6, 1e-6)},
    {"lengths": (1e-3, 100.0)},
    {"lengths": (100.0, 1e-3)},
    {"masses": (1e-6, 1e6), "lengths": (100.0, 1e-3)},
    {"gravity": 1e308},
    {"masses": (1e308, 1e308)},
    {"masses": (5e-324, 5e-324)},
    {"lengths": (5e-324, 5e-324)},
    {"lengths": (1e200, 1.0)},
    {"lengths": (1.0, 1.7e308)},
]


@pytest.mark.parametrize("enabled", [False, True], ids=["free", "controlled"])
@pytest.mark.parametrize("parameters", EXTREME_PARAMETERS, ids=str)
def test_whatever_the_parameters_all_that_is_seen_is_finite(parameters, enabled):
    simulation = controlled()
    simulation.enable(enabled)
    simulation.set_params(**parameters)
    assert seen_is_finite(ticked(simulation, 20))


def test_the_clock_stays_finite_though_a_weightless_arm_at_rest_never_moves():
    simulation = Simulation(2)
    simulation.set_params(gravity=0.0)
    simulation.set_integrator("euler", 1e308)
    assert seen_is_finite(ticked(simulation, 3))
