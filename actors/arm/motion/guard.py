"""Guards a path: a pen that leaves it by more than a tolerance ends the motion, with a cause."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from actors.arm.forward_kinematics import end_effector
from actors.arm.motion.leg import Timed
from actors.arm.motion.pieces import Point
from actors.arm.simulation import Snapshot
from actors.arm.timestep_limit import ringing_above

SHARE = 0.1  # of the size of the path: the tolerance if the request has none
LEAST = 1e-3  # of the reach: no tolerance of a drawing is smaller than this by itself
# The same for a move of the joints. It may begin while the arm sags, for example just after PID was
# enabled: an arm that is off by a tenth of a radian still follows.
LEAST_OF_MOVES = 0.1
RECENT = 0.3  # s; so long before the pen has left its path, its cause may lie
STEEP = 10.0  # near a singularity, the joints turn so many times as fast as the stretched arm would
AT_LIMIT = 0.999  # a fraction of the effort limit, from which it counts as reached
ON_THE_PATH = "on this path"  # where its limit of the timestep holds


class Guard(NamedTuple):
    """What is watched while the pen follows its path."""

    tolerance: float  # m, infinite if there is none
    timestep_limit: float  # s, the smallest one along the path


def tolerance_for(
    size: float, reach: float, requested: float | None = None, least: float = LEAST
) -> float:
    """Return the requested tolerance, or the default one for a path of a size (m).

    least   the smallest default, as a fraction of the reach (m)
    """
    return max(SHARE * size, least * reach) if requested is None else requested


def limited_joint(snapshot: Snapshot) -> int | None:
    """Return the index of a joint whose effort is at its limit, or None."""
    for joint, (effort, limit) in enumerate(zip(snapshot.effort, snapshot.effort_limit or ())):
        if abs(effort) >= AT_LIMIT * limit:
            return joint
    return None


def deviation(guard: Guard, leg: Timed, t: float, meant: Point, off: float) -> str:
    """Return the text that says by how much (m) and where the pen has left its path."""
    return (
        f"the pen was {off:.3g} m off its path, more than its tolerance of "
        f"{guard.tolerance:.3g} m, {min(t, leg.duration):.3g} s after the start, "
        f"at ({meant[0]:.6g}, {meant[1]:.6g})"
    )


def likely_cause(
    guard: Guard, leg: Timed, t: float, snapshot: Snapshot, limited: int | None, fed: bool
) -> str:
    """Return why the pen has probably left its path t s after the leg began.

    limited   the index of a joint whose effort was at its limit shortly before, or None
    fed       whether the effort that the mechanics need is fed forward
    """
    cause = ringing_above(guard.timestep_limit, snapshot.timestep, ON_THE_PATH)
    if cause:
        return cause
    if limited is not None:
        return _effort_limit_reached(snapshot, limited)
    joint, rate, steepness = _fastest(leg, t, snapshot.lengths)
    if steepness > STEEP:
        return (
            f"joint {joint + 1} would have to turn at {rate:.3g} rad/s there, "
            "since the path passes near a singularity"
        )
    if not fed:
        return "its joints lag behind, since feedforward is not dynamics"
    return "the gains are too low for this speed, or something else has moved the arm"


def unrest(snapshot: Snapshot, end: Sequence[float], limited: int | None) -> str:
    """Return the text that says how far an arm is from rest in a pose (n,) in rad.

    limited   the index of a joint whose effort was at its limit shortly before, or None
    """
    errors = [abs(q - goal) for q, goal in zip(snapshot.position, end)]
    rates = [abs(rate) for rate in snapshot.velocity]
    off, fast = errors.index(max(errors)), rates.index(max(rates))
    pen, meant = (end_effector(snapshot.lengths, pose)[:2] for pose in (snapshot.position, end))
    return (
        f"joint {off + 1} is {errors[off]:.3g} rad off, the pen is {math.dist(pen, meant):.3g} m "
        f"off, and joint {fast + 1} turns at {rates[fast]:.3g} rad/s; "
        f"{_limits_reached(snapshot, limited)}"
    )


def _limits_reached(snapshot: Snapshot, limited: int | None) -> str:
    """Return the text that says which limits keep the arm from rest; limited as in unrest()."""
    reached = []
    if limited is not None:
        reached.append(_effort_limit_reached(snapshot, limited))
    if snapshot.stop is not None:
        joint, angle = snapshot.stop
        reached.append(f"joint {joint + 1} is at its hard stop of {angle:g} rad")
    return "; ".join(reached) or "it has reached no limit of effort and no hard stop"


def _effort_limit_reached(snapshot: Snapshot, joint: int) -> str:
    bound = (snapshot.effort_limit or snapshot.effort)[joint]
    return f"joint {joint + 1} has reached its effort limit of {bound:g} N m"


def _fastest(leg: Timed, t: float, lengths: Sequence[float]) -> tuple[int, float, float]:
    """Return the joint that was the fastest recently, its rate in rad/s, and its steepness.

    The steepness is the rate, as a multiple of the speed of the pen divided by the reach.
    """
    found = (0, 0.0, 0.0)
    for k in range(31):
        now = t - RECENT * k / 30
        rates = [abs(rate) for rate in leg.at(now).velocity]
        speed = math.hypot(*_pen_velocity(leg, now, lengths))
        fastest = max(rates)
        steepness = fastest * sum(lengths) / speed if speed else 0.0
        if steepness > found[2]:
            found = (rates.index(fastest), fastest, steepness)
    return found


def _pen_velocity(leg: Timed, t: float, lengths: Sequence[float]) -> Point:
    """Return the velocity (m/s) of the pen that the setpoint at a time has."""
    setpoint = leg.at(t)
    heading = turning = vx = vy = 0.0
    for length, angle, rate in zip(lengths, setpoint.position, setpoint.velocity):
        heading += angle
        turning += rate
        vx -= length * math.sin(heading) * turning
        vy += length * math.cos(heading) * turning
    return vx, vy
