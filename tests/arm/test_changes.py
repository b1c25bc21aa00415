"""Changes of a running arm, resets, and what a successor takes up."""

import pickle
from dataclasses import asdict

import pytest
from simulation_samples import (
    at_the_start,
    controlled,
    diverged,
    free_and_reset,
    in_full_swing,
    kept,
    led_in,
    paused,
    successor,
    ticked,
)

from actors.arm.model import Arm
from actors.arm.pid import Gains, Setpoint
from actors.arm.simulation import Simulation
from actors.arm.step import arm_step


# -- changes ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "change",
    [
        {"gravity": 0.0},
        {"masses": (2.0, 3.0)},
        {"lengths": (0.5, 0.25)},
        {"gravity": 1.6, "masses": (5.0, 1.0), "lengths": (2.0, 0.1)},
    ],
)
def test_new_parameters_act_from_the_next_tick_and_the_others_stay(change):
    simulation = Simulation(2)
    simulation.set_params(**change)
    assert asdict(simulation.arm) == {**asdict(Arm.of_links(2)), **change}
    simulation.tick()
    assert (
        simulation.velocity == arm_step(simulation.arm, "rk4", simulation.timestep)(*[0.0] * 6)[2:]
    )


def test_new_parameters_leave_pose_and_time_alone():
    simulation = ticked(controlled(), 50)
    before = kept(simulation)
    simulation.set_params(lengths=(2.0, 0.5))
    follows = {"integral_limit": simulation.controller.integral_limit}  # the gravity load
    assert kept(simulation) == before | follows | {
        "arm": simulation.arm,
        "books": simulation.books,
    }


def test_new_gains_keep_the_integral_and_the_other_gains():
    simulation = ticked(controlled(), 50)
    integral = simulation.controller.integral
    simulation.set_gains(kp=(1.0, 2.0))
    assert simulation.controller.integral == integral != (0.0, 0.0)
    assert simulation.controller.gains == Gains((1.0, 2.0), (800.0, 260.0), (60.0, 20.0))


def test_what_is_seen_of_the_arm_includes_the_lengths_in_force():
    simulation = Simulation(2)
    simulation.set_params(lengths=(2.0, 0.5))
    assert simulation.snapshot().lengths == (2.0, 0.5)


def test_a_disabled_controller_shows_zero_effort_at_once():
    simulation = ticked(controlled(), 50)
    assert simulation.effort[0] != 0.0
    simulation.enable(False)
    assert simulation.effort == (0.0, 0.0)
    assert ticked(simulation, 1).effort == (0.0, 0.0)


def test_a_paused_arm_and_its_integral_stand_still():
    simulation = ticked(controlled(), 50)
    simulation.paused = True
    before = kept(simulation)
    assert kept(ticked(simulation, 10)) == before


def test_a_pause_leaves_no_trace():
    through = ticked(controlled(), 60)
    paused = ticked(controlled(), 30)
    paused.paused = True
    ticked(paused, 100).paused = False
    assert kept(ticked(paused, 30)) == kept(through)


# -- reset -----------------------------------------------------------------------------------------
def test_reset_goes_back_to_the_start_with_the_controller_holding_it():
    simulation = ticked(controlled(), 500)
    simulation.reset()
    assert at_the_start(simulation)
    assert simulation.controller.setpoint == Setpoint.at_rest((0.0, 0.0))
    assert simulation.controller.integral == (0.0, 0.0)


def test_reset_keeps_what_was_chosen():
    simulation = controlled()
    simulation.set_params(gravity=3.0)
    simulation.set_gains(kd=(1.0, 1.0))
    simulation.set_integrator("midpoint", 0.002)
    simulation.paused = True
    kept = (simulation.arm, simulation.controller.gains, "midpoint", 0.002, True, True)
    simulation.reset()
    assert kept == (
        simulation.arm,
        simulation.controller.gains,
        simulation.method,
        simulation.timestep,
        simulation.paused,
        simulation.controller.enabled,
    )


def test_an_arm_after_a_reset_moves_like_a_new_one():
    simulation = ticked(Simulation(3), 100)
    simulation.set_integrator("rk4", 0.002)
    simulation.set_integrator("rk4", 0.0005)
    simulation.reset()
    assert ticked(simulation, 100).position == ticked(Simulation(3), 100).position
    assert simulation.time == 100 * 0.0005


def test_resets_are_counted():
    simulation = Simulation(2)
    for _ in range(3):
        simulation.reset()
    assert simulation.snapshot().tenure.resets == 3


# -- over a death ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "begin", [in_full_swing, free_and_reset, led_in, paused, diverged, lambda: Simulation(3)]
)
def test_a_resumed_arm_goes_on_bit_for_bit_like_the_uninterrupted_one(begin):
    lived = begin()
    resumed = successor(lived)
    assert kept(resumed) == kept(lived)
    assert kept(ticked(resumed, 50)) == kept(ticked(lived, 50))
    assert resumed.snapshot() == lived.snapshot()


def test_a_checkpoint_does_not_change_with_the_arm_it_was_taken_from():
    simulation = ticked(controlled(), 10)
    saved = pickle.dumps(simulation)
    before = kept(simulation)
    ticked(simulation, 10).reset()
    assert kept(pickle.loads(saved)) == before != kept(simulation)
