"""Inverse kinematics along a path of the pen, with the same elbow from beginning to end."""

import math
from collections.abc import Sequence

from actors.arm.choice import TURN, wrapped
from actors.arm.errors import GeometryError, MotionError
from actors.arm.kinematics import TOO_FAR_FROM_ZERO, Target, both_elbows
from actors.arm.limits import Range, outside, whole_turns_into
from actors.arm.motion.leg import FARTHEST, Pose
from actors.arm.motion.path import Point
from actors.arm.slices import Slices, in_slices

WAYPOINTS = 50  # of a path in one slice, about half a ms
ELBOWS = {"positive": 0, "negative": 1}  # named by the sign of the second joint angle


def elbow_of(pose: Sequence[float]) -> str:
    """Return the elbow of a pose (n,) in rad; a straight elbow counts as positive."""
    return "positive" if wrapped(pose[1]) >= 0 else "negative"


@in_slices
def joint_path(
    lengths: Sequence[float],
    waypoints: Sequence[Point],
    elbow: str,
    near: Sequence[float],
    allowed: Sequence[Range] | None = None,
) -> Slices[tuple[Pose, ...]]:
    """Return poses (k, n) in rad that bring the pen to the waypoints.

    lengths     (n,) in m
    waypoints   (k, 2) in m
    elbow       a name in ELBOWS, for all poses
    near        (n,) in rad, the pose that the arm comes from: the first joint turns the short way
                from there. The other joints stay within their present turn, so that no link has to
                pass through the one before
    allowed     (n,) ranges in rad that no joint may leave

    Raises MotionError if a waypoint has no pose. The text names the first such waypoint.
    """
    if any(abs(angle) > FARTHEST for angle in near):
        raise MotionError(TOO_FAR_FROM_ZERO)
    poses: list[Pose] = []
    for k, point in enumerate(waypoints):
        if k % WAYPOINTS == 0:
            yield
        try:
            angles = both_elbows(lengths, Target(*point), poses[-1] if poses else near)
            bent = angles[ELBOWS[elbow]]
            poses.append(_next(poses[-1], bent, allowed) if poses else _first(near, bent, allowed))
        except GeometryError as problem:
            raise MotionError(
                f"point {k + 1} of {len(waypoints)}, ({point[0]:.6g}, {point[1]:.6g}), "
                f"cannot be drawn with the {elbow} elbow: {problem}"
            ) from None
    return tuple(poses)


def _first(near: Sequence[float], angles: Pose, allowed: Sequence[Range] | None) -> Pose:
    """Return the first pose: the angles with whole turns added to them.

    The first joint gets as near as possible to its angle in `near`, each other joint to the middle
    of the turn that its angle in `near` is in.
    """
    centers = [near[0], *(TURN * round(angle / TURN) for angle in near[1:])]
    if allowed is None:
        return tuple(
            center + math.remainder(angle - center, TURN) for center, angle in zip(centers, angles)
        )
    fits = [whole_turns_into(*each) for each in zip(allowed, angles, centers)]
    if None in fits:
        raise _beyond(allowed, fits.index(None), wrapped(angles[fits.index(None)]))
    return tuple(angle for angle in fits if angle is not None)


def _next(before: Pose, angles: Pose, allowed: Sequence[Range] | None) -> Pose:
    """Return the next pose: the angles with whole turns added to them.

    No joint turns by more than half a turn from the pose before.
    """
    pose = tuple(near + math.remainder(angle - near, TURN) for near, angle in zip(before, angles))
    joint = outside(allowed, pose)
    if allowed is not None and joint is not None:
        raise _beyond(allowed, joint, pose[joint])
    return pose


def _beyond(allowed: Sequence[Range], joint: int, angle: float) -> GeometryError:
    lowest, highest = allowed[joint]
    return GeometryError(
        f"joint {joint + 1} would be at {angle:.6g} rad, outside its limits "
        f"[{lowest:g}, {highest:g}]"
    )
