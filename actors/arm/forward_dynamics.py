"""Forward dynamics: the accelerations of the joints under given efforts.

Lagrange's equations in the headings (see dynamics.py) are solved for the accelerations of the
headings. The accelerations of the joints are the differences between those of neighbouring
headings. The mass matrix in joint space would add the couplings of all links beyond a joint, and
rounding would lose those of light or short links beside heavy or long ones. In the headings the
couplings stay separate, so that no accuracy is lost.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from actors.arm.model import Arm
from actors.arm.scalars import cos, sin

Pairs = dict[tuple[int, int], Any]  # one number for each pair of links i <= j


def forward_dynamics(
    arm: Arm, q: Sequence[Any], qdot: Sequence[Any], effort: Sequence[Any]
) -> list[Any]:
    """Return the accelerations qddot = M(q)^-1 (tau - C(q, qdot) qdot - G(q)).

    q, qdot, effort   (n,) in rad, rad/s and N m: floats, arrays or recording scalars
    ->                (n,) in rad/s^2

    tau is the effort minus the torque of viscous damping.
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
    """Return the right-hand sides of the equations in the headings, (n,) in N m.

    They have all generalized forces, except for the products of couplings and accelerations.
    """
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
    """Return the torque on link i: its own joint drives it, and the next joint reacts on it."""
    return torque[i] - torque[i + 1] if i + 1 < len(torque) else torque[i]


def _turns(q: Sequence[Any]) -> tuple[Pairs, Pairs]:
    """Return the cosine and the sine of phi_j - phi_i for all i < j, where phi_-1 is 0.

    They come from the addition theorems, so that each joint takes one cosine and one sine.
    """
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
    """Solve a x = b for x, where a is symmetric and positive definite.

    a   (n, n), of which only the elements on and above the diagonal are given
    b   (n,)
    ->  (n,)

    The last unknown is eliminated first, as in the LTDL factorization of Featherstone, Rigid Body
    Dynamics Algorithms, chapter 6. The method needs no pivoting, and works for rows of any scale.
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
