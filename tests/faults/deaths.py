"""Faults of actors: they are killed, stopped and flooded."""

import signal
import time
from collections.abc import Callable

from health import pids
from ledger import REPLACED, Span, Watched
from probes import PROBES, Prober
from processes import PATIENCE, alive, wait_until

PADDING = "x" * 3000  # makes a call long, so that few fill a mailbox


class Deaths(Prober):
    """Each method is one fault. It returns when the actor answers again, and notes the time."""

    # -- deaths ----------------------------------------------------------------------------------
    def kill(self) -> None:
        """Kill an actor."""
        actor = self.actor()
        self._await_recovery(actor, self._kill(actor))

    def kill_several(self) -> None:
        """Kill up to five actors at once."""
        victims = {self.actor() for _ in range(4)} | {"arm_sim"}
        for actor, killed in [(actor, self._kill(actor)) for actor in sorted(victims)]:
            self._await_recovery(actor, killed, "several at once")

    def kill_newborn(self) -> None:
        """Kill an actor, and its successor as soon as that has been started."""
        actor = self.actor()
        killed = self._kill(actor, signal.SIGKILL)
        self._await_recovery(actor, killed, "newborn")

    def _kill(self, actor: str, successor: int | None = None) -> tuple[float, Span | None]:
        """Kill an actor. Returns when (s), and the span of the death if it was the gateway.

        successor: a signal to send to its successor at once.
        """
        self.runtime.pid_of(actor)
        before = pids(self.runtime.pid)
        death = self.ledger.gateway_dies() if actor == "gateway" else None
        begun = time.monotonic()
        self.runtime.kill(actor)
        if successor is not None:
            for pid in wait_until(
                lambda: pids(self.runtime.pid) - before, what=f"a successor of {actor}"
            ):
                self.runtime.send_signal(pid, successor)
        return begun, death

    def _await_recovery(
        self, actor: str, killed: tuple[float, Span | None], what: str = ""
    ) -> None:
        """Wait until the actor answers again."""
        begun, death = killed
        self.probe(actor)
        if death:
            death.end()
        self.ledger.recoveries[what or actor].append(time.monotonic() - begun)

    # -- stops -----------------------------------------------------------------------------------
    def pause(self) -> None:
        """Stop an actor, and let it go on after a short time."""
        actor = self.actor()
        self.runtime.pid_of(actor)
        stop = self.ledger.stop()
        pid = self.runtime.kill(actor, signal.SIGSTOP)
        time.sleep(self.random.uniform(0.0, 0.4))  # s; after 1 s it would be replaced
        self.runtime.send_signal(pid, signal.SIGCONT)
        stop.end()
        self.probe(actor)

    def hang(self, meanwhile: Callable[[str], None] = lambda actor: None) -> None:
        """Stop an actor for good: a successor has to take its place."""
        actor = self.actor()
        self.runtime.pid_of(actor)
        death = self.ledger.gateway_dies() if actor == "gateway" else None
        stop = self.ledger.stop()
        pid = self.runtime.kill(actor, signal.SIGSTOP)
        meanwhile(actor)
        wait_until(lambda: not alive(pid), 2 * PATIENCE, f"the end of a stopped {actor}")
        taken = stop.end()
        self.probe(actor)
        if death:
            death.end()
        self.ledger.worst["replacement of a stopped actor"] = max(
            taken, self.ledger.worst["replacement of a stopped actor"]
        )
        if taken > REPLACED:
            self.ledger.violation(f"a stopped {actor} was replaced only after {taken:.2f} s")

    def hang_while_others_die(self) -> None:
        """Stop an actor for good, and kill others meanwhile."""

        def kill_others(stopped: str) -> None:
            for _ in range(3):
                time.sleep(self.random.uniform(0.0, 0.2))
                other = self.random.choice(
                    [name for name in PROBES if name not in (stopped, "gateway")]
                )
                self.runtime.kill(other)

        self.hang(kill_others)

    def flood(self) -> None:
        """Send a stopped actor more calls than its mailbox holds; then let it go on, or kill it."""
        actor = self.random.choice(["arm_sim", "integration", "ik", "ik_action", "diagnostics"])
        self.ledger.during += f" {actor}"
        service, args = PROBES[actor]
        flood = [Watched(self.runtime.port, self.ledger) for _ in range(3)]
        stop = self.ledger.stop()
        pid = self.runtime.kill(actor, signal.SIGSTOP)
        for client in flood:
            for _ in range(80):
                client.begin(service, args | {"padding": PADDING})
        time.sleep(self.random.uniform(0.0, 0.5))
        self.runtime.send_signal(pid, self.random.choice([signal.SIGCONT, signal.SIGKILL]))
        stop.end()
        for client in flood:
            with client:
                while client.asked:
                    client.receive()
        self.probe(actor)
