"""Smooth legs: the pen follows a path, and the joints a spline, without jumps of the velocity.

A corner of the path is either rounded by the spline, where that leaves the path by less than
ROUNDED, or the spline has a break there. The pen slows down at both: at a rounded corner as far as
the accelerations of the joints demand, at a break until the velocities of the joints jump by less
than JUMP. Where little speed would be left, the pen rests.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from actors.arm.motion.leg import SmoothLeg
from actors.arm.motion.pace import Pace, Profiled, Stretch, ramped
from actors.arm.motion.path import Path
from actors.arm.motion.profile import PROFILES
from actors.arm.motion.spline import Row, Spline, nearest
from actors.arm.motion.timing import checked
from actors.arm.slices import Slices, in_slices

ROUNDED = 2.5e-5  # a fraction of the reach: a corner may be rounded by so much
# A spline with a kink leaves the chord beside it by less than this fraction of the kink's angle
# times the length of the chord.
BULGE = 0.15
JUMP = 0.018  # rad/s, of the velocity of a joint at a break
ACCELERATION = 4.0  # rad/s^2, of the fastest joint where the pen speeds up or slows down
TURNING = 4.5  # rad/s^2, of a joint at a rounded corner
REST = 0.2  # a fraction of the speed: the pen rests at a corner that it must not pass faster
WINDOW = 0.04  # s, over which soft stretches are averaged
SPACES = 64  # the least number of intervals in which the speed along a stretch is computed
AT_ONCE = 50  # points of a spline that are computed in one slice, about half a ms


class Slow(NamedTuple):
    """A place that the pen passes slowly."""

    distance: float  # m
    speed: float  # m/s, at most


@in_slices
def smooth_leg(
    path: Path,
    distances: Sequence[float],
    poses: Sequence[Row],
    profile: str,
    speed: float,
    reach: float,
    softness: float = 1.0,
) -> Slices[SmoothLeg]:
    """Make a smooth leg.

    distances   (k,) in m along the path, increasing from 0 to its length, with all its corners
    poses       (k, n) in rad, the poses of the arm there
    profile     a name in PROFILES: "steady" gives soft stretches, the others apply between rests
    speed       m/s, the speed of the pen at its fastest
    reach       m, that of the arm
    softness    the factor by which the accelerations of soft stretches are smaller than usual

    Raises MotionError if it takes too little or too much time: see timing.py.
    """
    corners = path.corners
    breaks = yield from _breaks(path, corners, distances, reach)
    spline = Spline(tuple(distances), tuple(poses), breaks)
    yield from spline.prepare()
    slow = yield from _slow_places(corners, spline, speed)
    rests = [place.distance for place in slow if place.speed < REST * speed]
    ends = [0.0, *rests, path.length]
    free = max(b - a for a, b in pairwise([0.0, *(place.distance for place in slow), path.length]))
    longest = max(b - a for a, b in pairwise(ends))
    stretches: list[Stretch] = []
    for begin, end in pairwise(ends):
        inside = [place for place in slow if begin < place.distance < end]
        if profile == "steady" or inside:
            pacing = _Pacing(spline, speed, free, softness, begin, end, inside)
            stretches.append((yield from pacing.soft()))
        else:
            stretches.append(_profiled(spline, profile, speed, begin, end, longest))
    pace = Pace.of(stretches)
    checked(pace.duration)
    return SmoothLeg(path, spline, pace)


def _breaks(
    path: Path, corners: Sequence[float], distances: Sequence[float], reach: float
) -> Slices[tuple[int, ...]]:
    """Return the indices of the distances at which there are corners that are not rounded."""
    found = []
    for count, corner in enumerate(corners):
        if count % AT_ONCE == 0:
            yield
        k = nearest(distances, corner)
        widest = max(distances[k + 1] - distances[k], distances[k] - distances[k - 1])
        arriving, leaving = path.direction(corner, arriving=True), path.direction(corner)
        if BULGE * math.dist(arriving, leaving) * widest > ROUNDED * reach:
            found.append(k)
    return tuple(found)


def _slow_places(corners: Sequence[float], spline: Spline, speed: float) -> Slices[list[Slow]]:
    """Return the corners that must be passed more slowly than with a speed (m/s)."""
    breaks = set(spline.breaks)
    places = []
    for count, corner in enumerate(corners):
        if count % AT_ONCE == 0:
            yield
        k = nearest(spline.distances, corner)
        places.append(Slow(corner, _speed_at(spline, k, k in breaks)))
    return [place for place in places if place.speed < speed]


def _speed_at(spline: Spline, k: int, breaks: bool) -> float:
    """Return the speed (m/s) at which the corner at the knot with an index may be passed.

    breaks   whether the spline has a break there
    """
    after = spline.on(k, spline.distances[k])
    if breaks:
        before = spline.on(k - 1, spline.distances[k])
        jump = max(abs(a - b) for a, b in zip(after.slope, before.slope))
        return JUMP / jump if jump else math.inf
    bend = max(map(abs, after.bend))
    return math.sqrt(TURNING / bend) if bend else math.inf


def _profiled(
    spline: Spline, profile: str, speed: float, begin: float, end: float, longest: float
) -> Profiled:
    """Return a stretch from begin to end (m) that follows a profile.

    longest   m, the longest stretch of the path: the pen reaches its speed there. On a shorter one
              it does so only if the joints need no larger accelerations than at a rounded corner
    """
    _, peak_rate, peak_acceleration = PROFILES[profile]
    length = end - begin
    steepest = max(map(abs, spline.at((begin + end) / 2).slope))
    gentle = math.sqrt(peak_acceleration * length * steepest / TURNING)
    duration = max(peak_rate * length / speed, min(gentle, peak_rate * longest / speed))
    return Profiled(profile, length, duration)


class _Pacing(NamedTuple):
    """Computes the speeds along a soft stretch."""

    spline: Spline
    speed: float  # m/s, at most
    free: float  # m, the longest part of the path without a place to pass slowly
    softness: float
    begin: float  # m, where the stretch begins
    end: float  # m, where it ends
    slow: list[Slow]  # places in between

    def soft(self) -> Slices[Stretch]:
        """Return the stretch: as fast as the speeds and accelerations along it permit."""
        places = self._places()
        accelerations = yield from self._accelerations(places)
        speeds = self._permitted(places)
        steps = [b - a for a, b in pairwise(places)]
        for k in range(1, len(places)):
            reached = speeds[k - 1] ** 2 + 2 * accelerations[k - 1] * steps[k - 1]
            speeds[k] = min(speeds[k], math.sqrt(reached))
        for k in range(len(places) - 2, -1, -1):
            reached = speeds[k + 1] ** 2 + 2 * accelerations[k] * steps[k]
            speeds[k] = min(speeds[k], math.sqrt(reached))
        kept = _turning_points(places, speeds)
        return ramped(
            [places[k] - self.begin for k in kept],
            [speeds[k] for k in kept],
            min(WINDOW * self.softness, 0.375 * self.free / self.speed),
        )

    def _places(self) -> list[float]:
        """Return the distances (m) at which speeds are computed, those of begin and end included.

        Some are close to where the pen is slow, since ramps may be short.
        """
        length = self.end - self.begin
        places = {self.begin + length * k / SPACES for k in range(1, SPACES)}
        knots = self.spline.distances
        places.update(knots[bisect_right(knots, self.begin) : bisect_left(knots, self.end)])
        for place in (Slow(self.begin, 0.0), *self.slow, Slow(self.end, 0.0)):
            steepest = max(map(abs, self.spline.at(place.distance).slope))
            ramp = (self.speed**2 - place.speed**2) / (2 * self._acceleration(steepest))
            for offset in (0.0, *(ramp * part for part in (0.25, 0.5, 1.0, 2.0))):
                flat = self._flat(place.speed)
                places.update((place.distance - flat - offset, place.distance + flat + offset))
        apart = [self.begin]
        for distance in sorted(places):
            if apart[-1] + 1e-9 * length < distance < self.end - 1e-9 * length:
                apart.append(distance)
        return [*apart, self.end]

    def _flat(self, speed: float) -> float:
        """Return how far from a slow place its speed (m/s) must not be exceeded.

        The pen needs half a window for this distance, so that the average is not faster there.
        """
        return speed * WINDOW * self.softness / 2

    def _permitted(self, places: Sequence[float]) -> list[float]:
        """Return the largest speeds (k,) in m/s near slow places."""
        speeds = [0.0, *([self.speed] * (len(places) - 2)), 0.0]
        for place in self.slow:
            flat = self._flat(place.speed) * (1 + 1e-6)
            first = bisect_left(places, place.distance - flat)
            for k in range(first, bisect_right(places, place.distance + flat)):
                speeds[k] = min(speeds[k], place.speed)
        return speeds

    def _accelerations(self, places: Sequence[float]) -> Slices[list[float]]:
        """Return the accelerations (k - 1,) in m/s^2 that are permitted between the places."""
        found = []
        for k, place in enumerate(places):
            if k % AT_ONCE == 0:
                yield
            found.append(self._acceleration(max(map(abs, self.spline.at(place).slope))))
        return [min(pair) for pair in pairwise(found)]

    def _acceleration(self, steepest: float) -> float:
        """Return the acceleration (m/s^2) that is permitted where the joints turn steepest (rad/m).

        It is large enough for the pen to reach its speed somewhere.
        """
        least = 2 * self.speed**2 / self.free
        return max(ACCELERATION / self.softness / steepest, least) if steepest else least


def _turning_points(places: Sequence[float], speeds: Sequence[float]) -> list[int]:
    """Return the indices of both ends, and of all places at which the acceleration changes."""
    rates = [
        (speeds[k + 1] ** 2 - speeds[k] ** 2) / (2 * (places[k + 1] - places[k]))
        for k in range(len(places) - 1)
    ]
    largest = max(map(abs, rates))
    changes = [k for k in range(1, len(rates)) if abs(rates[k] - rates[k - 1]) > 1e-9 * largest]
    return [0, *changes, len(places) - 1]
