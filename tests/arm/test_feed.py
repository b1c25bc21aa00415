"""What motions feed forward: it makes the arm follow, and it comes and goes without a bump."""

import math
import pickle
from dataclasses import replace

import pytest
from simulation_samples import both_arms

from actors.arm.dynamics import gravity_load, inverse_dynamics
from actors.arm.feed import FADE, HORIZON, Course
from actors.arm.limits import Limits
from actors.arm.pid import Gains, Setpoint
from actors.arm.simulation import Simulation
from actors.arm.tenure import StreamSetpoint
from actors.arm.watchdog import LEASE

STREAM = "motion-0-1"
PERIOD = 0.004  # s
START = (0.4, 0.8, 0.3)


def at_rest(links=2, ki=None, timestep=0.0005):
    """An arm that its integral holds in a pose, or that hangs below it without one."""
    simulation = Simulation(links)
    simulation.set_integrator("rk4", timestep)
    if ki is not None:
        simulation.set_gains(ki=(ki,) * links)
    simulation.position = START[:links]

    simulation.hold(Setpoint.at_rest(START[:links]))
    simulation.enable(True)
    gains = simulation.controller.gains
    load = gravity_load(simulation.arm, START[:links])
    if ki == 0.0:
        simulation.advance(round(4 / timestep))
    else:
        simulation.controller.integral = tuple(g / each for g, each in zip(load, gains.ki))
        simulation.tick()
    return simulation


def swing(links, t):
    """Where a joint is meant to be: it swings by 0.3 rad, and is at rest at t = 0."""
    rate = 2.0
    return [
        Setpoint(
            tuple(q + 0.3 * (1 - math.cos(rate * t)) for q in START[:links]),
            (0.3 * rate * math.sin(rate * t),) * links,
        ),
        (0.3 * rate * rate * math.cos(rate * t),) * links,
    ]


def fed(simulation, t, since, fed_forward=True, opening=True):
    setpoint, acceleration = swing(simulation.arm.links, t)
    bends = acceleration if fed_forward else None
    simulation.follow(StreamSetpoint(setpoint, STREAM, 0, opening, since + t, bends))


def followed(simulation, seconds, fed_forward=True, each=lambda simulation, t: None):
    """How far a joint is off at most, in rad, while the arm follows a stream for some time."""
    since = simulation.time
    worst = 0.0
    for k in range(round(seconds / PERIOD)):
        fed(simulation, k * PERIOD, since, fed_forward)
        for _ in range(max(1, round(PERIOD / simulation.timestep))):
            simulation.tick()
            meant = swing(simulation.arm.links, simulation.time - since)[0].position
            worst = max(worst, *(abs(a - b) for a, b in zip(meant, simulation.position)))
            each(simulation, simulation.time - since)
    return worst


@both_arms
@pytest.mark.parametrize("timestep", [0.0001, 0.0005, 0.002])
def test_the_arm_follows_a_hundred_times_better_with_it(links, timestep):
    without = followed(at_rest(links, timestep=timestep), 3.0, fed_forward=False)
    assert followed(at_rest(links, timestep=timestep), 3.0) < without / 100


@both_arms
def test_the_effort_is_what_the_equation_of_motion_demands(links):
    simulation = at_rest(links)
    followed(simulation, 1.0)
    (setpoint, bends), arm = swing(links, 1.0 - simulation.timestep / 2), simulation.arm
    needed = inverse_dynamics(arm, setpoint.position, setpoint.velocity, bends)
    assert simulation.effort == pytest.approx(needed, abs=0.05)


@both_arms
@pytest.mark.parametrize("ki", [None, 0.0], ids=["integral", "no integral"])
def test_taking_over_and_handing_back_do_not_make_the_effort_jump(links, ki):
    simulation = at_rest(links, ki)
    before = simulation.effort
    fed(simulation, 0.0, simulation.time)
    simulation.tick()
    swung = inverse_dynamics(
        replace(simulation.arm, gravity=0.0), START[:links], (0.0,) * links, swing(links, 0.0)[1]
    )
    load = max(map(abs, gravity_load(simulation.arm, START[:links])))
    # A tick later the arm has moved a little, and a fade has gone on by a thousandth.
    assert [a - b for a, b in zip(simulation.effort, before)] == pytest.approx(
        swung, abs=2e-3 * load
    )
    rest = Setpoint.at_rest(simulation.position)
    for _ in range(1500):
        simulation.follow(StreamSetpoint(rest, STREAM, 0, True, simulation.time, (0.0,) * links))
        simulation.advance(8)
    before = simulation.effort
    simulation.follow(StreamSetpoint(rest, STREAM, 0, True))
    simulation.tick()
    assert simulation.effort == pytest.approx(before, abs=2e-3 * load)


def test_the_integral_gives_up_the_load_and_gets_it_back():
    simulation = at_rest()
    held = simulation.controller.integral
    fed(simulation, 0.0, simulation.time)
    assert simulation.controller.integral == pytest.approx((0.0, 0.0), abs=1e-6)
    simulation.hold(Setpoint.at_rest(START[:2]))
    assert simulation.controller.integral == pytest.approx(held, rel=1e-6)
    assert simulation.feed is None


def test_without_integral_the_arm_rises_to_its_setpoint_and_sinks_again_slowly():
    simulation = at_rest(ki=0.0)
    below = [q - held for q, held in zip(START, simulation.position)]
    since = simulation.time
    course = (Setpoint.at_rest(START[:2]), STREAM, 0, True)
    for _ in range(500):
        simulation.follow(StreamSetpoint(*course, simulation.time, (0.0, 0.0)))
        simulation.advance(8)
    assert simulation.position == pytest.approx(START[:2], abs=1e-4)
    simulation.advance(round((LEASE + FADE / 2) / simulation.timestep))
    assert 0 < simulation.feed.shares_at(simulation.time)[0] < 1
    simulation.advance(round(5 / simulation.timestep))
    sunk = [q - held for q, held in zip(START, simulation.position)]
    assert simulation.feed is None and sunk == pytest.approx(below, rel=1e-3)
    assert simulation.time > since


def test_a_course_is_continued_for_a_moment_and_then_stands():
    course = Course(2.0, (0.5,), (1.0,), (4.0,))
    at = course.at(2.01)
    assert at.position == pytest.approx([0.5 + 0.01 + 2e-4])
    assert (at.velocity, at.acceleration) == (pytest.approx([1.04]), pytest.approx([4.0]))
    late = course.at(3.0)
    assert late.position == pytest.approx(course.at(2.0 + HORIZON).position)
    assert [*late.velocity, *late.acceleration] == [0.0, 0.0]


def test_a_stream_that_goes_silent_leaves_the_arm_at_rest_with_its_load_held():
    simulation = at_rest()
    followed(simulation, 1.0)
    there = swing(2, 1.0 - PERIOD + HORIZON)[0].position
    simulation.advance(round(4 / simulation.timestep))
    assert simulation.feed is None
    assert simulation.controller.setpoint.position == pytest.approx(there, abs=1e-4)
    assert simulation.controller.setpoint.velocity == (0.0, 0.0)
    assert simulation.position == pytest.approx(there, abs=1e-3)


def test_an_arm_that_changes_on_the_way_is_fed_what_it_then_needs():
    def change(simulation, t):
        if abs(t - 0.5) < simulation.timestep / 2:
            simulation.set_params(masses=(2.0, 3.0))
            simulation.set_gains(ki=(900.0, 300.0))

    assert followed(at_rest(), 2.0, each=change) < 2e-4  # rad


def test_the_effort_with_the_feed_stays_within_its_limits():
    simulation = at_rest()
    simulation.set_limits(Limits(effort=(12.0, 5.0)))
    efforts = []
    followed(simulation, 3.0, each=lambda arm, t: efforts.append(arm.effort))
    assert max(abs(first) for first, _ in efforts) == 12.0
    assert all(abs(second) <= 5.0 for _, second in efforts)


@pytest.mark.parametrize(
    "end",
    [
        lambda arm: arm.enable(False),
        lambda arm: arm.reset(),
        lambda arm: arm.hold(Setpoint.at_rest((0.0, 0.0))),
        lambda arm: arm.set_limits(Limits(operating=((-0.1, 0.1), (-0.1, 0.1)))),
    ],
    ids=["disabled", "reset", "setpoint", "limits"],
)
def test_whatever_takes_the_arm_from_the_motion_ends_the_feed(end):
    simulation = at_rest()
    followed(simulation, 0.5)
    end(simulation)
    assert simulation.feed is None
    simulation.advance(100)


def test_an_arm_that_dies_goes_on_with_its_feed():
    simulation = at_rest()
    followed(simulation, 0.5)
    again = pickle.loads(pickle.dumps(simulation))
    for arm in (simulation, again):
        arm.advance(20)
    assert again.position == simulation.position and again.feed == simulation.feed


def test_a_setpoint_without_acceleration_is_held_as_it_is():
    simulation = at_rest()
    setpoint = Setpoint((0.5, 0.5), (1.0, -1.0))
    simulation.follow(StreamSetpoint(setpoint, STREAM, 0, True, 7.0))
    assert simulation.feed is None and simulation.controller.setpoint == setpoint
    assert Gains.of_links(2) == simulation.controller.gains
