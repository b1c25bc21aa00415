"""New limits do not whip an arm that is outside of them, whatever it is doing meanwhile.

An arm that is led into its limits is slow. An arm that moves already becomes no faster, and needs
no more effort, than it would without the new limits.
"""

from copy import deepcopy

import pytest

from actors.arm.energy import total_energy
from actors.arm.errors import ControlError
from actors.arm.lead import ACCELERATION, SPEED
from actors.arm.limits import Limits, into, outside, revised
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation
from actors.arm.tenure import StreamSetpoint

HALF_TURN = (-3.14, 3.14)
both_arms = pytest.mark.parametrize("links", [2, 3])
CALM = 1.5 * SPEED  # rad/s; the arm overshoots the speed of its setpoint a little
# N m, by number of links: a stretched arm weighs 20 or 44 N m, and is accelerated besides.
PULL = {2: 40.0, 3: 110.0}


def around(links, ends=HALF_TURN):
    return Limits(operating=(ends,) * links)


def holding(links, *angles):
    """An arm at rest that has held these angles for a while; the others are 0."""
    pose = (*angles, 0.0, 0.0, 0.0)[:links]
    simulation = Simulation(links)
    simulation.position = pose
    simulation.enable(True)
    simulation.hold(Setpoint.at_rest(pose))
    return after(simulation, 6.0)


def after(simulation, seconds):
    simulation.advance(round(seconds / simulation.timestep))
    return simulation


def peaks(simulation, seconds):
    """The largest speed in rad/s and effort in N m of any joint, seen after every fourth tick."""
    speed = 0.0
    effort = 0.0
    for _ in range(round(seconds / simulation.timestep / 4)):
        simulation.advance(4)
        speed = max(speed, *map(abs, simulation.velocity))
        effort = max(effort, *map(abs, simulation.effort))
    return speed, effort


def is_calm(simulation, seconds):
    """Whether the arm moves slowly and with little effort for so long."""
    speed, effort = peaks(simulation, seconds)
    return speed < CALM and effort < PULL[simulation.arm.links]


def is_no_worse(simulation, without, seconds):
    """Whether the peaks are within 1 % those of the same arm without new limits, or calm."""
    speed, effort = peaks(simulation, seconds)
    speed_without, effort_without = peaks(without, seconds)
    calm = PULL[simulation.arm.links]
    return speed <= max(CALM, 1.01 * speed_without) and effort <= max(calm, 1.01 * effort_without)


def is_inside(simulation):
    wanted = into(simulation.limits.operating, simulation.position)
    return simulation.position == pytest.approx(wanted, abs=1e-3)


# -- an arm that holds a setpoint outside ----------------------------------------------------------
@both_arms
@pytest.mark.parametrize(
    "angles",
    [(7.0,), (-7.0,), (0.0, 7.0), (0.5, -5.0), (7.0, -7.0), (3.2,)],
    ids=str,
)
def test_an_arm_that_is_held_outside_is_led_in_slowly(links, angles):
    simulation = holding(links, *angles)
    simulation.set_limits(around(links))
    assert is_calm(simulation, 6.0)
    assert is_inside(simulation)
    assert outside(simulation.limits.operating, simulation.controller.setpoint.position) is None
    assert simulation.controller.setpoint.velocity == (0.0,) * links


@both_arms
def test_the_setpoint_is_led_within_the_velocity_limits(links):
    simulation = holding(links, 4.0)
    simulation.set_limits(Limits(operating=(HALF_TURN,) * links, velocity=(0.25,) * links))
    speed, _ = peaks(simulation, 5.0)
    assert speed < 1.5 * 0.25 and is_inside(simulation)


@both_arms
def test_a_paused_arm_is_led_in_when_it_goes_on(links):
    simulation = holding(links, 7.0)
    simulation.paused = True
    simulation.set_limits(around(links))
    after(simulation, 1.0)
    assert simulation.controller.setpoint.position[0] == pytest.approx(7.0, abs=1e-6)
    simulation.paused = False
    assert is_calm(simulation, 6.0) and is_inside(simulation)


@both_arms
@pytest.mark.parametrize("off", [0.0, 0.5], ids=["at once", "after it has fallen"])
def test_pid_that_is_off_while_limits_are_set_leads_the_arm_in_from_where_it_is(links, off):
    simulation = holding(links, 7.0)
    simulation.enable(False)
    without = deepcopy(simulation)
    simulation.set_limits(around(links))
    for each in (simulation, without):
        after(each, off)
        each.enable(True)
    assert is_no_worse(simulation, without, 6.0)
    assert is_inside(simulation)


@both_arms
def test_an_arm_that_has_diverged_starts_within_its_new_limits(links):
    simulation = holding(links, 7.0)
    timestep = simulation.timestep
    simulation.set_integrator("euler", 3.0)
    simulation.advance(1000)
    assert simulation.diverged
    simulation.set_limits(around(links, (0.1, 0.5)))
    simulation.set_integrator("rk4", timestep)
    simulation.reset()
    assert is_calm(simulation, 2.0)
    assert is_inside(simulation)


@pytest.mark.parametrize("timestep", [1e-5, 0.002, 0.02])
def test_the_way_in_does_not_depend_on_the_timestep(timestep):
    simulation = Simulation(2)
    simulation.set_integrator("rk4", timestep)
    simulation.enable(True)
    simulation.hold(Setpoint.at_rest((0.0, 0.4)))
    simulation.position = (0.0, 0.4)
    simulation.set_limits(around(2, (-0.1, 0.1)))
    after(simulation, 0.2)
    led = 0.4 - ACCELERATION * 0.2**2 / 2
    assert simulation.controller.setpoint.position[1] == pytest.approx(led, abs=0.01)


def test_the_way_in_is_the_same_in_steps_of_any_number_of_ticks():
    one_by_one = holding(2, 4.0)
    one_by_one.set_limits(around(2))
    together = deepcopy(one_by_one)
    for _ in range(1000):
        one_by_one.tick()
    together.advance(1000)
    assert together.snapshot() == one_by_one.snapshot()
    assert together.controller.setpoint == one_by_one.controller.setpoint


# -- an arm that moves -----------------------------------------------------------------------------
@both_arms
@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.2, 0.3, 0.4, 0.8, 1.2])
def test_an_arm_that_moves_through_its_new_limits_becomes_no_faster(links, seconds):
    simulation = holding(links)
    simulation.hold(Setpoint.at_rest((5.0, -4.0, 1.0)[:links]))
    without = deepcopy(simulation)
    after(simulation, seconds).set_limits(around(links))
    assert is_no_worse(simulation, without, 6.0)
    assert is_inside(simulation)


@both_arms
@pytest.mark.parametrize("seconds", [0.2, 0.6, 1.5])
def test_an_arm_that_falls_freely_is_not_affected(links, seconds):
    simulation = after(Simulation(links), seconds)
    without = deepcopy(simulation)
    simulation.set_limits(around(links, (-0.2, 0.2)))
    assert after(simulation, 1.0).snapshot() == after(without, 1.0).snapshot()


@both_arms
def test_an_arm_that_is_on_its_way_in_is_not_affected(links):
    simulation = holding(links, 7.0)
    simulation.hold(Setpoint.at_rest((1.0,) * links))
    without = deepcopy(simulation)
    simulation.set_limits(around(links))
    assert after(simulation, 1.0).snapshot() == after(without, 1.0).snapshot()


def test_a_new_setpoint_ends_the_way_in():
    simulation = holding(2, 7.0)
    simulation.set_limits(around(2))
    after(simulation, 1.0)
    simulation.hold(Setpoint.at_rest((2.0, 0.5)), "another client")
    assert after(simulation, 0.1).controller.setpoint == Setpoint.at_rest((2.0, 0.5))


@pytest.mark.parametrize("limits", [Limits(), around(2, (-9.0, 9.0))], ids=["none", "wider"])
def test_an_arm_stops_on_its_way_in_when_the_limits_are_taken_away(limits):
    simulation = holding(2, 7.0)
    simulation.set_limits(around(2))
    after(simulation, 1.0)
    simulation.set_limits(limits)
    held = simulation.controller.setpoint.position
    assert 6.0 < held[0] < 6.5 and after(simulation, 1.0).controller.setpoint.position == held


@both_arms
def test_a_goal_outside_new_limits_is_led_in_too(links):
    simulation = holding(links)
    simulation.hold(Setpoint.at_rest((4.0,) * links), "goal-1")
    after(simulation, 4.0).set_limits(around(links))
    assert is_calm(simulation, 4.0) and is_inside(simulation)
    assert simulation.tenure.commander == "goal-1"


def streaming(links, begin, rate):
    """An arm that has followed a stream for a second; the first joint turns at this rate."""
    simulation = holding(links, begin)
    still = (0.0,) * (links - 1)
    for k in range(250):
        setpoint = Setpoint((begin + rate * k * 0.004, *still), (rate, *still))
        simulation.follow(StreamSetpoint(setpoint, "motion-1", 0, opening=True))
        after(simulation, 0.004)
    return simulation


@both_arms
@pytest.mark.parametrize("rate", [-2.0, 2.0])
@pytest.mark.parametrize("begin", [1.0, 4.0, 6.0])
def test_a_stream_that_new_limits_refuse_ends_no_worse_than_one_that_falls_silent(
    links, begin, rate
):
    simulation = streaming(links, begin, rate)
    silent = deepcopy(simulation)
    simulation.set_limits(Limits(operating=(HALF_TURN,) * links, velocity=(1.0,) * links))
    with pytest.raises(ControlError):
        simulation.follow(StreamSetpoint(silent.controller.setpoint, "motion-1", 0, opening=False))
    assert is_no_worse(simulation, silent, 8.0)
    assert is_inside(simulation)
    assert simulation.controller.setpoint.velocity == (0.0,) * links


def test_another_client_that_repeats_the_old_setpoint_is_refused_and_changes_nothing():
    simulation = holding(2, 7.0)
    simulation.set_limits(around(2))
    for _ in range(100):
        with pytest.raises(ControlError, match="within its operating limits"):
            simulation.hold(Setpoint.at_rest((7.0, 0.0)))
        assert is_calm(simulation, 0.06)
    assert is_inside(simulation)


# -- other limits ----------------------------------------------------------------------------------
@both_arms
def test_the_velocity_of_a_setpoint_is_reduced_slowly(links):
    simulation = holding(links)
    simulation.hold(Setpoint((0.0,) * links, (10.0,) * links))
    after(simulation, 6.0)  # it is at rest all the same, by its integral
    simulation.set_limits(Limits(velocity=(1.0,) * links))
    speed, _ = peaks(simulation, 6.0)
    assert speed < CALM
    assert simulation.controller.setpoint == Setpoint((0.0,) * links, (1.0,) * links)


@both_arms
def test_limits_of_effort_and_their_end_do_not_move_the_setpoint(links):
    simulation = holding(links, 7.0)
    held = simulation.controller.setpoint
    for limits in (Limits(effort=(60.0,) * links), Limits(effort=(50.0,) * links), Limits()):
        simulation.set_limits(limits)
        assert is_calm(simulation, 0.5)
        assert simulation.controller.setpoint == held


@both_arms
@pytest.mark.parametrize("seconds", [0.05, 0.2, 0.4])
def test_hard_stops_around_a_moving_arm_only_take_energy_away(links, seconds):
    simulation = holding(links)
    simulation.hold(Setpoint.at_rest((5.0, -4.0, 1.0)[:links]))
    after(simulation, seconds)
    here = tuple((angle - 0.05, angle + 0.05) for angle in simulation.position)
    limits, problems = revised(Limits(), {"position": here}, simulation.position)
    assert not problems
    simulation.enable(False)
    energy = total_energy(simulation.arm, simulation.position, simulation.velocity)
    simulation.set_limits(limits)
    for _ in range(400):
        simulation.tick()
        now = total_energy(simulation.arm, simulation.position, simulation.velocity)
        assert now <= energy + 1e-6
