"""Steering: the headings that the last of three links has along a path.

The headings are chosen for the whole path. They make the joints turn as little and as evenly as
possible, and keep them away from their limits, from straight and folded elbows, and link 3 away
from link 1. They are found at stations along the path, and a smooth curve joins them.
"""

import math
import sys
from collections.abc import Sequence
from itertools import pairwise, product
from typing import NamedTuple

from actors.arm.choice import TURN
from actors.arm.forward_kinematics import end_effector
from actors.arm.limits import Range
from actors.arm.motion.path import Path
from actors.arm.motion.route import Route
from actors.arm.motion.spline import Spline
from actors.arm.motion.station import Knot, Station
from actors.arm.motion.waypoints import cuts
from actors.arm.slices import Slices, in_slices

FEWEST = 8  # parts of a path between stations
LONGEST = 0.05  # a fraction of the reach: the length of a part
SHORTEST = 0.5  # of the longest part: corners may be closer together, but stations are not
LONGEST_PATH = 50  # times the reach: a longer path would take seconds
SHARP = 0.2  # the difference of two unit vectors, of the directions at a corner where headings bend
REFINED = (1, 2)  # times as many parts, and headings at a station, if fewer do not lead to the end
HERE = 1e-6  # a fraction of the reach: an arm whose pen is so near to the start begins as it is
AT_ONCE = 50  # stations looked at in one slice


class Steering(NamedTuple):
    """Headings at stations, joined by a spline whose slope may jump at corners of the path."""

    headings: Spline  # (k, 1) in rad, with whole turns

    def at(self, distance: float) -> float:
        """Return the heading (rad) at a distance (m) from the start of the path."""
        return self.headings.at(distance).position[0]


@in_slices
def steering(
    lengths: Sequence[float],
    path: Path,
    elbow: int,
    near: Sequence[float],
    allowed: Sequence[Range] | None,
) -> Slices[Steering | None]:
    """Return headings along a path for three links, or None if none were found.

    lengths   (3,) in m
    elbow     0 for joint 2 bent anticlockwise, 1 for clockwise
    near      (3,) in rad, the pose that the arm comes from. If its pen is at the start of the path,
              and its elbow is the right one, the path begins in this pose
    allowed   (3,) ranges in rad that no joint may leave
    """
    if path.length > LONGEST_PATH * sum(lengths):
        return None
    found = None
    starts = (True, False) if _is_there(lengths, path, elbow, near) else (False,)
    for fixed, finer in product(starts, REFINED):
        longest = min(LONGEST * sum(lengths), path.length / FEWEST) / finer
        distances = _with_middles(_distances(path, max(longest, sys.float_info.min)))
        stations = []
        for k, distance in enumerate(_with_middles(distances)):
            if k % AT_ONCE == 0:
                yield
            stations.append(Station(lengths, path.at(distance), elbow, allowed, finer))
        shares = [(b - a) / path.length for a, b in pairwise(distances)]
        knots = yield from Route(stations[::2], shares, near, allowed).found(fixed)
        if knots:
            found = _joined(path, distances, knots)
            if (yield from _is_possible(found, stations[1::2])):
                return found
    return found


def _joined(path: Path, distances: Sequence[float], knots: Sequence[Knot]) -> Steering:
    """Return the headings of poses at distances (k,) in m along a path."""
    bends = {corner for corner in path.corners if _is_sharp(path, corner)}
    breaks = tuple(k for k, distance in enumerate(distances) if distance in bends)
    return Steering(Spline(tuple(distances), _unwound(knots), breaks))


def _is_possible(found: Steering, stations: Sequence[Station]) -> Slices[bool]:
    """Return whether the headings are possible at stations half way between their own."""
    for k, (station, (a, b)) in enumerate(zip(stations, pairwise(found.headings.distances))):
        if k % AT_ONCE == 0:
            yield
        if not station.has(found.at((a + b) / 2)):
            return False
    return True


def _is_there(lengths: Sequence[float], path: Path, elbow: int, near: Sequence[float]) -> bool:
    """Return whether the arm is at the start of the path, with the elbow that is wanted."""
    bend = math.sin(near[1])
    if math.dist(end_effector(lengths, near)[:2], path.at(0.0)) > HERE * sum(lengths):
        return False
    return bend <= 0.0 if elbow else bend >= 0.0


def _is_sharp(path: Path, corner: float) -> bool:
    return math.dist(path.direction(corner, arriving=True), path.direction(corner)) > SHARP


def _distances(path: Path, longest: float) -> list[float]:
    """Return the distances (m) of stations: at the corners of a path, and evenly spaced between."""
    found = [0.0]
    for distance in cuts(path, longest):
        if distance - found[-1] >= SHORTEST * longest:
            found.append(distance)
    found[-1] = path.length
    return found


def _with_middles(distances: Sequence[float]) -> list[float]:
    """Return distances, and between every two of them the one half way."""
    between = [(a + b) / 2 for a, b in pairwise(distances)]
    return sorted([*distances, *between])


def _unwound(knots: Sequence[Knot]) -> tuple[tuple[float], ...]:
    """Return the headings (k, 1) in rad of poses, with whole turns added so that none jumps."""
    headings = [knots[0].phi]
    for knot in knots[1:]:
        headings.append(headings[-1] + math.remainder(knot.phi - headings[-1], TURN))
    return tuple((phi,) for phi in headings)
