"""Reads /joint_trajectory, and makes the messages about joints: setpoints, states and energy."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from protocol.fields import Rejected, show, vector

NANOSECONDS = 1_000_000_000
ZEROS = "they count as zeros"
LONGEST = 100  # entries of a list that are read; with more than joints, it counts as zeros anyway


class TrajectoryPoint(NamedTuple):
    """Angles (n,) in rad and velocities (n,) in rad/s, in the order of our joints."""

    positions: tuple[float, ...]
    velocities: tuple[float, ...]


def joint_names(n: int) -> list[str]:
    """Return the names of n joints, from the base to the pen."""
    return [f"joint{i + 1}" for i in range(n)]


def last_point(message: Any) -> dict[str, Any]:
    """Return a trajectory_msgs/JointTrajectory with only what a setpoint needs of its last point.

    Raises Rejected if there is no last point. Lists keep no more than their first LONGEST entries.
    """
    if not isinstance(message, dict):
        raise Rejected(f"the trajectory must be an object, got {show(message)}")
    if "points" not in message:
        raise Rejected("points is missing")
    points = message["points"]
    if not isinstance(points, list) or not points:
        raise Rejected(f"points must be a list of at least one point, got {show(points)}")
    last = points[-1]
    if not isinstance(last, dict):
        raise Rejected(f"the last of points must be an object, got {show(last)}")
    point = {field: _cut(last[field]) for field in TrajectoryPoint._fields if field in last}
    return {"joint_names": _cut(message.get("joint_names")), "points": [point]}


def _cut(value: Any) -> Any:
    return value[:LONGEST] if isinstance(value, list) else value


def read_setpoint(message: Any, n: int) -> TrajectoryPoint:
    """Read the last point of a trajectory_msgs/JointTrajectory for n joints. Raises Rejected.

    Positions or velocities count as zeros if they are missing or have the wrong length.
    """
    trajectory = last_point(message)
    (point,) = trajectory["points"]
    order = _order(trajectory["joint_names"], n)
    return TrajectoryPoint(
        *(_per_joint(point, field, n, order) for field in TrajectoryPoint._fields)
    )


def _order(names: Any, n: int) -> list[int]:
    """Return the index of each of our joints in the message: by name, or else in order."""
    if _are_ours(names, n):
        return [names.index(name) for name in joint_names(n)]
    return list(range(n))


def _are_ours(names: Any, n: int) -> bool:
    """Return whether these are the names of our joints, in any order."""
    return (
        isinstance(names, list)
        and len(names) == n
        and all(name in names for name in joint_names(n))
    )


def _per_joint(
    point: dict[str, Any], field: str, n: int, order: Sequence[int]
) -> tuple[float, ...]:
    values = point.get(field, [])
    if isinstance(values, list) and len(values) != n:
        return (0.0,) * n
    try:
        given = vector(n)(values)
    except Rejected as problem:
        raise Rejected(f"{field} of the last point {problem}") from None
    return tuple(given[i] for i in order)


def remark_on(message: Any, n: int) -> str:
    """Say what a sender may not have meant in a message that read_setpoint has read.

    The remark is empty for an ordinary message: velocities and joint_names may be left out.
    """
    trajectory = last_point(message)
    (point,) = trajectory["points"]
    names = trajectory["joint_names"]
    remarks = [_remark_on_length(point, field, n) for field in TrajectoryPoint._fields]
    if names and not _are_ours(names, n):
        ours = ", ".join(joint_names(n))
        remarks.append(f"joint_names are not {ours}, so the entries are taken in this order")
    return "; ".join(remark for remark in remarks if remark)


def _remark_on_length(point: dict[str, Any], field: str, n: int) -> str:
    values = point.get(field)
    if not values:
        return f"{field} are missing: {ZEROS}" if field == "positions" else ""
    count = f"{LONGEST} or more" if len(values) == LONGEST else f"{len(values)}"
    return "" if len(values) == n else f"{field} must have {n} entries, got {count}: {ZEROS}"


def joint_trajectory(position: Sequence[float], velocity: Sequence[float]) -> dict[str, Any]:
    """Make a trajectory_msgs/JointTrajectory of one point, in rad and rad/s."""
    return {
        "header": {"stamp": stamp(0.0), "frame_id": ""},
        "joint_names": joint_names(len(position)),
        "points": [
            {
                "positions": position,
                "velocities": velocity,
                "accelerations": [],
                "time_from_start": stamp(0.0),
            }
        ],
    }


def joint_state(
    time: float, position: Sequence[float], velocity: Sequence[float], effort: Sequence[float]
) -> dict[str, Any]:
    """Make a sensor_msgs/JointState for a simulation time in s; in rad, rad/s and N m."""
    return {
        "header": {"stamp": stamp(time), "frame_id": ""},
        "name": joint_names(len(position)),
        "position": position,
        "velocity": velocity,
        "effort": effort,
    }


def controller_state(
    time: float,
    enabled: bool,
    setpoint: TrajectoryPoint,
    position: Sequence[float],
    integral: Sequence[float],
    effort: Sequence[float],
) -> dict[str, Any]:
    """Make the message about the controller at a simulation time in s.

    position   (n,) in rad
    integral   (n,) in rad s
    effort     (n,) in N m, the one that was applied last
    """
    return {
        "header": {"stamp": stamp(time), "frame_id": ""},
        "joint_names": joint_names(len(position)),
        "enabled": enabled,
        "setpoint": setpoint.positions,
        "setpoint_velocity": setpoint.velocities,
        "error": [goal - q for goal, q in zip(setpoint.positions, position)],
        "integral": integral,
        "effort": effort,
    }


def energy_message(
    time: float,
    kinetic: float,
    potential: float,
    work: float,
    lost: float,
    drift: float,
    changed: float = 0.0,
    since: float = 0.0,
    reason: str = "",
) -> dict[str, Any]:
    """Make the message about the energies, in J, at a simulation time in s.

    work, lost and drift are sums since the books began, at the simulation time `since` (s) for the
    given reason. changed is the part of the work that changes of the arm have done.
    """
    return {
        "header": {"stamp": stamp(time), "frame_id": ""},
        "kinetic": kinetic,
        "potential": potential,
        "total": kinetic + potential,
        "work": work,
        "lost": lost,
        "drift": drift,
        "changed": changed,
        "since": since,
        "reason": reason,
    }


def stamp(time: float) -> dict[str, int]:
    """Make a builtin_interfaces/Time from a time in s."""
    sec, nanosec = divmod(round(time * NANOSECONDS), NANOSECONDS)
    return {"sec": sec, "nanosec": nanosec}
