"""Clients that keep the system busy, and check that it keeps its promises."""

import math
import random
import threading
import time
from typing import Any

from ledger import LATE, RESTARTED, Ledger, Watched
from processes import PATIENCE

PACE = 0.002  # s between two turns of a client
QUERY = "/arm_sim/set_params"
GAINS = "/pid_controller/set_gains"
ENABLE = "/pid_controller/enable"
SOLVE = "/ik/solve"
STEP = "/arm_sim/integration_step"
DEFAULTS = {"gravity": 9.81, "masses": [1.0, 1.0], "lengths": [1.0, 1.0]}


class Load(threading.Thread):
    """A client in a thread. It takes turns until it is told to end, and reconnects when it must."""

    def __init__(self, port: int, ledger: Ledger, seed: int):
        super().__init__(name=type(self).__name__, daemon=True)
        self.port = port
        self.ledger = ledger
        self.random = random.Random(f"{self.name} {seed}")
        self._over = threading.Event()

    def arrive(self, client: Watched) -> None:
        """Called first on each new connection."""

    def turn(self, client: Watched) -> None:
        """Called again and again: one question, and a look at the answer."""
        raise NotImplementedError

    def leave(self, client: Watched) -> None:
        """Called last on the last connection."""

    def end(self) -> None:
        """Let the client take no more turns, and wait until the last is over."""
        self._over.set()
        self.join(3 * PATIENCE)
        if self.is_alive():
            self.violation("does not end")

    def violation(self, text: str) -> None:
        self.ledger.violation(f"{self.name}: {text}")

    def run(self) -> None:
        try:
            while not self._over.is_set():
                self._connection()
        except Exception as bug:
            self.violation(f"{type(bug).__name__}: {bug}")

    def _connection(self) -> None:
        try:
            client = Watched(self.port, self.ledger)
        except OSError as refusal:
            self.violation(f"could not connect: {refusal!r}")
            return
        with client:
            try:
                self.arrive(client)
                while not self._over.wait(PACE):
                    self.turn(client)
                self.leave(client)
            except TimeoutError:
                self.violation(f"nothing came in {PATIENCE} s; open calls: {client.asked}")
            except ConnectionError:
                self.ledger.lost(client)

    def call(self, client: Watched, service: str, args: Any = None) -> Any:
        """Call a service; the values of the answer.

        None if the call died with its actor, or its actor waited for one that was stopped.
        """
        begun = time.monotonic()
        answer = client.call(service, args)
        if answer["result"]:
            return answer["values"]
        met_a_stopped_one = LATE in answer["status"] and self.ledger.excused(begun) > 0
        if RESTARTED not in answer["status"] and not met_a_stopped_one:
            self.violation(f"{service} refused {args}: {answer['status']}")
        return None


class Query(Load):
    """The parameters of the arm never change."""

    def turn(self, client: Watched) -> None:
        values = self.call(client, QUERY)
        if values not in (None, DEFAULTS):
            self.violation(f"other parameters: {values}")


class Solve(Load):
    """Every solution of the inverse kinematics leads to its target."""

    def turn(self, client: Watched) -> None:
        r = self.random.uniform(0.1, 1.9)
        angle = self.random.uniform(-math.pi, math.pi)
        x = r * math.cos(angle)
        y = r * math.sin(angle)
        values = self.call(client, SOLVE, {"x": x, "y": y})
        if values:
            one, two = values["positions"]
            reached = (math.cos(one) + math.cos(one + two), math.sin(one) + math.sin(one + two))
            if math.dist(reached, (x, y)) > 1e-9:
                self.violation(f"a solution for {x, y} that leads to {reached}")


class Integrate(Load):
    """Every number of a trajectory is right."""

    steps = 10

    def turn(self, client: Watched) -> None:
        values = self.call(
            client,
            STEP,
            {"function": "2", "x0": 0, "dt": 0.5, "steps": self.steps, "integrator": "verlet"},
        )
        if values:
            times = [k * 0.5 for k in range(self.steps + 1)]
            if values != {
                "times": times,
                "positions": [t * t for t in times],
                "velocities": [2 * t for t in times],
            }:
                self.violation(f"another solution: {str(values)[:300]}")


class IntegrateLong(Integrate):
    """The same with answers of some hundred kilobytes."""

    steps = 10_000


class Settings(Load):
    """Counts a gain up. What was acknowledged stays in force."""

    unit = 2.0**-20  # of the gain; exact, and too small to matter to the arm

    def __init__(self, *given: Any):
        super().__init__(*given)
        self.tried = 0
        self.acknowledged = 0

    def turn(self, client: Watched) -> None:
        self.tried += 1
        gain = 300 + self.tried * self.unit
        echo = self.call(client, GAINS, {"kp": [gain, 100]})
        if echo:
            self.acknowledged = self.tried
            if echo["kp"] != [gain, 100]:
                self.violation(f"set {gain}, and was told {echo}")
        held = self.call(client, GAINS)
        if held:
            self.ledger.count("settings checked")
            count = (held["kp"][0] - 300) / self.unit
            if not self.acknowledged <= count <= self.tried:
                self.violation(
                    f"{count} is in force, {self.acknowledged} was acknowledged,"
                    f" and {self.tried} was tried"
                )
            # What has been seen in force must stay in force too.
            self.acknowledged = max(self.acknowledged, count)


class States(Load):
    """The stamps of states rise, whichever actor dies."""

    def __init__(self, *given: Any):
        super().__init__(*given)
        self.last = (-1, 0)

    def arrive(self, client: Watched) -> None:
        self.heard = time.monotonic()
        client.subscribe("/joint_states")

    def turn(self, client: Watched) -> None:
        state = client.message("/joint_states")
        self.ledger.waited("/joint_states", self.heard)
        self.heard = time.monotonic()
        self.ledger.count("states seen")
        stamp = state["header"]["stamp"]["sec"], state["header"]["stamp"]["nanosec"]
        if stamp <= self.last:
            self.violation(f"time went from {self.last} to {stamp}")
        if not all(
            isinstance(value, float)
            for part in ("position", "velocity", "effort")
            for value in state[part]
        ):
            self.violation(f"a state without numbers: {state}")
        self.last = stamp


class Pid(Load):
    """A controller that is on stays on."""

    def __init__(self, *given: Any):
        super().__init__(*given)
        self.on = False

    def turn(self, client: Watched) -> None:
        if not self.on:
            self.on = self.call(client, ENABLE, {"data": True}) is not None
        elif self.call(client, ENABLE) not in (None, {"data": True}):
            self.violation("the controller is off")
