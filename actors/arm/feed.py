"""What a motion feeds forward: the effort that the arm's mechanics need along its path.

A setpoint of a motion comes with the time at which it is meant, and with how the path goes on from
there. The arm follows this course until the next one comes, and adds to the effort of PID what the
equation of motion demands for it (computed torque as feedforward: Craig, Introduction to Robotics,
chapter 10; Lynch and Park, Modern Robotics, chapter 11). So it does not matter much when setpoints
arrive, and the arm stays on its path if they fail to come for a moment.

An arm at rest is held by the integral, which has found the gravity load. The load must not count
twice, and the effort must not jump. So when a motion takes command, the integral gives up the part
of the load that it holds, and the feed takes this share of the load over. The rest of the load
fades in. At the end the integral takes the load back. A joint without integral gain cannot hold it,
so there the load fades out.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from actors.arm.dynamics import gravity_load, inverse_dynamics
from actors.arm.limits import Range, into
from actors.arm.model import Arm
from actors.arm.pid import PidController, Setpoint
from actors.arm.scalars import clamped

# s after a setpoint, at which the motions are meant that show how the path goes on. They last
# longer than the lease of a stream. The first one is earlier than the setpoint: where the arm is
# late, since the machine is busy or its actor has been started again, setpoints are meant for times
# that it has not reached yet, and it must not jump ahead.
OFFSETS = (-0.04, 0.0, 0.008, 0.03, 0.06, 0.09, 0.12)
EARLY = 0.004  # s for which a course goes on before its begin and after its end
STOP = 0.1  # s in which the arm stops when a stream has gone silent
HOLDS = 1e-6  # N m/(rad s); an integral gain below this cannot hold a load
FADE = 0.5  # s in which the whole gravity load fades in or out

Row = tuple[float, ...]


class Motion(NamedTuple):
    """Where the arm is meant to be at one time, (n,) each."""

    position: Sequence[Any]  # rad
    velocity: Sequence[Any]  # rad/s
    acceleration: Sequence[Any]  # rad/s^2

    @classmethod
    def at_rest(cls, position: Sequence[float]) -> "Motion":
        """Make the motion of an arm at rest in a pose (n,) in rad."""
        still = (0.0,) * len(position)
        return cls(tuple(position), still, still)


class Course(NamedTuple):
    """A polynomial of the time for each joint. Its numbers are floats or recording scalars."""

    begin: Any  # s, simulation time
    duration: Any  # s
    coefficients: Sequence[Any]  # (6, n): t s after the begin, the joint is at the sum of c_k t^k

    @classmethod
    def between(cls, begin: float, duration: float, a: Motion, b: Motion) -> "Course":
        """Return the course from one motion to another one, which it reaches after a time (s)."""
        joints = [_quintic(duration, *a_and_b) for a_and_b in zip(*a, *b)]
        return cls(begin, duration, tuple(zip(*joints)))

    @classmethod
    def standing(cls, begin: float, position: Sequence[float]) -> "Course":
        """Return the course of an arm that stands."""
        return cls(begin, 0.0, (tuple(position), *((0.0,) * len(position),) * 5))

    def at(self, time: Any) -> Motion:
        """Return where the arm is meant to be at a time in s.

        Outside its duration a course goes on for a moment, and then stays where it is.
        """
        t = clamped(time - self.begin, -EARLY, self.duration + EARLY)
        joints = list(zip(*self.coefficients))
        return Motion(
            [a + t * (b + t * (c + t * (d + t * (e + t * f)))) for a, b, c, d, e, f in joints],
            [
                b + t * (2.0 * c + t * (3.0 * d + t * (4.0 * e + t * (5.0 * f))))
                for _, b, c, d, e, f in joints
            ],
            [
                2.0 * c + t * (6.0 * d + t * (12.0 * e + t * (20.0 * f)))
                for _, _, c, d, e, f in joints
            ],
        )


def _quintic(
    duration: float, a: float, rate_a: float, bend_a: float, b: float, rate_b: float, bend_b: float
) -> tuple[float, ...]:
    """Return the six coefficients of the polynomial with the given values at both ends.

    Lynch and Park, Modern Robotics, section 9.2.
    """
    way = b - a
    first, second = rate_a * duration, bend_a * duration * duration
    last, bent = rate_b * duration, bend_b * duration * duration
    return (
        a,
        rate_a,
        bend_a / 2,
        (10 * way - 6 * first - 4 * last - 1.5 * second + 0.5 * bent) / duration**3,
        (-15 * way + 8 * first + 7 * last + 1.5 * second - bent) / duration**4,
        (6 * way - 3 * (first + last) - 0.5 * (second - bent)) / duration**5,
    )


class Ahead(NamedTuple):
    """Motions that were sent ahead, at OFFSETS after a time, and which of them is the latest."""

    begin: float  # s
    motions: tuple[Motion, ...]
    latest: int = 0

    @property
    def due(self) -> float:
        """When the next motion is the latest, in s; infinite if there is none before the last."""
        k = self.latest + 1
        return self.begin + OFFSETS[k] if k < len(self.motions) - 1 else math.inf

    @property
    def course(self) -> Course:
        """The course from the latest motion to the next one."""
        k = self.latest
        duration = OFFSETS[k + 1] - OFFSETS[k]
        return Course.between(self.begin + OFFSETS[k], duration, *self.motions[k : k + 2])


def stopping(time: float, now: Motion, allowed: Sequence[Range] | None = None) -> Course:
    """Return the course from a motion to rest, which begins at a time (s) and takes STOP.

    allowed   (n,) ranges in rad, or None: those that limit the setpoint
    """
    end = [q + rate * STOP / 2 for q, rate in zip(now.position, now.velocity)]
    return Course.between(time, STOP, now, Motion.at_rest(into(allowed, end)))


class Feed(NamedTuple):
    """A course, and the share of the gravity load that is fed forward for each joint."""

    course: Course
    since: Any  # s, when the shares began to change
    shares: Sequence[Any]  # (n,) at that time
    rates: Sequence[Any]  # (n,) 1/s
    ahead: Ahead | None = None  # how it goes on
    until: float = math.inf  # s, when the feed has faded out

    @property
    def due(self) -> float:
        """When another course, or none, is to be followed, in s."""
        return min(self.until, self.ahead.due if self.ahead else math.inf)

    def next(self) -> "Feed | None":
        """Return the feed that begins when this one is due."""
        if self.ahead is None or self.until <= self.ahead.due:
            return None
        ahead = self.ahead._replace(latest=self.ahead.latest + 1)
        return self._replace(course=ahead.course, ahead=ahead)

    def setpoint(self, time: Any) -> Setpoint:
        """Return the setpoint at a time in s."""
        now = self.course.at(time)
        return Setpoint(tuple(now.position), tuple(now.velocity))

    def effort(self, arm: Arm, time: Any) -> list[Any]:
        """Return the effort (n,) in N m that is fed forward at a time in s."""
        now = self.course.at(time)
        whole = inverse_dynamics(arm, *now)
        load = gravity_load(arm, now.position)
        return [
            effort - (1.0 - share) * held
            for effort, share, held in zip(whole, self.shares_at(time), load)
        ]

    def shares_at(self, time: Any) -> list[Any]:
        """Return the shares (n,) of the gravity load at a time in s."""
        t = time - self.since
        return [clamped(share + t * rate, 0.0, 1.0) for share, rate in zip(self.shares, self.rates)]


def taken_over(
    controller: PidController, arm: Arm, time: float, course: Course, before: Feed | None
) -> Feed:
    """Return the feed for a new course at a time in s.

    before   the feed that was in force, if there was one

    If there was none, the integral of the controller gives up the load that it holds.
    """
    if before is None:
        load = gravity_load(arm, course.at(time).position)
        gains = [ki if ki > HOLDS else 0.0 for ki in controller.gains.ki]
        held = [ki * total for ki, total in zip(gains, controller.integral)]
        given = [clamped(now, min(whole, 0.0), max(whole, 0.0)) for now, whole in zip(held, load)]
        _move_integral(controller, [-effort for effort in given])
        shares = [part / whole if whole else 1.0 for part, whole in zip(given, load)]
    elif before.until == math.inf:
        return before._replace(course=course, ahead=None)
    else:
        shares = before.shares_at(time)
    rates = tuple(0.0 if share == 1.0 else 1 / FADE for share in shares)
    return Feed(course, time, tuple(shares), rates)


def handed_back(controller: PidController, arm: Arm, time: float, feed: Feed) -> Feed | None:
    """Give the load back to the integral at a time in s, when a motion no longer commands the arm.

    Returns the feed that fades out while the arm stands, or None if the integral took everything.
    """
    position = feed.course.at(time).position
    load = gravity_load(arm, position)
    fed = [share * whole for share, whole in zip(feed.shares_at(time), load)]
    _move_integral(controller, fed)
    left = [0.0 if ki > HOLDS else effort for effort, ki in zip(fed, controller.gains.ki)]
    if feed.until != math.inf or not any(left):
        return None
    shares = tuple(part / whole if part else 0.0 for part, whole in zip(left, load))
    rates = tuple(-1 / FADE if share else 0.0 for share in shares)
    return Feed(Course.standing(time, position), time, shares, rates, until=time + FADE)


def _move_integral(controller: PidController, efforts: Sequence[float]) -> None:
    """Change the integral so that it causes so much more effort, (n,) in N m.

    A joint whose integral cannot hold a load keeps it.
    """
    controller.integral = tuple(
        before + effort / ki if ki > HOLDS else before
        for before, effort, ki in zip(controller.integral, efforts, controller.gains.ki)
    )
