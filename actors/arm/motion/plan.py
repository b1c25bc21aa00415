"""Plans of motions: stages that were checked and are ready to be executed."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from actors.arm.forward_kinematics import end_effector
from actors.arm.motion.braking import Braking
from actors.arm.motion.guard import ON_THE_PATH, Guard
from actors.arm.motion.leg import Leg, SmoothLeg, Timed
from actors.arm.motion.pieces import Point
from actors.arm.pid import Setpoint
from actors.arm.timestep_limit import ringing_above

BRAKE = 0.25  # s from any speed to rest
SETTLE = 5.0  # s, the longest wait for the arm to come to rest at the end of a motion
PREPARE = 3.0  # s, the longest wait for the arm to come to rest before a path begins
WAIT = 4.0  # s, the longest wait for an arm that swings, before a motion
STILL = 0.01  # rad; at rest, no joint is farther from the end of the leg
STILL_RATE = 0.02  # rad/s; at rest, no joint is faster

# What accompanies the positions of setpoints: nothing, velocities, or also how the path goes on,
# for which the arm feeds the effort forward that its mechanics need.
NOTHING, VELOCITY, DYNAMICS = FEEDFORWARD = ("nothing", "velocity", "dynamics")


@dataclass(frozen=True)
class Stage:
    """A leg, and how it is followed."""

    leg: Timed
    settle: float = 0.0  # s, the longest wait for the arm to come to rest at the end of the leg
    tracked: bool = False  # whether the tracking error of the pen is measured
    lookahead: float = 0.0  # s by which the setpoint is ahead of where the pen is meant to be
    feedforward: str = VELOCITY  # one of FEEDFORWARD
    still: float = STILL  # rad; at rest, no joint is farther from the end of the leg
    guard: Guard | None = None
    waits: bool = False  # whether the stage only waits for an arm that swings, before the motion

    def leg_time(self, t: float) -> float:
        """Return the time on the leg (s) that belongs to the setpoint t s after the stage began.

        At the beginning, the lookahead grows from 0 as fast as time, so that the setpoint does not
        jump.
        """
        return t + min(self.lookahead, max(t, 0.0))

    def setpoint(self, t: float) -> Setpoint:
        """Return the setpoint t s after the stage began."""
        setpoint = self.leg.at(self.leg_time(t))
        return Setpoint.at_rest(setpoint.position) if self.feedforward == NOTHING else setpoint

    def pen(self, t: float, lengths: tuple[float, ...]) -> Point:
        """Return where the pen is meant to be, in m, t s after the stage began.

        lengths   (n,) in m
        """
        if isinstance(self.leg, SmoothLeg) or (isinstance(self.leg, Leg) and self.leg.waypoints):
            return self.leg.pen(t)
        return end_effector(lengths, self.leg.at(t).position)[:2]

    def braking(self, t: float, lead: float = 0.0) -> "Stage":
        """Return a stage that begins t s after this one began, and brakes after the lead (s).

        It stays on the same leg, at full speed until it brakes. If this stage brakes already, its
        leg is kept.
        """
        leg = self.leg
        if not isinstance(leg, Braking):
            leg = Braking(leg, self.leg_time(t), BRAKE, lead)
        return Stage(leg, feedforward=self.feedforward, guard=self.guard)


def is_at_rest(
    position: Sequence[float],
    velocity: Sequence[float],
    pose: Sequence[float],
    angle: float = STILL,
    rate: float = STILL_RATE,
) -> bool:
    """Return whether no joint is farther (rad) from a pose (n,) in rad, or faster (rad/s)."""
    errors = [abs(q - end) for q, end in zip(position, pose)]
    return max(errors) <= angle and max(map(abs, velocity)) <= rate


@dataclass(frozen=True)
class Plan:
    """A motion that the arm may and can make."""

    id: str
    kind: str
    stages: tuple[Stage, ...]
    lengths: tuple[float, ...]  # (n,) m, the lengths of the arm when the plan was made
    resets: int  # how often the arm had been reset when the plan was made
    duration: float  # s, without the time that the arm needs to come to rest

    @property
    def timestep_limit(self) -> float:
        """The timestep in s from which the arm rings on the path, infinite if there is none."""
        return min((each.guard.timestep_limit for each in self.stages if each.guard), default=inf)

    def remark(self, timestep: float) -> str:
        """Return a sentence if the arm rings on the path with a timestep (s), or an empty text."""
        return ringing_above(self.timestep_limit, timestep, ON_THE_PATH)

    @classmethod
    def of(
        cls, id: str, kind: str, stages: tuple[Stage, ...], lengths: tuple[float, ...], resets: int
    ) -> "Plan":
        """Make a plan whose duration is that of its stages.

        The duration does not change if other stages replace these later.
        """
        duration = sum(stage.leg.duration for stage in stages if not stage.waits)
        return cls(id, kind, stages, lengths, resets, duration)
