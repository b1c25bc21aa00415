"""Forward kinematics: where the joints and the end effector are, for given joint angles.

The planar chain of Craig, Introduction to Robotics, chapter 3: each link turns by its joint angle
from the heading of the link before it, and leads from its joint to the next one. The functions take
floats, arrays (one number for each arm of a batch) or recording scalars.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from actors.arm.scalars import cos, sin


def joint_positions(lengths: Sequence[Any], q: Sequence[Any]) -> list[tuple[Any, Any]]:
    """x and y in m of all n joints, from the base on, and of the end effector: n + 1 points.

    lengths   (n,) in m
    q         (n,) joint angles in rad
    """
    x: Any = 0.0
    y: Any = 0.0
    positions = [(x, y)]
    for length, heading in zip(lengths, accumulate(q)):
        x = x + length * cos(heading)
        y = y + length * sin(heading)
        positions.append((x, y))
    return positions


def end_effector(lengths: Sequence[Any], q: Sequence[Any]) -> tuple[Any, Any, Any]:
    """x and y of the end effector in m, and its heading in rad, which is not wrapped."""
    x, y = joint_positions(lengths, q)[-1]
    *_, heading = accumulate(q)
    return x, y, heading
