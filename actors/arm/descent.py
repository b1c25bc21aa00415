"""A search for joint angles within limits: gradient descent that is clamped after every step.

The method is inverse kinematics by the transposed Jacobian (Wolovich and Elliott, 1984). After
every step it projects the joint angles onto their limits.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from actors.arm.errors import GeometryError
from actors.arm.forward_kinematics import joint_positions
from actors.arm.kinematics import Target
from actors.arm.limits import Range, into
from actors.arm.slices import Slices, in_slices

STEPS = 50  # of a search in one slice, about half a ms
REACHED = "reached"
STALLED = "stalled"
OUT_OF_STEPS = "out of steps"


class Rules(NamedTuple):
    """The size of the steps, and when a search ends."""

    alpha: float  # rad^2/m^2, the step size: the gradient is multiplied by it
    tol: float  # m: the target counts as reached at this distance or less
    stall: float  # rad: the search has stalled if no angle changes by more than this in a step
    max_iters: int  # the largest number of steps


class Descent(NamedTuple):
    """The result of a search: where it has ended, and why."""

    positions: tuple[float, ...]  # (n,) rad
    iterations: int
    distance: float  # m, from the end effector to the target
    outcome: str  # REACHED, STALLED or OUT_OF_STEPS


@in_slices
def clamped_descent(
    lengths: Sequence[float],
    target: Target,
    start: Sequence[float],
    limits: Sequence[Range] | None,
    rules: Rules,
) -> Slices[Descent]:
    """Search for joint angles that bring the end effector to the target.

    Each step follows the negative gradient of half the squared distance from the end effector to
    the target.

    lengths   (n,) in m
    start     (n,) in rad, within the limits
    limits    (n,) ranges in rad, or None

    After each step the search checks tol, then stall, then max_iters. Raises GeometryError if the
    search diverges.
    """
    alpha, tol, stall, max_iters = rules
    angles = tuple(start)
    k = 0
    distance = _distance(lengths, angles, target)
    while True:
        if k % STEPS == 0:
            yield
        if distance <= tol:
            return Descent(angles, k, distance, REACHED)
        if k == max_iters:
            return Descent(angles, k, distance, OUT_OF_STEPS)
        slopes = gradient(lengths, angles, target)
        before = angles
        angles = into(limits, [angle - alpha * slope for angle, slope in zip(angles, slopes)])
        k += 1
        distance = _distance(lengths, angles, target)
        if distance > tol and all(abs(a - b) <= stall for a, b in zip(angles, before)):
            return Descent(angles, k, distance, STALLED)


def gradient(lengths: Sequence[float], angles: Sequence[float], target: Target) -> list[float]:
    """Return the gradient (n,) in m^2/rad of half the squared distance to the target.

    lengths   (n,) in m
    angles    (n,) in rad

    The gradient is minus the transposed Jacobian times the vector from the end effector to the
    target. For the Jacobian see Spong, Hutchinson and Vidyasagar, Robot Modeling and Control,
    chapter 4: a joint that turns moves the end effector at right angles to the line between both.
    """
    *joints, (x, y) = joint_positions(lengths, angles)
    return [(target.x - x) * (y - yi) - (target.y - y) * (x - xi) for xi, yi in joints]


def _distance(lengths: Sequence[float], angles: Sequence[float], target: Target) -> float:
    distance = target.distance(lengths, angles)
    if not math.isfinite(distance):
        raise GeometryError("the search diverged: alpha is too large")
    return distance
