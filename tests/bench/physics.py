"""How fast the physics steps: one arm on floats, batches on arrays, and a long particle trajectory."""

import time
from collections.abc import Callable, Iterator

import numpy as np
from table import Row, median

from actors.arm.model import Arm
from actors.arm.particle import ParticleStep, integrate
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation
from actors.arm.step import arm_step, batch_step

STEPS = 20_000
BATCH = 4096


def rows() -> Iterator[Row]:
    for links in (2, 3):
        yield Row(
            f"rk4 step, {links} links, live", median(lambda n=links: live_step(n)) * 1e6, "us"
        )
        yield Row(
            f"rk4 step, {links} links, batch of {BATCH}",
            median(lambda n=links: batched_step(n)) * 1e6,
            "us",
        )
        yield Row(f"tick with control, {links} links", median(lambda n=links: tick(n)) * 1e6, "us")
    yield Row("200,000 rk4 steps of sin(t)*t", median(particle) * 1e3, "ms")


def live_step(links: int) -> float:
    """Seconds per step of one swinging arm."""
    step = arm_step(Arm.of_links(links), "rk4", 0.0005)
    state = (0.0,) * 2 * links
    effort = (0.0,) * links

    def work() -> None:
        nonlocal state
        for _ in range(STEPS):
            state = step(*state, *effort)

    return timed(work) / STEPS


def batched_step(links: int) -> float:
    """Seconds per step of each arm of a batch."""
    step = batch_step(Arm.of_links(links), "rk4", 0.0005)
    state = tuple(np.random.default_rng(links).uniform(-2, 2, (2 * links, BATCH)))
    effort = (np.zeros(BATCH),) * links

    def work() -> None:
        nonlocal state
        for _ in range(50):
            state = step(*state, *effort)

    return timed(work) / 50 / BATCH


def tick(links: int) -> float:
    """Seconds per tick of the live arm: control update, step, checks."""
    simulation = Simulation(links)
    simulation.enable(True)
    simulation.hold(Setpoint.at_rest((0.5,) * links))

    def work() -> None:
        for _ in range(STEPS):
            simulation.tick()

    return timed(work) / STEPS


def particle() -> float:
    return timed(lambda: integrate(ParticleStep("sin(t)*t", "rk4", 1e-3), 0.0, 0.0, 1e-3, 200_000))


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
