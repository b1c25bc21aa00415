"""Plans of motions: stages that were checked and are ready to be executed."""

from dataclasses import dataclass

from actors.arm.forward_kinematics import end_effector
from actors.arm.motion.leg import Braking, Leg, Timed
from actors.arm.motion.pieces import Point
from actors.arm.pid import Setpoint

BRAKE = 0.25  # s from any speed to rest
SETTLE = 5.0  # s, the longest wait for the arm to come to rest at the end of a motion
PREPARE = 1.0  # s, the longest wait for the arm to come to rest before a path begins


@dataclass(frozen=True)
class Stage:
    """A leg, and how it is followed."""

    leg: Timed
    settle: float = 0.0  # s, the longest wait for the arm to come to rest at the end of the leg
    tracked: bool = False  # whether the tracking error of the pen is measured
    lookahead: float = 0.0  # s by which the setpoint is ahead of where the pen is meant to be
    feedforward: bool = True  # whether setpoints have velocities

    def leg_time(self, t: float) -> float:
        """Return the time on the leg (s) that belongs to the setpoint t s after the stage began.

        At the beginning, the lookahead grows from 0 as fast as time, so that the setpoint does not
        jump.
        """
        return t + min(self.lookahead, max(t, 0.0))

    def setpoint(self, t: float) -> Setpoint:
        """Return the setpoint t s after the stage began."""
        setpoint = self.leg.at(self.leg_time(t))
        return setpoint if self.feedforward else Setpoint.at_rest(setpoint.position)

    def pen(self, t: float, lengths: tuple[float, ...]) -> Point:
        """Return where the pen is meant to be, in m, t s after the stage began.

        lengths   (n,) in m
        """
        if isinstance(self.leg, Leg) and self.leg.waypoints is not None:
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
        return Stage(leg, feedforward=self.feedforward)


@dataclass(frozen=True)
class Plan:
    """A motion that the arm may and can make."""

    id: str
    kind: str
    stages: tuple[Stage, ...]
    lengths: tuple[float, ...]  # (n,) m, the lengths of the arm when the plan was made
    resets: int  # how often the arm had been reset when the plan was made
    duration: float  # s, without the time that the arm needs to come to rest

    @classmethod
    def of(
        cls, id: str, kind: str, stages: tuple[Stage, ...], lengths: tuple[float, ...], resets: int
    ) -> "Plan":
        """Make a plan whose duration is that of its stages.

        The duration does not change if other stages replace these later.
        """
        return cls(id, kind, stages, lengths, resets, sum(stage.leg.duration for stage in stages))
