"""Steps and samples for the tests of limits and stops."""

import itertools
import random

import numpy as np
import pytest
from array_terms import mass_matrix

from actors.arm.energy import EnergyBooks, total_energy
from actors.arm.limits import Limits
from actors.arm.model import Arm
from actors.arm.simulation import Simulation

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
    simulation.books = EnergyBooks.opened(simulation.arm, simulation.position, simulation.velocity)
    return simulation


def ticked(simulation, count):
    for _ in range(count):
        simulation.tick()
    return simulation


def drift(simulation):
    return simulation.books.drift(
        total_energy(simulation.arm, simulation.position, simulation.velocity)
    )


SIDES = (-0.5, 0.5, 0.1)


def impacts(count, spread):
    """Arms against any number of stops; masses and lengths within so many powers of ten of 1."""
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
    """The velocity after an impact, found by trying all sets of joints that may come to rest.

    In only one of them no stop pulls, and no joint moves into a stop.
    """
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
