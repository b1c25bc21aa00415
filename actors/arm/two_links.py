"""The two-link problem, to which every inverse kinematics here comes down. Lengths and points in any one unit."""

import math

ON_THE_BASE = 1e-12  # of the reach: a point so near has no direction worth following

Pair = tuple[float, float]  # rad


def two_links(l1: float, l2: float, x: float, y: float, anchor: float | None = None) -> list[Pair]:
    """Both elbows that bring the end to a point; one that is out of reach counts as on the boundary.

    By the half angle, which loses nothing near the boundaries. anchor (rad): where the first joint is to be
    when the links are folded onto the base and it is free.
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
