"""Forward kinematics: where the joints and the end effector are, for given joint angles.

The arm is a planar chain (Craig, Introduction to Robotics, chapter 3). Each link reaches from its
joint to the next one, and its heading is that of the link before plus its own joint angle. The
functions take floats, arrays (one number for each arm of a batch) or recording scalars.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from actors.arm.scalars import cos, sin


def joint_positions(lengths: Sequence[Any], q: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Return the positions (n + 1, 2) in m of the n joints, from the base on, and the end effector.

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
    """Return x and y of the end effector in m, and its heading in rad.

    lengths   (n,) in m
    q         (n,) joint angles in rad

    The heading is the sum of the joint angles: it is not wrapped into one turn.
    """
    x, y = joint_positions(lengths, q)[-1]
    *_, heading = accumulate(q)
    return x, y, heading
