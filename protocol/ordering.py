"""Decides which operations of a client must wait for its earlier calls.

Calls of one client run at the same time, and may be answered in any order. But each must see the
effects of the client's earlier calls, and no effect of its later ones. So a call waits for every
earlier call that changes what it reads or changes, and for every one that reads what it changes.
Calls that only ask never wait for one another. A subscription to states of the arm waits for the
calls that change the arm.
"""

from collections.abc import Collection, Iterable, Mapping
from enum import Flag, auto
from typing import Any, NamedTuple

from protocol import names


class Thing(Flag):
    """What the calls of clients read and change."""

    NOTHING = 0
    INTEGRATOR = auto()
    PARAMETERS = auto()  # gravity, masses and lengths
    LINKS = auto()  # what makes links other than uniform rods
    LIMITS = auto()
    GAINS = auto()
    PAUSE = auto()
    PID = auto()  # whether it is enabled
    STATE = auto()  # joint angles, velocities and simulation time
    COMMAND = auto()  # who commands the arm: goals, trials and motions, one at a time
    MOTION = auto()  # the present motion, or else the last one
    OBSTACLES = auto()

    SETTINGS = INTEGRATOR | PARAMETERS | LINKS | LIMITS | GAINS
    ARM = SETTINGS | PAUSE | PID | STATE
    SCENE = ARM | OBSTACLES  # what the plan of a motion depends on


class Access(NamedTuple):
    """What a call reads, and what it changes."""

    reads: Thing = Thing.NOTHING
    changes: Thing = Thing.NOTHING


class Dependence(NamedTuple):
    """What the calls of one service read and change."""

    access: Access
    query: Access | None = None  # that of a call without arguments, if it differs

    def of(self, asks: bool) -> Access:
        """Return what a call reads and changes; asks: whether it has no arguments."""
        return self.query if asks and self.query is not None else self.access


def _setting(thing: Thing, more: Thing = Thing.NOTHING) -> Dependence:
    """Return the dependence of a service that sets a thing, or asks for it without arguments.

    more   what it changes besides
    """
    return Dependence(Access(changes=thing | more), Access(reads=thing))


def _question(reads: Thing) -> Dependence:
    return Dependence(Access(reads))


def _command(reads: Thing = Thing.NOTHING, more: Thing = Thing.NOTHING) -> Dependence:
    """Return the dependence of a service that commands the arm; more: what it changes besides."""
    return Dependence(Access(reads, Thing.COMMAND | more))


GOAL = _command(
    Thing.PARAMETERS | Thing.LIMITS | Thing.STATE | Thing.PAUSE | Thing.PID | Thing.OBSTACLES
)
MOVE = _command(Thing.SCENE, Thing.MOTION)

DEPENDENCES: Mapping[str, Dependence] = {
    names.SET_INTEGRATOR: _setting(Thing.INTEGRATOR),
    names.SET_PARAMS: _setting(Thing.PARAMETERS, more=Thing.LINKS),
    names.SET_LINKS: _setting(Thing.LINKS),
    names.SET_LIMITS: _setting(Thing.LIMITS),
    names.SET_GAINS: _setting(Thing.GAINS),
    names.PAUSE: _setting(Thing.PAUSE),
    names.ENABLE: _setting(Thing.PID),
    names.RESET: _command(more=Thing.STATE),
    names.DYNAMICS: _question(Thing.PARAMETERS | Thing.LINKS | Thing.STATE),
    names.SIMULATION_TIME: _question(Thing.STATE),
    "/rosapi/get_time": _question(Thing.STATE),
    "/rosapi/get_param": _question(Thing.SETTINGS),
    "/rosapi/set_param": Dependence(Access(changes=Thing.SETTINGS)),
    names.INTEGRATION_STEP: _question(Thing.NOTHING),
    names.IK_SOLVE: _question(Thing.PARAMETERS | Thing.LIMITS),
    names.CLAMPED_DESCENT: _question(Thing.PARAMETERS | Thing.LIMITS),
    names.SEND_GOAL: GOAL,
    names.CANCEL_GOAL: _command(),
    names.START_TRIAL: GOAL,
    names.SKIP_TARGET: GOAL,
    names.STOP_TRIAL: _command(),
    names.MOVE_JOINTS: MOVE,
    names.MOVE_LINE: MOVE,
    names.DRAW: MOVE,
    names.STOP_MOTION: _command(more=Thing.MOTION),
    names.SET_OBSTACLES: _setting(Thing.OBSTACLES),
    # A rehearsal begins at the setpoint of whoever commands the arm.
    names.REHEARSE: _question(Thing.SCENE | Thing.COMMAND),
    names.RECORDING: _question(Thing.MOTION),
    names.MOTION_PATH: _question(Thing.MOTION),
    names.ACTORS: _question(Thing.NOTHING),
}
"""What the calls of each service depend on. Those of other services depend on nothing."""


class Kind:
    """A kind of calls: those of one actor that read and change the same things.

    before   the kinds of unanswered calls that delay a call of this kind
    """

    __slots__ = ("access", "actor", "before")

    def __init__(self, actor: str, access: Access):
        self.actor = actor
        self.access = access
        self.before: frozenset[Kind] = frozenset()

    def follows(self, earlier: "Kind") -> bool:
        """Whether a call of this kind must wait for an earlier one, wherever both are served."""
        read, changed = earlier.access
        return bool(
            changed & (self.access.reads | self.access.changes) | read & self.access.changes
        )


class Ordering:
    """Knows the kind of each call, and which calls in flight delay an operation.

    owner      the actor that serves each of our own services
    in_order   the actors that carry out their calls one after the other, in the order in which they
               come; no call to them waits for another call to them
    """

    def __init__(self, owner: Mapping[str, str], in_order: Collection[str] = ()):
        kinds: dict[tuple[str, Access], Kind] = {}
        self._kinds: dict[tuple[str, bool], Kind] = {}
        for service, actor in owner.items():
            dependence = DEPENDENCES.get(service, Dependence(Access()))
            for asks in (True, False):
                access = dependence.of(asks)
                kind = kinds.setdefault((actor, access), Kind(actor, access))
                self._kinds[service, asks] = kind
        for kind in kinds.values():
            kind.before = frozenset(
                earlier
                for earlier in kinds.values()
                if kind.follows(earlier)
                and not (kind.actor == earlier.actor and kind.actor in in_order)
            )
        self._before_states = frozenset(
            kind for kind in kinds.values() if kind.access.changes & Thing.ARM
        )

    def kind(self, service: str, args: Any) -> Kind:
        """Return the kind of a call of one of our own services."""
        return self._kinds[service, not args]

    def call_waits(self, service: str, args: Any, in_flight: Iterable[Kind]) -> bool:
        """Whether a call of one of our own services must wait for the calls in flight."""
        if service in names.URGENT:
            return False
        return not self._kinds[service, not args].before.isdisjoint(in_flight)

    def subscription_waits(self, topic: str, in_flight: Iterable[Kind]) -> bool:
        """Whether a subscription must wait, so that its first state shows the effects of calls."""
        return topic in names.OF_THE_ARM and not self._before_states.isdisjoint(in_flight)
