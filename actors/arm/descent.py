"""A search for joint angles within limits: gradient descent that is clamped after every step.

It is inverse kinematics by the transposed Jacobian (Wolovich and Elliott, 1984), with a projection
onto the limits.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from actors.arm.errors import GeometryError
from actors.arm.forward_kinematics import joint_positions
from actors.arm.kinematics import Target
from actors.arm.limits import Range, into

REACHED = "reached"
STALLED = "stalled"
OUT_OF_STEPS = "out of steps"


class Descent(NamedTuple):
    """Where a search has ended, and why."""

    positions: tuple[float, ...]  # (n,) rad
    iterations: int
    distance: float  # m, from the end effector to the target
    outcome: str


def clamped_descent(
    lengths: Sequence[float],
    target: Target,
    start: Sequence[float],
    limits: Sequence[Range] | None,
    alpha: float,
    tol: float,
    stall: float,
    max_iters: int,
) -> Descent:
    """Descend half the squared distance from the end effector to the target.

    lengths     (n,) in m
    start       (n,) in rad, within the limits
    limits      (n,) ranges in rad, or None
    alpha       rad/m^2, by which the slope is multiplied to give a step
    tol         m: a distance of no more than this is reached
    stall       rad: a step in which no angle changes by more than this is the last one
    max_iters   steps at most

    The rules for stopping are tried in this order. Raises GeometryError if the search diverges.
    """
    angles = tuple(start)
    k = 0
    distance = _distance(lengths, angles, target)
    while True:
        if distance <= tol:
            return Descent(angles, k, distance, REACHED)
        if k == max_iters:
            return Descent(angles, k, distance, OUT_OF_STEPS)
        slope = gradient(lengths, angles, target)
        before = angles
        angles = into(limits, [angle - alpha * s for angle, s in zip(angles, slope)])
        k += 1
        distance = _distance(lengths, angles, target)
        if distance > tol and all(abs(a - b) <= stall for a, b in zip(angles, before)):
            return Descent(angles, k, distance, STALLED)


def gradient(lengths: Sequence[float], angles: Sequence[float], target: Target) -> list[float]:
    """The slope of half the squared distance by each angle, in m^2/rad.

    It is minus the transposed Jacobian times the way to the target (Spong, Hutchinson and
    Vidyasagar, Robot Modeling and Control, chapter 4): turning a joint moves the end effector at
    right angles to the line from that joint to it.
    """
    *joints, (x, y) = joint_positions(lengths, angles)
    return [(target.x - x) * (y - yi) - (target.y - y) * (x - xi) for xi, yi in joints]


def _distance(lengths: Sequence[float], angles: Sequence[float], target: Target) -> float:
    distance = target.distance(lengths, angles)
    if not math.isfinite(distance):
        raise GeometryError("the search diverged: alpha is too large")
    return distance
