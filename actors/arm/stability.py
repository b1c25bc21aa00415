"""Whether the arm with its controller comes to rest, and how soon.

Near a setpoint the closed loop is linear. In the headings of the links (see dynamics.py) a motion
exp(s t) satisfies det P(s) = 0 for the matrix

    P(s) = s^3 M + s^2 D + s K + (1 - s dt/2) (s^2 Kd + s Kp + Ki)

where K is the stiffness of gravity, and D is the damping of the joints. An effort that is held for
dt is dt/2 old on average, hence the factor. The arm comes to rest if all roots have negative real
parts (Åström and Murray, Feedback Systems, chapter 5). They depend on the pose, so this file
looks at several ones.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from actors.arm.model import Arm
from actors.arm.operations import DOMAIN_ERRORS
from actors.arm.pid import Gains
from actors.arm.polynomials import Polynomial, determinant, roots

ELBOWS = (0.0, math.pi / 2, math.pi)  # rad, of all joints but the first
UPRIGHT = math.pi / 2
HEADINGS = (0.0, UPRIGHT)  # rad, of the first link
ROUNDING = 1e-6  # the fraction of a root by which its real part may be off
HALVINGS = 7  # of the range in which the largest stable ki is sought

Matrix = list[list[float]]


class Motion(NamedTuple):
    """The free motion of the closed loop that dies out last: exp(growth t) times an oscillation."""

    growth: float  # 1/s; negative if the motion dies out
    swings: bool  # whether it is an oscillation
    where: str  # in which pose, as clients are told


@lru_cache(maxsize=16)
def slowest_swing(arm: Arm, gains: Gains, dt: float) -> Motion | None:
    """Return the oscillation that dies out last, or a motion that grows if there is one.

    dt   s

    Returns None if the arm neither swings nor topples, or if that cannot be computed.
    """
    try:
        motions = [each for q in _poses(arm.links) for each in _motions(arm, gains, dt, q)]
    except DOMAIN_ERRORS:
        return None
    return max(motions, default=None)


def largest_stable_factor(arm: Arm, gains: Gains, dt: float) -> float:
    """Return by what ki must at least be multiplied for a stable loop: 1 if it is stable.

    It is 0 if the loop is unstable without the integral term too.
    """
    low, high = 0.0, 1.0
    if not _is_stable(arm, gains, dt, 0.0):
        return 0.0
    if _is_stable(arm, gains, dt, 1.0):
        return 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _is_stable(arm, gains, dt, middle) else (low, middle)
    return low


def _is_stable(arm: Arm, gains: Gains, dt: float, factor: float) -> bool:
    slower = Gains(gains.kp, tuple(factor * ki for ki in gains.ki), gains.kd)
    slowest = slowest_swing(arm, slower, dt)
    return slowest is None or slowest.growth < 0


def _poses(links: int) -> Iterator[tuple[float, ...]]:
    for elbow in ELBOWS:
        for heading in HEADINGS:
            yield (heading, *(elbow,) * (links - 1))


def _motions(arm: Arm, gains: Gains, dt: float, q: Sequence[float]) -> Iterator[Motion]:
    """Yield the motions at a pose (n,) in rad that grow, or that swing."""
    for root in roots(determinant(_matrix(arm, gains, dt, q))):
        size = abs(root)
        growth = 0.0 if abs(root.real) < ROUNDING * size else root.real
        swings = abs(root.imag) > ROUNDING * size
        if swings or growth > 0:
            yield Motion(growth, swings, _named(q))


def _named(q: Sequence[float]) -> str:
    if any(q[1:]):
        return "in some poses"
    return "when stretched upright" if q[0] else "when stretched"


def _matrix(arm: Arm, gains: Gains, dt: float, q: Sequence[float]) -> list[list[Polynomial]]:
    """Return P(s) at a pose (n,) in rad; each polynomial has its constant term first."""
    phi = list(accumulate(q))
    lag = dt / 2
    late = zip(*(_of_headings(each) for each in (gains.ki, gains.kp, gains.kd)))
    damping = _of_headings(arm.damping)
    return [
        [
            [
                ki,
                kp - lag * ki - (arm.gravity * arm.moments[i] * math.sin(phi[i]) if i == j else 0),
                kd - lag * kp + d,
                arm.couplings[i][j] * math.cos(phi[i] - phi[j]) - lag * kd,
            ]
            for j, (ki, kp, kd, d) in enumerate(zip(*rows, damping[i]))
        ]
        for i, rows in enumerate(late)
    ]


def _of_headings(gains: Sequence[float]) -> Matrix:
    """Return the matrix (n, n) of the torques on the headings for gains (n,) of the joints."""
    n = len(gains)
    matrix = [[0.0] * n for _ in range(n)]
    for k, gain in enumerate(gains):
        matrix[k][k] += gain
        if k:
            matrix[k - 1][k - 1] += gain
            matrix[k][k - 1] -= gain
            matrix[k - 1][k] -= gain
    return matrix
