"""Steps that tests of the live arm share, and the mechanics that they judge it by."""

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from rosbridge import Client, stamp

STATES = "/joint_states"
TRAJECTORY = "/joint_trajectory"
RESET = "/arm_sim/reset"
PAUSE = "/arm_sim/pause"
ENABLE = "/pid_controller/enable"
SET_GAINS = "/pid_controller/set_gains"
SET_PARAMS = "/arm_sim/set_params"
SET_INTEGRATOR = "/arm_sim/set_integrator"
GOAL = {2: [0.6, -0.4], 3: [0.6, -0.4, 0.3]}  # rad, by the number of links
AT_REST = 0.3  # s in a row that an arm must be at its goal
HELD_STILL = 1e-9  # s, a timestep with which the arm keeps its pose, so that efforts tell of it

two_links = pytest.mark.parametrize("links", [2])


def trajectory(*points: Sequence[float], **fields: Any) -> dict[str, Any]:
    """A message with these points: joint angles in rad."""
    return {
        "joint_names": [],
        "points": [{"positions": positions} for positions in points],
        **fields,
    }


def follow(client: Client, positions: Sequence[float]) -> None:
    """Enable the controller and give it a setpoint."""
    client.call(ENABLE, {"data": True})
    client.publish(TRAJECTORY, trajectory(positions))


def near(values: Sequence[float], expected: Sequence[float], tolerance: float) -> bool:
    """Whether each value is within the tolerance of the expected one."""
    return all(
        abs(value - wanted) <= tolerance for value, wanted in zip(values, expected, strict=True)
    )


def arrival(client: Client, goal: Sequence[float], within: float = 25.0) -> dict[str, Any]:
    """The state of an arm that has been at rest at the goal for AT_REST."""
    deadline = time.monotonic() + within
    since = None
    state = None
    while time.monotonic() < deadline:
        state = client.message(STATES)
        is_there = near(state["position"], goal, 0.02)
        if not (is_there and near(state["velocity"], [0] * len(goal), 0.02)):
            since = None
        elif since is None:
            since = stamp(state)
        elif stamp(state) - since > AT_REST:
            return state
    pytest.fail(f"{goal} was not reached within {within} s: {state}")


# -- mechanics, from the centres of mass alone -----------------------------------------------------
def links_of(
    params: Mapping[str, Any], q: Sequence[float]
) -> Iterator[tuple[float, float, float, float, float]]:
    """Of each link: mass (kg), length (m), heading (rad), and where it begins (x and y in m)."""
    x = 0.0
    y = 0.0
    heading = 0.0
    for m, length, angle in zip(params["masses"], params["lengths"], q):
        heading += angle
        yield m, length, heading, x, y
        x = x + length * math.cos(heading)
        y = y + length * math.sin(heading)


def gravity_load(params: Mapping[str, Any], q: Sequence[float]) -> list[float]:
    """The torque in N m that each joint needs to hold the arm."""
    bodies = list(links_of(params, q))
    return [
        sum(
            params["gravity"] * m * (x + length / 2 * math.cos(heading) - bodies[joint][3])
            for m, length, heading, x, _ in bodies[joint:]
        )
        for joint in range(len(q))
    ]


def energy(params: Mapping[str, Any], q: Sequence[float], qdot: Sequence[float]) -> float:
    """Kinetic and potential energy of uniform rods in J, by the velocities of their centres."""
    total = 0.0
    vx = 0.0
    vy = 0.0
    turning = 0.0
    for (m, length, heading, _, y), rate in zip(links_of(params, q), qdot):
        turning += rate
        centre_vx = vx - turning * length / 2 * math.sin(heading)
        centre_vy = vy + turning * length / 2 * math.cos(heading)
        total += m / 2 * (centre_vx**2 + centre_vy**2) + m * length**2 / 24 * turning**2
        total += m * params["gravity"] * (y + length / 2 * math.sin(heading))
        vx = vx - turning * length * math.sin(heading)
        vy = vy + turning * length * math.cos(heading)
    return total
