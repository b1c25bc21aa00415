"""The messages about motions."""

from collections.abc import Mapping, Sequence
from typing import Any


def obstacles_message(obstacles: Sequence[tuple[float, float, float]]) -> dict[str, Any]:
    return {"obstacles": [{"x": x, "y": y, "radius": radius} for x, y, radius in obstacles]}


def figures_message(
    mean: float,
    rms: float,
    largest: float,
    settle_time: float | None,
    drawn: Sequence[Sequence[float]],
) -> dict[str, Any]:
    """The figures of a motion.

    mean, rms, largest   of the distance between the pen and its path, in m
    settle_time          in s from the end of the path until the arm was at rest; None if it was not
    drawn                where the pen was, in m
    """
    return {"mean": mean, "rms": rms, "max": largest, "settle_time": settle_time, "drawn": drawn}


def motion_result(
    motion_id: str,
    kind: str,
    outcome: str,
    reason: str,
    duration: float,
    figures: Mapping[str, Any],
) -> dict[str, Any]:
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
    """elapsed and duration in s of simulation time, of the present stage; reason: of a fault."""
    return {
        "state": state,
        "motion_id": motion_id,
        "motion": kind,
        "elapsed": elapsed,
        "duration": duration,
        "reason": reason,
    }


def recording(fields: Sequence[str], samples: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """A list for each field, of one entry for each sample."""
    return {field: [sample[k] for sample in samples] for k, field in enumerate(fields)}
