"""Legs with the time that they take."""

from collections.abc import Sequence
from itertools import pairwise

from actors.arm.errors import MotionError
from actors.arm.motion.leg import Leg, Pose
from actors.arm.motion.path import Point, knots, length
from actors.arm.motion.profile import PROFILES
from actors.arm.stops import Limits

DEFAULT_RATE = 1.0  # rad/s, of a joint, where no other was requested
SHORTEST = 0.004  # s, of a leg; it has one setpoint
LONGEST = 3600.0  # s


def joint_leg(
    start: Sequence[float],
    goal: Sequence[float],
    limits: Limits,
    profile: str = "quintic",
    duration: float | None = None,
    velocity: float | None = None,
) -> Leg:
    """Straight in joint space from start to goal, (n,) rad each.

    It takes the duration (s), or its fastest joint has the velocity (rad/s) at its peak. Without
    either no joint exceeds DEFAULT_RATE or its limit.
    """
    turns = [abs(b - a) for a, b in zip(start, goal)]
    if duration is None:
        bounds = limits.velocity or (DEFAULT_RATE,) * len(turns)
        rates = [velocity or min(DEFAULT_RATE, bound) for bound in bounds]
        longest = max(turn / rate for turn, rate in zip(turns, rates))
        duration = max(SHORTEST, PROFILES[profile].peak_rate * longest)
    return Leg((tuple(start), tuple(goal)), (0.0, 1.0), profile, _checked(duration))


def pen_leg(waypoints: Sequence[Point], poses: Sequence[Pose], profile: str, speed: float) -> Leg:
    """Along waypoints (k, 2) m with poses (k, n) rad; speed: of the pen at its fastest, in m/s."""
    along = knots(waypoints) if length(waypoints) > 0 else ()
    if not along or not all(a < b for a, b in pairwise(along)):
        raise MotionError("the points must be apart, two neighbours are as good as the same")
    duration = PROFILES[profile].peak_rate * length(waypoints) / speed
    return Leg(tuple(poses), along, profile, _checked(duration), tuple(waypoints))


def _checked(duration: float) -> float:
    if not SHORTEST <= duration <= LONGEST:
        raise MotionError(
            f"the motion must take between {SHORTEST:g} and {LONGEST:g} s, "
            f"it would take {duration:g} s"
        )
    return duration
