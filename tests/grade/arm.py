"""The graded arm as the checks use it: calls, states, and waiting for them."""

import json
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.grade.checks import Lost, OutOfTime, Plot, show
from tests.grade.mechanics import ArmModel
from tests.grade.values import Sample, at_rest, is_number, is_vector, read_sample
from tests.grade.wire import Wire

STATES = "/joint_states"
INTEGRATION_STEP = "/arm_sim/integration_step"
SET_PARAMS = "/arm_sim/set_params"
SET_INTEGRATOR = "/arm_sim/set_integrator"
PAUSE = "/arm_sim/pause"
RESET = "/arm_sim/reset"
ENABLE = "/pid_controller/enable"
SET_GAINS = "/pid_controller/set_gains"
TRAJECTORY = "/joint_trajectory"
TRAJECTORY_TYPE = "trajectory_msgs/JointTrajectory"

TIMESTEP = 0.002  # s, with rk4: fine enough for any check of the motion, and not too slow
# Gains with which a correct arm settles within a few seconds, by number of links. They are soft
# enough for controllers that are updated only about 200 times a second.
GAINS = {
    2: {"kp": [240.0, 80.0], "ki": [480.0, 160.0], "kd": [40.0, 5.0]},
    3: {"kp": [400.0, 130.0, 40.0], "ki": [600.0, 200.0, 60.0], "kd": [110.0, 20.0, 3.0]},
}

# s: the bounds of how long the arm may take to come to rest
QUICK, PATIENT = 9.0, 25.0


class Response(NamedTuple):
    """A service_response: values is {} and result None if the server sent something else."""

    values: dict[str, Any]
    result: bool | None
    status: Any
    raw: dict[str, Any]


@dataclass
class Memory:
    """What is remembered from check to check, so that a silent server does not cost much time."""

    patience: float = 5.0  # s that an answer may take
    silent: dict[str, float] = field(default_factory=dict)  # services that did not answer
    settling: float = PATIENT  # s that the arm may take to come to rest
    stamps_stand: bool = False  # whether the stamps of the states do not move


class Arm:
    """The server under grading, over one connection.

    deadline   s, monotonic: when the check must have ended
    """

    def __init__(self, wire: Wire, links: int, memory: Memory, deadline: float):
        self.wire, self.n, self.memory, self.deadline = wire, links, memory, deadline
        self.model = ArmModel((1.0,) * links, (1.0,) * links, 9.81)
        self.names = [f"joint{i + 1}" for i in range(links)]  # as the states name them
        self.plots: list[Plot] = []
        self.answered: set[str] = set()  # the services that have answered
        self._advertised = False

    # -- waiting ---------------------------------------------------------------------------------
    def wait(self, seconds: float, until: Callable[[], Any] = lambda: False) -> bool:
        """Read what comes, for so long or until a condition holds. Raises OutOfTime, Gone."""
        left = self.deadline - time.monotonic()
        held = self.wire.wait(max(0.0, min(seconds, left)), until)
        if not held and seconds >= left:
            raise OutOfTime("the check to end in its time", "a server that is too slow for that")
        return held

    # -- calls -----------------------------------------------------------------------------------
    def call(self, service: str, args: Any = None, id: Any = None) -> Response:
        """Call a service, and wait for its answer. Raises Lost if none comes."""
        if service in self.memory.silent:
            waited = self.memory.silent[service]
            raise Lost(f"an answer of {service}", f"none before in {waited:g} s, so not asked")
        id = uuid.uuid4().hex if id is None else id
        key = json.dumps(id)
        self.wire.answers.pop(key, None)
        self.wire.awaited.add(key)
        self.wire.send({"op": "call_service", "service": service, "args": args or {}, "id": id})
        if not self.wait(self.memory.patience, lambda: key in self.wire.answers):
            self.memory.silent[service] = self.memory.patience
            raise Lost(f"an answer of {service} within {self.memory.patience:g} s", "none")
        self.answered.add(service)
        raw = self.wire.answers[key]
        values, result = raw.get("values"), raw.get("result")
        return Response(
            values if isinstance(values, dict) else {},
            result if isinstance(result, bool) else None,
            raw.get("status"),
            raw,
        )

    def ok(self, service: str, args: Any = None) -> dict[str, Any]:
        """Call a service that must succeed, and return its values. Raises Lost."""
        answer = self.call(service, args)
        if answer.result is not True:
            raise Lost(f"{service} {show(args or {})} to succeed", show(answer.raw))
        return answer.values

    def refused(self, service: str, args: Any) -> Response:
        """Call a service that must refuse. Raises Lost if it does not say so, and why."""
        answer = self.call(service, args)
        if answer.result is not False:
            raise Lost(f"{service} to refuse {show(args)} with result false", show(answer.raw))
        return answer

    # -- settings --------------------------------------------------------------------------------
    def prepare(self, gravity: float = 9.81, **lists: Sequence[float]) -> ArmModel:
        """Bring the arm into a known state: PID off, rk4, given parameters, reset, not paused.

        Returns the model with the parameters that the server reports.
        """
        self.ok(ENABLE, {"data": False})
        ones = [1.0] * self.n
        params = {"gravity": gravity, "masses": ones, "lengths": ones, **lists}
        self.call(SET_PARAMS, params)
        self.ok(SET_INTEGRATOR, {"method": "rk4", "timestep": TIMESTEP})
        self.ok(SET_GAINS, GAINS[self.n])
        self.ok(PAUSE, {"data": False})
        self.ok(RESET)
        return self.read_model()

    def read_model(self) -> ArmModel:
        """Return the model with the parameters that the server reports. Raises Lost."""
        values = self.call(SET_PARAMS).values
        masses, lengths = values.get("masses"), values.get("lengths")
        gravity = values.get("gravity")
        if not (is_vector(masses, self.n) and is_vector(lengths, self.n) and is_number(gravity)):
            wanted = f"{SET_PARAMS} {{}} to echo gravity, and {self.n} masses and lengths"
            raise Lost(wanted, show(values))
        self.model = ArmModel(tuple(masses), tuple(lengths), float(gravity))
        return self.model

    def gains(self, **changes: Sequence[float]) -> None:
        """Set the gains that are given, and let the others be."""
        self.ok(SET_GAINS, {name: list(values) for name, values in changes.items()})

    def setpoint(self, *points: Sequence[float], velocities: Sequence[float] | None = None) -> None:
        """Publish a trajectory whose points have these positions."""
        rates = [0.0] * self.n if velocities is None else list(velocities)
        self.trajectory(*({"positions": list(point), "velocities": rates} for point in points))

    def trajectory(self, *points: dict[str, Any]) -> None:
        """Publish a trajectory of points with the fields that are given."""
        if not self._advertised:
            self._advertised = True
            kind = TRAJECTORY_TYPE
            self.wire.send({"op": "advertise", "topic": TRAJECTORY, "type": kind})
        zero = {"sec": 0, "nanosec": 0}
        full = [{**point, "accelerations": [], "time_from_start": zero} for point in points]
        message = {
            "header": {"stamp": zero, "frame_id": ""},
            "joint_names": self.names,
            "points": full,
        }
        self.wire.send({"op": "publish", "topic": TRAJECTORY, "msg": message})

    # -- states ----------------------------------------------------------------------------------
    def watch(self) -> None:
        """Subscribe to the states, once."""
        if STATES not in self.wire.topics:
            self.wire.subscribe(STATES)

    def samples(self) -> list[Sample]:
        """Return the states that have come since the last time."""
        self.watch()
        self.wait(0.0)
        found = []
        for at, message in self.wire.take(STATES):
            sample = read_sample(message, self.n, at)
            if sample is not None:
                found.append(sample)
                names = message.get("name")
                if isinstance(names, list) and len(names) == self.n:
                    self.names = names
        return found

    def next_samples(self, count: int = 1, seconds: float = 3.0) -> list[Sample]:
        """Return the next states that come. Raises Lost if they do not come in time."""
        self.samples()
        queue = self.wire.topics[STATES]
        if not self.wait(seconds, lambda: len(queue) >= count):
            raise Lost(f"{count} messages on {STATES} within {seconds:g} s", f"{len(queue)}")
        found = self.samples()
        if not found:
            wanted = f"messages on {STATES} with {self.n} positions, velocities and efforts"
            raise Lost(wanted, "others")
        return found

    def run(self, seconds: float, first: Sequence[Sample] = ()) -> list[Sample]:
        """Return the states of so many seconds by their stamps, after those that are given.

        It gives up after four times as long, so the simulation may be slow.
        """
        found = list(first) or self.next_samples()
        begun = time.monotonic()
        limit = seconds if self.memory.stamps_stand else 4 * seconds + 1
        while found[-1].stamp - found[0].stamp < seconds and time.monotonic() - begun < limit:
            self.wait(0.05)
            found += self.samples()
            if found[-1].stamp < found[0].stamp:
                found = found[-1:]  # the clock was set back
        if found[-1].stamp == found[0].stamp and len(found) > 3 and seconds > 0.2:
            self.memory.stamps_stand = True
        return found

    def settled(self) -> Sample | None:
        """Wait until the arm rests, and return that state; None if it does not come to rest.

        The simulation may be slow, so the first wait is long; later ones go by how long it took.
        """
        seconds = self.memory.settling
        found = self.run(0.5)
        begun = found[0].stamp, time.monotonic()
        while not at_rest(found[-25:]) or len(found) < 5:
            found = found[-40:] + self.run(0.25, found[-1:])[1:]
            elapsed = time.monotonic() - begun[1]
            if min(found[-1].stamp - begun[0], elapsed) > seconds or elapsed > 2 * seconds:
                self.memory.settling = QUICK
                return None
        took = time.monotonic() - begun[1]
        self.memory.settling = min(PATIENT, max(QUICK, 3 * took))
        return found[-1]

    def hold(self, pose: Sequence[float]) -> Sample:
        """Enable PID, bring the arm to rest at a pose, and return the state. Raises Lost."""
        self.ok(ENABLE, {"data": True})
        self.setpoint(pose)
        resting = self.settled()
        if resting is None:
            raise Lost(f"the arm to come to rest with the setpoint {show(list(pose))}", "it moves")
        return resting
