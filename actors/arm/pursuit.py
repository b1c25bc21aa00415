"""The pursuit of a goal by the arm, which judges at every tick whether the goal is reached.

The states that the arm publishes would be too far apart for that: between two of them the end
effector can enter the surroundings of a target and leave them again, or leave them and enter again.
All times are simulation time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import Any, NamedTuple

from actors.arm.forward_kinematics import end_effector
from actors.arm.kinematics import Target
from actors.arm.tape import Tape


class Aim(NamedTuple):
    """What a goal demands of the end effector."""

    target: Target
    epsilon: float  # m, above 0
    success_hold: float  # s, at least 0, that the end effector must stay within epsilon


class Arrival(NamedTuple):
    """The moment at which a goal was reached."""

    goal_id: str
    time: float  # s
    distance: float  # m between the end effector and the target


@dataclass(slots=True)
class Pursuit:
    """The goal that commands the arm, until it is reached, and the arrival at the latest goal."""

    goal_id: str = ""  # of the goal that was pursued last
    aim: Aim | None = None  # of the goal that is pursued; None if none is
    lengths: Sequence[float] = ()  # (n,) m, in force since the last look()
    entered: float | None = None  # s, when the end effector came within epsilon, if it still is
    arrival: Arrival | None = None  # at the goal that was reached last

    def begin(self, goal_id: str, aim: Aim) -> None:
        """Pursue a goal. The caller looks at it next.

        Nothing changes if the goal is known already, since its setpoint may be sent twice.
        """
        if self.aim is not None and goal_id == self.goal_id:
            return
        if self.arrival is not None and goal_id == self.arrival.goal_id:
            return
        self.goal_id = goal_id
        self.aim = aim
        self.entered = None

    def end(self) -> None:
        """Pursue no goal: the arm was reset, or another commander has taken command."""
        self.aim = None

    def look(self, time: float, lengths: Sequence[float], q: Sequence[float]) -> None:
        """Judge between two ticks, after a change of the goal or of the lengths (n,) in m.

        Time and joint angles are those of judge().
        """
        self.lengths = lengths
        if self.aim is not None:
            self.judge(time, q)

    def judge(self, time: float, q: Sequence[float]) -> bool:
        """Called after every tick while a goal is pursued; return whether it is reached now.

        time   s
        q      (n,) joint angles in rad
        """
        assert self.aim is not None
        target, epsilon, success_hold = self.aim
        x, y = _tip(len(q))(self.lengths, q)
        distance = hypot(x - target.x, y - target.y)
        if not distance <= epsilon:
            self.entered = None
            return False
        if self.entered is None:
            self.entered = time
        if time - self.entered < success_hold:
            return False
        self.arrival = Arrival(self.goal_id, time, distance)
        self.aim = None
        return True


@lru_cache
def _tip(links: int) -> Callable[..., tuple[Any, ...]]:
    """Derive a fast function of lengths in m and joint angles in rad that returns x and y in m."""
    tape = Tape()
    lengths = tape.inputs("lengths", {f"length_{i}": None for i in range(links)})
    angles = tape.inputs("q", {f"q_{i}": None for i in range(links)})
    return tape.function(end_effector(lengths, angles)[:2])
