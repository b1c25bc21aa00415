"""Limits of the joints: which are taken, what may be commanded, and hard stops that obey mechanics."""

import itertools
import math
import pickle
import random
import time

import numpy as np
import pytest
from arm_samples import METHODS
from array_terms import mass_matrix

from actors.arm.dynamics import kinetic_energy
from actors.arm.energy import total_energy
from actors.arm.errors import ControlError
from actors.arm.limits import Limits, into, outside, revised, touches, whole_turns_into
from actors.arm.model import Arm
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation
from actors.arm.stops import arrest

both_arms = pytest.mark.parametrize("links", [2, 3])
WIDE = ((-2.0, 2.0), (-2.0, 2.0))
NARROW = ((-1.0, 1.0), (-0.5, 0.5))
LOW = ((-1.0, -0.5), (-1.0, 1.0))
ROUNDING = 1e-9  # relative: small arms differ by some thousand in what turns them


def stopped_arm(
    links=2,
    stops=((-0.5, 0.5), (-0.3, 0.3), (-0.2, 0.2)),
    velocity=(0.0,) * 3,
    method="rk4",
    timestep=0.001,
):
    simulation = Simulation(links)
    simulation.set_integrator(method, timestep)
    simulation.velocity = velocity[:links]
    simulation.set_limits(Limits(position=stops[:links]))
    simulation.set_links()  # the books begin with this velocity
    return simulation


def ticked(simulation, count):
    for _ in range(count):
        simulation.tick()
    return simulation


def drift(simulation):
    return simulation.books.drift(
        total_energy(simulation.arm, simulation.position, simulation.velocity)
    )


# -- which limits are taken ------------------------------------------------------------------------
@pytest.mark.parametrize(
    "before, given, after, named",
    [
        (Limits(), {}, Limits(), []),
        (
            Limits(),
            {"position": WIDE, "operating": NARROW, "velocity": (1.0, 2.0), "effort": (0.0, 3.0)},
            Limits(WIDE, NARROW, (1.0, 2.0), (0.0, 3.0)),
            [],
        ),
        (Limits(), {"operating": NARROW}, Limits(None, NARROW), []),
        (Limits(WIDE), {"operating": WIDE}, Limits(WIDE, WIDE), []),
        (
            Limits(WIDE, NARROW, (1.0, 1.0), (2.0, 2.0)),
            {"velocity": None},
            Limits(WIDE, NARROW, None, (2.0, 2.0)),
            [],
        ),
        (
            Limits(WIDE, NARROW, (1.0, 1.0), (2.0, 2.0)),
            {"position": None, "operating": None, "velocity": None, "effort": None},
            Limits(),
            [],
        ),
        (Limits(NARROW), {"operating": WIDE}, Limits(NARROW), ["operating"]),
        (Limits(None, WIDE), {"position": NARROW}, Limits(None, WIDE), ["position"]),
        (Limits(NARROW), {"position": WIDE, "operating": WIDE}, Limits(WIDE, WIDE), []),
        (Limits(None, WIDE), {"position": NARROW, "operating": None}, Limits(NARROW), []),
        (Limits(None, WIDE), {"position": NARROW, "operating": NARROW}, Limits(NARROW, NARROW), []),
        (
            Limits(),
            {"position": NARROW, "operating": WIDE, "effort": (1.0, 1.0)},
            Limits(NARROW, effort=(1.0, 1.0)),
            ["operating"],
        ),
        (
            Limits(None, NARROW),
            {"position": LOW, "velocity": (1.0, 1.0)},
            Limits(None, NARROW, (1.0, 1.0)),
            ["position"],
        ),
        (Limits(NARROW, NARROW), {"position": None}, Limits(None, NARROW), []),
        (Limits(), {"operating": LOW}, Limits(None, LOW), []),
    ],
)
def test_limits_are_taken_each_on_its_own_as_far_as_they_hold_together(before, given, after, named):
    limits, problems = revised(before, given, (0.0, 0.0))
    assert limits == after
    assert [problem.split()[0] for problem in problems] == named


def test_hard_stops_that_do_not_contain_the_pose_are_refused_by_joint():
    _, (problem,) = revised(Limits(), {"position": WIDE}, (0.0, 2.5))
    assert "joint 2" in problem and "2.5" in problem


@pytest.mark.parametrize("angle", [-1.0, 1.0])
def test_a_pose_that_is_at_a_stop_is_within_it(angle):
    assert revised(Limits(), {"position": NARROW}, (angle, angle / 2))[1] == []


@pytest.mark.parametrize(
    "q, joint", [((0.0, 0.0), None), ((-1.0, 0.5), None), ((1.5, 0.0), 0), ((0.0, -0.6), 1)]
)
def test_the_first_joint_that_is_out_of_its_range_is_found(q, joint):
    assert outside(NARROW, q) == joint and outside(None, q) is None
    assert touches(NARROW, q) == (q != (0.0, 0.0))
    assert outside(NARROW, into(NARROW, q)) is None and into(None, q) == q


# -- commands --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "setpoint, words",
    [
        (Setpoint.at_rest((1.0, -0.5)), None),
        (Setpoint((0.0, 0.0), (2.0, -3.0)), None),
        (Setpoint.at_rest((1.1, 0.0)), "joint 1"),
        (Setpoint.at_rest((0.0, -0.6)), "joint 2"),
        (Setpoint((0.0, 0.0), (2.1, 0.0)), "joint 1"),
        (Setpoint((0.0, 0.0), (0.0, -3.1)), "joint 2"),
    ],
    ids=str,
)
def test_only_setpoints_within_operating_and_velocity_limits_are_held(setpoint, words):
    simulation = Simulation(2)
    simulation.set_limits(Limits(operating=NARROW, velocity=(2.0, 3.0)))
    before = simulation.controller.setpoint
    if words is None:
        simulation.hold(setpoint)
        assert simulation.controller.setpoint == setpoint
    else:
        with pytest.raises(ControlError, match=words):
            simulation.hold(setpoint, "a test")
        assert (simulation.controller.setpoint, simulation.tenure.commander) == (before, "")


def test_limits_bind_commands_and_not_the_arm():
    simulation = Simulation(2)
    simulation.set_limits(Limits(operating=((-0.1, 0.1), (-0.1, 0.1)), velocity=(0.1, 0.1)))
    ticked(simulation, 1000)  # it falls freely
    assert simulation.position[0] < -0.5 and abs(simulation.velocity[0]) > 0.5


@both_arms
def test_efforts_of_the_live_arm_stay_within_their_limits_down_to_none(links):
    simulation = Simulation(links)
    simulation.enable(True)
    simulation.hold(Setpoint.at_rest((1.0,) * links))
    simulation.set_limits(Limits(effort=(3.0, 0.0, 1.0)[:links]))
    for _ in range(500):
        simulation.tick()
        assert all(abs(tau) <= limit for tau, limit in zip(simulation.effort, (3.0, 0.0, 1.0)))
    simulation.set_limits(Limits())
    assert abs(ticked(simulation, 1).effort[0]) > 3.0


# -- one impact ------------------------------------------------------------------------------------
SIDES = (-0.5, 0.5, 0.1)


def impacts(count, spread):
    """Arms with masses and lengths of so many powers of ten either way, against any number of stops."""
    for seed in range(count):
        rng = random.Random(seed)
        links = rng.choice([2, 3])
        arm = Arm(
            9.81,
            tuple(10.0 ** rng.uniform(-spread, spread) for _ in range(links)),
            tuple(10.0 ** rng.uniform(-spread, spread) for _ in range(links)),
        )
        yield (
            arm,
            ((-0.5, 0.5),) * links,
            tuple(rng.choice(SIDES) for _ in range(links)),
            tuple(rng.uniform(-5.0, 5.0) for _ in range(links)),
        )


def impact(arm, stops, q, qdot):
    """By trying all sets of joints that may rest: only one has no impulse that pulls and no velocity into a stop."""
    mass = mass_matrix(arm, q)
    rate = np.array(qdot)
    side = [(angle == highest) - (angle == lowest) for (lowest, highest), angle in zip(stops, q)]
    touching = [i for i, each in enumerate(side) if each]
    for size in range(len(touching) + 1):
        for resting in map(list, itertools.combinations(touching, size)):
            free = [i for i in range(len(q)) if i not in resting]
            after = rate.copy()
            after[resting] = 0.0
            after[free] += np.linalg.solve(
                mass[np.ix_(free, free)], mass[np.ix_(free, resting)] @ rate[resting]
            )
            impulse = mass @ (after - rate)
            tiny = 1e-9 * np.max(np.abs(mass) @ np.abs(rate))
            if all(side[i] * impulse[i] <= tiny for i in resting) and all(
                side[i] * after[i] <= 1e-12 for i in touching if i not in resting
            ):
                return after
    raise AssertionError("there is always one")


@pytest.mark.parametrize("spread", [0.3, 1.0])
def test_an_impact_leaves_the_one_velocity_that_mechanics_allows(spread):
    wrong = []
    for case in impacts(600, spread):
        wanted = impact(*case)
        at, after = arrest(*case)
        assert at == case[2]
        if np.max(np.abs(np.subtract(after, wanted))) > ROUNDING * max(1.0, np.max(np.abs(wanted))):
            wrong.append((case, after, wanted))
    assert wrong == []


@pytest.mark.parametrize("spread", [0.0, 1.0, 2.0])
def test_an_impact_never_gives_energy_and_never_leaves_a_velocity_into_a_stop(spread):
    for arm, stops, q, qdot in impacts(1000, spread):
        _, after = arrest(arm, stops, q, qdot)
        assert kinetic_energy(arm, q, after) <= kinetic_energy(arm, q, qdot) * (1 + 1e-9) + 1e-12, (
            arm,
            q,
            qdot,
        )
        assert not any(angle * rate > 0 for angle, rate in zip(q, after) if abs(angle) == 0.5)


def test_the_impulse_of_a_stop_is_handed_on_by_the_mass_matrix():
    """Unit rods, stretched out, the first joint stopped: the second keeps its angular momentum about itself."""
    arm = Arm.of_links(2)
    mass = mass_matrix(arm, (0.5, 0.0))
    _, after = arrest(arm, ((-0.5, 0.5), (-3.0, 3.0)), (0.5, 0.0), (2.0, 0.0))
    assert after == pytest.approx((0.0, mass[1][0] * 2.0 / mass[1][1]), rel=1e-12)  # rounding


@pytest.mark.parametrize("qdot", [(-1.0, 2.0), (0.0, 0.0), (-3.0, -1.0)])
def test_a_stop_does_not_hold_an_arm_that_leaves_it(qdot):
    at, after = arrest(Arm.of_links(2), NARROW, (1.0, 0.2), qdot)
    assert at == (1.0, 0.2) and after == pytest.approx(qdot, abs=1e-12)  # rounding


def test_an_arm_beyond_its_stop_is_put_onto_it():
    at, after = arrest(Arm.of_links(2), NARROW, (1.1, 0.2), (-1.0, 0.0))
    assert at == (1.0, 0.2) and after == pytest.approx((-1.0, 0.0), abs=1e-12)  # rounding
    assert arrest(Arm.of_links(2), NARROW, (-1.1, 0.7), (-1.0, 9.0))[0] == (-1.0, 0.5)


# -- an arm among its stops ------------------------------------------------------------------------
@both_arms
@pytest.mark.parametrize("gravity, seconds, timestep", [(0.0, 20.0, 0.006), (9.81, 6.0, 0.003)])
def test_a_kicked_arm_never_leaves_its_stops_and_its_books_balance(
    links, gravity, seconds, timestep
):
    simulation = stopped_arm(
        links, ((-0.5, 0.5), (-2.0, 2.0), (-1.0, 1.0)), (3.0, -4.0, 3.0), timestep=timestep
    )
    simulation.set_params(gravity=gravity)
    for tick in range(round(seconds / timestep)):
        simulation.tick()
        assert outside(simulation.limits.position, simulation.position) is None
        assert tick % 20 or abs(drift(simulation)) < 1e-6  # rk4
    assert simulation.books.lost > 1.0


@both_arms
@pytest.mark.parametrize("method", METHODS)
def test_an_arm_that_has_fallen_onto_all_its_stops_lies_still(links, method):
    """Its weight presses each joint onto its stop, so nothing is left to move."""
    simulation = ticked(stopped_arm(links, method=method), 1000)
    for _ in range(20):
        simulation.tick()
        lowest = [lowest for lowest, _ in simulation.limits.position]
        assert simulation.position == pytest.approx(
            lowest, abs=1e-9
        )  # far below what a tick of gravity moves
        assert simulation.velocity == pytest.approx((0.0,) * links, abs=1e-9)


@both_arms
def test_an_arm_that_is_pressed_against_its_stops_stays_there(links):
    simulation = stopped_arm(links)
    simulation.enable(True)
    simulation.hold(
        Setpoint.at_rest((1.0,) * links)
    )  # nothing but hard stops: they are no command's business
    ticked(simulation, 1000)
    worst = max(
        abs(angle - highest)
        for _ in range(100)
        for (_, highest), angle in zip(simulation.limits.position, ticked(simulation, 1).position)
    )
    assert worst < 1e-9


@both_arms
def test_an_arm_that_lies_on_its_stops_keeps_up_with_time(links):
    """A moving arm is some hundred times as fast as time; one on its stops may be 50 times slower than that."""
    lying = ticked(stopped_arm(links), 1000)
    moving = Simulation(links)
    lying.set_integrator("rk4", 0.0005)

    def taken(simulation):
        begun = time.process_time()
        ticked(simulation, 500)
        return time.process_time() - begun

    assert min(taken(lying) for _ in range(3)) < 50 * min(
        taken(moving) for _ in range(3)
    )  # some 20


@pytest.mark.parametrize("rate", [2.0, 10.0])
def test_an_arm_that_turns_with_its_elbow_pressed_against_a_stop_turns_on(rate):
    """Nothing rubs: without gravity it is one rigid body about the base."""
    simulation = stopped_arm(2, ((-1e6, 1e6), (0.5, 1.5)))
    simulation.set_params(gravity=0.0)
    simulation.position = (0.0, 0.5)
    simulation.velocity = (rate, 0.0)
    ticked(simulation, 2000)
    assert (*simulation.velocity, simulation.position[1]) == pytest.approx(
        (rate, 0.0, 0.5), rel=1e-3
    )  # in 2 s


@pytest.mark.parametrize("method", METHODS)
def test_a_fast_arm_is_stopped_within_one_step_that_is_booked_as_a_whole(method):
    simulation = ticked(stopped_arm(2, velocity=(1e4, 0.0), method=method, timestep=0.01), 1)
    assert simulation.position[0] == 0.5 and simulation.velocity[0] <= 0.0
    assert (simulation.diverged, simulation.time) == (False, 0.01)


@pytest.mark.parametrize("velocity", [(1e308, 0.0), (1e160, 1e160), (1e200, -1e200)], ids=str)
def test_a_step_onto_a_stop_that_is_not_finite_is_not_taken(velocity):
    simulation = ticked(stopped_arm(2, velocity=velocity, timestep=1.0), 5)
    if simulation.diverged:
        assert (simulation.position, simulation.velocity, simulation.time) == (
            (0.0, 0.0),
            velocity,
            0.0,
        )
    else:
        assert all(
            map(math.isfinite, (*simulation.velocity, simulation.books.work, simulation.books.lost))
        )


@pytest.mark.parametrize(
    "masses",
    [(1e-3, 1e3), (1e3, 1e-3), (1e-300, 1e300), (1e300, 1e-300), (1e-300, 1e-300), (1e308, 1e308)],
    ids=str,
)
@pytest.mark.parametrize(
    "lengths", [(1.0, 1.0), (1e-3, 1e3), (1e-150, 1.0), (1e150, 1e150)], ids=str
)
def test_the_oddest_arms_stay_within_their_stops_or_diverge_and_can_be_reset(masses, lengths):
    simulation = stopped_arm(2)
    simulation.set_params(masses=masses, lengths=lengths)
    for _ in range(300):
        simulation.tick()
        assert outside(simulation.limits.position, simulation.position) is None
        assert all(map(math.isfinite, (*simulation.position, *simulation.velocity)))
    simulation.reset()
    assert not simulation.diverged and simulation.position == (0.0, 0.0)


def test_stops_may_be_taken_away_and_set_again_while_the_arm_moves():
    simulation = ticked(stopped_arm(2), 500)
    simulation.set_limits(Limits())
    ticked(simulation, 400)
    assert simulation.position[0] < -0.6
    limits, problems = revised(
        Limits(), {"position": ((-0.5, 0.5), (-0.3, 0.3))}, simulation.position
    )
    assert limits == Limits() and len(problems) == 1
    here = tuple((angle - 1e-6, angle + 1e-6) for angle in simulation.position)
    simulation.set_limits(revised(Limits(), {"position": here}, simulation.position)[0])
    ticked(simulation, 50)
    assert outside(here, simulation.position) is None
    assert abs(drift(simulation)) < 1e-6  # rk4 at 1 ms


def test_a_reset_starts_within_the_stops_and_holds_that_pose():
    simulation = Simulation(2)
    simulation.position = (-0.7, 0.0)
    simulation.set_limits(Limits(position=LOW))
    simulation.reset()
    assert simulation.position == (-0.5, 0.0) and simulation.velocity == (0.0, 0.0)
    assert simulation.controller.setpoint == Setpoint.at_rest((-0.5, 0.0))
    assert simulation.limits == Limits(position=LOW)


def test_a_reset_holds_a_pose_that_may_be_commanded():
    simulation = Simulation(2)
    simulation.set_limits(Limits(operating=LOW))
    simulation.reset()
    assert outside(LOW, simulation.controller.setpoint.position) is None


def test_a_successor_keeps_limits_links_and_books():
    simulation = stopped_arm(2, velocity=(3.0, 1.0))
    simulation.set_links(own_centers=(0.2, 0.9), own_inertias=(0.3, 0.1), own_damping=(0.4, 0.5))
    simulation.set_limits(
        Limits(((-0.5, 0.5), (-0.3, 0.3)), ((-0.2, 0.2), (-0.2, 0.2)), (1.0, 1.0), (5.0, 2.0))
    )
    simulation.enable(True)
    ticked(simulation, 200)
    successor = pickle.loads(pickle.dumps(simulation))
    assert (successor.limits, successor.arm, successor.books) == (
        simulation.limits,
        simulation.arm,
        simulation.books,
    )
    ticked(simulation, 200)
    ticked(successor, 200)
    assert (successor.snapshot(), successor.books) == (simulation.snapshot(), simulation.books)


# -- whole turns -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "allowed, angle, near, wanted",
    [
        ((-1.0, 1.0), 0.5, 0.0, 0),
        ((-1.0, 1.0), 0.5, 99.0, 0),
        ((-1.0, 1.0), 1.5, 0.0, None),
        ((-20.0, 20.0), 0.5, 13.0, 2),
        ((-20.0, 20.0), 0.5, 99.0, 3),
        ((-20.0, 20.0), 0.5, -99.0, -3),
        ((0.5, 0.6), 0.5, 0.0, 0),
        ((0.4, 0.5), 0.5, 0.0, 0),
        ((6.0, 7.0), 0.0, 0.0, 1),
        ((1.0, 6.0), 0.5, 0.0, None),
        ((-1e300, 1e300), 0.5, 0.0, 0),
    ],
)
def test_whole_turns_bring_an_angle_into_a_range_as_near_as_can_be(allowed, angle, near, wanted):
    assert whole_turns_into(allowed, angle, near) == (
        None if wanted is None else angle + wanted * 2 * math.pi
    )


@pytest.mark.parametrize("end", [0, 1])
def test_an_angle_at_the_very_end_of_its_range_is_within_it_after_whole_turns(end):
    rng = random.Random(end)
    for _ in range(2000):
        angle = rng.uniform(-3.0, 3.0)
        turns = rng.choice([-3, -2, -1, 1, 2, 3])
        edge = math.nextafter(angle + turns * 2 * math.pi, rng.choice([-99.0, 99.0]))
        allowed = (edge - 1.0, edge) if end else (edge, edge + 1.0)
        found = whole_turns_into(allowed, angle, 0.0)
        assert found is None or allowed[0] <= found <= allowed[1]
