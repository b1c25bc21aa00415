"""Limits of the joints: which angles, velocities and efforts are allowed."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

ROUNDING = (
    1e-12  # rad; an angle that misses its range by so little is put onto the end of the range
)

Range = tuple[float, float]  # lowest and highest


@dataclass(frozen=True)
class Limits:
    """What bounds each joint; None where nothing does. All (n,)."""

    position: tuple[Range, ...] | None = None  # rad: hard stops, of the mechanism itself
    operating: tuple[Range, ...] | None = None  # rad: of setpoints, inside the hard stops
    velocity: tuple[float, ...] | None = None  # rad/s, either way: of setpoints
    effort: tuple[float, ...] | None = None  # N m, either way: of what the controller applies

    @property
    def allowed(self) -> tuple[Range, ...] | None:
        """The ranges of poses: the operating limits, or else the hard stops."""
        return self.operating or self.position


def revised(limits: Limits, given: dict[str, Any], q: Sequence[float]) -> tuple[Limits, list[str]]:
    """The limits with new ones in their place, and a sentence for each new one that is refused.

    given   new values of some fields of Limits
    q       (n,) rad, the present pose, which has to be within the hard stops

    Operating limits are refused, or else hard stops, if they do not lie inside the hard stops.
    """
    accepted = dict(given)
    problems = []
    joint = outside(accepted.get("position"), q)
    if joint is not None:
        problems.append(
            f"position of joint {joint + 1} must contain its present angle, {q[joint]:g} rad"
        )
        del accepted["position"]
    for field in ("operating", "position"):
        wanted = replace(limits, **accepted)
        joint = _not_inside(wanted.operating, wanted.position)
        if joint is not None and field in accepted:
            problems.append(
                f"{field} is refused: the operating limits of joint {joint + 1} must lie inside "
                "its position limits"
            )
            del accepted[field]
    return replace(limits, **accepted), problems


def _not_inside(inner: Sequence[Range] | None, outer: Sequence[Range] | None) -> int | None:
    """The first joint whose inner range leaves its outer one, or None."""
    if inner is None or outer is None:
        return None
    for joint, ((low, high), (lowest, highest)) in enumerate(zip(inner, outer)):
        if not lowest <= low <= high <= highest:
            return joint
    return None


def outside(ranges: Sequence[Range] | None, q: Sequence[float]) -> int | None:
    """The first joint whose angle is out of its range, or None; q (n,) in rad."""
    for joint, ((lowest, highest), angle) in enumerate(zip(ranges or (), q)):
        if not lowest <= angle <= highest:
            return joint
    return None


def into(ranges: Sequence[Range] | None, q: Sequence[float]) -> tuple[float, ...]:
    """The nearest angles within the ranges, for q (n,) in rad."""
    if ranges is None:
        return tuple(q)
    return tuple(min(max(angle, lowest), highest) for (lowest, highest), angle in zip(ranges, q))


def touches(stops: Sequence[Range], q: Sequence[float]) -> bool:
    """Whether a joint is at an end of its range or beyond it; q (n,) in rad."""
    for (lowest, highest), angle in zip(stops, q):  # noqa: SIM110, since every tick runs it
        if not lowest < angle < highest:
            return True
    return False


def whole_turns_into(allowed: Range, angle: float, near: float) -> float | None:
    """The angle plus whole turns, within a range and as near as possible to another angle.

    None if no number of turns brings it into the range. All in rad.
    """
    turn = 2 * math.pi
    lowest, highest = allowed
    wanted = round((min(max(near, lowest), highest) - angle) / turn)
    fitting = [angle + turn * k for k in (wanted, wanted - 1, wanted + 1)]
    inside = [
        min(max(each, lowest), highest)
        for each in fitting
        if lowest - ROUNDING <= each <= highest + ROUNDING
    ]
    return min(inside, key=lambda each: abs(each - near), default=None)
