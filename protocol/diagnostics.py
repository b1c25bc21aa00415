"""Makes the messages about the system itself: /diagnostics and /rosout."""

from collections.abc import Mapping, Sequence
from typing import Any

from protocol.trajectory import stamp

# The levels of a diagnostic_msgs/DiagnosticStatus
OK = 0
WARN = 1
STALE = 3
LEVELS = {"INFO": 20, "WARNING": 30, "ERROR": 40}  # the levels of an rcl_interfaces/Log


def diagnostic_array(time: float, status: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Make a diagnostic_msgs/DiagnosticArray for a wall time in s."""
    return {"header": {"stamp": stamp(time), "frame_id": ""}, "status": status}


def diagnostic_status(
    level: int, name: str, message: str, figures: Mapping[str, Any]
) -> dict[str, Any]:
    """Make a diagnostic_msgs/DiagnosticStatus. That type requires strings as values."""
    return {
        "level": level,
        "name": name,
        "message": message,
        "hardware_id": "",
        "values": [{"key": key, "value": _text(value)} for key, value in figures.items()],
    }


def log_message(time: float, level: int, name: str, text: str) -> dict[str, Any]:
    """Make an rcl_interfaces/Log for a wall time in s."""
    return {
        "stamp": stamp(time),
        "level": level,
        "name": name,
        "msg": text,
        "file": "",
        "function": "",
        "line": 0,
    }


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
