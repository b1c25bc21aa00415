"""What goals and motions send to the arm on /joint_trajectory, and what trials hear of goals."""

from typing import Any, NamedTuple


class GoalCommand(NamedTuple):
    """A setpoint, and the goal that it serves."""

    positions: tuple[float, ...]  # (n,) rad
    goal_id: str


class StreamCommand(NamedTuple):
    """One of many setpoints of a motion. It goes stale soon after."""

    positions: tuple[float, ...]  # (n,) rad
    velocities: tuple[float, ...]  # (n,) rad/s
    motion_id: str
    resets: int  # of the arm when the motion was planned
    opening: bool  # whether it may take the place of other commanders


class Observation(NamedTuple):
    """What ik_action tells ik_trial with every state of the arm."""

    time: float  # simulation time in s
    resets: int
    goal_id: str | None  # the active goal
    distance: float | None  # m, of the active goal
    positions: tuple[float, ...] | None  # (n,) rad, that it commands
    last_result: dict[str, Any] | None = None  # repeated, since letters die with their reader
