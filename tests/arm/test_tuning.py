"""Settings that keep the arm from rest are told, with the cause."""

import pytest
from gain_samples import limit_at_pose
from simulation_samples import both_arms

from actors.arm.limits import Limits
from actors.arm.simulation import Simulation
from actors.arm.tuning import bursting, cause_of_divergence, remarks


def simulated(links=2, enabled=True, **changes):
    simulation = Simulation(links)
    for name, arguments in changes.items():
        getattr(simulation, name)(**arguments)
    simulation.enable(enabled)
    return simulation


@both_arms
def test_the_default_settings_need_no_remark(links):
    assert remarks(simulated(links)) == []
    simulation = simulated(links)
    simulation.set_links(own_damping=(5.0,) * links)
    simulation.set_limits(Limits(effort=(100.0,) * links))
    assert remarks(simulation) == []


REMARKS = [
    (2, {"set_params": {"masses": (5.0, 5.0)}}, "takes 21 s to die out when stretched upright"),
    (2, {"set_params": {"lengths": (3.0, 3.0)}}, "ki is too large for its inertia, 0.7"),
    (3, {"set_params": {"lengths": (3.0,) * 3}}, "ki is too large for its inertia, 0.4"),
    (2, {"set_params": {"masses": (30.0, 30.0)}}, "kp and kd are too small"),
    (2, {"set_gains": {"kp": (0.0, 0.0), "ki": (0.0, 0.0)}}, "kp is too small for its weight"),
    (2, {"set_gains": {"kd": (0.0, 0.0)}}, "kp and kd are too small"),
    (2, {"set_params": {"lengths": (0.1, 0.1)}}, "rings with these gains"),
    (2, {"set_integrator": {"method": "rk4", "timestep": 0.01}}, "rings with these gains"),
    (2, {"set_links": {"own_damping": (1000.0, 1000.0)}}, "rk4 is unstable with damping"),
]


@pytest.mark.parametrize("links, changes, told", REMARKS, ids=str)
def test_an_arm_that_does_not_come_to_rest_is_told_why(links, changes, told):
    (remark,) = remarks(simulated(links, **changes))
    assert told in remark


# Damping alone, just below and just above the limit of each method.
@pytest.mark.parametrize("factor, fails", [(0.97, False), (1.03, True)])
@pytest.mark.parametrize(
    "method, z", [("euler", 2.0), ("midpoint", 2.0), ("verlet", 2.0), ("rk4", 2.785)]
)
def test_too_large_a_damping_is_told_just_where_the_method_fails(method, z, factor, fails):
    simulation = simulated(enabled=False, set_params={"gravity": 0.0})
    simulation.set_links(own_damping=(40.0, 15.0))
    limit = limit_at_pose(simulation.arm, simulation.arm.damping, (0.0, 0.0)) * z / 2
    simulation.set_integrator(method, limit * factor)
    assert bool(bursting(simulation)) == fails
    simulation.velocity = (1e-6, -3e-6)
    simulation.advance(300)
    assert (max(map(abs, simulation.velocity)) > 1e-5) == fails


def test_euler_adds_kd_to_the_damping():
    simulation = simulated()
    simulation.set_links(own_damping=(50.0, 18.0))
    simulation.set_integrator("euler", 0.004)
    assert "euler is unstable with damping" in bursting(simulation)
    simulation.enable(False)
    assert bursting(simulation) == ""


CAUSES = [
    ({"set_links": {"own_damping": (1000.0, 1000.0)}}, True, "rk4 is unstable with damping"),
    ({"set_links": {"own_damping": (1000.0, 1000.0)}}, False, "rk4 is unstable with damping"),
    ({"set_integrator": {"method": "rk4", "timestep": 0.05}}, True, "rings with these gains"),
    ({"set_integrator": {"method": "euler", "timestep": 3.0}}, False, ""),
]


@pytest.mark.parametrize("changes, enabled, cause", CAUSES, ids=str)
def test_the_cause_of_a_divergence_is_what_the_settings_show(changes, enabled, cause):
    simulation = simulated(enabled=enabled, **changes)
    told = cause_of_divergence(simulation)
    assert cause in told and bool(cause) == bool(told)
    simulation.advance(100_000)
    assert simulation.diverged or not cause
