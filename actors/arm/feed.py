"""What a motion feeds forward: the effort that the arm's mechanics need along its path.

A setpoint of a motion comes with the time at which it is meant, and with an acceleration. Until the
next one comes, the arm continues it with this acceleration, and adds to the effort of PID what the
equation of motion demands for it (computed torque as feedforward: Craig, Introduction to Robotics,
chapter 10; Lynch and Park, Modern Robotics, chapter 11).

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
from actors.arm.model import Arm
from actors.arm.pid import PidController, Setpoint
from actors.arm.scalars import choose, clamped

HORIZON = 0.03  # s for which a setpoint is continued; if no other one comes, the arm is to stand
FADE = 0.5  # s in which the whole gravity load fades in or out

Row = tuple[float, ...]


class Course(NamedTuple):
    """A setpoint that moves, (n,) each. Its numbers are floats or recording scalars."""

    time: Any  # s, the simulation time at which the arm is meant to be there
    position: Sequence[Any]  # rad
    velocity: Sequence[Any]  # rad/s
    acceleration: Sequence[Any]  # rad/s^2

    def at(self, time: Any) -> "Course":
        """Return where the arm is meant to be at another time in s.

        After HORIZON the course ends, and the arm is meant to stand.
        """
        after = time - self.time
        moves = choose(after > HORIZON, 0.0, 1.0)
        t = clamped(after, -HORIZON, HORIZON)
        rows = list(zip(self.position, self.velocity, self.acceleration))
        return Course(
            time,
            [q + t * (rate + t / 2 * bend) for q, rate, bend in rows],
            [moves * (rate + t * bend) for _, rate, bend in rows],
            [moves * bend for _, _, bend in rows],
        )


class Feed(NamedTuple):
    """A course, and the share of the gravity load that is fed forward for each joint."""

    course: Course
    since: Any  # s, when the shares began to change
    shares: Sequence[Any]  # (n,) at that time
    rates: Sequence[Any]  # (n,) 1/s
    until: float = math.inf  # s, when the feed has faded out

    def setpoint(self, time: Any) -> Setpoint:
        """Return the setpoint at a time in s."""
        now = self.course.at(time)
        return Setpoint(tuple(now.position), tuple(now.velocity))

    def effort(self, arm: Arm, time: Any) -> list[Any]:
        """Return the effort (n,) in N m that is fed forward at a time in s."""
        now = self.course.at(time)
        whole = inverse_dynamics(arm, now.position, now.velocity, now.acceleration)
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
        load = gravity_load(arm, course.position)
        held = [ki * sum_ for ki, sum_ in zip(controller.gains.ki, controller.integral)]
        given = [clamped(now, min(all_, 0.0), max(all_, 0.0)) for now, all_ in zip(held, load)]
        _move_integral(controller, [-effort for effort in given])
        shares = [part / all_ if all_ else 1.0 for part, all_ in zip(given, load)]
    elif before.until == math.inf:
        return before._replace(course=course)
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
    fed = [share * all_ for share, all_ in zip(feed.shares_at(time), load)]
    _move_integral(controller, fed)
    left = [effort if ki == 0.0 else 0.0 for effort, ki in zip(fed, controller.gains.ki)]
    if feed.until != math.inf or not any(left):
        return None
    still = (0.0,) * len(position)
    shares = tuple(part / all_ if part else 0.0 for part, all_ in zip(left, load))
    rates = tuple(-1 / FADE if share else 0.0 for share in shares)
    return Feed(Course(time, tuple(position), still, still), time, shares, rates, time + FADE)


def _move_integral(controller: PidController, efforts: Sequence[float]) -> None:
    """Change the integral so that it causes so much more effort, (n,) in N m.

    A joint without integral gain keeps its integral.
    """
    controller.integral = tuple(
        before + effort / ki if ki else before
        for before, effort, ki in zip(controller.integral, efforts, controller.gains.ki)
    )
