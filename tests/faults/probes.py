"""Which actor a fault is done to, and how to tell that the actor serves again."""

import random
import time
from typing import Any

from harness import Client, Runtime
from ledger import RESTARTED, Ledger, Watched
from load import QUERY, SOLVE, STEP
from processes import PATIENCE

SMALL = {"function": "t", "x0": 0, "dt": 0.1, "steps": 3, "integrator": "rk4"}
# By actor: a call that only the actor itself can answer, if only by a refusal, and that changes
# nothing.
PROBES: dict[str, tuple[str, dict[str, Any]]] = {
    "arm_sim": (QUERY, {}),
    "integration": (STEP, SMALL),
    "ik": (SOLVE, {"x": 1.0, "y": 0.5}),
    "ik_action": ("/ik_action/cancel_goal", {"goal_id": "nobody's"}),
    "ik_trial": ("/ik_trial/start", {"duration": 0}),
    "motion": ("/motion/set_obstacles", {}),
    "planner": ("/motion/rehearse", {"x": 99.0, "y": 99.0}),  # out of reach, while PID is enabled
    "rehearsal": ("/motion/rehearse", {}),
    "diagnostics": ("/supervisor/actors", {}),
    "gateway": (QUERY, {}),
}

REFUSING = {"ik_action", "ik_trial", "planner", "rehearsal"}  # they refuse their probes


class Prober:
    """Base of all faults: the system that they are done to."""

    def __init__(self, runtime: Runtime, ledger: Ledger, seed: int):
        self.runtime = runtime
        self.ledger = ledger
        self.random = random.Random(seed)
        self.idle_readers: list[Client] = []
        self._services = 0
        self._probe: Watched | None = None

    def close(self) -> None:
        for client in (*self.idle_readers, *filter(None, [self._probe])):
            client.close()
        self.idle_readers = []
        self._probe = None

    def actor(self) -> str:
        """Draw an actor; the gateway half as often, so that more goals and calls end."""
        actor = self.random.choices(
            list(PROBES), [1 if name == "gateway" else 2 for name in PROBES]
        )[0]
        self.ledger.during += f" {actor}"
        return actor

    def probe(self, actor: str) -> None:
        """Ask the actor something until it answers."""
        service, args = PROBES[actor]
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                if self._probe is None:
                    self._probe = Watched(self.runtime.port, self.ledger)
                answer = self._probe.call(service, args)
                if RESTARTED not in answer["status"]:
                    return
            except TimeoutError:
                break
            except ConnectionError as problem:
                if self._probe:
                    self.ledger.lost(self._probe)
                    self._probe.close()
                    self._probe = None
                else:
                    self.ledger.violation(f"could not connect: {problem!r}")
        self.ledger.violation(f"{actor} gave no answer in {PATIENCE} s")
