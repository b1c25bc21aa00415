"""Steps that tests of goals and trials share: services, topics, and what comes back on them."""

import itertools
import math
from collections.abc import Sequence
from typing import Any

from rosbridge import Client

SOLVE = "/ik/solve"
SEND = "/ik_action/send_goal"
CANCEL = "/ik_action/cancel_goal"
FEEDBACK = "/ik_action/feedback"
RESULT = "/ik_action/result"
START = "/ik_trial/start"
SKIP = "/ik_trial/skip"
STOP = "/ik_trial/stop"
STATUS = "/ik_trial/status"
STATES = "/joint_states"
TRAJECTORY = "/joint_trajectory"
ENABLE = "/pid_controller/enable"
PAUSE = "/arm_sim/pause"
RESET = "/arm_sim/reset"
PARAMS = "/arm_sim/set_params"
OBSTACLES = "/motion/set_obstacles"

TARGET = {"x": 1.2, "y": 0.8}
ANYWHERE = {"epsilon": 10.0}  # m: wherever an arm is that small, it is at its target
NEVER = {"epsilon": 1e-9, "success_hold": 1e6}
APART = 0.15  # s of simulation time between two states at most, however slow the machine is
NOTHING = {
    "running": False,
    "target": None,
    "error": None,
    "desired_positions": None,
    "action_status": "idle",
}


def begin_anew(client: Client) -> None:
    """End the goal and the trial of an earlier test, and subscribe to their topics."""
    client.call(STOP)
    client.call(CANCEL)
    everyone_has_seen(client)
    for topic in (FEEDBACK, RESULT, STATUS, TRAJECTORY):
        client.subscribe(topic)
    client.settle()
    for topic in (FEEDBACK, RESULT, STATUS, TRAJECTORY):
        client.drain(topic)


def everyone_has_seen(client: Client) -> None:
    """Return when goals and trials have handled a state of now, and published what follows.

    An actor publishes to one subscriber after the other. When its next messages reach us, the ones
    before have reached all subscribers.
    """
    client.subscribe(STATES)
    client.fresh(STATES)
    client.message(STATES)
    client.send(op="unsubscribe", topic=STATES)
    for _ in range(2):
        client.call(CANCEL, {"goal_id": "nobody's"})
    client.call(START, {"duration": 0})  # ik_trial refuses it, after what it had to do before
    client.drain(STATES)


def tip(lengths: Sequence[float], q: Sequence[float]) -> tuple[float, float, float]:
    """Where the last link ends (x and y in m), and its heading (rad)."""
    headings = list(itertools.accumulate(q))
    return (
        sum(length * math.cos(heading) for length, heading in zip(lengths, headings)),
        sum(length * math.sin(heading) for length, heading in zip(lengths, headings)),
        headings[-1],
    )


def send_goal(client: Client, **args: Any) -> str:
    """Send a goal to TARGET, or with other arguments; its id."""
    answer = client.call(SEND, TARGET | args)
    assert answer["result"], answer
    return answer["values"]["goal_id"]


def begin_trial(client: Client, **args: Any) -> None:
    """Start a trial. Every status that is received from now on is of this one."""
    assert client.call(START, args)["result"]
    client.drain(STATUS)


def result_of(client: Client, goal: str, within: float = 20.0) -> dict[str, Any]:
    """The result of a goal; others that come before it go on waiting."""
    return client.next(
        lambda m: m["op"] == "publish" and m["topic"] == RESULT and m["msg"]["goal_id"] == goal,
        within,
    )["msg"]


def status_where(client: Client, **fields: Any) -> dict[str, Any]:
    """The next status of a trial with these fields."""
    return client.next(
        lambda m: (
            m["op"] == "publish"
            and m["topic"] == STATUS
            and all(m["msg"][field] == value for field, value in fields.items())
        )
    )["msg"]


def no_more(client: Client, topic: str, seconds: float = 0.15) -> bool:
    """Whether a topic is silent: for so long the arm publishes nine states and a trial three."""
    client.settle()
    client.drain(topic)
    return client.listen(topic, seconds) == []
