"""One actor as its supervisor sees it, over all its incarnations."""

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.process import BaseProcess

from actors.kernel.actor import Actor
from actors.kernel.process import STOP_SIGNALS, live
from actors.kernel.registry import Registry

STARTUP = 0.5  # s that an actor may be silent at its start, on top of its stall
YOUNG = 1.0  # s; an actor that crashes in a shorter time after its start counts as dying young
NO_ROOM_DELAY = 0.5  # s until a fork that failed is tried again
LONGEST_DELAY = 2.0  # s between two starts of an actor that dies young
SHORTEST_WAIT = 0.02  # s that each child gets at least to stop by itself
# The signals by which the system ends a process for a fault of its own.
FAULTS = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT}
FORK = get_context("fork")  # named, since the default of Python 3.14 is another


@dataclass(frozen=True)
class ChildSpec:
    """How to start one actor, and how long it may be silent."""

    actor: type[Actor]
    stall: float = 1.0  # s without a sign of life after which it counts as hung
    shutdown: float = 0.3  # s between SIGTERM and SIGKILL

    @property
    def name(self) -> str:
        """The name of the actor."""
        return self.actor.name

    @property
    def essential(self) -> bool:
        """Whether the runtime stops if the actor cannot be started."""
        return self.actor.essential


class Child:
    """The process of one actor, if it has one, and the history that decides about the next."""

    def __init__(
        self, spec: ChildSpec, registry: Registry, clock: Callable[[], float] = time.monotonic
    ):
        self.spec = spec
        self.process: BaseProcess | None = None
        self.start_at = 0.0  # s, monotonic: the earliest time of its next start
        self.young_deaths = 0  # in a row
        self.killed_as_silent = False
        self._registry = registry
        self._entry = registry[spec.name]
        self._clock = clock
        self._started = 0.0  # s, monotonic

    @property
    def has_ended(self) -> bool:
        """Whether it has a process that is dead."""
        return self.process is not None and self.process.exitcode is not None

    def start(self) -> int:
        """Fork a process for the actor; its pid. Signals to stop wait until it has handlers.

        Raises OSError if the system has no room for another process.
        """
        self._entry.beat(self._clock(), ahead=STARTUP)
        process = FORK.Process(
            target=live,
            args=(self.spec.actor, self._registry, os.getpid()),
            name=self.spec.name,
            daemon=True,
        )
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
        self.process = process
        self._started = self._clock()
        self.killed_as_silent = False
        pid = process.pid or 0
        self._registry.record_start(self.spec.name, pid)
        return pid

    def collect(self) -> int:
        """Release the process, which has ended; its exit code, negative for a signal."""
        process = self.process
        # At once, since a signal handler may kill all children that have a process.
        self.process = None
        assert process is not None
        process.join()
        code = process.exitcode or 0
        process.close()
        return code

    def postpone(self) -> None:
        """Let the next start wait, since the system has no room for another process now."""
        self.start_at = self._clock() + NO_ROOM_DELAY

    def schedule_restart(self, code: int) -> None:
        """Decide when to start it again: at once, unless it keeps crashing at its start."""
        now = self._clock()
        at_fault = code > 0 or -code in FAULTS
        young = at_fault and now - self._started < YOUNG
        self.young_deaths = self.young_deaths + 1 if young else 0
        delay = 0.1 * 2 ** (self.young_deaths - 2) if self.young_deaths > 1 else 0.0
        self.start_at = now + min(LONGEST_DELAY, delay)

    def kill_if_silent(self) -> None:
        """End a process that has shown no life for longer than its stall."""
        now = self._clock()
        if self.process is not None and self._entry.silence(now) > self.spec.stall:
            self.killed_as_silent = True
            self._entry.beat(now, ahead=1e9)  # so that it is killed once
            self.process.kill()

    def excuse(self) -> None:
        """Let the time of silence begin anew."""
        self._entry.beat(self._clock())

    def stop(self, end: float) -> None:
        """Ask the process to stop, and kill it if it has not by that monotonic time in s."""
        if self.process is None:
            return
        self.process.terminate()
        self.process.join(max(SHORTEST_WAIT, end - self._clock()))
        if self.process.exitcode is None:
            self.process.kill()
        self.collect()
