"""Links and the books of energy as clients see them, on the running system."""

from itertools import pairwise
from statistics import median

import pytest
from arm_steps import ENABLE, PAUSE, RESET, SET_PARAMS, TRAJECTORY, two_links
from joint_limits import LIMITS, LINKS, SOME_LIMITS
from processes import wait_until
from rosbridge import stamp

DYNAMICS = "/arm_sim/dynamics"
ENERGY = "/arm_sim/energy"
FIELDS = {"header", "kinetic", "potential", "total", "work", "lost", "drift"}
FIELDS |= {"changed", "since", "reason"}
SOME_LINKS = {"centers_of_mass": [0.1, 0.9], "inertias": [0.2, 0.3], "damping": [0.4, 0.5]}
pytestmark = pytest.mark.usefixtures("arm_as_made")


# -- links and dynamics ----------------------------------------------------------------------------
def test_links_are_echoed_each_on_its_own_and_rods_come_back(client, links):
    rods = client.call(LINKS)["values"]
    assert rods == {
        "centers_of_mass": [0.5] * links,
        "inertias": pytest.approx([1 / 12] * links),
        "damping": [0] * links,
    }
    own = {"centers_of_mass": [0.0] * links, "inertias": [2.0] * links, "damping": [3.0] * links}
    for i, name in enumerate(own):
        told = client.call(LINKS, {name: own[name]})
        assert told["result"] and told["values"] == rods | dict(list(own.items())[: i + 1])
    assert client.call(LINKS, {"rods": True})["values"] == rods | {"damping": own["damping"]}
    assert client.call(LINKS, own)["values"] == own
    params = client.call(SET_PARAMS, {"lengths": [1.0] * links})
    assert set(params["values"]) == {"gravity", "masses", "lengths"}
    assert client.call(LINKS)["values"] == rods | {"damping": own["damping"]}


@two_links
def test_centres_beyond_the_end_of_a_link_are_refused(client):
    refused = client.call(LINKS, {"centers_of_mass": [0.5, 1.5], "damping": [1, 1]})
    assert refused["result"] is False and "centers_of_mass" in refused["status"]
    assert refused["values"]["centers_of_mass"] == [0.5, 0.5]
    assert refused["values"]["damping"] == [1, 1]


def test_the_dynamics_of_the_live_arm_are_consistent(client, links):
    client.call(PAUSE, {"data": True})
    values = client.call(DYNAMICS)["values"]
    assert set(values) == {
        "mass_matrix",
        "coriolis",
        "gravity_load",
        "acceleration",
        "kinetic_energy",
        "potential_energy",
    }
    state = {"position": [0.3] * links, "velocity": [1.0] * links, "effort": [2.0] * links}
    values = client.call(DYNAMICS, state)["values"]
    balance = [
        sum(m * a for m, a in zip(row, values["acceleration"])) + c + g
        for row, c, g in zip(values["mass_matrix"], values["coriolis"], values["gravity_load"])
    ]
    assert balance == pytest.approx(state["effort"], abs=1e-12)  # rounding
    kinetic = sum(m for row in values["mass_matrix"] for m in row) / 2
    assert values["kinetic_energy"] == pytest.approx(kinetic, rel=1e-12)
    assert not client.call(DYNAMICS, {"position": [0.3]})["result"]


# -- energy ----------------------------------------------------------------------------------------
def test_the_books_are_published_sixty_times_a_second_and_balance_under_control(client, links):
    client.call(LINKS, {"damping": [0.2] * links})
    client.call(ENABLE, {"data": True})
    client.publish(TRAJECTORY, {"points": [{"positions": [0.4] * links}]})
    client.subscribe(ENERGY)
    books = client.course(ENERGY, 0.5)
    periods = [after - before for before, after in pairwise(map(stamp, books))]
    assert median(periods) == pytest.approx(1 / 60, rel=0.1)
    for book in books:
        assert set(book) == FIELDS
        assert book["total"] == pytest.approx(book["kinetic"] + book["potential"], abs=1e-12)
        assert abs(book["drift"]) < 1e-6  # J; the effort does 10 J of work
    assert books[-1]["work"] > 1 and books[-1]["lost"] > 0


@two_links
def test_the_books_go_on_over_a_change_of_the_arm_and_begin_anew_with_a_reset(client):
    client.call(ENABLE, {"data": True})
    client.publish(TRAJECTORY, {"points": [{"positions": [0.4, 0.4]}]})
    client.subscribe(ENERGY)
    wait_until(lambda: client.message(ENERGY)["work"] > 0.1)
    client.call(PAUSE, {"data": True})
    before = client.fresh(ENERGY)
    client.call(SET_PARAMS, {"gravity": 1.62})
    after = client.fresh(ENERGY)
    assert after["changed"] == pytest.approx(after["total"] - before["total"], abs=1e-12)
    assert after["work"] == pytest.approx(before["work"] + after["changed"], abs=1e-12)
    assert (after["since"], after["reason"]) == (before["since"], before["reason"])
    client.call(RESET)
    book = client.fresh(ENERGY)
    assert (book["work"], book["lost"], book["drift"], book["changed"]) == (0, 0, 0, 0)
    assert (book["since"], book["reason"]) == (0, "reset")


# -- over a death ----------------------------------------------------------------------------------
@two_links
def test_limits_links_and_books_outlive_the_arm(client, runtime):
    assert client.call(LINKS, SOME_LINKS)["values"] == SOME_LINKS
    assert client.call(LIMITS, SOME_LIMITS)["values"] == SOME_LIMITS
    client.subscribe(ENERGY)
    wait_until(lambda: client.message(ENERGY)["lost"] > 0.01)
    for _ in range(3):  # while the arm is bouncing off its stops
        runtime.successor_of("arm_sim", runtime.kill("arm_sim"))
        assert client.call(LINKS)["values"] == SOME_LINKS
        assert client.call(LIMITS)["values"] == SOME_LIMITS
        assert abs(client.fresh(ENERGY)["drift"]) < 1e-6  # J
    client.call(PAUSE, {"data": True})
    frozen = client.fresh(ENERGY)
    assert frozen["lost"] > 0.01
    runtime.successor_of("arm_sim", runtime.kill("arm_sim"))
    assert client.fresh(ENERGY) == frozen
