"""How the links of an arm are changed."""

from dataclasses import replace

import pytest
from link_samples import DEFAULTS

from actors.arm.simulation import Simulation
from actors.arm.step import arm_step

OWN = {"own_centers": (0.1, 0.2), "own_inertias": (0.3, 0.4), "own_damping": (0.5, 0.6)}
OWN_LINKS = {"centers_of_mass": (0.1, 0.2), "inertias": (0.3, 0.4), "damping": (0.5, 0.6)}
RODS = {"centers_of_mass": (0.5, 0.5), "inertias": (1 / 12, 1 / 12), "damping": (0.0, 0.0)}


def links_of(arm):
    return {name: getattr(arm, name) for name in RODS}


@pytest.fixture
def simulation():
    return Simulation(2)


def test_the_links_are_rods_without_damping_unless_told_otherwise(simulation):
    assert links_of(simulation.arm) == RODS


@pytest.mark.parametrize("own, echoed", list(zip(OWN, OWN_LINKS)))
def test_each_property_of_the_links_is_set_on_its_own(simulation, own, echoed):
    simulation.set_links(**{own: OWN[own]})
    assert links_of(simulation.arm) == RODS | {echoed: OWN_LINKS[echoed]}


@pytest.mark.parametrize(
    "change, echoed",
    [
        ({"masses": (2.0, 3.0)}, {"inertias": (2 / 12, 3 / 12)}),
        ({"masses": (1.0, 1.0)}, {}),
        ({"lengths": (1.0, 1.0)}, {}),
        (
            {"lengths": (2.0, 0.5)},
            {"centers_of_mass": (1.0, 0.25), "inertias": (4 / 12, 0.25 / 12)},
        ),
    ],
    ids=str,
)
def test_new_masses_or_lengths_bring_the_rods_back_and_leave_the_damping(
    simulation, change, echoed
):
    simulation.set_links(**OWN)
    simulation.set_params(**change)
    told = links_of(simulation.arm)
    wanted = RODS | {"damping": OWN_LINKS["damping"]} | echoed
    # The two sides may differ by one rounding.
    assert {name: pytest.approx(values, rel=1e-15) for name, values in wanted.items()} == told


def test_new_gravity_leaves_the_links_as_they_are(simulation):
    simulation.set_links(**OWN)
    simulation.set_params(gravity=1.0)
    assert links_of(simulation.arm) == OWN_LINKS


def test_the_rods_can_be_asked_back_with_something_else_on_top(simulation):
    simulation.set_links(**OWN)
    simulation.set_links(rods=True, own_inertias=(7.0, 8.0))
    assert links_of(simulation.arm) == RODS | {
        "inertias": (7.0, 8.0),
        "damping": OWN_LINKS["damping"],
    }


def test_new_links_act_from_the_next_tick_on(simulation):
    simulation.velocity = (1.0, 1.0)
    simulation.set_links(**OWN)
    simulation.tick()
    after = arm_step(replace(DEFAULTS, **OWN), "rk4", simulation.timestep)(
        0.0, 0.0, 1.0, 1.0, 0.0, 0.0
    )
    assert (*simulation.position, *simulation.velocity) == after
