"""The integral does not grow because of a setpoint that a hard stop excludes."""

import pytest
from arm_samples import METHODS
from simulation_samples import controlled, ticked

from actors.arm.limits import Limits
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation

STOPS = ((-0.5, 0.5),) * 2


# -- stops -----------------------------------------------------------------------------------------
def at_stops(*setpoint):
    simulation = Simulation(2)
    simulation.set_limits(Limits(position=STOPS))
    simulation.enable(True)
    simulation.hold(Setpoint.at_rest(setpoint))
    return simulation


BEYOND = [(2.0, 2.0), (-2.0, -2.0), (2.0, -2.0), (0.6, 0.0), (0.5, 0.5), (100.0, 100.0)]


@pytest.mark.parametrize("seconds", [2, 10])
@pytest.mark.parametrize("setpoint", BEYOND, ids=str)
def test_an_arm_leaves_its_stop_as_soon_as_its_setpoint_does(setpoint, seconds):
    simulation = ticked(at_stops(*setpoint), 2000 * seconds)
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
