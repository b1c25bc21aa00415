"""How long a step of the physics takes, beside MuJoCo's in the same run where that is installed.

Measured is processor time, and the best of several runs counts: other programs on the machine only
ever make a run slower.
"""

import time
from collections.abc import Callable, Iterator

import mujoco_arm
import numpy as np
from table import Row, best

from actors.arm.model import Arm
from actors.arm.particle import integrate, particle_step
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation
from actors.arm.step import arm_step, batch_step

TIMESTEP = 0.0005  # s
STEPS = 20_000
BATCH = 4096
BATCHED_STEPS = 50
SHORT = 200  # steps after which both engines must agree
ROUNDING = 1e-9  # rad and rad/s; by how much they differ then


def rows() -> Iterator[Row]:
    for links in (2, 3):
        step = best(lambda n=links: live_step(n))
        yield Row(f"rk4 step, {links} links", step * 1e6, "us")
        if mujoco_arm.is_installed():
            agree(links)
            theirs = best(lambda n=links: mujoco_step(n))
            yield Row(f"rk4 step in MuJoCo's rollout, {links} links", theirs * 1e6, "us")
            yield Row(f"our step / MuJoCo's, {links} links", step / theirs, "")
        batched = best(lambda n=links: batched_step(n))
        yield Row(f"rk4 step, {links} links, each of {BATCH} arms", batched * 1e6, "us")
        yield Row(f"tick with control, {links} links", best(lambda n=links: tick(n)) * 1e6, "us")
    yield Row("200,000 rk4 steps of sin(t)*t", best(particle) * 1e3, "ms")


def live_step(links: int) -> float:
    """Seconds per step of one swinging arm."""
    return timed(lambda: steps(links, STEPS)) / STEPS


def steps(links: int, count: int) -> list[float]:
    """The state q, qdot of the default arm after so many steps from its starting pose."""
    step = arm_step(Arm.of_links(links), "rk4", TIMESTEP)
    state = (0.0,) * 2 * links
    effort = (0.0,) * links
    for _ in range(count):
        state = step(*state, *effort)
    return list(state)


def mujoco_step(links: int) -> float:
    """Seconds per step of the same arm in MuJoCo."""
    roll = mujoco_arm.rollout_of(Arm.of_links(links), TIMESTEP, STEPS)
    return timed(lambda: roll((0.0,) * 2 * links)) / STEPS


def agree(links: int) -> None:
    """Make sure that both engines step the same arm."""
    theirs = mujoco_arm.rollout_of(Arm.of_links(links), TIMESTEP, SHORT)((0.0,) * 2 * links)
    np.testing.assert_allclose(steps(links, SHORT), theirs, atol=ROUNDING, rtol=0)


def batched_step(links: int) -> float:
    """Seconds per step of each arm of a batch."""
    step = batch_step(Arm.of_links(links), "rk4", TIMESTEP)
    state = tuple(np.random.default_rng(links).uniform(-2, 2, (2 * links, BATCH)))
    effort = (np.zeros(BATCH),) * links

    def work() -> None:
        nonlocal state
        for _ in range(BATCHED_STEPS):
            state = step(*state, *effort)

    return timed(work) / BATCHED_STEPS / BATCH


def tick(links: int) -> float:
    """Seconds per tick of the live arm: control update, step, checks."""
    simulation = Simulation(links)
    simulation.enable(True)
    simulation.hold(Setpoint.at_rest((0.5,) * links))
    return timed(lambda: simulation.advance(STEPS)) / STEPS


def particle() -> float:
    return timed(lambda: integrate(particle_step("sin(t)*t", "rk4", 1e-3), 0.0, 0.0, 1e-3, 200_000))


def timed(work: Callable[[], object]) -> float:
    """Seconds of processor time that the work takes."""
    begun = time.process_time()
    work()
    return time.process_time() - begun
