"""An arm that moves among its hard stops."""

import math
import pickle
import time

import pytest
from arm_samples import METHODS
from stop_samples import LOW, both_arms, drift, stopped_arm, ticked

from actors.arm.limits import Limits, outside, revised
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation


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
        # A tick of gravity moves the arm by far more than 1e-9 rad.
        assert simulation.position == pytest.approx(lowest, abs=1e-9)
        assert simulation.velocity == pytest.approx((0.0,) * links, abs=1e-9)


@both_arms
def test_an_arm_that_is_pressed_against_its_stops_stays_there(links):
    simulation = stopped_arm(links)
    simulation.enable(True)
    # Only hard stops are set, and they do not restrict commands.
    simulation.hold(Setpoint.at_rest((1.0,) * links))
    ticked(simulation, 1000)
    worst = max(
        abs(angle - highest)
        for _ in range(100)
        for (_, highest), angle in zip(simulation.limits.position, ticked(simulation, 1).position)
    )
    assert worst < 1e-9


@both_arms
def test_an_arm_that_lies_on_its_stops_keeps_up_with_time(links):
    """A moving arm is 100 times as fast as real time. On its stops it may be 50 times slower."""
    lying = ticked(stopped_arm(links), 1000)
    moving = Simulation(links)
    lying.set_integrator("rk4", 0.0005)

    def taken(simulation):
        begun = time.process_time()
        ticked(simulation, 500)
        return time.process_time() - begun

    # The ratio is usually about 20.
    assert min(taken(lying) for _ in range(3)) < 50 * min(taken(moving) for _ in range(3))


@pytest.mark.parametrize("rate", [2.0, 10.0])
def test_an_arm_that_turns_with_its_elbow_pressed_against_a_stop_turns_on(rate):
    """Stops have no friction: without gravity the arm turns as one rigid body about the base."""
    simulation = stopped_arm(2, ((-1e6, 1e6), (0.5, 1.5)))
    simulation.set_params(gravity=0.0)
    simulation.position = (0.0, 0.5)
    simulation.velocity = (rate, 0.0)
    ticked(simulation, 2000)
    # The arm has turned for 2 s.
    assert (*simulation.velocity, simulation.position[1]) == pytest.approx(
        (rate, 0.0, 0.5), rel=1e-3
    )


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
