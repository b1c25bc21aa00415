"""The arm's equation of motion, M(q) qddot + C(q, qdot) qdot + G(q) = tau, for any number of links.

From the Lagrangian of a chain of links in the headings phi, where it is shortest:

    T = 1/2 sum_ij c_ij cos(phi_i - phi_j) phidot_i phidot_j        V = g sum_i b_i sin(phi_i)

with the moments b and couplings c of model.py; tau is the effort less the viscous damping. Lagrange's
equations in phi are

    sum_j c_ij (cos(phi_i - phi_j) phiddot_j + sin(phi_i - phi_j) phidot_j^2) + g b_i cos(phi_i) = t_i

and since phi_i = q_1 + ... + q_i, a quantity conjugate to q_k is the sum over all i >= k.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from actors.arm.errors import SimulationError
from actors.arm.model import Arm
from actors.arm.scalars import cos, sin

NO_SOLUTION = "the equation of motion has no finite solution at this state"

Array = npt.NDArray[np.float64]


def mass_matrix(arm: Arm, q: Sequence[float] | Array) -> Array:
    """M(q), the joint-space mass matrix.

    q    (n,) joint angles in rad
    ->   (n, n) in kg m^2, symmetric positive definite
    """
    phi = np.cumsum(q)
    return _to_joints(_to_joints(np.array(arm.couplings) * np.cos(phi[:, None] - phi)).T)


def coriolis_forces(arm: Arm, q: Sequence[float] | Array, qdot: Sequence[float] | Array) -> Array:
    """C(q, qdot) qdot, the Coriolis and centrifugal forces.

    q, qdot   (n,) in rad and rad/s
    ->        (n,) in N m
    """
    phi = np.cumsum(q)
    phidot = np.cumsum(qdot)
    return _to_joints(np.array(arm.couplings) * np.sin(phi[:, None] - phi) @ phidot**2)


def gravity_load(arm: Arm, q: Sequence[float] | Array) -> Array:
    """G(q), the gradient of the potential energy: the effort that holds the arm still.

    q    (n,) in rad
    ->   (n,) in N m
    """
    return _to_joints(arm.gravity * np.array(arm.moments) * np.cos(np.cumsum(q)))


def kinetic_energy(arm: Arm, q: Sequence[float] | Array, qdot: Sequence[float] | Array) -> float:
    """In J, for q (n,) in rad and qdot (n,) in rad/s."""
    return float(np.asarray(qdot) @ mass_matrix(arm, q) @ np.asarray(qdot) / 2)


def potential_energy(arm: Arm, q: Sequence[float] | Array) -> float:
    """In J, zero where all centres of mass are at the base's height; for q (n,) in rad."""
    return float(arm.gravity * np.array(arm.moments) @ np.sin(np.cumsum(q)))


def _to_joints(by_heading: Array) -> Array:
    """From conjugate to the headings to conjugate to the joint angles: sums over the links beyond."""
    return np.cumsum(by_heading[::-1], axis=0)[::-1]


def forward_dynamics(
    arm: Arm, q: Sequence[Any], qdot: Sequence[Any], effort: Sequence[Any]
) -> list[Any]:
    """qddot = M(q)^-1 (tau - C(q, qdot) qdot - G(q)), by way of the headings.

    q, qdot, effort   n each, in rad, rad/s and N m: floats, arrays (a batch of arms) or recording scalars
    ->                n, in rad/s^2

    Solved for phiddot, where each link's own coupling stands alone, and taken back to the joints by
    differences: light links beside heavy ones, and short beside long ones, lose nothing.
    """
    n = arm.links
    c = arm.couplings
    phidot = _running_sums(qdot)
    cosine, sine = _turns(q)
    torque = [tau - d * rate if d else tau for tau, d, rate in zip(effort, arm.damping, qdot)]
    force = [
        _difference(torque, i) - arm.gravity * arm.moments[i] * cosine[-1, i] for i in range(n)
    ]
    for i in range(n):
        for j in range(i + 1, n):
            pull = c[i][j] * sine[i, j]
            force[i] += pull * (phidot[j] * phidot[j])
            force[j] -= pull * (phidot[i] * phidot[i])
    inertia = {
        (i, j): c[i][i] if i == j else c[i][j] * cosine[i, j] for i in range(n) for j in range(i, n)
    }
    phiddot = solve_from_the_tip(inertia, force)
    return [phiddot[0]] + [phiddot[i] - phiddot[i - 1] for i in range(1, n)]


def inverse_dynamics(
    arm: Arm, q: Sequence[float], qdot: Sequence[float], qddot: Sequence[float]
) -> Array:
    """The effort (n,) in N m that gives the accelerations qddot (n,) in rad/s^2, by the textbook terms."""
    return (
        mass_matrix(arm, q) @ np.asarray(qddot)
        + coriolis_forces(arm, q, qdot)
        + gravity_load(arm, q)
        + np.asarray(arm.damping) * np.asarray(qdot)
    )


def terms(
    arm: Arm, q: Sequence[float], qdot: Sequence[float], effort: Sequence[float]
) -> dict[str, Any]:
    """All terms at one state, (n,) each in rad, rad/s and N m; raises SimulationError where they have no values."""
    try:
        with np.errstate(all="ignore"):
            found = {
                "mass_matrix": mass_matrix(arm, q).tolist(),
                "coriolis": coriolis_forces(arm, q, qdot).tolist(),
                "gravity_load": gravity_load(arm, q).tolist(),
                "acceleration": forward_dynamics(arm, q, qdot, effort),
                "kinetic_energy": kinetic_energy(arm, q, qdot),
                "potential_energy": potential_energy(arm, q),
            }
    except (ArithmeticError, ValueError):
        raise SimulationError(NO_SOLUTION) from None
    if not all(np.all(np.isfinite(term)) for term in found.values()):
        raise SimulationError(NO_SOLUTION)
    return found


def _running_sums(x: Sequence[Any]) -> list[Any]:
    sums = [x[0]]
    for item in x[1:]:
        sums.append(sums[-1] + item)
    return sums


def _difference(torque: Sequence[Any], i: int) -> Any:
    """The torque on link i: its own joint pushes it, the next one pushes back."""
    return torque[i] - torque[i + 1] if i + 1 < len(torque) else torque[i]


def _turns(q: Sequence[Any]) -> tuple[dict[tuple[int, int], Any], dict[tuple[int, int], Any]]:
    """Cosine and sine of phi_j - phi_i for all i < j, i = -1 being the world, by angle addition."""
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


def solve_from_the_tip(a: dict[tuple[int, int], Any], b: list[Any]) -> list[Any]:
    """x of a x = b for a symmetric positive definite a, given by its upper half; eliminates the tip first.

    Needs no pivots, and does not care about the scale of any row.
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


def end_effector(lengths: Sequence[float], q: Sequence[float]) -> tuple[float, float, float]:
    """Forward kinematics: x and y of the tip in m, and its heading in rad, for lengths (n,) in m, q (n,) in rad."""
    headings = _running_sums(q)
    return (
        sum(length * cos(phi) for length, phi in zip(lengths, headings)),
        sum(length * sin(phi) for length, phi in zip(lengths, headings)),
        headings[-1],
    )
