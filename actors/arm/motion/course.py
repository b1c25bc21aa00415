"""A motion under way: what the arm is told at each moment, and what is concluded from what is seen of it.

All time is simulation time. A motion is a row of stages; each ends when its time is over and the arm has
come to rest, or has been waited for long enough.
"""

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from actors.arm.dynamics import end_effector
from actors.arm.motion.figures import Figures, Trace
from actors.arm.motion.leg import Braking, Leg, Timed, rest
from actors.arm.motion.path import Point
from actors.arm.pid import Setpoint
from actors.arm.simulation import Snapshot

PERIOD = 0.004  # s between two setpoints
LEAD = 0.1  # s that a motion still goes on while the next one is planned
PATIENCE = 0.03  # s without a setpoint after which the arm has been left where it is
BRAKE = 0.25  # s from any speed to rest
SETTLE = 5.0  # s to wait for the arm to come to rest at the end
PREPARE = 1.0  # s to wait for it before a path begins
STILL_ANGLE = 0.01  # rad from where it should be, at rest
STILL_RATE = 0.02  # rad/s
DRAWN = 400  # points of a drawn path that are kept

REACHED, STOPPED, PREEMPTED, TIMED_OUT, FAULTED = OUTCOMES = (
    "reached",
    "stopped",
    "preempted",
    "timed_out",
    "faulted",
)


@dataclass(frozen=True)
class Stage:
    """One leg, and how it is followed."""

    leg: Timed
    settle: float = 0.0  # s to wait at most for the arm to come to rest at its end
    tracked: bool = False  # whether the pen is compared with where it is meant to be
    lookahead: float = 0.0  # s that the setpoint is ahead of where the pen is meant to be
    feedforward: bool = True  # whether setpoints have velocities


@dataclass(frozen=True)
class Plan:
    """A motion that has been found possible."""

    id: str
    kind: str
    stages: tuple[Stage, ...]
    lengths: tuple[float, ...]  # (n,) m, of the arm it was made for
    resets: int  # of the arm, then
    duration: float  # s, without what the arm takes to come to rest

    @classmethod
    def of(
        cls, id: str, kind: str, stages: tuple[Stage, ...], lengths: tuple[float, ...], resets: int
    ) -> "Plan":
        """With the duration of its stages, which stays what was planned when they give way to others."""
        return cls(id, kind, stages, lengths, resets, sum(stage.leg.duration for stage in stages))


@dataclass
class Course:
    """A plan and how far it has come."""

    plan: Plan
    since: float  # s, when the present stage began
    now: float  # s, of the latest setpoint
    timestep: float  # s, of the arm, as it was seen last
    stage: int = 0
    settling: bool = False  # whether the leg is over, and only rest is waited for
    stopping: bool = False
    heard: bool = False  # whether the arm has been seen to follow
    settle_time: float | None = None  # s from the end of the last leg to rest
    reason: str = ""  # of an outcome that is not the wanted one
    figures: Figures = field(default_factory=Figures)
    drawn: Trace = field(default_factory=lambda: Trace(DRAWN))  # points in m

    @property
    def present(self) -> Stage:
        return self.plan.stages[self.stage]

    def progress(self) -> dict[str, Any]:
        """All but the plan, which stays."""
        return {name: value for name, value in self.__dict__.items() if name != "plan"}

    # -- what the arm is told --------------------------------------------------------------------
    def command(self, now: float) -> Setpoint:
        """The setpoint for that moment."""
        self._take_up(now)
        self.now = max(now, self.now)
        return self._told(now)

    def _told(self, now: float) -> Setpoint:
        setpoint = self.present.leg.at(self._ahead(now))
        return setpoint if self.present.feedforward else Setpoint.at_rest(setpoint.position)

    def _ahead(self, now: float) -> float:
        """Into the present leg: with the lookahead, which grows as fast as time, so that nothing jumps."""
        t = now - self.since
        return t + min(self.present.lookahead, max(t, 0.0))

    def _take_up(self, now: float) -> None:
        """Where nobody led the arm for a while, it goes on where it was left."""
        if now - self.now > max(PATIENCE, 2 * self.timestep) and not self.settling:
            self.since += now - self.now
            self.now = now

    def brake(self, now: float) -> None:
        """Come to rest on the way that was checked, and end there."""
        if not self.stopping:
            self._take_up(now)
            stages = (replace(self.braking(now), settle=SETTLE),)
            self.since = self.since if isinstance(self.present.leg, Braking) else now
            self.plan = replace(self.plan, stages=stages)
            self.stage = 0
            self.settling = False
            self.stopping = True

    def braking(self, now: float, moment: float = 0.0) -> Stage:
        """The way from now to rest, braking from a moment on; one that brakes already is followed to its end."""
        leg = self.present.leg
        if not isinstance(leg, Braking):
            leg = Braking(leg, self._ahead(now), BRAKE, max(0.0, moment - now))
        return Stage(leg, feedforward=self.present.feedforward)

    def give_way(self, other: "Course", now: float, moment: float) -> "Course":
        """The other course, which begins where this one has braked from that moment on."""
        self._take_up(now)
        braking = self.braking(now, moment)
        plan = replace(other.plan, stages=(braking, *other.plan.stages))
        return Course(
            plan, self.since if braking.leg is self.present.leg else now, now, self.timestep
        )

    # -- what is seen of it ----------------------------------------------------------------------
    def observe(self, seen: Snapshot) -> str | None:
        """One look at the arm; the outcome, if that ends the motion."""
        broken = self._broken(seen)
        if broken:
            return broken
        self.timestep = seen.timestep
        self._take_up(seen.time)
        t = seen.time - self.since
        leg = self.present.leg
        if not self.settling and self.present.tracked and 0 < t <= leg.duration:
            self.figures.add(self._meant(leg, t), self._pen(seen))
            self.drawn.add(self._pen(seen))
        self.settling = t >= leg.duration
        return self._settle(seen, t - leg.duration) if self.settling else None

    def _broken(self, seen: Snapshot) -> str | None:
        self.heard = self.heard or self.plan.id in (seen.command.name, seen.stream)
        for happened, outcome, reason in (
            (seen.resets != self.plan.resets, PREEMPTED, "the arm was reset"),
            (seen.refused == self.plan.id, FAULTED, "a setpoint was beyond the limits of the arm"),
            (
                self.heard and (seen.command.name != self.plan.id or seen.command.overruled),
                PREEMPTED,
                "another setpoint took its place",
            ),
            (seen.diverged, FAULTED, "the arm has diverged"),
            (not seen.enabled, FAULTED, "PID was disabled"),
            (seen.lengths != self.plan.lengths, FAULTED, "the lengths of the arm were changed"),
        ):
            if happened:
                self.reason = reason
                return outcome
        return None

    def _settle(self, seen: Snapshot, waited: float) -> str | None:
        still = self._still(seen)
        if not still and waited < self.present.settle:
            return None
        if self.stage + 1 < len(self.plan.stages):
            self.stage = self.stage + 1
            self.since = seen.time
            self.settling = False
            return None
        if self.present.tracked:
            self.drawn.samples.append(self._pen(seen))  # where it came to rest
        if not still:
            self.reason = f"it has not come to rest within {self.present.settle:g} s"
            return TIMED_OUT
        self.settle_time = waited
        return STOPPED if self.stopping else REACHED

    def _still(self, seen: Snapshot) -> bool:
        return all(
            abs(q - goal) <= STILL_ANGLE for q, goal in zip(seen.position, rest(self.present.leg))
        ) and all(abs(rate) <= STILL_RATE for rate in seen.velocity)

    def _meant(self, leg: Timed, t: float) -> Point:
        if isinstance(leg, Leg) and leg.points is not None:
            return leg.pen(t)
        return end_effector(self.plan.lengths, leg.at(t).position)[:2]

    def _pen(self, seen: Snapshot) -> Point:
        return end_effector(self.plan.lengths, seen.position)[:2]

    # -- what is told of it ----------------------------------------------------------------------
    def outline(self) -> tuple[float, float, float, float | None, list[Point]]:
        """Mean, rms and max of the pen's distance (m), the time it took to come to rest (s), and the drawn path."""
        figures = self.figures
        return figures.mean, figures.rms, figures.max, self.settle_time, self.drawn.samples

    def sample(self, seen: Snapshot) -> "Sample":
        """What a recording keeps of one look at the arm."""
        told = self._told(seen.time)
        return Sample(
            seen.time,
            told.position,
            told.velocity,
            seen.position,
            seen.velocity,
            seen.effort,
            self._meant(self.present.leg, seen.time - self.since),
            self._pen(seen),
        )


class Sample(NamedTuple):
    """Simulation time in s; setpoint, and what was seen of the joints (n,); where the pen was meant to be, and was."""

    time: float
    setpoint: tuple[float, ...]
    setpoint_velocity: tuple[float, ...]
    position: tuple[float, ...]
    velocity: tuple[float, ...]
    effort: tuple[float, ...]
    meant: Point
    pen: Point
