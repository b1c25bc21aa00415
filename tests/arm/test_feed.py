"""What motions feed forward: it makes the arm follow, and it comes and goes without a bump."""

import math
import pickle
from dataclasses import replace

import pytest
from simulation_samples import both_arms

from actors.arm.dynamics import gravity_load, inverse_dynamics
from actors.arm.feed import EARLY, FADE, OFFSETS, STOP, Ahead, Course, Feed, Motion
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
    if ki is not None:
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
    setpoint, _ = swing(simulation.arm.links, t)
    ahead = [swing(simulation.arm.links, t + offset) for offset in OFFSETS if fed_forward]
    motions = tuple(Motion(each.position, each.velocity, bends) for each, bends in ahead)
    simulation.follow(StreamSetpoint(setpoint, STREAM, 0, opening, since + t, motions))


def standing(setpoint, time):
    """A setpoint of a stream that stands."""
    motions = (Motion.at_rest(setpoint.position),) * len(OFFSETS)
    return StreamSetpoint(setpoint, STREAM, 0, True, time, motions)


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
@pytest.mark.parametrize("ki", [None, 0.0, 5e-324], ids=["integral", "none", "tiny"])
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
        simulation.follow(standing(rest, simulation.time))
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
    for _ in range(500):
        simulation.follow(standing(Setpoint.at_rest(START[:2]), simulation.time))
        simulation.advance(8)
    assert simulation.position == pytest.approx(START[:2], abs=1e-4)
    simulation.advance(round((LEASE + FADE / 2) / simulation.timestep))
    assert 0 < simulation.feed.shares_at(simulation.time)[0] < 1
    simulation.advance(round(5 / simulation.timestep))
    sunk = [q - held for q, held in zip(START, simulation.position)]
    assert simulation.feed is None and sunk == pytest.approx(below, rel=1e-3)
    assert simulation.time > since


def moving(t):
    """A motion that is no polynomial."""
    return Motion((math.sin(t),), (math.cos(t),), (-math.sin(t),))


@pytest.mark.parametrize("duration", [0.008, 0.03])
def test_a_course_leads_from_one_motion_to_the_next_one(duration):
    course = Course.between(2.0, duration, moving(2.0), moving(2.0 + duration))
    for k in range(11):
        t = 2.0 + duration * k / 10
        for found, meant in zip(course.at(t), moving(t)):
            assert found == pytest.approx(meant, abs=duration**4)


def test_a_course_goes_on_for_a_moment_only():
    course = Course.between(2.0, 0.03, moving(2.0), moving(2.03))
    for beyond, end in ((9.0, 2.03 + EARLY), (0.0, 2.0 - EARLY)):
        assert course.at(beyond).position == pytest.approx(course.at(end).position, abs=1e-12)


def test_the_courses_of_motions_that_were_sent_ahead_follow_one_another():
    ahead = Ahead(2.0, tuple(moving(2.0 + offset) for offset in OFFSETS))
    feed = Feed(ahead.course, 0.0, (1.0,), (0.0,), ahead)
    for offset in OFFSETS[1:-1]:
        assert feed.due == 2.0 + offset
        before = feed.course.at(feed.due)
        feed = feed.next()
        for a, b in zip(before, feed.course.at(2.0 + offset)):
            assert a == pytest.approx(b, abs=1e-9)  # rounding
    assert feed.due == math.inf and feed.next() is None


@pytest.mark.parametrize("silence", [0.02, 0.05, 0.09])
def test_a_stream_that_is_silent_for_a_moment_does_not_disturb_the_arm(silence):
    simulation = at_rest()
    followed(simulation, 1.0)
    since = simulation.time - 1.0
    simulation.advance(round(silence / simulation.timestep))
    meant = swing(2, simulation.time - since)[0].position
    assert simulation.position == pytest.approx(meant, abs=1e-4)


def test_a_stream_that_goes_silent_leaves_the_arm_at_rest_with_its_load_held():
    simulation = at_rest()
    followed(simulation, 1.0)
    speeds = []
    for _ in range(round(4 / simulation.timestep)):
        simulation.tick()
        speeds.append(simulation.velocity[0])
    # It stops on its course: half of STOP after the lease, without turning back.
    there = [q + 0.5 * STOP * 0.6 * math.sin(2.0 * (1 + LEASE)) for q in swung(1 + LEASE)]
    assert simulation.feed is None and simulation.controller.setpoint.velocity == (0.0, 0.0)
    assert simulation.controller.setpoint.position == pytest.approx(there, abs=5e-3)
    assert simulation.position == pytest.approx(simulation.controller.setpoint.position, abs=1e-3)
    assert min(speeds) > -0.01  # rad/s


def swung(t):
    return swing(2, t)[0].position


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
