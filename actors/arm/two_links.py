"""Inverse kinematics of two links, which every inverse kinematics of this arm comes down to.

Lengths and points are in any one unit.
"""

import math

ON_THE_BASE = 1e-12  # of the reach: nearer to the base, the direction of a point is only rounding

Pair = tuple[float, float]  # rad


def two_links(l1: float, l2: float, x: float, y: float, anchor: float | None = None) -> list[Pair]:
    """Both pairs of joint angles that bring the end of two links to a point: elbow positive,
    negative.

    The first has the elbow angle positive, the second negative. A point out of reach counts as one
    on the boundary of the reach. anchor (rad) is the first joint angle where links of one length
    are folded onto the base, so that any angle will do.

    The elbow is found from the law of cosines by the tangent of its half angle,

        tan^2(q2 / 2) = (1 - cos q2) / (1 + cos q2) = ((l1 + l2)^2 - d^2) / (d^2 - (l1 - l2)^2)

    which is accurate near the boundaries, where the cosine is not.
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
