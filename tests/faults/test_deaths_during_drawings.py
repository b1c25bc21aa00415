"""Actors are killed while the arm draws: DRAWINGS times (1 by default)."""

import os
import random
import time
from collections import Counter

from drawing_arm import be_the_drawing_arm
from harness import Client, Runtime
from ledger import RESTARTED
from report import LINES

DRAWINGS = int(os.environ.get("DRAWINGS") or 1)
JOINTS = "/motion/move_joints"
DRAW = "/motion/draw"
STOP = "/motion/stop"
RESULT = "/motion/result"
STATES = "/joint_states"
CORNER = [-0.67, 2.06]  # rad: about where the square begins
SMALL = {"square": {"center": [0.32, 0.10], "side": 0.08}, "speed": 0.3, "elbow": "positive"}
VICTIMS = ("motion", "ik", "arm_sim")
AT_LAST = 20.0  # s in which a drawing of one second must have ended
# The square takes 1.2 rad/s. After a leap of the setpoint a joint would be ten times as fast.
RUNAWAY = 6.0  # rad/s
FAR = 0.03  # m; the pen draws it in a tenth of a second


def accepted_drawing(client):
    """Start a drawing, again if the call died with its actor; its id."""
    while True:
        answer = client.call(DRAW, SMALL)
        if answer["result"]:
            return answer["values"]["motion_id"]
        assert RESTARTED in answer["status"], answer


def move_to_the_corner(client):
    client.call(JOINTS, {"positions": CORNER, "duration": 0.5})
    client.message(RESULT)


def test_every_drawing_ends_once_and_the_arm_never_runs_away():
    rnd = random.Random(DRAWINGS)
    ids = []
    results = []
    states = []
    kills = []
    with Runtime() as runtime, Client(runtime.port) as client:
        be_the_drawing_arm(client)
        client.subscribe(RESULT)
        move_to_the_corner(client)
        client.subscribe(STATES)
        for _ in range(DRAWINGS):
            ids.append(accepted_drawing(client))
            deadline = time.monotonic() + AT_LAST
            while ids[-1] not in {result["motion_id"] for result in results}:
                assert time.monotonic() < deadline
                states += client.listen(STATES, rnd.uniform(0.05, 0.4))
                results += client.drain(RESULT)
                kills.append(rnd.choice(VICTIMS))
                runtime.kill(kills[-1])
        client.call(STOP)
        results += client.listen(RESULT, 0.2)
        assert runtime.stop() == 0
        assert "crashed" not in runtime.log()
    assert_drawn(ids, results, states, kills)


def assert_drawn(ids, results, states, kills):
    """Each drawing has one result, the pen was near its path, and no joint was too fast."""
    outcomes = Counter(result["outcome"] for result in results)
    farthest = max(result["figures"]["max"] for result in results)
    fastest = max(abs(rate) for state in states for rate in state["velocity"])
    LINES.append(
        f"{len(ids)} drawings, {dict(Counter(kills))} deaths: {dict(outcomes)}, the pen at most "
        f"{1e3 * farthest:.1f} mm off, no joint faster than {fastest:.1f} rad/s"
    )
    assert sorted(result["motion_id"] for result in results) == sorted(ids)
    assert fastest < RUNAWAY and farthest < FAR and set(outcomes) == {"reached"}
