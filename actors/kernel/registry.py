"""What every process shares of every actor."""

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from multiprocessing.sharedctypes import RawArray
from queue import Full
from typing import ClassVar, NamedTuple, Protocol

from actors.kernel.checkpoint import Checkpoint
from actors.kernel.mailbox import Mailbox
from actors.kernel.service import Order, Service
from protocol.messages import Down
from protocol.names import EVERY_TOPIC, ON_DEMAND

SILENCE = -1000  # the cause of death of an actor that showed no life


class Role(Protocol):
    """What a class of actors says of itself."""

    name: ClassVar[str]
    serves: ClassVar[Mapping[str, Service]]
    hears: ClassVar[Mapping[str, str]]  # topic to method
    wants_text: ClassVar[bool]  # publications as JSON text
    order: ClassVar[Order]
    room: ClassVar[int]  # bytes for its pickled state


class Vitals(NamedTuple):
    """How an actor is doing, as the registry knows it."""

    pid: int
    uptime: float  # s, of this life
    restarts: int
    last_cause: str
    silence: float  # s
    mailbox_bytes: int  # that wait to be read, as the system counts them
    drops: int  # letters that found its mailbox full


def describe(cause: int) -> str:
    """A cause of death in words."""
    if cause == SILENCE:
        return "was silent"
    return f"was ended by signal {-cause}" if cause < 0 else f"ended with code {cause}"


class Registry:
    """Every actor's mailbox, life count, heartbeat and checkpoint; who serves and who hears what.

    All of it is made before the first fork and never replaced, so a restart rewires nothing. An
    actor's life count is the number of times it has died; only the supervisor writes it.
    """

    def __init__(self, actors: Sequence[type[Role]]):
        self.names = [actor.name for actor in actors]
        self.mailbox = {name: Mailbox() for name in self.names}
        self.checkpoint = {actor.name: Checkpoint(actor.room) for actor in actors}
        self.owner: Mapping[str, str] = {
            service: actor.name for actor in actors for service in actor.serves
        }
        self.repeatable = {
            service: how.repeatable for actor in actors for service, how in actor.serves.items()
        }
        self.order = {actor.name: actor.order for actor in actors}
        self.wants_text = {actor.name: actor.wants_text for actor in actors}
        self._hearers: dict[str, list[str]] = defaultdict(list)
        for actor in actors:
            for topic in actor.hears:
                self._hearers[topic].append(actor.name)
        self._index = {name: i for i, name in enumerate(self.names)}
        self._lives = RawArray("q", len(self.names))
        self._deaths = RawArray("q", 1)
        self._beats = RawArray("d", len(self.names))
        self._wanted = RawArray("b", len(ON_DEMAND))
        self._inattentive = RawArray("b", len(self.names))
        self._pids = RawArray("q", len(self.names))
        self._born = RawArray("d", len(self.names))
        self._causes = RawArray("q", len(self.names))
        self._drops = {
            name: RawArray("q", len(self.names)) for name in self.names
        }  # by sender, then recipient

    def hearers(self, topic: str) -> list[str]:
        """The actors that hear a topic."""
        listed = self._hearers.get(topic, []) + (
            self._hearers.get(EVERY_TOPIC, []) if topic.startswith("/") else []
        )
        return [name for name in listed if not self._inattentive[self._index[name]]]

    # -- lives -----------------------------------------------------------------------------------
    def life(self, name: str) -> int:
        """How many times the actor has died."""
        return self._lives[self._index[name]]

    def deaths(self) -> int:
        """How many times any actor has died."""
        return self._deaths[0]

    def born(self, name: str, pid: int) -> None:
        """Note the process of a new life."""
        self._pids[self._index[name]] = pid
        self._born[self._index[name]] = time.monotonic()

    def bury(self, name: str, cause: int) -> None:
        """Count a death, and wake all who may be waiting for the dead.

        cause: the exit code; negative for a signal; SILENCE if it was killed for being silent.
        """
        self._causes[self._index[name]] = cause
        self._lives[self._index[name]] += 1
        self._deaths[0] += 1
        for mailbox in self.mailbox.values():
            try:
                mailbox.put(Down(name, self.life(name)))
            except Full:
                pass  # its reader is busy, and will see the count of deaths

    # -- heartbeats ------------------------------------------------------------------------------
    def beat(self, name: str, ahead: float = 0.0) -> None:
        """A sign of life; `ahead` s of silence are allowed on top of the usual."""
        self._beats[self._index[name]] = time.monotonic() + ahead

    def silence(self, name: str) -> float:
        """Seconds since the last sign of life."""
        return time.monotonic() - self._beats[self._index[name]]

    # -- demand ----------------------------------------------------------------------------------
    def demand(self, topic: str, wanted: bool) -> None:
        """Whether any client wants a topic of ON_DEMAND; only the gateway knows, and says so."""
        self._wanted[ON_DEMAND.index(topic)] = wanted

    def is_wanted(self, topic: str) -> bool:
        """Whether any client may want it: certain for the topics of ON_DEMAND."""
        if topic not in ON_DEMAND:
            return True
        return bool(self._wanted[ON_DEMAND.index(topic)])

    def attend(self, name: str, attentive: bool) -> None:
        """Whether an actor wants to hear topics at all for now; only it says so."""
        self._inattentive[self._index[name]] = not attentive

    # -- seen from outside -----------------------------------------------------------------------
    def count_drops(self, sender: str, to: str, count: int) -> None:
        """Letters that a sender could not leave in a full mailbox; only the sender writes its own count."""
        self._drops[sender][self._index[to]] += count

    def vitals(self, name: str) -> Vitals:
        i = self._index[name]
        return Vitals(
            self._pids[i],
            time.monotonic() - self._born[i],
            self._lives[i],
            describe(self._causes[i]) if self._lives[i] else "",
            self.silence(name),
            self.mailbox[name].waiting(),
            sum(drops[i] for drops in self._drops.values()),
        )
