"""The arm's equation of motion, M(q) qddot + C(q, qdot) qdot + G(q) = tau, for any number of links.

It follows from the Lagrangian T - V (Craig, Introduction to Robotics, chapter 6; Spong, Hutchinson
and Vidyasagar, Robot Modeling and Control, chapter 7). T and V are shortest when they are written
in the headings of the links, phi_i = q_1 + ... + q_i:

    T = 1/2 sum_ij c_ij cos(phi_i - phi_j) phidot_i phidot_j        V = g sum_i b_i sin(phi_i)

model.py computes the moments b and the couplings c. tau is the effort minus the torque of viscous
damping. In the headings, Lagrange's equations are

    sum_j c_ij (cos(phi_i - phi_j) phiddot_j + sin(phi_i - phi_j) phidot_j^2)
        + g b_i cos(phi_i) = t_i

where t_i is the generalized force of phi_i. The generalized force of q_k is the sum of all t_i with
i >= k, because a change of q_k changes each of these headings by the same amount.

This file computes the terms of the equation; forward_dynamics.py solves it for the accelerations.
The functions take floats, arrays (one number for each arm of a batch) or recording scalars.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from actors.arm.errors import SimulationError
from actors.arm.forward_dynamics import forward_dynamics
from actors.arm.model import Arm
from actors.arm.operations import DOMAIN_ERRORS
from actors.arm.scalars import cos, sin

Row = list[Any]


def mass_matrix(arm: Arm, q: Sequence[Any]) -> list[Row]:
    """Return M(q), the mass matrix in joint space.

    q    (n,) joint angles in rad
    ->   (n, n) in kg m^2, symmetric positive definite
    """
    joints = range(arm.links)
    by_heading = [
        [arm.couplings[i][j] * cos(sum(q[min(i, j) + 1 : max(i, j) + 1])) for j in joints]
        for i in joints
    ]
    return [
        [sum(by_heading[i][j] for i in joints[k:] for j in joints[m:]) for m in joints]
        for k in joints
    ]


def coriolis_forces(arm: Arm, q: Sequence[Any], qdot: Sequence[Any]) -> Row:
    """Return C(q, qdot) qdot, the Coriolis and centrifugal torques.

    q, qdot   (n,) in rad and rad/s
    ->        (n,) in N m
    """
    phi = list(accumulate(q))
    squares = [rate * rate for rate in accumulate(qdot)]
    return _to_joints(
        sum(
            coupling * sin(heading - other) * square
            for coupling, other, square in zip(row, phi, squares)
        )
        for row, heading in zip(arm.couplings, phi)
    )


def gravity_load(arm: Arm, q: Sequence[Any]) -> Row:
    """Return G(q), the gradient of the potential energy: the effort that holds the arm still.

    q    (n,) in rad
    ->   (n,) in N m
    """
    return _to_joints(
        arm.gravity * moment * cos(heading) for moment, heading in zip(arm.moments, accumulate(q))
    )


def kinetic_energy(arm: Arm, q: Sequence[Any], qdot: Sequence[Any]) -> Any:
    """Return the kinetic energy T in J, for q (n,) in rad and qdot (n,) in rad/s."""
    phi = list(accumulate(q))
    phidot = list(accumulate(qdot))
    links = range(arm.links)
    return (
        sum(
            arm.couplings[i][j] * cos(phi[i] - phi[j]) * phidot[i] * phidot[j]
            for i in links
            for j in links
        )
        / 2
    )


def potential_energy(arm: Arm, q: Sequence[Any]) -> Any:
    """Return the potential energy V in J, for q (n,) in rad.

    It is zero if all centres of mass are at the height of the base.
    """
    return arm.gravity * sum(
        moment * sin(heading) for moment, heading in zip(arm.moments, accumulate(q))
    )


def inverse_dynamics(arm: Arm, q: Sequence[Any], qdot: Sequence[Any], qddot: Sequence[Any]) -> Row:
    """Return the effort (n,) in N m that causes the accelerations qddot.

    q, qdot, qddot   (n,) in rad, rad/s and rad/s^2
    """
    terms = zip(
        mass_matrix(arm, q), coriolis_forces(arm, q, qdot), gravity_load(arm, q), arm.damping, qdot
    )
    return [
        sum(m * a for m, a in zip(row, qddot)) + coriolis + gravity + damping * rate
        for row, coriolis, gravity, damping, rate in terms
    ]


class Terms(NamedTuple):
    """The terms of the equation of motion at one state."""

    mass_matrix: list[list[float]]  # (n, n) kg m^2
    coriolis: list[float]  # (n,) N m
    gravity_load: list[float]  # (n,) N m
    acceleration: list[float]  # (n,) rad/s^2
    kinetic_energy: float  # J
    potential_energy: float  # J


def terms(arm: Arm, q: Sequence[float], qdot: Sequence[float], effort: Sequence[float]) -> Terms:
    """Compute all terms of the equation of motion.

    q, qdot, effort   (n,) in rad, rad/s and N m

    Raises SimulationError if one of the terms is not finite.
    """
    try:
        found = Terms(
            mass_matrix(arm, q),
            coriolis_forces(arm, q, qdot),
            gravity_load(arm, q),
            forward_dynamics(arm, q, qdot, effort),
            kinetic_energy(arm, q, qdot),
            potential_energy(arm, q),
        )
        finite = all(map(math.isfinite, _numbers(found)))
    except DOMAIN_ERRORS:
        finite = False
    if not finite:
        raise SimulationError("the equation of motion has no finite solution at this state")
    return found


def _numbers(nested: Any) -> Iterable[float]:
    if isinstance(nested, float):
        yield nested
    else:
        for item in nested:
            yield from _numbers(item)


def _to_joints(by_heading: Iterable[Any]) -> Row:
    """Convert generalized forces of the headings to those of the joint angles, (n,) in N m."""
    forces = list(by_heading)
    return [sum(forces[k:]) for k in range(len(forces))]
