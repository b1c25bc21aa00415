"""Runs the checks against one server with one number of links, and always comes to an end."""

import contextlib
import signal
import threading
import time
from collections.abc import Sequence

from tests.grade.arm import ENABLE, INTEGRATION_STEP, PAUSE, SET_PARAMS, STATES, Arm, Memory
from tests.grade.checks import Check, Lost, OutOfTime, Verdict
from tests.grade.launch import Launcher, NotServing
from tests.grade.wire import Gone, Wire

TIME_LIMIT = 280.0  # s for all checks of one number of links, starts included
START_LIMIT = 60.0  # s until the server must accept connections
FOUND_LIMIT = 2.0  # the same for a server that is not ours to start
GRACE = 5.0  # s after that, when a check is interrupted in whatever it does
MOST_RESTARTS = 8  # after crashes and hangs
PASSED, LOST, NOT_COUNTED = "passed", "lost", "not counted"


class Hopeless(Exception):
    """No further check can succeed; the text says why."""


class Run:
    """The checks of one number of links.

    patience   s that one answer may take
    limit      s for all checks
    """

    def __init__(
        self, launcher: Launcher, links: int, patience: float = 5.0, limit: float = TIME_LIMIT
    ):
        self.launcher, self.links = launcher, links
        self.deadline = time.monotonic() + limit
        self.memory = Memory(patience)
        self.verdicts: list[Verdict] = []
        self.restarts = 0
        self._address = launcher.host, launcher.port
        self._spoke: set[str] = set()  # services that have answered since the last start

    def all(self, checks: Sequence[Check]) -> list[Verdict]:
        """Judge all checks that are for this number of links, and stop the server."""
        todo = [check for check in checks if self.links in check.links]
        todo.sort(key=lambda check: (not check.links_unset, not check.fresh))
        _alarm_at(self.deadline + GRACE)
        try:
            for check in todo:
                self._prepare(check, self.verdicts[-1].check if self.verdicts else None)
                self.verdicts.append(self._judge(check))
        except Hopeless as reason:
            for check in todo[len(self.verdicts) :]:
                self.verdicts.append(_lost(check, "a server that can be graded", str(reason)))
        finally:
            _alarm_at(None)
            self.launcher.stop()
        return self.verdicts

    # -- the server ------------------------------------------------------------------------------
    def _prepare(self, check: Check, before: Check | None) -> None:
        """See that a server runs in which the check can be made. Raises Hopeless."""
        if before is None:
            return self._start(check)
        if self.launcher.can_restart and before.links_unset != check.links_unset:
            return self._restart(check)
        if not self.launcher.is_running() or not self._connects():
            self._count_restart(f"it had ended during `{before.id}`: {self.launcher.output()}")
            return self._restart(check)
        hung = self._spoke & set(self.memory.silent)
        if hung and self.launcher.can_restart and self.restarts < MOST_RESTARTS:
            self._count_restart("it hung")
            self._restart(check)

    def _start(self, check: Check) -> None:
        left = self.deadline - time.monotonic()
        links = None if check.links_unset else self.links
        try:
            patience = START_LIMIT if self.launcher.can_restart else FOUND_LIMIT
            self.launcher.start(links, min(patience, max(0.0, left)))
            self._contact()
        except (NotServing, Gone) as reason:
            raise Hopeless(str(reason)) from None

    def _restart(self, check: Check) -> None:
        self.launcher.stop()
        self.memory = Memory(self.memory.patience)
        self._spoke = set()
        self._start(check)

    def _count_restart(self, why: str) -> None:
        self.restarts += 1
        if not self.launcher.can_restart:
            raise Hopeless(f"the server is gone, and was not ours to start again: {why}")
        if self.restarts > MOST_RESTARTS:
            raise Hopeless(f"the server had to be started again {MOST_RESTARTS} times: {why}")

    def _connects(self) -> bool:
        try:
            Wire(*self._address).close()
            return True
        except Gone:
            return False

    def _contact(self) -> None:
        """Wait for the first sign of life. Raises Hopeless if there is none."""
        wire = Wire(*self._address)
        arm = Arm(wire, self.links, self.memory, min(self.deadline, time.monotonic() + 60))
        step = {"function": "t", "x0": 0, "dt": 1, "steps": 1, "integrator": "euler"}
        calls = {SET_PARAMS: {}, INTEGRATION_STEP: step}
        try:
            wire.subscribe(STATES)
            for service, args in calls.items():
                wire.awaited.add(f'"{service}"')
                wire.send({"op": "call_service", "service": service, "args": args, "id": service})
            states = wire.topics[STATES]
            if arm.wait(self.memory.patience, lambda: wire.answers or states):
                return
        except (Gone, OutOfTime) as reason:
            raise Hopeless(f"the server accepts connections, but {reason}") from None
        finally:
            wire.close()
        odd = f"; it sent {wire.faults[0]!r}" if wire.faults else ""
        raise Hopeless(
            f"the server accepts connections, but in {self.memory.patience:g} s it neither "
            f"answered {' or '.join(calls)} nor published {STATES}{odd}"
        )

    # -- one check -------------------------------------------------------------------------------
    def _judge(self, check: Check) -> Verdict:
        lost = {verdict.check.id for verdict in self.verdicts if verdict.outcome == LOST}
        for id in check.spared_by:
            if id in lost:
                return Verdict(check, NOT_COUNTED, got=f"`{id}` is lost, and shows the same fault")
        if check.fresh and not self.launcher.can_restart:
            return Verdict(check, NOT_COUNTED, got="it needs --launch, to start the server anew")
        begun = time.monotonic()
        if begun > self.deadline:
            raise Hopeless("the time for all checks is over")
        verdict = self._run(check, min(begun + check.seconds, self.deadline))
        verdict.seconds = time.monotonic() - begun
        return verdict

    def _run(self, check: Check, deadline: float) -> Verdict:
        wire = arm = None
        try:
            wire = Wire(*self._address)
            arm = Arm(wire, self.links, self.memory, deadline)
            check.run(arm)
            verdict = Verdict(check, PASSED)
        except Lost as loss:
            verdict = _lost(check, loss.expected, loss.got, loss.hint)
        except Gone as reason:
            verdict = _lost(check, "a connection that stays open", str(reason))
        except (ArithmeticError, TypeError, ValueError, KeyError, IndexError) as problem:
            # What the server sent has a shape that the check did not foresee.
            verdict = _lost(check, "values of the documented shape", repr(problem))
        finally:
            if wire is not None:
                wire.close()
        if verdict.outcome == LOST:
            self._tidy()
        if arm is not None and wire is not None:
            verdict.plots, verdict.sent = arm.plots, list(wire.sent)
            self._spoke |= arm.answered
        return verdict

    def _tidy(self) -> None:
        """After a check that was lost half way: let the arm run, and switch PID off."""
        if PAUSE in self.memory.silent or ENABLE in self.memory.silent:
            return
        with contextlib.suppress(Gone, Lost), Wire(*self._address) as wire:
            arm = Arm(wire, self.links, self.memory, min(self.deadline, time.monotonic() + 10))
            arm.call(PAUSE, {"data": False})
            arm.call(ENABLE, {"data": False})


def _alarm_at(deadline: float | None) -> None:
    """Raise Hopeless at a time (s, monotonic) in whatever the main thread does then; None: never.

    No check should come to that: each has a deadline of its own.
    """

    def ring(*_: object) -> None:
        raise Hopeless("the time for all checks is over")

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGALRM, ring)
        left = 0.0 if deadline is None else max(0.01, deadline - time.monotonic())
        signal.setitimer(signal.ITIMER_REAL, left)


def _lost(check: Check, expected: str, got: str, hint: str = "") -> Verdict:
    return Verdict(check, LOST, expected, got, hint or check.hint)
