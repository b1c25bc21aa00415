"""What actors say to each other. Every letter in a mailbox is one of these.

Like everything between actors they are plain tuples with names: cheap to pickle, and complete. A
`life` is the number of times the named actor had died when the letter was meant for it, so that a
successor never answers for its predecessor.
"""

from typing import Any, NamedTuple, TypeAlias


class ServiceCall(NamedTuple):
    """A question to one actor, answered by exactly one ServiceReply."""

    service: str
    args: dict[str, Any]
    caller: str  # the actor the reply goes to
    caller_life: int
    token: int  # pairs the reply with this call, within the caller's life
    life: int  # of the actor that is asked
    encoded: bool = False  # whether the caller wants values as JSON text


class ServiceReply(NamedTuple):
    """The one answer to a ServiceCall."""

    token: int
    life: int  # of the caller
    result: bool
    status: str  # says why, whenever result is false
    values: Any  # a dict, or JSON bytes if the call asked for them


class Publication(NamedTuple):
    """One message of a topic, to an actor that hears it."""

    topic: str
    message: Any  # JSON bytes to the gateway, plain values to everyone else
    source: int | None = None  # the client's session if one published it; None for an actor
    once: str | None = None  # of several with the same mark, clients get the first one only


class GoalCommand(NamedTuple):
    """What /joint_trajectory carries from ik_action to the arm: a setpoint, and the goal that it serves."""

    positions: tuple[float, ...]
    goal_id: str


class StreamCommand(NamedTuple):
    """What /joint_trajectory carries from motion to the arm: one of many setpoints, which soon goes stale."""

    positions: tuple[float, ...]
    velocities: tuple[float, ...]
    motion_id: str
    resets: int  # of the arm when the motion was planned
    opening: bool  # whether it may take the place of other commands


class Observation(NamedTuple):
    """What ik_action tells ik_trial with every state of the arm."""

    time: float  # simulation time in s
    resets: int
    goal_id: str | None  # the active goal
    distance: float | None  # of the active goal, in m
    positions: tuple[float, ...] | None  # that it commands, (n,) rad
    last_result: dict[str, Any] | None = None  # said again and again: letters die with their reader


class Health(NamedTuple):
    """What an actor reports of itself."""

    actor: str
    trouble: str  # empty if all is well
    figures: dict[str, Any]


class Notice(NamedTuple):
    """To the gateway: what a client should be told about a publication of its that was refused."""

    session: int
    topic: str
    status: str


class Down(NamedTuple):
    """An actor has died. All that it still said has come before this."""

    actor: str
    life: int  # of its successor


Letter: TypeAlias = ServiceCall | ServiceReply | Publication | Notice | Down
