"""What clients asked and got, which faults there were meanwhile, and which promises were broken."""

import threading
import time
from collections import Counter, defaultdict
from typing import Any

from harness import Client
from processes import PATIENCE

QUICK = 3.0  # s; the longest wait for an answer while nobody is stopped; usually below 0.1
REPLACED = 5.0  # s in which a stopped actor is to be replaced; usually below 2
ENOUGH = 10  # violations that end a run
RESTARTED = "restarted"  # in the answer to a call that died with its actor
LATE = "did not answer"  # in the answer of an actor that waited in vain for another actor


class Span:
    """A stretch of time in s of the monotonic clock. It lasts until it is ended."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self._ended: float | None = None

    def end(self) -> float:
        """End it, and return its length."""
        self._ended = time.monotonic()
        return self._ended - self.begun

    def overlap(self, begun: float, ended: float) -> float:
        """How long it overlaps another stretch, in s; below 0 if they are apart."""
        return min(ended, self._ended or ended) - max(begun, self.begun)


class Ledger:
    """The books of one run, kept for all clients. Several threads write them."""

    def __init__(self) -> None:
        self.violations: list[str] = []
        self.during = ""  # the fault of now
        self.faults: Counter[str] = Counter()
        self.frames: Counter[str] = Counter()  # bad frames by kind
        self.answered: Counter[str] = Counter()  # by service
        self.refused: Counter[str] = Counter()
        self.worst: dict[str, float] = defaultdict(float)  # the longest wait in s, by what for
        self.connections_lost = 0
        self.calls_lost = 0
        self.recoveries: dict[str, list[float]] = defaultdict(list)  # s from kill to answer
        self.stops: list[Span] = []  # in which some actor was stopped
        self.gateway_deaths: list[Span] = []  # in which its connections may close
        self.figures: dict[str, Any] = {}  # other figures for the report
        self._lock = threading.Lock()

    def violation(self, text: str) -> None:
        with self._lock:
            self.violations.append(f"{text} [{self.during}]" if self.during else text)

    def count(self, figure: str, number: int = 1) -> None:
        with self._lock:
            self.figures[figure] = self.figures.get(figure, 0) + number

    @property
    def hopeless(self) -> bool:
        return len(self.violations) >= ENOUGH

    # -- what is done to the system --------------------------------------------------------------
    def stop(self) -> Span:
        """Note that some actor is about to be stopped; the caller ends the span."""
        self.stops.append(Span())
        return self.stops[-1]

    def gateway_dies(self) -> Span:
        """Note that the gateway is about to die; the caller ends the span."""
        self.gateway_deaths.append(Span())
        return self.gateway_deaths[-1]

    # -- what clients see ------------------------------------------------------------------------
    def waited(self, what: str, begun: float) -> None:
        """Note a wait, which must be short except while some actor is stopped."""
        now = time.monotonic()
        excused = self.excused(begun)
        with self._lock:
            self.worst[what] = max(self.worst[what], now - begun)
        if now - begun > QUICK + excused:
            self.violation(
                f"{what} was waited for {now - begun:.2f} s, of which {excused:.2f} s were excused"
            )

    def excused(self, begun: float) -> float:
        """For how many s some actor has been stopped since then."""
        now = time.monotonic()
        return sum(max(0.0, span.overlap(begun, now)) for span in self.stops)

    def answer(self, asked: tuple[str, float] | None, message: dict[str, Any]) -> None:
        """Note an answer. asked: the call, or None if no call with its id was open."""
        if asked is None:
            self.violation(f"an answer to no open call, or a second one: {str(message)[:300]}")
            return
        service, begun = asked
        with self._lock:
            (self.answered if message["result"] else self.refused)[service] += 1
        self.waited(service, begun)

    def lost(self, connection: "Watched") -> None:
        """Note that the other side closed a connection, which only a dying gateway may do."""
        now = time.monotonic()
        with self._lock:
            self.connections_lost += 1
            self.calls_lost += len(connection.asked)
        if not any(death.overlap(connection.opened, now) >= 0 for death in self.gateway_deaths):
            self.violation(
                f"a connection was closed while the gateway lived; open calls: {connection.asked}"
            )


class Watched(Client):
    """A client whose calls and answers are noted in the ledger."""

    def __init__(self, port: int, ledger: Ledger):
        self.ledger = ledger
        self.asked: dict[Any, tuple[str, float]] = {}  # open calls by id: service, since when (s)
        super().__init__(port)
        self.opened = time.monotonic()

    def begin(self, service: str, args: Any = None, **fields: Any) -> Any:
        fields.setdefault("id", f"c{next(self._ids)}")
        self.asked[fields["id"]] = service, time.monotonic()
        return super().begin(service, args, **fields)

    def receive(self, within: float = PATIENCE) -> dict[str, Any]:
        message = super().receive(within)
        if message["op"] == "service_response":
            self.ledger.answer(self.asked.pop(message.get("id"), None), message)
        return message
