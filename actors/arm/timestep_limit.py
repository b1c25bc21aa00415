"""The timestep from which the derivative term of the controller makes the arm ring.

The effort is computed from the velocity at the start of a tick, and held until the next one. At a
pose q, the derivative term alone gives M(q) qddot = -Kd qdot, so that one tick of dt multiplies the
velocity by 1 - dt M(q)^-1 Kd. The velocity grows if dt is above 2 / lambda, where lambda is the
largest eigenvalue of M(q)^-1 Kd. This file looks for the pose with the largest lambda.

lambda is the largest quotient v^T Kd v / v^T M(q) v of all velocities v. In the rates w of the
headings (see dynamics.py), the divisor is sum_ij c_ij cos(phi_i - phi_j) w_i w_j.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from actors.arm.forward_dynamics import Pairs, solve_from_the_tip
from actors.arm.model import Arm
from actors.arm.operations import DOMAIN_ERRORS
from actors.arm.plant import Plant

ROUNDS = 12  # of alternating between rates and poses
ITERATIONS = 15  # of the power method in each round
ROUNDING = 1e-9

Row = tuple[float, ...]


class TimestepLimit(NamedTuple):
    """The smallest timestep at which the arm rings in some pose."""

    seconds: float  # infinite if there is none
    stretched: bool  # whether that pose is the stretched one


NONE = TimestepLimit(math.inf, False)


@lru_cache(maxsize=16)
def timestep_limit(arm: Arm, kd: Row) -> TimestepLimit:
    """Return the limit of the timestep for gains kd, (n,) in N m s/rad, at least 0.

    The search alternates between the worst rates at a pose and the worst pose for these rates. Both
    steps only make the quotient larger. It begins at each pose in which all links are parallel.
    """
    stretched = (0.0,) * arm.links
    largest = 0.0
    worst = stretched
    try:
        for headings in product((0.0, math.pi), repeat=arm.links - 1):
            quotient, pose = _climbed(arm, kd, (0.0, *headings))
            # The search begins at the stretched pose, and rounding must not replace it.
            if quotient > largest * (1 + ROUNDING):
                largest = quotient
                worst = pose
    except DOMAIN_ERRORS:
        return NONE
    return TimestepLimit(2 / largest, worst == stretched) if largest else NONE


def ringing(plant: Plant) -> str:
    """Return a sentence if the timestep is above its limit, or "" if it is not."""
    limit = timestep_limit(plant.arm, plant.controller.gains.kd)
    where = "when stretched" if limit.stretched else "in some poses"
    return ringing_above(limit.seconds, plant.timestep, where)


def ringing_above(limit: float, timestep: float, where: str) -> str:
    """Return a sentence if a timestep is above a limit (s each), or "" if it is not.

    where   says where the limit holds
    """
    if not timestep > limit:
        return ""
    return (
        f"timestep {timestep:g} s is above about {limit:.2g} s, "
        f"from which the arm rings with these gains {where}"
    )


def _climbed(arm: Arm, kd: Row, phi: Row) -> tuple[float, Row]:
    """Return the largest quotient that the search finds from a pose, and the pose where it is.

    phi   (n,) in rad, the headings of the links
    """
    rates = [(-1.0) ** i * (i + 1) for i in range(arm.links)]
    quotient = 0.0
    for _ in range(ROUNDS):
        inertia = _inertia(arm, phi)
        for _ in range(ITERATIONS):
            rates = solve_from_the_tip(inertia, _torques(kd, rates))
            size = max(map(abs, rates))
            if not size:
                return quotient, phi
            rates = [rate / size for rate in rates]
        power = sum(rate * torque for rate, torque in zip(rates, _torques(kd, rates)))
        now = power / _divisor(inertia, rates)
        if now <= quotient * (1 + ROUNDING):
            break
        quotient = now
        phi = min([phi, *_poses(arm, rates)], key=lambda each: _weight(arm, each, rates))
    return quotient, phi


def _torques(kd: Sequence[float], rates: Sequence[float]) -> list[float]:
    """Return the generalized forces of the headings, (n,) in N m, that drive the rates."""
    joints = [gain * (rate - before) for gain, rate, before in zip(kd, rates, [0.0, *rates[:-1]])]
    return [torque - beyond for torque, beyond in zip(joints, [*joints[1:], 0.0])]


def _inertia(arm: Arm, phi: Sequence[float]) -> Pairs:
    """Return the mass matrix in the headings, on and above its diagonal."""
    n = arm.links
    return {
        (i, j): arm.couplings[i][j] * math.cos(phi[j] - phi[i])
        for i in range(n)
        for j in range(i, n)
    }


def _divisor(inertia: Pairs, rates: Sequence[float]) -> float:
    """Return twice the kinetic energy in J at the given rates of the headings."""
    return float(
        sum(a * rates[i] * rates[j] * (1 if i == j else 2) for (i, j), a in inertia.items())
    )


def _weight(arm: Arm, phi: Sequence[float], rates: Sequence[float]) -> float:
    """Return the divisor at a pose, given as headings (n,) in rad."""
    return _divisor(_inertia(arm, phi), rates)


def _poses(arm: Arm, rates: Sequence[float]) -> Iterator[Row]:
    """Yield the poses, as headings (n,) in rad, that may have the smallest divisor at given rates.

    The divisor of three links is A cos a + B cos b + C cos(a + b) plus a constant, where a and b
    are the last two joint angles. At an extremum either all sines are 0, or A sin a = B sin b =
    -C sin(a + b). The cosines of the second case follow from the law of cosines.
    """
    for headings in product((0.0, math.pi), repeat=arm.links - 1):
        yield (0.0, *headings)
    if arm.links != 3:
        return
    c = arm.couplings
    first = c[0][1] * rates[0] * rates[1]
    second = c[1][2] * rates[1] * rates[2]
    both = c[0][2] * rates[0] * rates[2]
    if first and second and both:
        cos_a = (second * both / (first * first) - second / both - both / second) / 2
        cos_b = (first * both / (second * second) - first / both - both / first) / 2
        if abs(cos_a) < 1 and abs(cos_b) < 1:
            a = math.acos(cos_a)
            b = math.acos(cos_b)
            yield (0.0, a, a + b)
            yield (0.0, a, a - b)
