"""Who commands the arm, from one commander's setpoint to another's or to a reset.

Three kinds of clients set the setpoint of the arm. A goal sets one, under its id. A motion streams
them, under its id. Anybody else sets setpoints without a name. Goals and motions are commanders:
they watch the arm's tenure to learn whether their setpoint is still the one in force, and ask it
for a verdict. What a verdict means to them is theirs to decide.
"""

from enum import Enum
from typing import NamedTuple

from actors.arm.pid import Setpoint


class Verdict(Enum):
    """What has become of one commander; of several that are true, the first one in this list."""

    RESET = "the arm was reset since"
    REFUSED = "its setpoint was beyond the limits of the arm"
    SUPERSEDED = "another commander has taken its place"
    OVERRULED = "it commands the arm, but a setpoint without a name came after its own"
    IN_COMMAND = "its setpoint is in force"
    NOT_RECEIVED = "the arm has not received its setpoint yet"


class GoalSetpoint(NamedTuple):
    """A setpoint on its way from a goal to the arm. It is held until another one comes."""

    setpoint: Setpoint
    commander: str  # id of the goal


class StreamSetpoint(NamedTuple):
    """One of many setpoints on their way from a motion to the arm. It soon goes stale."""

    setpoint: Setpoint
    commander: str  # id of the motion
    resets: int  # how often the arm had been reset when the motion was planned
    opening: bool  # whether the stream may take command; until the arm is known to follow it


class Tenure(NamedTuple):
    """Who set the setpoint of the arm. Immutable: each transition returns the next tenure."""

    commander: str = ""  # the last one to set the setpoint; empty if there was none
    since: int = 0  # how often the arm had been reset when the commander last set the setpoint
    resets: int = 0  # how often the arm has been reset
    overruled: bool = False  # whether a setpoint without a name came after the commander's
    superseded: str = ""  # the commander before the present one
    refused: str = ""  # the last commander whose setpoint was beyond the limits of the arm
    stream: str = ""  # the last stream that was taken up, whether or not it is in command

    # -- transitions -----------------------------------------------------------------------------
    def after_setpoint(self, commander: str = "") -> "Tenure":
        """A setpoint has come into force; without a commander it overrules the one there is."""
        if not commander:
            return self._replace(overruled=True)
        return self._replace(
            commander=commander,
            since=self.resets,
            overruled=False,
            superseded=self.superseded if commander == self.commander else self.commander,
        )

    def after_refusal(self, commander: str = "") -> "Tenure":
        """A setpoint was beyond the limits of the arm, and the one before stays in force."""
        return self._replace(refused=commander) if commander else self

    def after_taking_up(self, stream: str) -> "Tenure":
        """The first setpoint of a stream was admitted; its limits are checked after this."""
        return self._replace(stream=stream)

    def after_reset(self) -> "Tenure":
        """The arm was reset, and holds its starting pose."""
        return self._replace(resets=self.resets + 1)

    # -- questions -------------------------------------------------------------------------------
    def admits(self, sent: StreamSetpoint) -> bool:
        """Whether a setpoint of a stream may come into force.

        A stream takes command with its first setpoint, from any other commander. Once it has lost
        command, to a reset or to another setpoint, it does not get it back.
        """
        is_new = sent.opening and sent.commander != self.stream
        in_command = sent.commander == self.commander and not self.overruled
        return sent.resets == self.resets and (is_new or in_command)

    def verdict(self, commander: str, received: bool, resets: int | None) -> Verdict:
        """What has become of a commander.

        received    whether an earlier verdict showed that the arm had received its setpoint
        resets   how often the arm had been reset when that was planned; None if only the resets
                 after the arm has received it matter
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
