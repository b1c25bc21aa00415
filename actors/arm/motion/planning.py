"""Legs from what was asked for."""

from collections.abc import Sequence
from itertools import pairwise

from actors.arm.errors import MotionError
from actors.arm.motion.leg import Angles, Leg
from actors.arm.motion.path import Point, length, shares
from actors.arm.motion.profile import PROFILES
from actors.arm.stops import Limits

EASY = 1.0  # rad/s, of a joint, where nobody asks for more
FINENESS = 0.0073  # of the reach, between waypoints: 4 mm for an arm of 0.55 m
SHORTEST = 0.004  # s, of a leg; the shortest has one setpoint
LONGEST = 3600.0


def joint_leg(
    start: Sequence[float],
    goal: Sequence[float],
    limits: Limits,
    profile: str = "quintic",
    duration: float | None = None,
    velocity: float | None = None,
) -> Leg:
    """Straight in joint space from start to goal, (n,) rad each.

    In so long (s), or with no joint faster than that velocity (rad/s), or as fast as is easy and allowed.
    """
    ways = [abs(b - a) for a, b in zip(start, goal)]
    if duration is None:
        rates = [velocity or min(EASY, bound) for bound in limits.velocity or (EASY,) * len(ways)]
        duration = max(
            SHORTEST, PROFILES[profile].peak * max(way / rate for way, rate in zip(ways, rates))
        )
    return Leg((tuple(start), tuple(goal)), (0.0, 1.0), profile, _bounded(duration))


def pen_leg(points: Sequence[Point], poses: Sequence[Angles], profile: str, speed: float) -> Leg:
    """Along points (k, 2) m with these poses (k, n) rad; speed: the highest on the way, in m/s."""
    stations = shares(points) if length(points) > 0 else ()
    if not stations or not all(a < b for a, b in pairwise(stations)):
        raise MotionError("the points must be apart, two neighbours are as good as the same")
    return Leg(
        tuple(poses),
        stations,
        profile,
        _bounded(PROFILES[profile].peak * length(points) / speed),
        tuple(points),
    )


def _bounded(duration: float) -> float:
    if not SHORTEST <= duration <= LONGEST:
        raise MotionError(
            f"the motion must take between {SHORTEST:g} and {LONGEST:g} s, it would take {duration:g} s"
        )
    return duration
