"""The supervisor: starts actors, notices their deaths and silences, restarts them, stops them in order.

It has one thread and no library that starts one, so that it may fork at any time.
"""

import os
import signal
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any

from actors.kernel.actor import Actor
from actors.kernel.log import Log
from actors.kernel.process import POINTLESS, STOP_SIGNALS, live
from actors.kernel.registry import SILENCE, Registry, describe
from protocol.names import GATEWAY

TOGETHER = 0.05  # s within which signals to a whole group reach all of it
STARTUP = 0.5  # s a newborn may be silent on top of its stall
YOUNG = 1.0  # s; who dies of its own fault sooner died young
FORGET_AFTER = 3  # young deaths in a row after which its saved state is suspected
GIVE_UP_AFTER = 10  # young deaths in a row after which an essential actor cannot be started
LONGEST_DELAY = 2.0  # s between two starts of an actor that dies young
CANNOT_SERVE = 1  # exit codes
GAVE_UP = 70  # (EX_SOFTWARE)


@dataclass(frozen=True)
class ChildSpec:
    """How to start one actor, and how long it may be silent."""

    actor: type[Actor]
    essential: bool = False  # whether the runtime is pointless without it
    stall: float = 1.0  # s without a heartbeat after which it counts as hung
    shutdown: float = 0.3  # s between stop and kill

    @property
    def name(self) -> str:
        return self.actor.name


class Child:
    """One actor of the supervisor, over all its lives."""

    def __init__(self, spec: ChildSpec):
        self.spec = spec
        self.process: BaseProcess | None = None
        self.born = 0.0
        self.young_deaths = 0  # in a row
        self.start_at = 0.0  # not before; while it has no process
        self.killed_as_silent = False

    def delay(self) -> float:
        """How long to wait before the next start: nothing, unless it dies young of its own fault."""
        return (
            min(LONGEST_DELAY, 0.1 * 2 ** (self.young_deaths - 2)) if self.young_deaths > 1 else 0.0
        )


class Supervisor:
    """Children in start order; they stop in reverse. One that dies is restarted, alone."""

    def __init__(self, specs: Sequence[ChildSpec], registry: Registry, parent: int | None = None):
        """parent: the process whose end is to be ours too, if any."""
        self.registry = registry
        self.children = [Child(spec) for spec in specs]
        self.parent = parent
        self.log = Log("supervisor", registry.mailbox.get(GATEWAY))
        self.context = get_context("fork")  # 3.14's default is another
        self.stopping = False
        self.exit_code = 0
        self._looked = time.monotonic()

    def run(self) -> int:
        """Serve until a signal (0), or until an actor cannot serve (1) or an essential one cannot be started (70)."""
        self._alarm, bell = socket.socketpair()
        for end in (self._alarm, bell):
            end.setblocking(False)
        signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)
        for number in STOP_SIGNALS:
            signal.signal(number, self._on_signal)
        try:
            while not self.stopping:
                self._start_due()
                self._wait()
                self._reap()
                self._check_pulses()
                if self.parent is not None and os.getppid() != self.parent:
                    self.log.info(f"process {self.parent}, which this one was tied to, has gone")
                    self.stopping = True
        finally:
            self._stop()
            for number in (
                STOP_SIGNALS
            ):  # nothing is left to stop, and the interpreter would die of a late one
                signal.signal(number, signal.SIG_IGN)
            self.log.info("all actors have stopped")
        return self.exit_code

    def _on_signal(self, number: int, frame: Any) -> None:
        if self.stopping:  # a second Ctrl-C does not wait
            for child in self.children:
                if child.process:
                    child.process.kill()
        self.stopping = True

    def _wait(self) -> None:
        """Until a child ends, a signal comes, or it is time to look after them."""
        now = time.monotonic()
        patience = min(child.spec.stall for child in self.children) / 4
        for child in self.children:
            if child.process is None:
                patience = min(patience, max(0.0, child.start_at - now))
        wait(
            [self._alarm, *(child.process.sentinel for child in self.children if child.process)],
            patience,
        )
        try:
            self._alarm.recv(64)
        except BlockingIOError:
            pass

    # -- birth and death -------------------------------------------------------------------------
    def _start_due(self) -> None:
        now = time.monotonic()
        for child in self.children:
            if child.process is None and child.start_at <= now and not self.stopping:
                self._start(child)

    def _start(self, child: Child) -> None:
        self.registry.beat(child.spec.name, ahead=STARTUP)
        process = self.context.Process(
            target=live,
            args=(child.spec.actor, self.registry, os.getpid()),
            name=child.spec.name,
            daemon=True,
        )
        signal.pthread_sigmask(
            signal.SIG_BLOCK, STOP_SIGNALS
        )  # until the child has handlers of its own
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
        child.process = process
        child.born = time.monotonic()
        child.killed_as_silent = False
        self.registry.born(child.spec.name, child.process.pid or 0)
        self.log.info(f"{child.spec.name} started (pid {child.process.pid})")

    def _reap(self) -> None:
        """Bury the dead, and say when to start their successors."""
        for child in self.children:
            if child.process is None or child.process.exitcode is None:
                continue
            pid = child.process.pid
            code = self._bury(child)
            cause = SILENCE if child.killed_as_silent else code
            if code == 0:  # told to stop: so are we, if it was the whole group that was told
                wait([self._alarm], TOGETHER)
                if self.stopping:
                    return
            if code == POINTLESS:  # it has said why
                self.stopping = True
                self.exit_code = CANNOT_SERVE
                return
            self.registry.bury(child.spec.name, cause)
            self.log.warning(f"{child.spec.name} (pid {pid}) {describe(cause)}")
            young = code > 0 and time.monotonic() - child.born < YOUNG
            child.young_deaths = child.young_deaths + 1 if young else 0
            if child.young_deaths == FORGET_AFTER:
                self.log.error(f"{child.spec.name} keeps crashing: its saved state is forgotten")
                self.registry.checkpoint[child.spec.name].clear()
            if child.young_deaths >= GIVE_UP_AFTER and child.spec.essential:
                self.log.error(f"{child.spec.name} cannot be started, giving up")
                self.stopping = True
                self.exit_code = GAVE_UP
            child.start_at = time.monotonic() + child.delay()

    def _bury(self, child: Child) -> int:
        """Clear a dead child away; its exit code, negative for a signal."""
        process = child.process  # a signal may come at any moment, and kills who is left
        child.process = None
        assert process is not None
        process.join()
        code = process.exitcode or 0
        process.close()
        return code

    # -- silence ---------------------------------------------------------------------------------
    def _check_pulses(self) -> None:
        now = time.monotonic()
        slept = now - self._looked > min(child.spec.stall for child in self.children)
        self._looked = now
        for child in self.children:
            if child.process is None:
                continue
            if slept:  # the machine or the whole group was stopped (Ctrl-Z): all begin anew
                self.registry.beat(child.spec.name)
            elif self.registry.silence(child.spec.name) > child.spec.stall:
                child.killed_as_silent = True
                self.registry.beat(child.spec.name, ahead=1e9)
                child.process.kill()  # its sentinel tells the rest

    # -- the end ---------------------------------------------------------------------------------
    def _stop(self) -> None:
        """Stop in reverse order: ask, wait, kill. All of them together have so long as the most patient one."""
        self.stopping = True
        end = time.monotonic() + max(child.spec.shutdown for child in self.children)
        for child in reversed(self.children):
            if child.process:
                child.process.terminate()
                child.process.join(max(0.02, end - time.monotonic()))
                if child.process.exitcode is None:
                    child.process.kill()
                self._bury(child)
