"""The books of energy: work, losses, and the drift that the integrator causes."""

import math
import pickle

import pytest

from actors.arm.energy import EnergyBooks, energies, total_energy
from actors.arm.integrators import INTEGRATORS
from actors.arm.limits import Limits
from actors.arm.model import Arm
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation

both_arms = pytest.mark.parametrize("links", [2, 3])
NO_WORK = EnergyBooks(0.0)


def moving(links, velocity=(1.0, -0.5, 0.5), gravity=9.81, method="rk4", timestep=0.001):
    simulation = Simulation(links)
    simulation.set_integrator(method, timestep)
    simulation.set_params(gravity=gravity)
    simulation.velocity = velocity[:links]
    simulation.books = EnergyBooks.opened(simulation.arm, simulation.position, simulation.velocity)
    return simulation


def ticked(simulation, count):
    for _ in range(count):
        simulation.tick()
    return simulation


def total(simulation):
    return total_energy(simulation.arm, simulation.position, simulation.velocity)


def drift(simulation):
    return simulation.books.drift(total(simulation))


# -- what the integrator invents -------------------------------------------------------------------
@pytest.mark.parametrize(
    "method, least, most",
    [("euler", 1e-5, 1e-2), ("midpoint", 1e-9, 1e-5), ("verlet", 1e-9, 1e-5), ("rk4", 0.0, 1e-11)],
)
def test_the_drift_over_ten_seconds_tells_the_methods_apart(method, least, most):
    """Of some 4 J, without gravity at 1 ms: at most of the orders 1e-3, 1e-6 and 1e-12 J."""
    simulation = moving(2, (1.5, 1.0), gravity=0.0, method=method)
    worst = max(abs(drift(ticked(simulation, 100))) for _ in range(100))
    assert least <= worst <= most


@both_arms
def test_gravity_only_turns_one_energy_into_the_other(links):
    simulation = ticked(moving(links), 1000)
    assert total(simulation) == pytest.approx(simulation.books.initial, abs=1e-7)  # rk4 at 1 ms
    assert (simulation.books.work, simulation.books.lost) == (0.0, 0.0)


@both_arms
@pytest.mark.parametrize("damping", [0.1, 2.0])
def test_what_damping_took_is_what_is_missing(links, damping):
    simulation = moving(links, gravity=0.0)
    simulation.set_links(own_damping=(damping,) * links)
    ticked(simulation, 2000)
    assert simulation.books.lost > 0.1
    assert simulation.books.lost == pytest.approx(
        simulation.books.initial - total(simulation), abs=1e-9
    )


@pytest.mark.parametrize("damping", [0.0, 1.0])
@both_arms
def test_the_books_balance_under_control(links, damping):
    simulation = moving(links, timestep=0.0005)
    simulation.set_links(own_damping=(damping,) * links)
    simulation.enable(True)
    simulation.hold(Setpoint.at_rest((0.8, -0.4, 0.3)[:links]))
    worst = max(abs(drift(ticked(simulation, 1))) for _ in range(3000))
    assert worst < 5e-7  # of some 10 J: rk4 at 0.5 ms, jerked by efforts of hundreds of N m


def test_work_is_effort_times_way():
    books = NO_WORK.after_step(
        Arm.of_links(2), (3.0, -2.0), 0.5, (0.0, 1.0), (0.0, 0.0), (0.5, 2.0), (0.0, 0.0)
    )
    assert (books.work, books.lost) == (3.0 * 0.5 - 2.0, 0.0)


@pytest.mark.parametrize("rate", [(2.0, 0.0, 0.0), (1.0, -3.0, 0.0), (0.5, 2.0, -1.5)])
def test_what_damping_takes_is_exact_for_rates_that_are_parabolas(rate):
    """For rates a + b t + c t^2, with squares of fourth degree, it errs by h^5 c^2 / 120."""
    a, b, c = rate
    dt = 0.5
    d = 4.0
    way = a * dt + b * dt**2 / 2 + c * dt**3 / 3
    last = a + b * dt + c * dt**2
    taken = d * (
        a * a * dt
        + a * b * dt**2
        + (b * b + 2 * a * c) * dt**3 / 3
        + b * c * dt**4 / 2
        + c * c * dt**5 / 5
    )
    arm = Arm(0.0, (1.0,), (1.0,), own_damping=(d,))
    lost = NO_WORK.after_step(arm, (0.0,), dt, (0.0,), (a,), (way,), (last,)).lost
    assert lost == pytest.approx(taken + d * c * c * dt**5 / 120, rel=1e-14)  # rounding


@pytest.mark.parametrize("method", INTEGRATORS)
def test_drift_is_what_cannot_be_accounted_for(method):
    simulation = ticked(moving(2, method=method), 100)
    books = simulation.books
    assert drift(simulation) == pytest.approx(
        total(simulation) - books.initial - books.work + books.lost, abs=1e-15
    )


# -- changes, and when the books begin anew --------------------------------------------------------
CHANGES = {
    "gravity": lambda simulation: simulation.set_params(gravity=5.0),
    "no gravity": lambda simulation: simulation.set_params(gravity=0.0),
    "masses": lambda simulation: simulation.set_params(masses=(2.0, 0.2)),
    "lengths": lambda simulation: simulation.set_params(lengths=(2.0, 0.5)),
    "centres": lambda simulation: simulation.set_links(own_centers=(0.1, 0.1)),
    "inertias": lambda simulation: simulation.set_links(own_inertias=(0.5, 0.1)),
    "damping": lambda simulation: simulation.set_links(own_damping=(3.0, 0.0)),
    "nothing": lambda simulation: simulation.set_params(),
}


def worked():
    """An arm whose books have work and losses, while it moves."""
    simulation = moving(2)
    simulation.set_links(own_damping=(1.0, 1.0))
    simulation.enable(True)
    return ticked(simulation, 100)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_of_the_arm_is_work_on_the_books(change):
    simulation = worked()
    books, before, drifted = simulation.books, total(simulation), drift(simulation)
    assert books.work and books.lost
    change(simulation)
    jump = total(simulation) - before
    assert simulation.books == books._replace(work=books.work + jump, changed=jump)
    assert drift(simulation) == pytest.approx(drifted, abs=1e-12)  # rounding
    assert abs(drift(ticked(simulation, 100))) < 1e-7  # rk4 at 1 ms


def test_a_change_of_gravity_does_the_work_of_lifting_the_arm():
    simulation = moving(2)
    simulation.position = (math.pi / 2, 0.0)
    simulation.set_params(gravity=10.81)
    assert simulation.books.changed == pytest.approx(1.0 * (0.5 + 1.5))  # m g h, 1 kg each


def test_changes_add_up_and_changes_back_take_them_away():
    simulation = worked()
    before = simulation.books
    simulation.set_params(gravity=3.0, masses=(7.0, 0.5))
    assert simulation.books.changed != 0.0
    simulation.set_params(gravity=9.81, masses=(1.0, 1.0))
    assert simulation.books.changed == pytest.approx(0.0, abs=1e-12)
    assert simulation.books.work == pytest.approx(before.work, abs=1e-12)


def test_a_reset_opens_the_books_anew_and_says_so():
    simulation = worked()
    assert (simulation.books.since, simulation.books.reason) == (0.0, "start")
    simulation.reset()
    assert simulation.books == EnergyBooks(total(simulation), reason="reset")
    assert drift(simulation) == 0.0


def test_books_begin_anew_where_the_energy_of_the_changed_arm_is_not_known():
    simulation = worked()
    simulation.set_params(masses=(1e307, 1e307), lengths=(1e200, 1e200))
    assert not math.isfinite(total(simulation))
    simulation.set_params(masses=(1.0, 1.0), lengths=(1.0, 1.0))
    books = simulation.books
    assert (books.work, books.lost, books.changed, drift(simulation)) == (0.0, 0.0, 0.0, 0.0)
    assert books.since == pytest.approx(0.1) and "not finite" in books.reason


def test_what_does_not_change_the_arm_leaves_the_books_alone():
    simulation = ticked(moving(2), 100)
    before = simulation.books
    simulation.set_gains(kp=(1.0, 1.0))
    simulation.set_integrator("verlet", 0.002)
    simulation.set_limits(Limits(effort=(1.0, 1.0)))
    simulation.enable(True)
    assert simulation.books == before


def test_the_books_go_on_in_a_successor():
    simulation = moving(2)
    simulation.set_links(own_centers=(0.2, 0.9), own_inertias=(0.3, 0.1), own_damping=(0.4, 0.5))
    simulation.enable(True)
    ticked(simulation, 50)
    successor = pickle.loads(pickle.dumps(simulation))
    assert successor.arm == simulation.arm
    assert ticked(successor, 50).books == ticked(simulation, 50).books


# -- numbers without end ---------------------------------------------------------------------------
def test_an_arm_that_goes_on_has_finite_books():
    """A loss beyond all doubles is not booked, because no later drift would be a number."""
    simulation = moving(2, gravity=0.0)
    simulation.set_params(masses=(1e304, 1e304))
    simulation.set_limits(Limits(position=((-0.1, 0.1), (-0.1, 0.1))))
    simulation.velocity = (100.0, 0.0)
    ticked(simulation, 10)
    assert simulation.diverged or math.isfinite(simulation.books.lost)


def test_the_energies_of_an_arm_thrown_out_of_all_bounds_are_no_error():
    assert energies(Arm.of_links(2), (1e308, 1e308), (1e200, 1e200))[0] != 0
