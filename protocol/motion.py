"""Makes the messages about motions."""

import math
from collections.abc import Mapping, Sequence
from typing import Any


def obstacles_message(obstacles: Sequence[tuple[float, float, float]]) -> dict[str, Any]:
    """Make the list of obstacles from x, y and radius of each, in m."""
    return {"obstacles": [{"x": x, "y": y, "radius": radius} for x, y, radius in obstacles]}


def figures_message(
    mean: float,
    rms: float,
    largest: float,
    settle_time: float | None,
    drawn: Sequence[Sequence[float]],
    timestep_limit: float,
) -> dict[str, Any]:
    """Make the figures of a motion.

    mean, rms, largest   distances in m between the pen and its path
    settle_time          s from the end of the path until the arm was at rest, or None if it was not
    drawn                positions of the pen in m
    timestep_limit       s, the timestep from which the arm rings on the path; infinite if none
    """
    return {
        "mean": mean,
        "rms": rms,
        "max": largest,
        "settle_time": settle_time,
        "drawn": drawn,
        "timestep_limit": timestep_limit if math.isfinite(timestep_limit) else None,
    }


def motion_result(
    motion_id: str,
    kind: str,
    outcome: str,
    reason: str,
    duration: float,
    figures: Mapping[str, Any],
) -> dict[str, Any]:
    """Make the result of a motion, with its planned duration in s."""
    return {
        "motion_id": motion_id,
        "motion": kind,
        "outcome": outcome,
        "reason": reason,
        "duration": duration,
        "figures": figures,
    }


def motion_state(
    state: str,
    reason: str,
    motion_id: str | None,
    kind: str | None,
    elapsed: float | None,
    duration: float | None,
) -> dict[str, Any]:
    """Make the state of the motion actor.

    elapsed and duration of the present stage are in s of simulation time. reason explains a fault.
    """
    return {
        "state": state,
        "motion_id": motion_id,
        "motion": kind,
        "elapsed": elapsed,
        "duration": duration,
        "reason": reason,
    }


def motion_path(
    motion_id: str | None = None, points: Sequence[Sequence[float]] = ()
) -> dict[str, Any]:
    """Make the planned path of the pen from points (k, 2) in m; motion_id is None without one."""
    return {"motion_id": motion_id, "points": points}


def recording(fields: Sequence[str], samples: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """Make a recording: for each field a list with one entry for each sample."""
    return {field: [sample[k] for sample in samples] for k, field in enumerate(fields)}
