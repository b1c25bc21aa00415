"""Inverse kinematics of two links. That of three links is reduced to it.

Lengths and points may have any unit, but all the same one.
"""

import math

# A fraction of the reach: nearer to the base, rounding alone determines the direction of a point.
ON_THE_BASE = 1e-12

Pair = tuple[float, float]  # rad


def two_links(l1: float, l2: float, x: float, y: float, anchor: float | None = None) -> list[Pair]:
    """Return both pairs of joint angles (rad) that bring the end of two links to the point (x, y).

    l1, l2   the lengths of the links
    anchor   rad, the first joint angle if the point is on the base: two links of the same length
             fold onto it with any first joint angle

    The first pair has a positive elbow angle, the second a negative one. A point out of reach is
    moved to the boundary of the reach.

    The elbow angle follows from the law of cosines (Craig, Introduction to Robotics, chapter 4).
    Its half-angle form

        tan^2(q2 / 2) = (1 - cos q2) / (1 + cos q2) = ((l1 + l2)^2 - d^2) / (d^2 - (l1 - l2)^2)

    is accurate near the boundaries of the reach, where the cosine itself is not. d is the distance
    from the base to the point.
    """
    d = math.hypot(x, y)
    to_outer = max(0.0, (l1 + l2 - d) * (l1 + l2 + d))
    to_inner = max(0.0, (d - abs(l1 - l2)) * (d + abs(l1 - l2)))
    q2 = 2 * math.atan2(math.sqrt(to_outer), math.sqrt(to_inner))
    if d < ON_THE_BASE * (l1 + l2) and anchor is not None:
        return [(anchor, q2), (anchor, -q2)]
    bearing = math.atan2(y, x)
    lead = math.atan2(l2 * math.sin(q2), l1 + l2 * math.cos(q2))
    return [(bearing - lead, q2), (bearing + lead, -q2)]
