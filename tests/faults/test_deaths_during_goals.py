"""ik_action and ik_trial are killed during GOALS goals (5 by default) and a trial."""

import math
import os
import random
import time
from collections import Counter

from goals import CANCEL, RESULT, SEND, START, STATUS
from harness import Client, Runtime
from ledger import RESTARTED
from report import LINES

GOALS = int(os.environ.get("GOALS") or 5)
AT_LAST = 20.0  # s in which a trial must have reached its next target
EASY = {"epsilon": 0.3, "success_hold": 0.05}


class Witness:
    """Collects all results of goals and all states of the trial that one client receives."""

    def __init__(self, client):
        self.client = client
        self.results = []
        self.trial = []
        client.subscribe(RESULT)
        client.subscribe(STATUS)

    def watch(self, seconds):
        """Listen for so long."""
        self.trial += self.client.listen(STATUS, seconds)
        self._keep()

    def await_result(self, *goals):
        while not self.goals().keys() >= set(goals):
            self.results.append(self.client.message(RESULT, AT_LAST))
        self._keep()

    def await_progress(self):
        """Wait until the trial has reached another target."""
        count = self.trial[-1]["targets_reached"] + 1 if self.trial else 1
        deadline = time.monotonic() + AT_LAST
        while not self.trial or self.trial[-1]["targets_reached"] < count:
            self.trial.append(self.client.message(STATUS))
            assert time.monotonic() < deadline, f"the trial stands still: {self.trial[-1]}"
        self._keep()

    def await_results_of_the_trial(self):
        """Wait for the results of all targets that the trial has counted.

        ik_action publishes a result to the trial and to clients before it answers another call.
        """
        for _ in range(2):
            self.client.call(CANCEL, {"goal_id": "nobody's"})
        self.results += self.client.drain(RESULT)

    def check_trial(self, ours):
        """The trial has run all the time, and each target that it counted has a result."""
        assert all(status["running"] for status in self.trial)
        for figure in ("elapsed", "targets_reached"):
            figures = [status[figure] for status in self.trial]
            assert figures == sorted(figures)
        assert self.trial[-1]["targets_reached"] <= len(self.reached() - set(ours))

    def _keep(self):
        self.results += self.client.drain(RESULT)
        self.trial += self.client.drain(STATUS)

    def goals(self):
        return Counter(result["goal_id"] for result in self.results)

    def reached(self):
        return {result["goal_id"] for result in self.results if result["outcome"] == "reached"}


def accepted_goal(client, rnd):
    """Send a goal, again if the call died with its actor; its id."""
    while True:
        r = rnd.uniform(0.3, 1.9)
        angle = rnd.uniform(-math.pi, math.pi)
        answer = client.call(SEND, {"x": r * math.cos(angle), "y": r * math.sin(angle), **EASY})
        if answer["result"]:
            return answer["values"]["goal_id"]
        assert RESTARTED in answer["status"]


def test_every_goal_has_one_result_and_the_trial_goes_on_whoever_dies():
    rnd = random.Random(GOALS)
    ours = []
    kills = Counter()
    with Runtime() as runtime, Client(runtime.port) as client:
        assert client.call("/pid_controller/enable", {"data": True})["result"]
        assert client.call(START, {"duration": 1e6, **EASY})["result"]
        witness = Witness(client)
        for _ in range(GOALS):
            ours.append(accepted_goal(client, rnd))
            for actor in rnd.choices(["ik_action", "ik_trial"], k=rnd.randint(1, 3)):
                witness.watch(rnd.uniform(0.0, 0.3))
                runtime.kill(actor)
                kills[actor] += 1
            if rnd.random() < 0.3:
                witness.await_result(ours[-1])
                witness.await_progress()
        witness.await_result(*ours)
        witness.await_progress()
        witness.await_results_of_the_trial()
        assert runtime.stop() == 0
        assert "crashed" not in runtime.log()
    assert len(set(ours)) == len(ours)
    assert set(witness.goals().values()) == {1}
    witness.check_trial(ours)
    last = witness.trial[-1]
    LINES.append(
        f"{len(ours)} goals under deaths of {dict(kills)}: {len(witness.goals())} results in all,"
        f" the trial reached {last['targets_reached']} in {last['elapsed']:.1f} s"
    )
