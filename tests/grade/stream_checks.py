"""Checks of /joint_states and /joint_trajectory."""

from typing import Any

from tests.grade.arm import ENABLE, STATES, Arm
from tests.grade.checks import DYNAMICS, check, must, near
from tests.grade.contract_checks import raw_state
from tests.grade.mechanics import gravity_load
from tests.grade.moves import reset
from tests.grade.pid_checks import only
from tests.grade.values import Sample, is_number, is_vector


@check(
    "states.shape",
    DYNAMICS,
    2,
    "/joint_states has a header, and name, position, velocity and effort with one entry a joint",
    "the names are different texts; the other lists are numbers in the same order",
)
def shape(arm: Arm) -> None:
    """All fields of one message."""
    message = raw_state(arm)
    names = message["name"]
    texts = all(isinstance(name, str) for name in names)
    must(texts and len(set(names)) == arm.n, f"{arm.n} different names", names)
    for name in ("position", "velocity", "effort"):
        must(is_vector(message[name], arm.n), f"{arm.n} numbers as {name}", message[name])
    must(isinstance(message.get("header"), dict), "a header", message)


@check(
    "states.stamp",
    DYNAMICS,
    1,
    "the stamp has sec and nanosec, whole numbers, and does not go back while the arm runs",
    "0 <= nanosec < 1e9; simulation time and wall time are both fine",
)
def stamp(arm: Arm) -> None:
    """Whole numbers in their range, in order."""
    arm.watch()
    arm.wait(0.5)
    before: tuple[int, int] | None = None
    taken = arm.wire.take(STATES)
    must(len(taken) > 1, f"messages on {STATES}", taken)
    for _, message in taken:
        header = message.get("header") if isinstance(message, dict) else None
        stamp = header.get("stamp") if isinstance(header, dict) else None
        must(isinstance(stamp, dict), "header.stamp with sec and nanosec", message)
        assert isinstance(stamp, dict)
        sec, nanosec = stamp.get("sec"), stamp.get("nanosec")
        must(_is_whole(sec) and _is_whole(nanosec), "whole numbers sec and nanosec", stamp)
        must(0 <= nanosec < 1_000_000_000, "nanosec from 0 to 999999999", stamp)
        must(before is None or before <= (sec, nanosec), f"no stamp before {before}", stamp)
        before = sec, nanosec


def _is_whole(value: Any) -> bool:
    return is_number(value) and value == int(value)


@check(
    "states.continuous",
    DYNAMICS,
    2,
    "/joint_states is published continuously, and shows how the arm moves by itself at first",
    "publish on a timer of its own, at some tens of messages a second",
)
def continuous(arm: Arm) -> None:
    """At least five a second for two seconds, and a free arm that is no equilibrium moves."""
    arm.prepare()
    start = reset(arm)
    found = arm.run(1.0)
    count = len(found)
    seconds = found[-1].arrived - found[0].arrived
    must(count >= 5 * seconds, "at least 5 messages a second", f"{count} in {seconds:.2g} s")
    if max(map(abs, gravity_load(arm.model, start[0]))) > 0.05:
        travel = max(abs(a - b) for s in found for a, b in zip(s.q, found[0].q))
        speed = max(abs(rate) for s in found for rate in s.v)
        moves = travel > 0.01 and speed > 0.01
        must(moves, "the arm to move under its own weight without PID", found[-1].q)


@check(
    "trajectory.last",
    DYNAMICS,
    2,
    "of a trajectory, the last point is held at once, whatever came before it",
    "take points[-1]; do not wait for time_from_start, and do not interpolate",
)
def last_point(arm: Arm) -> None:
    """kp alone shows the setpoint: it is q + effort / kp."""
    start = probing(arm, kp=[20.0] * arm.n)
    goal = [angle + 0.7 - 0.3 * i for i, angle in enumerate(start)]
    arm.setpoint([angle - 2.0 for angle in start], [angle + 3.0 for angle in start], goal)
    for i, found in enumerate(held(arm, lambda s, i: s.q[i] + s.effort[i] / 20.0)):
        near(f"the setpoint of joint {i + 1}", found, goal[i], 0.06, "the last point")
    arm.ok(ENABLE, {"data": False})


@check(
    "trajectory.velocities",
    DYNAMICS,
    1,
    "velocities that are omitted, or have the wrong length, count as zero",
    "do not keep the velocities of an earlier point, and do not refuse the message",
)
def velocities(arm: Arm) -> None:
    """kd alone shows the velocity of the setpoint: it is v + effort / kd."""
    start = probing(arm, kd=[1.0] * arm.n)
    points: list[dict[str, Any]] = [{"positions": start}, {"positions": start, "velocities": [9.0]}]
    for point in points:
        arm.setpoint(start, velocities=[1.5] * arm.n)
        arm.run(0.1)
        arm.trajectory(point)
        for i, found in enumerate(held(arm, lambda s, i: s.v[i] + s.effort[i])):
            near(f"the velocity setpoint of joint {i + 1}", found, 0.0, 0.3, f"{point}")
    arm.ok(ENABLE, {"data": False})


@check(
    "trajectory.while_disabled",
    DYNAMICS,
    1,
    "a setpoint that comes while PID is disabled is held when it is enabled",
    "store the setpoint in any case",
)
def while_disabled(arm: Arm) -> None:
    """Publish first, enable then."""
    start = probing(arm, kp=[20.0] * arm.n)
    arm.ok(ENABLE, {"data": False})
    goal = [angle - 0.6 + 0.2 * i for i, angle in enumerate(start)]
    arm.setpoint(goal)
    arm.wait(0.1)
    arm.ok(ENABLE, {"data": True})
    for i, found in enumerate(held(arm, lambda s, i: s.q[i] + s.effort[i] / 20.0)):
        near(f"the setpoint of joint {i + 1}", found, goal[i], 0.06, "sent while disabled")
    arm.ok(ENABLE, {"data": False})


def probing(arm: Arm, **gains: list[float]) -> list[float]:
    """Enable a controller with these gains alone, without gravity; return the pose."""
    arm.prepare(gravity=0.0, masses=[3.0] * arm.n)
    start, _ = reset(arm)
    only(arm, **gains)
    arm.ok(ENABLE, {"data": True})
    return start


def held(arm: Arm, seen: Any) -> list[float]:
    """Return what the controller holds, as it is seen in the next states, for each joint."""
    arm.run(0.1)
    sample: Sample = arm.next_samples()[-1]
    return [seen(sample, i) for i in range(arm.n)]
