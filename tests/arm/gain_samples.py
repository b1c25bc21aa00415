"""Steps for the tests of what gains and timestep do to the closed loop."""

import numpy as np

from actors.arm.dynamics import mass_matrix
from actors.arm.model import Arm


def limit_at_pose(arm, kd, q):
    """2 / lambda in s, where lambda is the largest eigenvalue of M(q)^-1 Kd."""
    quotients = np.linalg.eigvals(np.linalg.solve(np.array(mass_matrix(arm, q)), np.diag(kd)))
    return 2 / max(quotients.real)


def some_arm(links, rng):
    """An arm of 0.1 to 10 kg and m, and gains kd of 1 to 100 N m s/rad."""
    rows = [tuple(10 ** rng.uniform(-1, 1) for _ in range(links)) for _ in range(2)]
    return Arm(9.81, *rows), tuple(10 ** rng.uniform(0, 2) for _ in range(links))
