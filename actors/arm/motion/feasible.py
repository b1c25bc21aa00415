"""Checks whether the arm may and can follow a leg: its limits, and what is in its way.

Rates and efforts are those of the path itself, with its curvature, also where the setpoints go in
straight lines from waypoint to waypoint.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from actors.arm.dynamics import inverse_dynamics
from actors.arm.errors import MotionError
from actors.arm.limits import Limits, outside
from actors.arm.model import Arm
from actors.arm.motion.contact import Contact, first_contact
from actors.arm.motion.leg import FARTHEST, Drawn, Pose, SmoothLeg
from actors.arm.motion.scene import Scene
from actors.arm.simulation import ROUNDING
from actors.arm.slices import Slices, in_slices

CLOSE = 0.98  # a fraction of a limit: where a rate or an effort is so near, its peak is looked for
LOOKS = 20  # at the peak, on either side of the nearest time
AT_ONCE = 200  # poses whose angles are checked in one slice, about 1 ms
TIMES_AT_ONCE = 20  # times at which rates or efforts are checked in one slice, about 1 ms


class TooWeak(MotionError):
    """The leg needs more effort than the limits allow. A softer one might need less."""


class Excess(NamedTuple):
    """A value of a joint that is beyond its limit."""

    time: float  # s
    joint: int
    value: float


@in_slices
def check(scene: Scene, leg: Drawn, leaving: bool = False) -> Slices[None]:
    """Raise MotionError if the arm must not or cannot follow the leg. The text says why.

    leaving   whether the leg begins where the arm is, so that it may lead away from what the arm
              touches there
    """
    yield from _check_angles(scene.limits, leg)
    if scene.limits.velocity:
        yield from _check_rates(scene.limits.velocity, leg)
    yield from _check_contacts(scene, leg, leaving)
    if scene.limits.effort:
        yield from _check_efforts(scene.arm, scene.limits.effort, leg)


def _check_contacts(scene: Scene, leg: Drawn, leaving: bool) -> Slices[None]:
    contact = yield from _contact(scene, leg, leaving, scene.clearance)
    if contact and scene.clearance:  # does it touch, or does it only come too close?
        contact = (yield from _contact(scene, leg, leaving, 0.0)) or contact
    if contact:
        raise MotionError(f"{contact.text} {_after(leg, contact.after)}")


def _contact(scene: Scene, leg: Drawn, leaving: bool, clearance: float) -> Slices[Contact | None]:
    arm = scene.arm
    return first_contact.slices(arm.lengths, leg.poses, scene.obstacles, clearance, leaving)


def _check_angles(limits: Limits, leg: Drawn) -> Slices[None]:
    allowed = limits.allowed
    for k, (where, pose) in enumerate(_extremes(limits, leg)):
        if k % AT_ONCE == 0:
            yield
        far = outside(((-FARTHEST, FARTHEST),) * len(pose), pose)
        if far is not None:
            raise MotionError(
                f"joint {far + 1} would be at {pose[far]:.6g} rad {where}, "
                f"farther from zero than {FARTHEST:g}"
            )
        joint = outside(allowed, pose)
        if allowed is not None and joint is not None:
            lowest, highest = allowed[joint]
            raise MotionError(
                f"joint {joint + 1} would be at {pose[joint]:.6g} rad {where}, "
                f"outside its limits [{lowest:g}, {highest:g}]"
            )


def _extremes(limits: Limits, leg: Drawn) -> Iterator[tuple[str, Pose]]:
    """Yield the poses that have to be within the limits, each with the text of its place."""
    for k, pose in enumerate(leg.poses):
        yield _at(leg, k), pose
    if isinstance(leg, SmoothLeg) and limits.allowed is not None:
        for distance in leg.spline.turning_points():
            yield _along(leg, distance), leg.spline.at(distance).position


def _check_rates(bounds: tuple[float, ...], leg: Drawn) -> Slices[None]:
    """Raise MotionError if a joint turns faster than its bound (rad/s)."""
    true = leg.true
    found = yield from _excess(true.times(), bounds, lambda t: true.at(t).velocity)
    if found:
        raise MotionError(
            f"joint {found.joint + 1} would turn at {abs(found.value):.6g} rad/s "
            f"{_when(leg, found.time)}, faster than its limit of {bounds[found.joint]:g}"
        )


def _check_efforts(arm: Arm, bounds: tuple[float, ...], leg: Drawn) -> Slices[None]:
    """Raise TooWeak if the leg needs more effort than the bounds (n,) in N m."""
    true = leg.true

    def needed(t: float) -> Sequence[float]:
        setpoint = true.at(t)
        return inverse_dynamics(arm, setpoint.position, setpoint.velocity, true.acceleration(t))

    found = yield from _excess(true.times(), bounds, needed)
    if found:
        raise TooWeak(
            f"joint {found.joint + 1} would need {found.value:.6g} N m {_when(leg, found.time)}, "
            f"its limit is {bounds[found.joint]:g}"
        )


def _excess(
    times: Sequence[float], bounds: Sequence[float], values: Callable[[float], Sequence[float]]
) -> Slices[Excess | None]:
    """Return the largest value of the first joint that goes beyond its bound, or None.

    The bounds (n,) hold in both directions. Between the times, a value is looked at again where it
    almost reaches its bound.
    """
    largest = [0.0] * len(bounds)
    nearest = [0] * len(bounds)
    for k, t in enumerate(times):
        if k % TIMES_AT_ONCE == 0:
            yield
        for joint, value in enumerate(values(t)):
            if abs(value) > largest[joint]:
                largest[joint] = abs(value)
                nearest[joint] = k
    for joint, (k, bound) in enumerate(zip(nearest, bounds)):
        if largest[joint] >= CLOSE * bound:
            begin, end = times[max(k - 1, 0)], times[min(k + 1, len(times) - 1)]
            around = [begin + (end - begin) * part / (2 * LOOKS) for part in range(2 * LOOKS + 1)]
            t = max((times[k], *around), key=lambda t: abs(values(t)[joint]))
            if abs(values(t)[joint]) > bound * (1 + ROUNDING):
                return Excess(t, joint, values(t)[joint])
    return None


def _at(leg: Drawn, k: int) -> str:
    """Return the text of the place of the pose with an index."""
    if isinstance(leg, SmoothLeg):
        return _along(leg, leg.spline.distances[k])
    if leg.waypoints is None:
        return "at the end" if k else "at the start"
    x, y = leg.waypoints[k]
    return f"at point {k + 1} of {len(leg.waypoints)}, ({x:.6g}, {y:.6g})"


def _along(leg: SmoothLeg, distance: float) -> str:
    x, y = leg.path.at(distance)
    return f"at ({x:.6g}, {y:.6g}), {distance:.4g} m along the path"


def _when(leg: Drawn, t: float) -> str:
    """Return the text of the place at a time (s) of the leg."""
    if isinstance(leg, SmoothLeg):
        return _along(leg, leg.distance(t))
    if leg.waypoints is None:
        return f"{t:.3g} s after the start"
    return _after(leg, leg.last_waypoint(t))


def _after(leg: Drawn, k: int) -> str:
    """Return the text of the place after the pose with an index."""
    if isinstance(leg, SmoothLeg):
        return f"after {_at(leg, k)[3:]}"
    return "on the way" if leg.waypoints is None else f"after {_at(leg, k)[3:]}"
