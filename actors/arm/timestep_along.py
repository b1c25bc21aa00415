"""The timestep from which the arm rings in the poses of a path.

timestep_limit.py explains the limit 2 / lambda, and finds the smallest one of all poses. Here it is
computed at given poses, from their eigenvalues lambda of M(q)^-1 Kd. The matrix D M(q)^-1 D, where
D is the square root of Kd, has the same eigenvalues and is symmetric.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from actors.arm.forward_dynamics import Pairs, solve_from_the_tip
from actors.arm.model import Arm
from actors.arm.operations import DOMAIN_ERRORS
from actors.arm.slices import Slices, in_slices

POSES = 20  # in one slice, which takes less than half a ms

Row = tuple[float, ...]


class LimitAlong(NamedTuple):
    """The smallest limit of the timestep in the poses of a path."""

    seconds: float  # infinite if there is none
    pose: int  # the index of the pose that has it, of the first one if several have


@in_slices
def timestep_limit_along(
    arm: Arm, kd: Sequence[float], poses: Iterable[Sequence[float]]
) -> Slices[LimitAlong]:
    """Return the smallest limit of the timestep in the given poses, in s, and where it is.

    kd      (n,) in N m s/rad, at least 0
    poses   (n,) each, in rad

    A pose at which the limit cannot be computed has none.
    """
    smallest = LimitAlong(math.inf, 0)
    for k, q in enumerate(poses):
        if k % POSES == 0:
            yield
        seconds = timestep_limit_at(arm, kd, q)
        if seconds < smallest.seconds:
            smallest = LimitAlong(seconds, k)
    return smallest


def timestep_limit_at(arm: Arm, kd: Sequence[float], q: Sequence[float]) -> float:
    """Return the limit of the timestep in s at one pose (n,) in rad; kd as above.

    It is infinite if there is none, or if it cannot be computed.
    """
    try:
        largest = _largest_eigenvalue(_symmetric(arm, kd, q))
        return 2 / largest if largest > 0 else math.inf
    except DOMAIN_ERRORS:
        return math.inf


def _symmetric(arm: Arm, kd: Sequence[float], q: Sequence[float]) -> list[list[float]]:
    """Return D M(q)^-1 D, (n, n) in 1/s.

    Column j has the accelerations of the joints under an effort of D_j at joint j alone. As in
    forward_dynamics.py, they are differences between accelerations of the headings.
    """
    n = arm.links
    phi = list(accumulate(q))
    inertia: Pairs = {
        (i, j): arm.couplings[i][j] * math.cos(phi[j] - phi[i])
        for i in range(n)
        for j in range(i, n)
    }
    roots = [math.sqrt(gain) for gain in kd]
    columns = []
    for j, root in enumerate(roots):
        force = [root if i == j else -root if i == j - 1 else 0.0 for i in range(n)]
        headings = solve_from_the_tip(inertia, force)
        rates = [a - before for a, before in zip(headings, [0.0, *headings[:-1]])]
        columns.append([own * rate for own, rate in zip(roots, rates)])
    return columns


def _largest_eigenvalue(a: Sequence[Sequence[float]]) -> float:
    """Return the largest eigenvalue of a symmetric matrix of 2 or 3 rows.

    Three rows: the trigonometric solution of the characteristic equation (Smith, Eigenvalues of a
    symmetric 3 x 3 matrix, Communications of the ACM 4, 1961).
    """
    if len(a) == 2:
        (x, y), (_, z) = a
        return (x + z) / 2 + math.hypot((x - z) / 2, y)
    mean = (a[0][0] + a[1][1] + a[2][2]) / 3
    x, y, z = a[0][0] - mean, a[1][1] - mean, a[2][2] - mean
    u, v, w = a[1][2], a[0][2], a[0][1]
    size = math.sqrt((x * x + y * y + z * z + 2 * (u * u + v * v + w * w)) / 6)
    if not size:
        return mean
    determinant = x * (y * z - u * u) - w * (w * z - u * v) + v * (w * u - y * v)
    cosine = determinant / (2 * size * size * size)
    return mean + 2 * size * math.cos(math.acos(min(max(cosine, -1.0), 1.0)) / 3)
