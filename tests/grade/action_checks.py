"""Checks of /ik_action: goals, their feedback and their results."""

from typing import Any

from tests.grade.arm import ENABLE, Arm
from tests.grade.checks import KINEMATICS, check, must, near, show
from tests.grade.kinematics_checks import LENGTHS
from tests.grade.mechanics import tip
from tests.grade.moves import reset
from tests.grade.pid_checks import only
from tests.grade.values import is_number, is_vector

SEND, CANCEL = "/ik_action/send_goal", "/ik_action/cancel_goal"
FEEDBACK, RESULT = "/ik_action/feedback", "/ik_action/result"
FAR = {"x": 99.0, "y": 0.0}
QUIET = 0.4  # s in which something that must not come could come


class Goals:
    """Sends goals, and keeps what is published about them.

    The goals are not reached by chance: epsilon is tiny, and the arm would have to stay for long.
    """

    def __init__(self, arm: Arm):
        self.arm = arm
        arm.prepare(lengths=LENGTHS[arm.n])
        self.lengths = list(arm.model.lengths)
        arm.call(CANCEL)
        arm.wire.subscribe(FEEDBACK)
        arm.wire.subscribe(RESULT)
        arm.wait(0.1)
        self.results: list[dict[str, Any]] = []
        self.read()
        self.results = []

    def target(self, k: int = 0) -> dict[str, float]:
        """Return a target in reach."""
        pose = ([0.4, 0.9, -0.6], [1.2, -0.8, 0.5], [-0.5, 1.1, 0.3])[k][: self.arm.n]
        x, y, phi = tip(self.lengths, list(pose))
        return {"x": x, "y": y, **({"phi": phi} if self.arm.n == 3 else {})}

    def send(self, k: int = 0, **changes: float) -> str:
        """Send a goal that must be accepted, and return its id. Raises Lost."""
        request = {**self.target(k), "epsilon": 1e-6, "success_hold": 30.0, **changes}
        values = self.arm.ok(SEND, request)
        id = values.get("goal_id")
        must(isinstance(id, str) and id != "", "a goal_id, which is a text", values)
        return str(id)

    def read(self) -> None:
        """Take the results that have come."""
        for _, message in self.arm.wire.take(RESULT):
            if isinstance(message, dict):
                self.results.append(message)

    def of(self, id: str) -> list[dict[str, Any]]:
        """Return the results of a goal so far."""
        self.read()
        return [result for result in self.results if result.get("goal_id") == id]

    def one_result(self, id: str, outcome: str, seconds: float = 3.0) -> dict[str, Any]:
        """Wait for the one result of a goal. Raises Lost for none, several, or a wrong one."""
        self.arm.wait(seconds, lambda: self.of(id))
        self.arm.wait(QUIET)
        found = self.of(id)
        must(len(found) == 1, f"one result of goal {id}", f"{len(found)}: {show(found)}")
        wanted = f"the outcome {outcome!r}, a target with x and y, and final_distance in m"
        target = found[0].get("target")
        fits = (
            isinstance(target, dict) and is_number(target.get("x")) and is_number(target.get("y"))
        )
        distance = is_number(found[0].get("final_distance"))
        must(found[0].get("outcome") == outcome and fits and distance, wanted, found[0])
        return found[0]

    def no_result(self, id: str) -> None:
        """Raise Lost if a goal that must still be active has a result."""
        self.arm.wait(QUIET)
        must(not self.of(id), f"goal {id} to stay active", self.of(id))

    def end(self) -> None:
        """Cancel what is active."""
        self.arm.call(CANCEL)


@check(
    "action.goal",
    KINEMATICS,
    2,
    "send_goal accepts a target in reach, with a goal_id, and refuses others, with a reason",
    "the rules are those of /ik/solve; the answer to an accepted goal has goal_id, a text",
)
def goal(arm: Arm) -> None:
    """In reach, out of reach, and without y."""
    goals = Goals(arm)
    first = goals.send()
    second = goals.send(1)
    must(first != second, "each goal to have an id of its own", first)
    for bad in (FAR, {"x": 0.5}):
        answer = arm.refused(SEND, bad)
        told = isinstance(answer.status, str) and bool(answer.status.strip())
        must(told, f"a status that says why {bad} is refused", answer.raw)
    arm.ok(SEND, goals.target())  # epsilon and success_hold have defaults
    goals.end()


@check(
    "action.undisturbed",
    KINEMATICS,
    1,
    "a goal that is refused leaves the active one undisturbed",
    "solve first, and preempt only if there is a solution",
)
def undisturbed(arm: Arm) -> None:
    """The active goal has no result, its feedback goes on, and it can be cancelled."""
    goals = Goals(arm)
    id = goals.send()
    arm.refused(SEND, FAR)
    goals.no_result(id)
    arm.wire.take(FEEDBACK)
    fed = arm.wait(2.0, lambda: arm.wire.topics[FEEDBACK])
    must(fed and _ids(arm) == {id}, f"feedback of goal {id} to go on", _ids(arm) or "none")
    arm.ok(CANCEL, {"goal_id": id})
    goals.one_result(id, "preempted")


def _ids(arm: Arm) -> set[Any]:
    taken = [message for _, message in arm.wire.topics[FEEDBACK]]
    return {str(m.get("goal_id")) if isinstance(m, dict) else None for m in taken}


@check(
    "action.preempts",
    KINEMATICS,
    1,
    "a new goal preempts the active one, whose result 'preempted' is published once",
    "publish the result of the old goal before starting the new one",
)
def preempts(arm: Arm) -> None:
    """Two goals, and the end of the second."""
    goals = Goals(arm)
    first = goals.send()
    second = goals.send(1)
    goals.one_result(first, "preempted")
    goals.no_result(second)
    goals.end()
    goals.one_result(second, "preempted")


@check(
    "action.cancel",
    KINEMATICS,
    2,
    "cancel_goal ends the active goal, by its id or without one, and refuses everything else",
    "without an active goal, and for another id, result is false and nothing happens",
)
def cancel(arm: Arm) -> None:
    """None active; another id; the right id; none; again none."""
    goals = Goals(arm)
    arm.refused(CANCEL, {})
    id = goals.send()
    arm.refused(CANCEL, {"goal_id": "no-such-goal"})
    goals.no_result(id)
    arm.ok(CANCEL, {"goal_id": id})
    goals.one_result(id, "preempted")
    arm.refused(CANCEL, {"goal_id": id})
    other = goals.send(1)
    arm.ok(CANCEL, {})
    goals.one_result(other, "preempted")
    arm.refused(CANCEL, {})


@check(
    "action.feedback",
    KINEMATICS,
    1,
    "while a goal is active, feedback shows its id, target, setpoint, distance and time",
    "positions is the commanded setpoint: its forward kinematics is the target",
)
def feedback(arm: Arm) -> None:
    """All fields, and what they must fulfil."""
    goals = Goals(arm)
    id = goals.send()
    queue = arm.wire.topics[FEEDBACK]
    must(arm.wait(3.0, lambda: len(queue) > 5), f"messages on {FEEDBACK}", "too few in 3 s")
    elapsed = -1.0
    for _, message in arm.wire.take(FEEDBACK):
        must(isinstance(message, dict) and message.get("goal_id") == id, f"goal_id {id}", message)
        target = message.get("target")
        wanted = goals.target()
        same = isinstance(target, dict) and all(
            is_number(target.get(key)) and abs(target[key] - wanted[key]) < 1e-6 for key in "xy"
        )
        must(same, f"the target {show(wanted)}", message)
        must(is_vector(message.get("positions"), arm.n), f"{arm.n} positions", message)
        x, y, _ = tip(goals.lengths, message["positions"])
        off = max(abs(x - wanted["x"]), abs(y - wanted["y"]))
        must(off < 1e-4, "positions whose forward kinematics is the target", message)
        distance = message.get("distance_remaining")
        must(is_number(distance) and distance >= 0, "distance_remaining in m", message)
        time = message.get("elapsed")
        must(is_number(time) and time >= max(0.0, elapsed), "elapsed in s, not falling", message)
        elapsed = time
    goals.end()


@check(
    "action.drives",
    KINEMATICS,
    1,
    "a goal commands the solved pose as the setpoint of the controller",
    "publish the solution on /joint_trajectory, as any client would",
    spared_by=("pid.proportional",),
)
def drives(arm: Arm) -> None:
    """kp alone shows the setpoint: it is q + effort / kp."""
    goals = Goals(arm)
    arm.prepare(gravity=0.0, lengths=LENGTHS[arm.n], masses=[3.0] * arm.n)
    reset(arm)
    only(arm, kp=[20.0] * arm.n)
    arm.ok(ENABLE, {"data": True})
    goals.send()
    arm.run(0.15)
    sample = arm.next_samples()[-1]
    setpoint = [q + effort / 20.0 for q, effort in zip(sample.q, sample.effort)]
    x, y, _ = tip(goals.lengths, setpoint)
    for name, got in (("x", x), ("y", y)):
        near(f"{name} of the setpoint's end effector", got, goals.target()[name], 0.1, "the goal")
    goals.end()
    arm.ok(ENABLE, {"data": False})
