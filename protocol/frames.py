"""Makes /tf and /clock: where the frames of the arm are, and what time it is in the simulation."""

import math
from collections.abc import Sequence
from typing import Any

from protocol.trajectory import stamp
from protocol.urdf import frame_names


def tf_message(time: float, lengths: Sequence[float], position: Sequence[float]) -> dict[str, Any]:
    """Make a tf2_msgs/TFMessage: each frame in the one before, from base_link to the tool.

    time       s, simulation time
    lengths    (n,) m
    position   (n,) rad, about the axis -y: see protocol/urdf.py
    """
    header = stamp(time)
    frames = frame_names(len(lengths))
    offsets = (0.0, *lengths)
    angles = (*position, 0.0)
    return {
        "transforms": [
            _transform(header, parent, child, offset, angle)
            for parent, child, offset, angle in zip(frames, frames[1:], offsets, angles)
        ]
    }


def _transform(
    time: dict[str, int], parent: str, child: str, offset: float, angle: float
) -> dict[str, Any]:
    """Make a geometry_msgs/TransformStamped: shifted along x, then turned about -y."""
    half = angle / 2
    return {
        "header": {"stamp": time, "frame_id": parent},
        "child_frame_id": child,
        "transform": {
            "translation": {"x": offset, "y": 0.0, "z": 0.0},
            "rotation": {"x": 0.0, "y": -math.sin(half), "z": 0.0, "w": math.cos(half)},
        },
    }


def clock_message(time: float) -> dict[str, Any]:
    """Make a rosgraph_msgs/Clock for a simulation time in s."""
    return {"clock": stamp(time)}
