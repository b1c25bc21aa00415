"""What the tests of the arm share: reference numbers, and seeded random arms in random states.

The files in data/ were computed in arithmetic of 50 or 60 digits, independently of the code under
test, and rounded once.
"""

import json
import math
import random
from pathlib import Path
from typing import Any, NamedTuple

from actors.arm.integrators import INTEGRATORS
from actors.arm.model import Arm
from actors.arm.step import arm_step

METHODS = list(INTEGRATORS)


def reference(name: str) -> list[dict[str, Any]]:
    """The cases of data/<name>.json."""
    return json.loads((Path(__file__).parent / "data" / f"{name}.json").read_text())


def arm_of(case: dict[str, Any]) -> Arm:
    return Arm(case["gravity"], tuple(case["masses"]), tuple(case["lengths"]))


class State(NamedTuple):
    """An arm in motion."""

    arm: Arm
    q: list[float]
    qdot: list[float]
    effort: list[float]


def random_states(links: int, count: int) -> list[State]:
    """The same random states in every run.

    Masses are 0.1 to 10 kg, lengths 0.2 to 3 m, poses any, rates up to 5 rad/s, efforts 20 N m.
    """
    rng = random.Random(links)
    return [
        State(
            Arm(
                rng.uniform(0.0, 20.0),
                tuple(10.0 ** rng.uniform(-1.0, 1.0) for _ in range(links)),
                tuple(rng.uniform(0.2, 3.0) for _ in range(links)),
            ),
            *([rng.uniform(-bound, bound) for _ in range(links)] for bound in (math.pi, 5.0, 20.0)),
        )
        for _ in range(count)
    ]


def swing(
    arm: Arm,
    method: str,
    dt: float,
    steps: int,
    q: list[float],
    qdot: list[float],
    effort: list[float],
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Pose and velocity after so many steps under a constant effort."""
    n = arm.links
    step = arm_step(arm, method, dt)
    state = (*q, *qdot)
    for _ in range(steps):
        state = step(*state, *effort)
    return state[:n], state[n:]
