"""The timing of legs: how long they take."""

from collections.abc import Sequence
from itertools import pairwise

from actors.arm.errors import MotionError
from actors.arm.limits import Limits
from actors.arm.motion.leg import Leg, Pose
from actors.arm.motion.path import Path
from actors.arm.motion.pieces import Point
from actors.arm.motion.profile import PROFILES
from actors.arm.motion.waypoints import knots, length

DEFAULT_RATE = 1.0  # rad/s, the peak velocity of a joint if the request has none
SHORTEST = 0.004  # s, the shortest duration of a leg; such a leg has one setpoint
LONGEST = 3600.0  # s, the longest duration of a leg


def joint_leg(
    start: Sequence[float],
    goal: Sequence[float],
    limits: Limits,
    profile: str = "quintic",
    duration: float | None = None,
    velocity: float | None = None,
) -> Leg:
    """Make a leg that is straight in joint space.

    start, goal   (n,) in rad
    duration      s; if it is None, the velocity determines it
    velocity      rad/s, the peak velocity of the fastest joint. If it is None too, no joint exceeds
                  DEFAULT_RATE or its limit

    Raises MotionError if the duration is below SHORTEST or above LONGEST.
    """
    turns = [abs(b - a) for a, b in zip(start, goal)]
    if duration is None:
        bounds = limits.velocity or (DEFAULT_RATE,) * len(turns)
        rates = [velocity or min(DEFAULT_RATE, bound) for bound in bounds]
        longest = max(turn / rate for turn, rate in zip(turns, rates))
        duration = max(SHORTEST, PROFILES[profile].peak_rate * longest)
    return Leg((tuple(start), tuple(goal)), (0.0, 1.0), profile, checked(duration))


def pen_leg(
    waypoints: Sequence[Point],
    poses: Sequence[Pose],
    profile: str,
    speed: float,
    path: Path | None = None,
) -> Leg:
    """Make a leg in which the joints go in straight lines between the waypoints of the pen.

    waypoints   (k, 2) in m
    poses       (k, n) in rad, the poses of the arm at the waypoints
    speed       m/s, the speed of the pen at its fastest
    path        the path on which the waypoints are, as in Leg

    Raises MotionError if two neighbouring waypoints are the same, or if the duration is below
    SHORTEST or above LONGEST.
    """
    along = knots(waypoints) if length(waypoints) > 0 else ()
    if not along or not all(a < b for a, b in pairwise(along)):
        raise MotionError("the points must be apart, two neighbours are as good as the same")
    duration = PROFILES[profile].peak_rate * length(waypoints) / speed
    return Leg(tuple(poses), along, profile, checked(duration), tuple(waypoints), path)


def checked(duration: float) -> float:
    """Return the duration (s), or raise MotionError if it is too short or too long."""
    if not SHORTEST <= duration <= LONGEST:
        raise MotionError(
            f"the motion must take between {SHORTEST:g} and {LONGEST:g} s, "
            f"it would take {duration:g} s"
        )
    return duration
