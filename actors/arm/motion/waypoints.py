"""Equally spaced waypoints on a path, or on the straight lines between points."""

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise

from actors.arm.errors import MotionError
from actors.arm.motion.path import Path
from actors.arm.motion.pieces import Arc, Point

DEFAULT_SPACING = 0.0073  # a fraction of the reach: 4 mm for an arm of 0.55 m
ROUNDING = 1e-9  # a fraction of a piece: so small a rest does not need another piece
WIDEST = math.pi / 2  # rad of an arc between two waypoints


def spacing_for(lengths: Sequence[float], spacing: float | None = None) -> float:
    """Return the requested spacing (m), or the default one for links of lengths (n,) in m.

    Raises MotionError if the reach is so small that the default one is 0.
    """
    spacing = spacing or DEFAULT_SPACING * sum(lengths)
    if not spacing > 0:
        raise MotionError(
            f"spacing must be given, there is none for so small a reach as {sum(lengths):g} m"
        )
    return spacing


def cuts(path: Path, spacing: float | None, most: float = math.inf) -> list[float]:
    """Return distances along a path (k,) in m, from 0 to its length, that cut it into parts.

    spacing   m, the length of the longest part: each piece of the path is cut into equal parts. If
              it is None, only arcs are cut, so that no part is more than a quarter of a turn
    most      the largest number of distances

    Raises MotionError if the path would need more.
    """
    if spacing is not None and not path.length <= spacing * most:
        raise MotionError(
            f"the path is {path.length:g} m long and would need more than {most:g} waypoints: "
            f"spacing must be larger, it is {spacing:g} m"
        )
    distances = [0.0]
    for piece, begin, end in zip(path.pieces, path.ends, path.ends[1:]):
        by_turn = abs(piece.sweep) / WIDEST if isinstance(piece, Arc) else 0.0
        by_length = piece.length / spacing if spacing is not None else 0.0
        parts = max(1, math.ceil(max(by_turn, by_length) - ROUNDING))
        distances += [begin + (end - begin) * k / parts for k in range(1, parts)] + [end]
    if len(distances) > most:
        raise MotionError(f"the path has {len(distances)} waypoints, at most {most} are allowed")
    return distances


def dense(corners: Sequence[Point], spacing: float) -> list[Point]:
    """Return waypoints (k, 2) in m on the straight edges between the corners.

    corners   (j, 2) in m
    spacing   m, the largest distance between two waypoints: each edge is cut into equal pieces
    """
    waypoints = [corners[0]]
    for a, b in pairwise(corners):
        pieces = max(1, math.ceil(math.dist(a, b) / spacing - ROUNDING))
        waypoints += [
            (a[0] + (b[0] - a[0]) * k / pieces, a[1] + (b[1] - a[1]) * k / pieces)
            for k in range(1, pieces + 1)
        ]
    return waypoints


def length(waypoints: Sequence[Point]) -> float:
    """Return the length of a path in m."""
    return sum(math.dist(a, b) for a, b in pairwise(waypoints))


def knots(waypoints: Sequence[Point]) -> tuple[float, ...]:
    """Return the path parameter s (k,) at the waypoints, from 0 to 1.

    s is the fraction of the length of the path that lies before a waypoint. The length must not be
    0.
    """
    travelled = list(accumulate((math.dist(a, b) for a, b in pairwise(waypoints)), initial=0.0))
    return tuple(distance / travelled[-1] for distance in travelled)


def between(waypoints: Sequence[Sequence[float]], k: float) -> tuple[float, ...]:
    """Interpolate linearly between two neighbours: 2.5 is half way from the third to the fourth."""
    before = min(int(k), len(waypoints) - 2)
    return tuple(
        a + (k - before) * (b - a) for a, b in zip(waypoints[before], waypoints[before + 1])
    )
