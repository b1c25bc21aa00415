"""What every process knows of every actor: its mailbox, its checkpoint, and how it is doing.

All of it is made before the first process is forked, and never replaced. So a restart changes
nothing for the others. Each shared field has one writer, so no lock is needed.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from ctypes import Structure, c_bool, c_double, c_longlong
from queue import Full
from typing import Any, ClassVar, NamedTuple

from actors.kernel.checkpoint import Checkpoint
from actors.kernel.letters import Down, packed
from actors.kernel.mailbox import Mailbox
from actors.kernel.role import Role
from actors.kernel.service import Args
from actors.kernel.shared import shared

SILENCE = -1000  # the cause of death of an actor that was killed because it showed no life


class Shared(Structure):
    """The fields of one actor that change, in shared memory; behind each, who writes it."""

    _fields_: ClassVar[Sequence[Any]] = [
        ("incarnation", c_longlong),  # how often it has died: the supervisor
        ("pid", c_longlong),  # of its present process: the supervisor
        ("started", c_double),  # s, monotonic, of that process: the supervisor
        ("cause", c_longlong),  # of its last death: the supervisor
        ("beat", c_double),  # s, monotonic, of its last sign of life: the actor and the supervisor
        ("deaf", c_bool),  # whether it wants no publications for now: the actor
    ]


class Route(NamedTuple):
    """Who serves a service, and which calls of it may be repeated."""

    owner: str
    repeatable: Callable[[Args], bool]


class Vitals(NamedTuple):
    """How an actor is doing."""

    pid: int
    uptime: float  # s, of the present process
    restarts: int
    last_cause: str
    silence: float  # s
    mailbox_bytes: int  # that wait to be read, as the system counts them
    drops: int  # letters to it that were dropped because its mailbox was full


class Entry:
    """The row of one actor."""

    def __init__(self, actor: type[Role], actors: int):
        self.mailbox = Mailbox()
        self.checkpoint = Checkpoint(actor.room)
        self.order = actor.order
        self.receives_all = actor.receives_all
        self.shared = shared(Shared)
        # Letters that were dropped, by their sender, who is the writer of its number.
        self.drops = shared(c_longlong * actors)

    @property
    def incarnation(self) -> int:
        """How often the actor has died."""
        return self.shared.incarnation

    def beat(self, now: float, ahead: float = 0.0) -> None:
        """Show life at a monotonic time in s; `ahead` s of silence are allowed beyond the usual."""
        self.shared.beat = now + ahead

    def silence(self, now: float) -> float:
        """Seconds since the last sign of life."""
        return now - self.shared.beat

    def listen(self, listening: bool) -> None:
        """Whether the actor wants to be sent publications for now."""
        self.shared.deaf = not listening

    def vitals(self, now: float) -> Vitals:
        """How the actor is doing at a monotonic time in s."""
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
    """All actors by name, and who serves and subscribes to what.

    clock() is the monotonic time in s that all processes share. Raises TypeError where two actors
    declare the same service.
    """

    def __init__(
        self, actors: Sequence[type[Role]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.clock = clock
        self.routes = _routes(actors)
        self.entries = {actor.name: Entry(actor, len(actors)) for actor in actors}
        self._numbers = {name: number for number, name in enumerate(self.entries)}
        self._subscribers = _subscribers(actors)
        self._receivers_of_all = [actor.name for actor in actors if actor.receives_all]
        self._deaths = shared(c_longlong)
        # Topics that actors publish only while a client wants them; the gateway writes whether.
        self._wanted = {topic: shared(c_bool) for actor in actors for topic in actor.on_demand}

    def __getitem__(self, name: str) -> Entry:
        return self.entries[name]

    # -- topics ----------------------------------------------------------------------------------
    def subscribers(self, topic: str) -> list[str]:
        """The actors that a publication on a topic is sent to."""
        names = self._subscribers.get(topic, [])
        if topic.startswith("/"):  # the others are between actors only
            names = names + self._receivers_of_all
        return [name for name in names if not self.entries[name].shared.deaf]

    @property
    def on_demand(self) -> tuple[str, ...]:
        """The topics that are published only while a client subscribes to them."""
        return tuple(self._wanted)

    def demand(self, topic: str, wanted: bool) -> None:
        """Note whether any client subscribes to a topic that is published on demand."""
        self._wanted[topic].value = wanted

    def is_wanted(self, topic: str) -> bool:
        """Whether a client may want to hear a topic: certain for those published on demand."""
        wanted = self._wanted.get(topic)
        return wanted is None or bool(wanted.value)

    # -- processes -------------------------------------------------------------------------------
    def record_start(self, name: str, pid: int) -> None:
        """Note that an actor has a new process."""
        shared = self.entries[name].shared
        shared.pid = pid
        shared.started = self.clock()

    def record_death(self, name: str, cause: int) -> None:
        """Count a death, and tell all actors.

        cause: the exit code; negative for a signal; SILENCE if it was killed for showing no life.
        """
        shared = self.entries[name].shared
        shared.cause = cause
        shared.incarnation += 1
        self._deaths.value += 1
        for entry in self.entries.values():
            try:
                entry.mailbox.put(packed([Down(name, shared.incarnation)]))
            except Full:
                pass  # its reader is busy, and sees the count of deaths later

    def deaths(self) -> int:
        """How often any actor has died."""
        return self._deaths.value

    def incarnations(self) -> dict[str, int]:
        """How often each actor has died."""
        return {name: entry.incarnation for name, entry in self.entries.items()}

    def count_drops(self, sender: str, to: str, count: int) -> None:
        """Count letters that a sender dropped because the mailbox of their recipient was full."""
        self.entries[to].drops[self._numbers[sender]] += count


def describe(cause: int) -> str:
    """A cause of death in words."""
    if cause == SILENCE:
        return "was silent"
    return f"was ended by signal {-cause}" if cause < 0 else f"ended with code {cause}"


def _routes(actors: Sequence[type[Role]]) -> dict[str, Route]:
    routes: dict[str, Route] = {}
    for actor in actors:
        for name, service in actor.services.items():
            if name in routes:
                raise TypeError(f"{name} is served by {routes[name].owner} and by {actor.name}")
            routes[name] = Route(actor.name, service.repeatable)
    return routes


def _subscribers(actors: Sequence[type[Role]]) -> dict[str, list[str]]:
    subscribers: dict[str, list[str]] = defaultdict(list)
    for actor in actors:
        for topic in actor.subscriptions:
            subscribers[topic].append(actor.name)
    return dict(subscribers)
