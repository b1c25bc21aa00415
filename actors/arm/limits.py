"""Limits of the joints: which angles, velocities and efforts are allowed."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

ROUNDING = 1e-12  # rad; an angle outside its range by no more than this counts as at the end

Range = tuple[float, float]  # lowest and highest


@dataclass(frozen=True)
class Limits:
    """The limits of all joints, (n,) each. None means that there is no limit."""

    position: tuple[Range, ...] | None = None  # rad: the hard stops of the mechanism
    operating: tuple[Range, ...] | None = None  # rad: for setpoints, inside the hard stops
    velocity: tuple[float, ...] | None = None  # rad/s, in both directions: for setpoints
    effort: tuple[float, ...] | None = None  # N m, in both directions: for the controller

    @property
    def allowed(self) -> tuple[Range, ...] | None:
        """The ranges (n,) in rad of poses: the operating limits, or else the hard stops."""
        return self.operating or self.position


def revised(limits: Limits, given: dict[str, Any], q: Sequence[float]) -> tuple[Limits, list[str]]:
    """Replace some of the limits. Return the new limits, and a sentence for each one refused.

    given   new values for some fields of Limits
    q       (n,) in rad, the present pose: hard stops that do not contain it are refused

    New operating limits are refused if they are not inside the hard stops. If only the hard stops
    are new, they are refused instead.
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
    """Return the index of the first joint whose inner range leaves the outer one, or None."""
    if inner is None or outer is None:
        return None
    for joint, ((low, high), (lowest, highest)) in enumerate(zip(inner, outer)):
        if not lowest <= low <= high <= highest:
            return joint
    return None


def outside(ranges: Sequence[Range] | None, q: Sequence[float]) -> int | None:
    """Return the index of the first joint whose angle is outside its range, or None.

    ranges   (n,) in rad, or None
    q        (n,) in rad
    """
    for joint, ((lowest, highest), angle) in enumerate(zip(ranges or (), q)):
        if not lowest <= angle <= highest:
            return joint
    return None


def into(ranges: Sequence[Range] | None, q: Sequence[float]) -> tuple[float, ...]:
    """Return the angles (n,) in rad within the ranges that are nearest to q (n,) in rad."""
    if ranges is None:
        return tuple(q)
    return tuple(min(max(angle, lowest), highest) for (lowest, highest), angle in zip(ranges, q))


def touches(stops: Sequence[Range], q: Sequence[float]) -> bool:
    """Return whether a joint is at an end of its range or beyond it; q (n,) in rad."""
    # A loop is faster than any(), and every tick runs this.
    for (lowest, highest), angle in zip(stops, q):  # noqa: SIM110
        if not lowest < angle < highest:
            return True
    return False


def whole_turns_into(allowed: Range, angle: float, near: float) -> float | None:
    """Add whole turns to an angle, so that it is in a range and as near as possible to another one.

    All angles are in rad. Returns None if no number of turns brings the angle into the range.
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


def at_stop(stops: Sequence[Range] | None, position: Sequence[float]) -> tuple[int, float] | None:
    """Return the index of a joint at a hard stop and the angle of that in rad, or None.

    stops      (n,) ranges in rad, if there are any
    position   (n,) joint angles in rad
    """
    for joint, ((lowest, highest), q) in enumerate(zip(stops or (), position)):
        if not lowest < q < highest:
            return joint, lowest if q <= lowest else highest
    return None
