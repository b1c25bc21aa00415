"""Forward dynamics: the accelerations of the joints under given efforts.

Lagrange's equations of dynamics.py are solved for the accelerations of the headings, where each
link's own coupling stands alone, and these are taken back to the joints by differences. So nothing
is lost where light links are beside heavy ones, or short ones beside long ones.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from actors.arm.model import Arm
from actors.arm.scalars import cos, sin

Pairs = dict[tuple[int, int], Any]  # by two links i <= j


def forward_dynamics(
    arm: Arm, q: Sequence[Any], qdot: Sequence[Any], effort: Sequence[Any]
) -> list[Any]:
    """qddot = M(q)^-1 (tau - C(q, qdot) qdot - G(q)), with tau the effort less the damping.

    q, qdot, effort   n each, in rad, rad/s and N m: floats, arrays or recording scalars
    ->                n, in rad/s^2
    """
    n = arm.links
    cosine, sine = _turns(q)
    force = _forces(arm, qdot, effort, cosine, sine)
    inertia = {
        (i, j): arm.couplings[i][i] if i == j else arm.couplings[i][j] * cosine[i, j]
        for i in range(n)
        for j in range(i, n)
    }
    phiddot = solve_from_the_tip(inertia, force)
    return [phiddot[0]] + [phiddot[i] - phiddot[i - 1] for i in range(1, n)]


def _forces(
    arm: Arm, qdot: Sequence[Any], effort: Sequence[Any], cosine: Pairs, sine: Pairs
) -> list[Any]:
    """By heading, in N m: all forces but those of inertia."""
    n = arm.links
    phidot = list(accumulate(qdot))
    torque = [tau - d * rate if d else tau for tau, d, rate in zip(effort, arm.damping, qdot)]
    force = [
        _difference(torque, i) - arm.gravity * arm.moments[i] * cosine[-1, i] for i in range(n)
    ]
    for i in range(n):
        for j in range(i + 1, n):
            pull = arm.couplings[i][j] * sine[i, j]
            force[i] += pull * (phidot[j] * phidot[j])
            force[j] -= pull * (phidot[i] * phidot[i])
    return force


def _difference(torque: Sequence[Any], i: int) -> Any:
    """The torque on link i: its own joint pushes it, and the next joint pushes it back."""
    return torque[i] - torque[i + 1] if i + 1 < len(torque) else torque[i]


def _turns(q: Sequence[Any]) -> tuple[Pairs, Pairs]:
    """Cosine and sine of phi_j - phi_i for all i < j, by angle addition; phi_-1 is 0."""
    n = len(q)
    cosine = {(j - 1, j): cos(q[j]) for j in range(n)}
    sine = {(j - 1, j): sin(q[j]) for j in range(n)}
    for i in range(-1, n):
        for j in range(i + 2, n):
            c = cosine[i, j - 1]
            s = sine[i, j - 1]
            cj = cosine[j - 1, j]
            sj = sine[j - 1, j]
            cosine[i, j] = c * cj - s * sj
            sine[i, j] = s * cj + c * sj
    return cosine, sine


def solve_from_the_tip(a: Pairs, b: Sequence[Any]) -> list[Any]:
    """x of a x = b, for a symmetric positive definite a that is given by its upper half.

    The last unknown is eliminated first, as in the LTDL factorization of Featherstone, Rigid Body
    Dynamics Algorithms, chapter 6. It needs no pivots, and works for any scale of the rows.
    """
    n = len(b)
    a = dict(a)
    x = list(b)
    for k in range(n - 1, 0, -1):
        for i in range(k):
            factor = a[i, k] / a[k, k]
            for j in range(i + 1):
                a[j, i] = a[j, i] - factor * a[j, k]
            x[i] = x[i] - factor * x[k]
    for k in range(n):
        for i in range(k):
            x[k] = x[k] - a[i, k] * x[i]
        x[k] = x[k] / a[k, k]
    return x
