"""The arm is killed while it holds a setpoint: ARM_KILLS times (10 by default)."""

import os
import random
import time
from itertools import pairwise

from harness import Client, Runtime
from report import LINES, spread

KILLS = int(os.environ.get("ARM_KILLS") or 10)
STATES = "/joint_states"
SETPOINT = [0.4, 0.3]  # rad


def stamp(state):
    return state["header"]["stamp"]["sec"], state["header"]["stamp"]["nanosec"]


def error(state):
    return max(abs(q - held) for q, held in zip(state["position"], SETPOINT))


def test_the_arm_holds_its_setpoint_through_its_deaths():
    rnd = random.Random(KILLS)
    waits = []
    states = []
    with Runtime() as runtime, Client(runtime.port) as client:
        assert client.call("/pid_controller/enable", {"data": True})["result"]
        client.publish("/joint_trajectory", {"points": [{"positions": SETPOINT}]})
        client.subscribe(STATES)
        settled = 0  # states in a row
        while settled < 30:
            settled = settled + 1 if error(client.message(STATES)) < 0.005 else 0
        for _ in range(KILLS):
            states += client.listen(STATES, rnd.uniform(0.0, 0.15))
            runtime.pid_of("arm_sim")
            begun = time.monotonic()
            runtime.kill("arm_sim")
            client.settle()
            waits.append(time.monotonic() - begun)
            states += client.drain(STATES)
        states += client.listen(STATES, 0.5)
        assert runtime.stop() == 0
        assert "crashed" not in runtime.log()
    worst = max(map(error, states))
    LINES.append(
        f"arm killed {KILLS} times under a setpoint: worst error {worst:.4f} rad,"
        f" SIGKILL to answer, ms: {spread(waits)}"
    )
    assert worst < 0.05
    assert not [(one, other) for one, other in pairwise(map(stamp, states)) if one >= other]
