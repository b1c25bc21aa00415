"""Clients of goals and trials.

Every accepted goal has exactly one result, and a trial goes on whichever actor dies.
"""

import math
import time
from collections import Counter
from typing import Any

from ledger import RESTARTED, Watched
from load import Load
from processes import PATIENCE

SEND = "/ik_action/send_goal"
CANCEL = "/ik_action/cancel_goal"
RESULT = "/ik_action/result"
START = "/ik_trial/start"
STATUS = "/ik_trial/status"
STILL = 20.0  # s; a trial that has one target for longer stands still


class Goals(Load):
    """Sends one goal after the other. Some are reached, some cancelled, some preempted by the next.

    A goal is judged if it begins and ends during one connection: while the gateway is dead, the
    client may miss a result.
    """

    def __init__(self, *given: Any):
        super().__init__(*given)
        self.ever: set[str] = set()  # goals accepted so far

    def arrive(self, client: Watched) -> None:
        self.open: set[str] = set()  # accepted on this connection, without a result so far
        self.results: Counter[str] = Counter()  # seen on this connection
        client.subscribe(RESULT)

    def turn(self, client: Watched) -> None:
        goal = self._send(client)
        if goal is None:
            return
        match self.random.choice(("wait", "cancel", "preempt")):
            case "wait":
                self._listen(client, {goal}, self.random.uniform(0.2, 1.5))
                if goal not in self.open:
                    self._leave_to_the_trial(client)
            case "cancel":
                self._cancel(client, goal)

    def leave(self, client: Watched) -> None:
        for goal in list(self.open):
            self._cancel(client, goal)
        self._must_end(client, set(self.open))

    def _send(self, client: Watched) -> str | None:
        before = set(self.open)
        r = self.random.uniform(0.3, 1.9)
        angle = self.random.uniform(-math.pi, math.pi)
        answer = self.call(
            client,
            SEND,
            {
                "x": r * math.cos(angle),
                "y": r * math.sin(angle),
                "epsilon": 0.3,
                "success_hold": 0.05,
            },
        )
        if answer is None:
            return None
        goal = answer["goal_id"]
        self.ledger.count("goals accepted")
        if goal in self.ever:
            self.violation(f"goal id {goal} was used again")
        self.ever.add(goal)
        self.open.add(goal)
        self._must_end(client, before)
        return goal

    def _leave_to_the_trial(self, client: Watched) -> None:
        """Send no goal for a while, so that the trial goes on."""
        deadline = time.monotonic() + self.random.uniform(0.2, 1.5)
        while (left := deadline - time.monotonic()) > 0:
            try:
                self._note([client.message(RESULT, left)])
            except TimeoutError:
                break

    def _cancel(self, client: Watched, goal: str) -> None:
        answer = client.call(CANCEL, {"goal_id": goal})
        if answer["result"] or RESTARTED not in answer["status"]:  # it is over now
            self._must_end(client, {goal})

    def _must_end(self, client: Watched, goals: set[str]) -> None:
        """Wait for the results of goals that are over."""
        begun = time.monotonic()
        missing = self._listen(client, goals, PATIENCE)
        self.ledger.waited("a goal's result", begun)
        if missing:
            self.violation(f"no result of {missing}")
            self.open -= missing

    def _listen(self, client: Watched, goals: set[str], seconds: float) -> set[str]:
        """Wait for the results of these goals. Returns the goals without a result in time."""
        deadline = time.monotonic() + seconds
        self._note(client.drain(RESULT))
        while goals & self.open and (left := deadline - time.monotonic()) > 0:
            try:
                self._note([client.message(RESULT, left)])
            except TimeoutError:
                break
        return goals & self.open

    def _note(self, results: list[dict[str, Any]]) -> None:
        for result in results:
            goal = result["goal_id"]
            self.results[goal] += 1
            self.ledger.count(f"results, {result['outcome']}")
            if self.results[goal] > 1:
                self.violation(f"goal {goal} has {self.results[goal]} results")
            if goal in self.open:
                self.open.discard(goal)
                self.ledger.count("goals judged, one result each")


class Trial(Load):
    """One long trial. It is running, and its count and its clock never go back."""

    def __init__(self, *given: Any):
        super().__init__(*given)
        self.floor: tuple[float, int] | None = None  # elapsed (s) and reached, as last seen
        self.target = ("", 0.0)  # and since when it is the target, by the trial's clock (s)

    def arrive(self, client: Watched) -> None:
        client.subscribe(STATUS)
        self.heard = time.monotonic()
        if self.floor is None:
            started = self.call(
                client, START, {"duration": 1e6, "epsilon": 0.3, "success_hold": 0.05}
            )
            self.floor = None if started is None else (0.0, 0)
            client.drain(STATUS)

    def turn(self, client: Watched) -> None:
        if self.floor is None:
            self.arrive(client)
            return
        status = client.message(STATUS)
        self.ledger.waited(STATUS, self.heard)
        self.heard = time.monotonic()
        seen = status["elapsed"], status["targets_reached"]
        if not status["running"]:
            self.violation(f"the trial has ended: {status}")
        if seen[0] < self.floor[0] or seen[1] < self.floor[1]:
            self.violation(f"the trial went from {self.floor} back to {seen}")
        self.floor = seen
        self._must_go_on(status)
        self.ledger.figures["trial: elapsed, reached"] = seen

    def _must_go_on(self, status: dict[str, Any]) -> None:
        """Check that the trial goes from target to target, even if others preempt its goals."""
        if str(status["target"]) != self.target[0]:
            self.target = str(status["target"]), status["elapsed"]
        elif status["elapsed"] - self.target[1] > STILL:
            self.violation(f"the trial stands still: {status}")
            self.target = self.target[0], status["elapsed"]
