"""Reads targets, and makes the messages about goals and trials."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from protocol.fields import number, read_field


class TargetFields(NamedTuple):
    """The fields of a target: x and y in m, and the heading phi in rad or None."""

    x: float
    y: float
    phi: float | None


def read_target(args: Mapping[str, Any], links: int) -> TargetFields:
    """Read the target of a request. Raises Rejected.

    phi is read only for three links. If it is null, it counts as omitted.
    """
    x = read_field(args, "x", number())
    y = read_field(args, "y", number())
    if links < 3 or args.get("phi") is None:
        return TargetFields(x, y, None)
    return TargetFields(x, y, read_field(args, "phi", number()))


def target_message(x: float, y: float, phi: float | None) -> dict[str, float]:
    """Make the message of a target: x and y in m, and phi in rad if the target has one."""
    return {"x": x, "y": y} if phi is None else {"x": x, "y": y, "phi": phi}


def remark(hindrances: Sequence[str]) -> str:
    """Make the status of an accepted goal or trial from the reasons why the arm does not follow."""
    return f"accepted, but {'; '.join(hindrances)}" if hindrances else ""


def feedback(
    goal_id: str,
    target: Mapping[str, float],
    positions: Sequence[float],
    distance: float,
    elapsed: float,
) -> dict[str, Any]:
    """Make the feedback of a goal: positions in rad, distance in m, elapsed in s."""
    return {
        "goal_id": goal_id,
        "target": target,
        "positions": positions,
        "distance_remaining": distance,
        "elapsed": elapsed,
    }


def result(
    goal_id: str, outcome: str, target: Mapping[str, float], distance: float
) -> dict[str, Any]:
    """Make the result of a goal, with the final distance in m."""
    return {"goal_id": goal_id, "outcome": outcome, "target": target, "final_distance": distance}


def trial_status(
    running: bool,
    elapsed: float,
    duration: float,
    reached: int,
    target: Mapping[str, float] | None,
    error: float | None,
    positions: Sequence[float] | None,
    action_status: str,
) -> dict[str, Any]:
    """Make the status of a trial: elapsed and duration in s, error in m, positions in rad."""
    return {
        "running": running,
        "elapsed": elapsed,
        "duration": duration,
        "targets_reached": reached,
        "target": target,
        "error": error,
        "desired_positions": positions,
        "action_status": action_status,
    }
