"""Whether the arm may and can follow a leg: its limits, and what is in its way."""

from collections.abc import Iterator, Sequence

from actors.arm.dynamics import inverse_dynamics
from actors.arm.errors import MotionError
from actors.arm.model import Arm
from actors.arm.motion.contact import Obstacle, first_contact
from actors.arm.motion.leg import FARTHEST, Leg
from actors.arm.motion.profile import PROFILES
from actors.arm.simulation import ROUNDING
from actors.arm.stops import Limits, outside

MOMENTS = 100  # of a leg between two stations, at which its effort is looked at


def check(arm: Arm, limits: Limits, obstacles: Sequence[Obstacle], leg: Leg) -> None:
    """Raises MotionError with the first thing that forbids the leg."""
    _check_angles(limits, leg)
    _check_rates(limits, leg)
    contact = first_contact(arm.lengths, leg.poses, obstacles)
    if contact:
        raise MotionError(f"{contact.text} {_after(leg, contact.station)}")
    _check_efforts(arm, limits, leg)


def _check_angles(limits: Limits, leg: Leg) -> None:
    allowed = limits.allowed
    for k, pose in enumerate(leg.poses):
        far = outside(((-FARTHEST, FARTHEST),) * len(pose), pose)
        if far is not None:
            raise MotionError(
                f"joint {far + 1} would be at {pose[far]:.6g} rad {_at(leg, k)}, farther from zero than "
                f"{FARTHEST:g}"
            )
        joint = outside(allowed, pose)
        if allowed is not None and joint is not None:
            lowest, highest = allowed[joint]
            raise MotionError(
                f"joint {joint + 1} would be at {pose[joint]:.6g} rad {_at(leg, k)}, outside its limits "
                f"[{lowest:g}, {highest:g}]"
            )


def _check_rates(limits: Limits, leg: Leg) -> None:
    for k, joint, fastest in _rates(leg) if limits.velocity else ():
        bound = (limits.velocity or ())[joint]
        if fastest > bound * (1 + ROUNDING):
            raise MotionError(
                f"joint {joint + 1} would turn at {fastest:.6g} rad/s {_after(leg, k)}, "
                f"faster than its limit of {bound:g}"
            )


def _rates(leg: Leg) -> Iterator[tuple[int, int, float]]:
    """After each station, for each joint: the fastest it may have to turn on to the next one, in rad/s."""
    peak = PROFILES[leg.profile].peak / leg.duration
    for k in range(len(leg.poses) - 1):
        gap = leg.shares[k + 1] - leg.shares[k]
        for joint, (a, b) in enumerate(zip(leg.poses[k], leg.poses[k + 1])):
            yield k, joint, abs(b - a) / gap * peak


def _check_efforts(arm: Arm, limits: Limits, leg: Leg) -> None:
    """What the way itself asks for, its corners aside: there the controller gives what it has."""
    looks = max(MOMENTS, len(leg.poses)) if limits.effort else 0
    for k in range(looks + 1 if looks else 0):
        t = leg.duration * k / looks
        at = leg.at(t)
        needed = inverse_dynamics(arm, at.position, at.velocity, leg.acceleration(t))
        for joint, (effort, bound) in enumerate(zip(needed, limits.effort or ())):
            if abs(effort) > bound * (1 + ROUNDING):
                raise MotionError(
                    f"joint {joint + 1} would need {effort:.6g} N m {_when(leg, t)}, "
                    f"its limit is {bound:g}"
                )


def _at(leg: Leg, k: int) -> str:
    if leg.points is None:
        return "at the end" if k else "at the start"
    x, y = leg.points[k]
    return f"at point {k + 1} of {len(leg.points)}, ({x:.6g}, {y:.6g})"


def _when(leg: Leg, t: float) -> str:
    return f"{t:.3g} s after the start" if leg.points is None else _after(leg, leg.station(t))


def _after(leg: Leg, k: int) -> str:
    return "on the way" if leg.points is None else f"after {_at(leg, k)[3:]}"
