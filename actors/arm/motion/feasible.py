"""Checks whether the arm may and can follow a leg: its limits, and what is in its way."""

from actors.arm.dynamics import inverse_dynamics
from actors.arm.errors import MotionError
from actors.arm.limits import Limits, outside
from actors.arm.model import Arm
from actors.arm.motion.contact import first_contact
from actors.arm.motion.leg import FARTHEST, Leg
from actors.arm.motion.profile import PROFILES
from actors.arm.motion.scene import Scene
from actors.arm.simulation import ROUNDING
from actors.arm.slices import Slices, in_slices

# The number of times of a leg at which efforts are checked; it is larger if there are more poses.
EFFORTS = 100
AT_ONCE = 200  # poses whose angles and rates are checked in one slice, about 1 ms
EFFORTS_AT_ONCE = 20  # poses whose efforts are checked in one slice, about 1 ms


@in_slices
def check(scene: Scene, leg: Leg) -> Slices[None]:
    """Raise MotionError if the arm must not or cannot follow the leg. The text says why."""
    yield from _check_angles(scene.limits, leg)
    if scene.limits.velocity:
        yield from _check_rates(scene.limits.velocity, leg)
    contact = yield from first_contact.slices(scene.arm.lengths, leg.poses, scene.obstacles)
    if contact:
        raise MotionError(f"{contact.text} {_after(leg, contact.after)}")
    if scene.limits.effort:
        yield from _check_efforts(scene.arm, scene.limits.effort, leg)


def _check_angles(limits: Limits, leg: Leg) -> Slices[None]:
    allowed = limits.allowed
    for k, pose in enumerate(leg.poses):
        if k % AT_ONCE == 0:
            yield
        far = outside(((-FARTHEST, FARTHEST),) * len(pose), pose)
        if far is not None:
            raise MotionError(
                f"joint {far + 1} would be at {pose[far]:.6g} rad {_at(leg, k)}, "
                f"farther from zero than {FARTHEST:g}"
            )
        joint = outside(allowed, pose)
        if allowed is not None and joint is not None:
            lowest, highest = allowed[joint]
            raise MotionError(
                f"joint {joint + 1} would be at {pose[joint]:.6g} rad {_at(leg, k)}, "
                f"outside its limits [{lowest:g}, {highest:g}]"
            )


def _check_rates(bounds: tuple[float, ...], leg: Leg) -> Slices[None]:
    """Raise MotionError if a joint might turn faster than its bound (rad/s).

    The check assumes that each piece between two waypoints is passed at the peak rate of the
    profile.
    """
    peak = PROFILES[leg.profile].peak_rate / leg.duration
    for k in range(len(leg.poses) - 1):
        if k % AT_ONCE == 0:
            yield
        width = leg.knots[k + 1] - leg.knots[k]
        for joint, (a, b) in enumerate(zip(leg.poses[k], leg.poses[k + 1])):
            fastest = abs(b - a) / width * peak
            if fastest > bounds[joint] * (1 + ROUNDING):
                raise MotionError(
                    f"joint {joint + 1} would turn at {fastest:.6g} rad/s {_after(leg, k)}, "
                    f"faster than its limit of {bounds[joint]:g}"
                )


def _check_efforts(arm: Arm, bounds: tuple[float, ...], leg: Leg) -> Slices[None]:
    """Raise MotionError if the leg needs more effort than the bounds (n,) in N m.

    The jumps of the velocity at the waypoints are ignored.
    """
    times = max(EFFORTS, len(leg.poses))
    for k in range(times + 1):
        if k % EFFORTS_AT_ONCE == 0:
            yield
        t = leg.duration * k / times
        setpoint = leg.at(t)
        needed = inverse_dynamics(arm, setpoint.position, setpoint.velocity, leg.acceleration(t))
        for joint, (effort, bound) in enumerate(zip(needed, bounds)):
            if abs(effort) > bound * (1 + ROUNDING):
                raise MotionError(
                    f"joint {joint + 1} would need {effort:.6g} N m {_when(leg, t)}, "
                    f"its limit is {bound:g}"
                )


def _at(leg: Leg, k: int) -> str:
    if leg.waypoints is None:
        return "at the end" if k else "at the start"
    x, y = leg.waypoints[k]
    return f"at point {k + 1} of {len(leg.waypoints)}, ({x:.6g}, {y:.6g})"


def _when(leg: Leg, t: float) -> str:
    if leg.waypoints is None:
        return f"{t:.3g} s after the start"
    return _after(leg, leg.last_waypoint(t))


def _after(leg: Leg, k: int) -> str:
    return "on the way" if leg.waypoints is None else f"after {_at(leg, k)[3:]}"
