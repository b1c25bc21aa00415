"""The supervisor: starts the actors, restarts those that die or hang, and stops them in order.

It has only one thread, and uses no library that starts another, so it can fork safely at any time.
"""

import errno
import os
import signal
import socket
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import wait
from typing import Any

from actors.kernel.child import Child, ChildSpec
from actors.kernel.log import Log
from actors.kernel.orphans import collect_orphans
from actors.kernel.parent import Parent
from actors.kernel.process import POINTLESS, STOP_SIGNALS
from actors.kernel.registry import SILENCE, Registry, describe
from protocol.names import GATEWAY

TOGETHER = 0.05  # s until a signal to a process group has reached all its members
FORGET_AFTER = 3  # young deaths in a row after which the saved state counts as the cause
GIVE_UP_AFTER = 10  # young deaths of an essential actor in a row after which the runtime stops
CANNOT_SERVE = 1  # exit codes
GAVE_UP = 70  # EX_SOFTWARE


class Supervisor:
    """Starts children in order, stops them in reverse, and restarts only the child that died."""

    def __init__(
        self,
        specs: Sequence[ChildSpec],
        registry: Registry,
        parent: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ):
        """parent is the pid of the process with which the runtime ends, or None."""
        self.registry = registry
        self.children = [Child(spec, registry, clock) for spec in specs]
        self.parent = Parent(parent)
        gateway = registry.entries.get(GATEWAY)
        self.log = Log("supervisor", gateway.mailbox if gateway else None)
        self.clock = clock
        self.stopping = False
        self.exit_code = 0
        self._last_check = clock()
        self._shortest_stall = min(spec.stall for spec in specs)

    def run(self) -> int:
        """Supervise until a signal arrives, stop the actors, and return the exit code.

        It is 0 after a signal or an end with the parent, 1 if an actor has raised CannotServe,
        and 70 if an essential actor cannot be started.
        """
        self._listen_to_signals()
        try:
            while not self.stopping:
                self._start_due()
                self._wait()
                self._restart_dead()
                self._collect_orphans()
                self._check_pulses()
                self._check_parent()
        finally:
            self._stop()
        return self.exit_code

    # -- signals ---------------------------------------------------------------------------------
    def _listen_to_signals(self) -> None:
        """Install signal handlers, and a socket that wakes _wait when a signal arrives."""
        self._wake_reader, self._wake_writer = socket.socketpair()
        for end in (self._wake_reader, self._wake_writer):
            end.setblocking(False)
        signal.set_wakeup_fd(self._wake_writer.fileno(), warn_on_full_buffer=False)
        for number in STOP_SIGNALS:
            if signal.getsignal(number) != signal.SIG_IGN:  # nohup has set SIGHUP to be ignored
                signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, frame: Any) -> None:
        """Begin to stop at the first signal; kill all children at the second."""
        if self.stopping:
            for child in self.children:
                if child.process:
                    child.process.kill()
        self.stopping = True

    def _wait(self) -> None:
        """Wait until a child ends, a signal arrives, or it is time to check the children."""
        timeout = self._shortest_stall / 4
        for child in self.children:
            if child.process is None:
                timeout = min(timeout, max(0.0, child.start_at - self.clock()))
        running = [child.process.sentinel for child in self.children if child.process]
        wait([self._wake_reader, *running], timeout)
        try:
            self._wake_reader.recv(64)
        except BlockingIOError:
            pass

    # -- starts and deaths -----------------------------------------------------------------------
    def _start_due(self) -> None:
        for child in self.children:
            if child.process is None and child.start_at <= self.clock() and not self.stopping:
                self._start(child)

    def _start(self, child: Child) -> None:
        try:
            pid = child.start()
        except OSError as problem:
            child.postpone()
            full = problem.errno == errno.EAGAIN
            reason = "no more processes are allowed (ulimit -u)" if full else problem.strerror
            self.log.warning(f"{child.spec.name} cannot be started for now: {reason}", about="fork")
        else:
            self.log.info(f"{child.spec.name} started (pid {pid})")

    def _restart_dead(self) -> None:
        """Record the deaths since the last round, and decide when the successors start."""
        for child in self.children:
            if child.has_ended and not self.stopping:
                self._on_death(child)

    def _on_death(self, child: Child) -> None:
        assert child.process is not None
        pid = child.process.pid
        code = child.collect()
        if code == 0:  # it got SIGTERM; perhaps the whole process group did
            wait([self._wake_reader], TOGETHER)
            if self.stopping:
                return
        if code == POINTLESS:  # it has logged the reason
            self._give_up(CANNOT_SERVE)
            return
        cause = SILENCE if child.killed_as_silent else code
        self.registry.record_death(child.spec.name, cause)
        self.log.warning(f"{child.spec.name} (pid {pid}) {describe(cause)}")
        child.schedule_restart(code)
        self._judge(child)

    def _judge(self, child: Child) -> None:
        """After repeated young deaths, discard the saved state; after still more, give up."""
        if child.young_deaths == FORGET_AFTER:
            self.log.error(f"{child.spec.name} keeps crashing: its saved state is forgotten")
            self.registry[child.spec.name].checkpoint.clear()
        if child.young_deaths >= GIVE_UP_AFTER and child.spec.essential:
            self.log.error(f"{child.spec.name} cannot be started, giving up")
            self._give_up(GAVE_UP)

    def _give_up(self, exit_code: int) -> None:
        self.stopping = True
        self.exit_code = exit_code

    def _collect_orphans(self) -> None:
        if os.getpid() == 1:
            collect_orphans({child.process.pid for child in self.children if child.process})

    # -- silence ---------------------------------------------------------------------------------
    def _check_pulses(self) -> None:
        """Kill the children that have been silent for too long.

        If the supervisor itself is late, then the machine or the whole process group was stopped
        (Ctrl-Z). The silence of the children then means nothing, and its measurement starts again.
        """
        now = self.clock()
        was_late = now - self._last_check > self._shortest_stall
        self._last_check = now
        for child in self.children:
            if was_late:
                child.excuse()
            else:
                child.kill_if_silent()

    def _check_parent(self) -> None:
        reason = self.parent.end()
        if reason:
            self.log.info(reason)
            self.stopping = True

    # -- the end ---------------------------------------------------------------------------------
    def _stop(self) -> None:
        """Stop all children in reverse order, within the longest of their shutdown times."""
        self.stopping = True
        end = self.clock() + max(child.spec.shutdown for child in self.children)
        for child in reversed(self.children):
            child.stop(end)
        # When the interpreter ends, it removes the handlers, and a late signal would kill it.
        for number in STOP_SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        self.log.info("all actors have stopped")
