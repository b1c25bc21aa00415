"""Tenure: who commands the arm.

Three kinds of senders set the setpoint of the arm. A goal sends one setpoint with its id. A motion
sends a stream of setpoints with its id. Other clients send setpoints without an id. Goals and
motions are commanders: each snapshot of the arm contains its tenure, and a commander asks the
tenure for a verdict to learn whether its own setpoint is still in force. The commander itself
decides what to do about the verdict.
"""

from enum import Enum
from typing import NamedTuple

from actors.arm.feed import Motion
from actors.arm.pid import Setpoint
from actors.arm.pursuit import Aim


class Verdict(Enum):
    """The status of one commander. If several verdicts are true, the first in this list counts."""

    RESET = "the arm was reset after its setpoint"
    REFUSED = "its setpoint was beyond the limits of the arm"
    SUPERSEDED = "another commander has taken its place"
    OVERRULED = "it commands the arm, but a setpoint without a name came after its own"
    IN_COMMAND = "its setpoint is in force"
    NOT_RECEIVED = "the arm has not received its setpoint yet"


class GoalSetpoint(NamedTuple):
    """A setpoint that a goal sends to the arm. The arm holds it until another one comes."""

    setpoint: Setpoint
    commander: str  # id of the goal
    aim: Aim  # what the goal demands of the end effector


class StreamSetpoint(NamedTuple):
    """One of the many setpoints that a motion sends to the arm. It soon goes stale."""

    setpoint: Setpoint
    commander: str  # id of the motion
    resets: int  # how often the arm had been reset when the motion was planned
    # Whether the setpoint may take command. It may until the motion knows that the arm follows it.
    opening: bool
    time: float = 0.0  # s, simulation time: when the arm is meant to be at the setpoint
    # Where the arm is meant to be at OFFSETS after this time, see feed.py: it goes on there, and
    # feeds its effort forward. Empty: it only holds the setpoint.
    ahead: tuple[Motion, ...] = ()


class Tenure(NamedTuple):
    """Who has set the setpoint of the arm. Immutable: each transition returns the next tenure."""

    commander: str = ""  # the last commander that set the setpoint; empty if there was none
    since: int = 0  # how often the arm had been reset when the commander last set the setpoint
    resets: int = 0  # how often the arm has been reset
    overruled: bool = False  # whether a setpoint without a name came after the commander's
    superseded: str = ""  # the commander before the present one
    refused: str = ""  # the last commander whose setpoint was beyond the limits of the arm
    stream: str = ""  # the last stream of which the arm admitted a setpoint

    # -- transitions -----------------------------------------------------------------------------
    def after_setpoint(self, commander: str = "") -> "Tenure":
        """Return the tenure after a setpoint has come into force.

        A setpoint without a commander overrules the present commander.
        """
        if not commander:
            return self._replace(overruled=True)
        return self._replace(
            commander=commander,
            since=self.resets,
            overruled=False,
            superseded=self.superseded if commander == self.commander else self.commander,
        )

    def after_refusal(self, commander: str = "") -> "Tenure":
        """Return the tenure after a setpoint beyond the limits; the one before stays in force."""
        return self._replace(refused=commander) if commander else self

    def after_taking_up(self, stream: str) -> "Tenure":
        """Return the tenure after a setpoint of a stream was admitted.

        This comes before the check of its limits.
        """
        return self._replace(stream=stream)

    def after_reset(self) -> "Tenure":
        """Return the tenure after a reset of the arm."""
        return self._replace(resets=self.resets + 1)

    # -- questions -------------------------------------------------------------------------------
    def admits(self, sent: StreamSetpoint) -> bool:
        """Return whether a setpoint of a stream may come into force.

        A stream takes command from any other commander with its first setpoint. After it has lost
        command through a reset or another setpoint, it does not get command again.
        """
        is_new = sent.opening and sent.commander != self.stream
        in_command = sent.commander == self.commander and not self.overruled
        return sent.resets == self.resets and (is_new or in_command)

    def verdict(self, commander: str, received: bool, resets: int | None) -> Verdict:
        """Return the verdict on a commander.

        received   whether an earlier verdict showed that the arm had received its setpoint
        resets     how often the arm had been reset when the setpoint was planned; None if only
                   resets after the arm has received the setpoint count
        """
        in_command = commander == self.commander
        if resets is None and in_command:
            resets = self.since
        if resets is not None and resets != self.resets:
            return Verdict.RESET
        if commander == self.refused:
            return Verdict.REFUSED
        if in_command:
            return Verdict.OVERRULED if self.overruled else Verdict.IN_COMMAND
        if received or commander in (self.superseded, self.stream):
            return Verdict.SUPERSEDED
        return Verdict.NOT_RECEIVED
