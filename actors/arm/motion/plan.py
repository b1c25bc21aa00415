"""Plans of motions: stages that were checked, ready to be executed."""

from dataclasses import dataclass

from actors.arm.dynamics import end_effector
from actors.arm.motion.leg import Braking, Leg, Timed
from actors.arm.motion.path import Point
from actors.arm.pid import Setpoint

BRAKE = 0.25  # s from any speed to rest
SETTLE = 5.0  # s to wait at most for the arm to come to rest at the end of a motion
PREPARE = 1.0  # s to wait for it before a path begins


@dataclass(frozen=True)
class Stage:
    """One leg, and how it is followed."""

    leg: Timed
    settle: float = 0.0  # s to wait at most for the arm to come to rest at its end
    tracked: bool = False  # whether the pen is compared with where it is meant to be
    lookahead: float = 0.0  # s that the setpoint is ahead of where the pen is meant to be
    feedforward: bool = True  # whether setpoints have velocities

    def leg_time(self, t: float) -> float:
        """How far into the leg the setpoint is, t s after the stage began.

        The lookahead grows as fast as time at the beginning, so that the setpoint does not jump.
        """
        return t + min(self.lookahead, max(t, 0.0))

    def setpoint(self, t: float) -> Setpoint:
        """The setpoint t s after the stage began."""
        setpoint = self.leg.at(self.leg_time(t))
        return setpoint if self.feedforward else Setpoint.at_rest(setpoint.position)

    def pen(self, t: float, lengths: tuple[float, ...]) -> Point:
        """Where the pen is meant to be t s after the stage began; lengths (n,) in m."""
        if isinstance(self.leg, Leg) and self.leg.waypoints is not None:
            return self.leg.pen(t)
        return end_effector(lengths, self.leg.at(t).position)[:2]

    def braking(self, t: float, lead: float = 0.0) -> "Stage":
        """The stage that begins t s into this one, and brakes after the lead (s) at full speed.

        It stays on the same leg. A stage that brakes already is continued to its end.
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
    lengths: tuple[float, ...]  # (n,) m, of the arm it was made for
    resets: int  # how often the arm had been reset when it was made
    duration: float  # s, without the time that the arm takes to come to rest

    @classmethod
    def of(
        cls, id: str, kind: str, stages: tuple[Stage, ...], lengths: tuple[float, ...], resets: int
    ) -> "Plan":
        """Its duration is that of these stages, and stays when others take their place."""
        return cls(id, kind, stages, lengths, resets, sum(stage.leg.duration for stage in stages))
