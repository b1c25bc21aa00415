"""One tick, simulation time, and whether the controller holds its setpoint."""

import math
from dataclasses import asdict, replace

import pytest
from arm_samples import arm_of, reference
from simulation_samples import (
    at_the_start,
    both_arms,
    controlled,
    diverged,
    every_method,
    paused,
    ticked,
)

from actors.arm.dynamics import gravity_load
from actors.arm.limits import Limits
from actors.arm.model import Arm
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation
from actors.arm.step import arm_step
from actors.arm.tenure import Tenure


# -- at the start ----------------------------------------------------------------------------------
@both_arms
def test_a_new_arm_is_horizontal_at_rest_and_free(links):
    simulation = Simulation(links)
    assert at_the_start(simulation)
    assert simulation.tenure.resets == 0
    assert not simulation.controller.enabled


@both_arms
def test_a_new_controller_would_hold_the_starting_pose_and_nobody_has_commanded_it(links):
    simulation = Simulation(links)
    assert simulation.controller.setpoint == Setpoint.at_rest((0.0,) * links)
    assert simulation.snapshot().tenure == Tenure()


@both_arms
def test_a_new_arm_steps_by_rk4_at_a_millisecond_or_less(links):
    simulation = Simulation(links)
    assert simulation.method == "rk4"
    assert 0 < simulation.timestep <= 0.001
    assert simulation.arm == Arm.of_links(links)


@both_arms
def test_a_free_arm_falls_with_no_effort(links):
    simulation = ticked(Simulation(links), 200)
    assert simulation.position[0] < -0.01
    assert simulation.effort == (0.0,) * links


# -- one tick --------------------------------------------------------------------------------------
@every_method
def test_the_effort_is_found_at_the_start_of_the_tick_and_held_over_one_step(method):
    simulation = controlled()
    simulation.set_integrator(method, 0.002)
    simulation.position = (0.25, 0.125)
    simulation.velocity = (1.0, -0.5)
    # Errors 0.25 and -0.625; default gains kp 400 and 130, ki 800 and 260, kd 60 and 20.
    effort = (
        400 * 0.25 + 800 * (0.25 * 0.002) + 60 * -1.0,
        130 * -0.625 + 260 * (-0.625 * 0.002) + 20 * 0.5,
    )
    simulation.tick()
    assert simulation.effort == pytest.approx(effort, rel=1e-15)  # rounding
    after = arm_step(simulation.arm, method, 0.002)(0.25, 0.125, 1.0, -0.5, *simulation.effort)
    assert (*simulation.position, *simulation.velocity) == after


CLOSED_LOOPS = reference("closed_loop")


@pytest.mark.parametrize(
    "case", CLOSED_LOOPS, ids=[f"n{c['n']}-{c['method']}" for c in CLOSED_LOOPS]
)
def test_the_closed_loop_goes_through_the_reference_states(case):
    simulation = closed_loop(case)
    for k in range(len(case["q"])):
        ticked(simulation, case["every"])
        state = (*simulation.position, *simulation.velocity, *simulation.controller.integral)
        expected = (*case["q"][k], *case["qd"][k], *case["integral"][k])
        # The reference asks for 1e-9; rounding is about 1e-13.
        assert state == pytest.approx(expected, abs=1e-9)
        # An error of the state is multiplied by the gain.
        assert simulation.effort == pytest.approx(case["effort"][k], abs=1e-9 * max(case["kp"]))


def closed_loop(case):
    simulation = Simulation(case["n"])
    simulation.set_params(**asdict(arm_of(case)))
    simulation.set_gains(**{name: tuple(case[name]) for name in ("kp", "ki", "kd")})
    simulation.set_integrator(case["method"], case["dt"])
    simulation.position = tuple(case["q0"])
    simulation.velocity = tuple(case["qd0"])
    simulation.hold(Setpoint(tuple(case["setpoint"]), tuple(case["setpoint_vel"])))
    simulation.controller.integral_limit = case["integral_limit"]
    simulation.enable(True)
    return simulation


# -- time ------------------------------------------------------------------------------------------
def test_time_is_the_number_of_ticks_times_the_timestep():
    simulation = Simulation(2)
    simulation.set_integrator("rk4", 0.1)
    assert [ticked(simulation, 1).time for _ in range(30)] == [k * 0.1 for k in range(1, 31)]


def test_time_goes_on_from_where_it_was_when_the_timestep_changes():
    simulation = ticked(Simulation(2), 100)
    before = simulation.time
    simulation.set_integrator("verlet", 0.002)
    assert simulation.time == before
    assert ticked(simulation, 10).time == before + 10 * 0.002


def test_a_new_integrator_leaves_the_arm_where_it_is():
    simulation = ticked(controlled(), 50)
    before = simulation.snapshot()
    simulation.set_integrator("euler", 0.004)
    assert simulation.snapshot() == replace(before, timestep=0.004)


@every_method
def test_the_chosen_method_steps_the_arm(method):
    simulation = Simulation(2)
    simulation.set_integrator(method, 0.01)
    simulation.tick()
    assert (*simulation.position, *simulation.velocity) == arm_step(Arm.of_links(2), method, 0.01)(
        *[0.0] * 6
    )


# -- does it hold? ---------------------------------------------------------------------------------
GOALS = [
    (math.pi, math.pi),
    (-math.pi, -math.pi),
    (math.pi, -math.pi),
    (math.pi / 2, 0.0),
    (-0.4, 2.0),
    (math.pi,) * 3,
    (-math.pi,) * 3,
    (math.pi, -math.pi, math.pi),
    (-math.pi / 2, 0.0, 0.0),
    (0.7, -1.1, 1.9),
]


@pytest.mark.parametrize("goal", GOALS, ids=str)
def test_the_default_gains_settle_in_two_seconds_and_stay(goal):
    simulation = controlled(len(goal), *goal)
    simulation.set_integrator("rk4", 0.001)
    farthest = 0.0
    for k in range(3000):
        simulation.tick()
        if k >= 2000:
            farthest = max(
                farthest, *(abs(q - target) for q, target in zip(simulation.position, goal))
            )
    assert farthest < 0.05  # rad: a few degrees, the visible meaning of "there"


@both_arms
def test_once_settled_the_effort_is_the_gravity_load(links):
    simulation = ticked(controlled(links, *(0.5, -0.8, 0.3)[:links]), 16_000)
    load = gravity_load(simulation.arm, simulation.position)
    # The tolerance is in N m: the last motion dies out exponentially.
    assert simulation.effort == pytest.approx(load, abs=0.01)


@both_arms
def test_without_the_integral_term_the_arm_stays_below_its_setpoint(links):
    simulation = controlled(links, *(0.5, 0.0, 0.0)[:links])
    simulation.set_gains(ki=(0.0,) * links)
    ticked(simulation, 8000)
    # At rest, kp times the offset is the gravity load.
    offset = [
        kp * (goal - q)
        for kp, goal, q in zip(
            simulation.controller.gains.kp,
            simulation.controller.setpoint.position,
            simulation.position,
        )
    ]
    # The tolerance is in N m, as above.
    assert offset == pytest.approx(gravity_load(simulation.arm, simulation.position), abs=0.01)
    assert offset[0] > 1.0


def test_new_limits_bind_what_is_commanded_already():
    simulation = Simulation(2)
    simulation.hold(Setpoint((1.0, -2.0), (3.0, -4.0)))
    simulation.set_limits(Limits(operating=((-0.5, 0.5), (-3.0, 3.0)), velocity=(1.0, 10.0)))
    assert simulation.controller.setpoint == Setpoint((0.5, -2.0), (1.0, -4.0))


def test_what_is_seen_tells_whether_the_controller_is_on_and_the_arm_paused_or_diverged():
    def flags(simulation):
        seen = simulation.snapshot(12.5)
        return seen.enabled, seen.paused, seen.diverged, seen.clock

    assert flags(Simulation(2)) == (False, False, False, 12.5)
    assert flags(controlled()) == (True, False, False, 12.5)
    assert flags(paused()) == (True, True, False, 12.5)
    assert flags(diverged()) == (True, False, True, 12.5)
