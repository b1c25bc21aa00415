"""A search for joint angles that stays within the stops: gradient descent, clamped after every step."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from actors.arm.errors import GeometryError
from actors.arm.kinematics import Target
from actors.arm.stops import Range, into

REACHED = "reached"
STALLED = "stalled"
OUT_OF_STEPS = "out of steps"


class Descent(NamedTuple):
    """Where a search ended, and why."""

    positions: tuple[float, ...]  # (n,) rad
    iterations: int
    distance: float  # m, left to the target
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
    """Descend half the squared distance of the end effector from the target; raises GeometryError if it diverges.

    lengths (n,) in m, start (n,) in rad within limits, alpha in rad/m^2, tol in m, stall in rad. The rules for
    stopping, in this order: near enough; no steps left; after a step, that no angle moved any more.
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
    """Of half the squared distance, by each angle, in m^2/rad.

    Turning joint i moves the end effector at right angles to the arm from that joint to it.
    """
    phi = 0.0
    x = 0.0
    y = 0.0
    joints = []
    for length, angle in zip(lengths, angles):
        joints.append((x, y))
        phi += angle
        x = x + length * math.cos(phi)
        y = y + length * math.sin(phi)
    return [(target.x - x) * (y - yi) - (target.y - y) * (x - xi) for xi, yi in joints]


def _distance(lengths: Sequence[float], angles: Sequence[float], target: Target) -> float:
    distance = target.distance(lengths, angles)
    if not math.isfinite(distance):
        raise GeometryError("the search diverged: alpha is too large")
    return distance
