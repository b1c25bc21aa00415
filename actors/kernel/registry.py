"""The table of all actors: mailbox, checkpoint, and facts such as pid and number of deaths.

The registry is made before the first fork, so every process has it, and its mailboxes and
checkpoints are never replaced. When an actor restarts, the others therefore keep using the same
mailbox. Each field in shared memory has one writer, so no lock is needed.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from ctypes import Structure, c_bool, c_double, c_longlong
from queue import Full
from typing import Any, ClassVar, NamedTuple

from actors.kernel.checkpoint import Checkpoint
from actors.kernel.letters import Down, packed
from actors.kernel.mailbox import Mailbox
from actors.kernel.role import Role
from actors.kernel.service import Args
from actors.kernel.shared import shared
from protocol.names import ROSOUT
from protocol.nodes import Node

SILENCE = -1000  # the cause of death of an actor that was killed because it was silent


class Shared(Structure):
    """The fields of one actor in shared memory. Each comment ends with the writer of the field."""

    _fields_: ClassVar[Sequence[Any]] = [
        ("incarnation", c_longlong),  # how often the actor has died: the supervisor
        ("pid", c_longlong),  # of the present process: the supervisor
        ("started", c_double),  # s, monotonic, start of that process: the supervisor
        ("cause", c_longlong),  # of the last death: the supervisor
        ("beat", c_double),  # s, monotonic, last sign of life: the actor and the supervisor
        ("deaf", c_bool),  # whether it wants no publications at present: the actor
    ]


class Route(NamedTuple):
    """The actor that serves a service, and what the actor declares about its calls."""

    owner: str
    repeatable: Callable[[Args], bool]
    size: int  # bytes of the longest call of a client


class Vitals(NamedTuple):
    """The present figures of one actor."""

    pid: int
    uptime: float  # s, of the present process
    restarts: int
    last_cause: str
    silence: float  # s
    mailbox_bytes: int  # bytes that wait to be read, as the system counts them
    drops: int  # letters to the actor that were dropped because its mailbox was full


class Entry:
    """The row of one actor."""

    def __init__(self, actor: type[Role], actors: int):
        self.mailbox = Mailbox()
        self.checkpoint = Checkpoint(actor.room)
        self.in_order = actor.in_order
        self.receives_all = actor.receives_all
        self.shared = shared(Shared)
        # How many letters each sender has dropped. Each sender writes its own number.
        self.drops = shared(c_longlong * actors)

    @property
    def incarnation(self) -> int:
        """How often the actor has died."""
        return self.shared.incarnation

    def beat(self, now: float, ahead: float = 0.0) -> None:
        """Note a sign of life at a monotonic time in s, and allow `ahead` s of silence more."""
        self.shared.beat = now + ahead

    def silence(self, now: float) -> float:
        """Return the seconds since the last sign of life; now in s, monotonic."""
        return now - self.shared.beat

    def listen(self, listening: bool) -> None:
        """Set whether the actor wants to receive publications at present."""
        self.shared.deaf = not listening

    def vitals(self, now: float) -> Vitals:
        """Return the figures of the actor at a monotonic time in s."""
        shared = self.shared
        return Vitals(
            shared.pid,
            now - shared.started,
            shared.incarnation,
            describe(shared.cause) if shared.incarnation else "",
            self.silence(now),
            self.mailbox.waiting(),
            sum(self.drops),
        )


class Registry:
    """All actors by name, with the services and topics that they serve and subscribe to.

    clock() is the monotonic time in s that all processes share. Raises TypeError if two actors
    declare the same service.
    """

    def __init__(
        self, actors: Sequence[type[Role]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.clock = clock
        self.routes = _routes(actors)
        self.entries = {actor.name: Entry(actor, len(actors)) for actor in actors}
        self.nodes = {actor.name: _node(actor) for actor in actors}
        self._numbers = {name: number for number, name in enumerate(self.entries)}
        self._subscribers = _subscribers(actors)
        self._receivers_of_all = [actor.name for actor in actors if actor.receives_all]
        self._deaths = shared(c_longlong)
        # Topics that actors publish only while a client wants them. The gateway writes the number
        # of the present demand, or the negative number of the last one.
        self._wanted = {topic: shared(c_longlong) for actor in actors for topic in actor.on_demand}

    def __getitem__(self, name: str) -> Entry:
        return self.entries[name]

    # -- topics ----------------------------------------------------------------------------------
    def subscribers(self, topic: str) -> list[str]:
        """Return the names of the actors that receive a publication on a topic now."""
        names = self._subscribers.get(topic, [])
        if topic.startswith("/"):  # names without a slash are used between actors only
            names = names + self._receivers_of_all
        return [name for name in names if not self.entries[name].shared.deaf]

    @property
    def on_demand(self) -> tuple[str, ...]:
        """Topics that are published only while a client subscribes to them."""
        return tuple(self._wanted)

    def demand(self, topic: str, wanted: bool) -> None:
        """Called by the gateway: note whether any client subscribes to a topic on demand."""
        demand = self._wanted[topic]
        if wanted and demand.value <= 0:
            demand.value = 1 - demand.value
        elif not wanted and demand.value > 0:
            demand.value = -demand.value

    def demand_number(self, topic: str) -> int:
        """Return the number of the present demand for a topic on demand, or 0 if there is none.

        When clients want a topic again after a while without subscribers, that is a new demand.
        """
        return max(0, self._wanted[topic].value)

    def is_wanted(self, topic: str) -> bool:
        """Whether clients want a topic. The gateway notes it for topics on demand; else True."""
        wanted = self._wanted.get(topic)
        return wanted is None or wanted.value > 0

    # -- processes -------------------------------------------------------------------------------
    def record_start(self, name: str, pid: int) -> None:
        """Called by the supervisor: note that an actor has a new process."""
        shared = self.entries[name].shared
        shared.pid = pid
        shared.started = self.clock()

    def record_death(self, name: str, cause: int) -> None:
        """Called by the supervisor: count a death, and send Down to all actors.

        cause is the exit code, negative for a signal, or SILENCE for a process killed as silent.
        """
        shared = self.entries[name].shared
        shared.cause = cause
        shared.incarnation += 1
        self._deaths.value += 1
        for entry in self.entries.values():
            try:
                entry.mailbox.put(packed([Down(name, shared.incarnation)]))
            except Full:
                pass  # this actor is busy; it compares the number of deaths later

    def deaths(self) -> int:
        """Return the number of deaths of all actors together."""
        return self._deaths.value

    def incarnations(self) -> dict[str, int]:
        """Return how often each actor has died, by name."""
        return {name: entry.incarnation for name, entry in self.entries.items()}

    def count_drops(self, sender: str, to: str, count: int) -> None:
        """Count letters that a sender has dropped because the mailbox of `to` was full."""
        self.entries[to].drops[self._numbers[sender]] += count


def describe(cause: int) -> str:
    """Describe a cause of death in words."""
    if cause == SILENCE:
        return "was silent"
    return f"was ended by signal {-cause}" if cause < 0 else f"ended with code {cause}"


def _node(actor: type[Role]) -> Node:
    """Return the public topics and services of an actor. Every actor writes to the log."""

    def public(found: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(name for name in found if name.startswith("/")))

    return Node(
        public(actor.subscriptions),
        public({ROSOUT, *actor.publishes, *actor.on_demand}),
        public(actor.services),
    )


def _routes(actors: Sequence[type[Role]]) -> dict[str, Route]:
    routes: dict[str, Route] = {}
    for actor in actors:
        for name, service in actor.services.items():
            if name in routes:
                raise TypeError(f"{name} is served by {routes[name].owner} and by {actor.name}")
            routes[name] = Route(actor.name, service.repeatable, service.size)
    return routes


def _subscribers(actors: Sequence[type[Role]]) -> dict[str, list[str]]:
    subscribers: dict[str, list[str]] = defaultdict(list)
    for actor in actors:
        for topic in actor.subscriptions:
            subscribers[topic].append(actor.name)
    return dict(subscribers)
