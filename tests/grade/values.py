"""Reads what a server has sent: numbers, lists and states, whatever they really are."""

import math
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.grade.steppers import State


class Sample(NamedTuple):
    """One message of /joint_states. Entries that are no numbers are nan."""

    stamp: float  # s
    q: list[float]
    v: list[float]
    effort: list[float]
    arrived: float  # s, monotonic

    @property
    def state(self) -> State:
        """Angles and speeds."""
        return self.q, self.v


def at_rest(samples: Sequence[Sample]) -> bool:
    """Return whether the arm hardly moves in these states."""
    if any(not math.isfinite(x) for s in samples for x in (*s.q, *s.v)):
        return False
    spread = max(max(axis) - min(axis) for axis in zip(*(s.q for s in samples)))
    return spread < 0.004 and max(abs(rate) for s in samples for rate in s.v) < 0.02


def is_number(value: Any) -> bool:
    """Return whether a JSON value is a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return abs(value) <= sys.float_info.max  # False for nan, and for an integer beyond a double


def is_vector(value: Any, n: int) -> bool:
    """Return whether a JSON value is a list of n finite numbers."""
    return isinstance(value, list) and len(value) == n and all(map(is_number, value))


def same(got: Any, wanted: Any) -> bool:
    """Return whether a value is the wanted one; numbers may be rounded, objects may have more."""
    if isinstance(wanted, dict):
        return isinstance(got, dict) and all(same(got.get(k), v) for k, v in wanted.items())
    if isinstance(wanted, (list, tuple)):
        fits = isinstance(got, (list, tuple)) and len(got) == len(wanted)
        return fits and all(map(same, got, wanted))
    if is_number(wanted):
        return is_number(got) and abs(got - wanted) <= 1e-5 * (1e-3 + abs(wanted))
    return bool(got == wanted)


def read_sample(message: Any, n: int, arrived: float) -> Sample | None:
    """Read a message of /joint_states; None if it has not its shape."""
    if not isinstance(message, dict):
        return None
    lists = [message.get(name) for name in ("position", "velocity", "effort")]
    if not all(isinstance(values, list) and len(values) == n for values in lists):
        return None
    rows = [[float(x) if is_number(x) else math.nan for x in values] for values in lists]
    return Sample(read_stamp(message), *rows, arrived)


def read_stamp(message: dict[str, Any]) -> float:
    """Return the stamp of a message in s; 0 if it has none."""
    header = message.get("header")
    stamp = header.get("stamp") if isinstance(header, dict) else None
    if not isinstance(stamp, dict):
        return 0.0
    parts = stamp.get("sec"), stamp.get("nanosec")
    return parts[0] + parts[1] * 1e-9 if all(map(is_number, parts)) else 0.0
