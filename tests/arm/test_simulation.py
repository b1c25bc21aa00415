import math
import pickle
from dataclasses import asdict, replace

import pytest
from arm_samples import METHODS, arm_of, reference

from actors.arm.dynamics import gravity_load
from actors.arm.limits import Limits
from actors.arm.model import Arm
from actors.arm.pid import Gains, Setpoint
from actors.arm.simulation import Simulation
from actors.arm.step import arm_step
from actors.arm.tenure import Tenure

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
    """All that a successor gets, flat."""
    state = simulation.__getstate__()
    del state["_code"]  # follows from the others
    return {**state, **vars(state["controller"]), "controller": None}


def successor(simulation):
    return pickle.loads(pickle.dumps(simulation))


def diverged():
    """Thrown far out by a timestep of 3 s, with the controller on and an integral of its own."""
    simulation = ticked(controlled(), 5)
    simulation.set_integrator("euler", 3.0)
    return ticked(simulation, 1000)


# -- at the start ----------------------------------------------------------------------------------
@both_arms
def test_a_new_arm_is_horizontal_at_rest_and_free(links):
    simulation = Simulation(links)
    assert at_the_start(simulation)
    assert simulation.tenure.resets == 0
    assert not simulation.controller.enabled


def at_the_start(simulation):
    seen = simulation.snapshot()
    still = (0.0,) * simulation.arm.links
    return (seen.time, seen.position, seen.velocity, seen.effort) == (0.0, still, still, still)


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
    # Errors 0.25 and -0.625; default gains kp 300 and 100, ki 600 and 200, kd 45 and 16.
    effort = (
        300 * 0.25 + 600 * (0.25 * 0.002) + 45 * -1.0,
        100 * -0.625 + 200 * (-0.625 * 0.002) + 16 * 0.5,
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
        assert state == pytest.approx(
            expected, abs=1e-9
        )  # what the reference asks for; rounding is some 1e-13
        assert simulation.effort == pytest.approx(
            case["effort"][k], abs=1e-9 * max(case["kp"])
        )  # gain times error


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
    assert kept(simulation) == before | {"arm": simulation.arm, "books": simulation.books}


def test_new_gains_keep_the_integral_and_the_other_gains():
    simulation = ticked(controlled(), 50)
    integral = simulation.controller.integral
    simulation.set_gains(kp=(1.0, 2.0))
    assert simulation.controller.integral == integral != (0.0, 0.0)
    assert simulation.controller.gains == Gains((1.0, 2.0), (600.0, 200.0), (45.0, 16.0))


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


# -- divergence ------------------------------------------------------------------------------------
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


def seen_is_finite(simulation):
    seen = simulation.snapshot()
    return all(map(math.isfinite, (seen.time, *seen.position, *seen.velocity, *seen.effort)))


# -- over a death ----------------------------------------------------------------------------------
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


def paused():
    simulation = ticked(controlled(), 40)
    simulation.paused = True
    return simulation


@pytest.mark.parametrize(
    "begin", [in_full_swing, free_and_reset, paused, diverged, lambda: Simulation(3)]
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
    assert simulation.effort == pytest.approx(
        load, abs=0.01
    )  # N m: the last motion dies out exponentially


@both_arms
def test_without_the_integral_term_the_arm_stays_below_its_setpoint(links):
    simulation = controlled(links, *(0.5, 0.0, 0.0)[:links])
    simulation.set_gains(ki=(0.0,) * links)
    ticked(simulation, 8000)
    # Where it rests, kp times the offset carries the load.
    offset = [
        kp * (goal - q)
        for kp, goal, q in zip(
            simulation.controller.gains.kp,
            simulation.controller.setpoint.position,
            simulation.position,
        )
    ]
    assert offset == pytest.approx(
        gravity_load(simulation.arm, simulation.position), abs=0.01
    )  # as above
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
