"""One child of the supervisor: the process of an actor, and when to start it again."""

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

STARTUP = 0.5  # s of silence that an actor is allowed at its start, in addition to its stall
YOUNG = 1.0  # s; an actor that crashes sooner after its start has died young
NO_ROOM_DELAY = 0.5  # s until a fork that failed is tried again
LONGEST_DELAY = 2.0  # s between two starts of an actor that dies young
SHORTEST_WAIT = 0.02  # s, the least time that a child gets to stop by itself
# The signals with which the operating system ends a process that has made a fault.
FAULTS = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT}
FORK = get_context("fork")  # from Python 3.14 on, this is not the default


@dataclass(frozen=True)
class ChildSpec:
    """How to start one actor, and how long it may be silent."""

    actor: type[Actor]
    stall: float = 1.0  # s; an actor that gives no sign of life for longer counts as hung
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
    """The present process of one actor, if any, and the history of its earlier deaths."""

    def __init__(
        self, spec: ChildSpec, registry: Registry, clock: Callable[[], float] = time.monotonic
    ):
        self.spec = spec
        self.process: BaseProcess | None = None
        self.start_at = 0.0  # s, monotonic: the earliest time of the next start
        self.young_deaths = 0  # in a row
        self.killed_as_silent = False
        self._registry = registry
        self._entry = registry[spec.name]
        self._clock = clock
        self._started = 0.0  # s, monotonic

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended and is not yet collected."""
        return self.process is not None and self.process.exitcode is not None

    def start(self) -> int:
        """Fork a process for the actor, and return its pid.

        Stop signals are blocked until the new process has its own handlers for them. Raises
        OSError if the operating system cannot create another process.
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
        """Release the ended process, and return its exit code, negative for a signal."""
        process = self.process
        # This comes first, since a signal handler may kill the process of any child at any time.
        self.process = None
        assert process is not None
        process.join()
        code = process.exitcode or 0
        process.close()
        return code

    def postpone(self) -> None:
        """Delay the next start, after the operating system could not create a process."""
        self.start_at = self._clock() + NO_ROOM_DELAY

    def schedule_restart(self, code: int) -> None:
        """Decide when to start the actor again: at once, unless it has repeatedly died young."""
        now = self._clock()
        at_fault = code > 0 or -code in FAULTS
        young = at_fault and now - self._started < YOUNG
        self.young_deaths = self.young_deaths + 1 if young else 0
        delay = 0.1 * 2 ** (self.young_deaths - 2) if self.young_deaths > 1 else 0.0
        self.start_at = now + min(LONGEST_DELAY, delay)

    def kill_if_silent(self) -> None:
        """Kill the process if it has given no sign of life for longer than its stall."""
        now = self._clock()
        if self.process is not None and self._entry.silence(now) > self.spec.stall:
            self.killed_as_silent = True
            self._entry.beat(now, ahead=1e9)  # so that it is not killed again
            self.process.kill()

    def excuse(self) -> None:
        """Start measuring the silence again from now."""
        self._entry.beat(self._clock())

    def stop(self, end: float) -> None:
        """Send SIGTERM to the process, and kill it if it still runs at `end` (s, monotonic)."""
        if self.process is None:
            return
        self.process.terminate()
        self.process.join(max(SHORTEST_WAIT, end - self._clock()))
        if self.process.exitcode is None:
            self.process.kill()
        self.collect()
