"""Setpoints: which point of a trajectory the live arm holds, and which trajectories it refuses.

The held setpoint is read off the effort of an arm that hardly moves.
"""

import pytest
from arm_steps import (
    ENABLE,
    GOAL,
    HELD_STILL,
    RESET,
    SET_GAINS,
    SET_INTEGRATOR,
    SET_PARAMS,
    STATES,
    TRAJECTORY,
    near,
    trajectory,
    two_links,
)

HELD = [0.1, 0.2]
POINT = [0.6, -0.4]


def setpoint_seen(client, links, message, kd=0):
    """The setpoint (kd 0) or its velocity (kd 1) that is held after a message.

    With gains of 1 (kp for positions, kd for velocities) and an arm at zero it is the effort.
    """
    zeros = [0] * links
    ones = [1] * links
    client.call(SET_PARAMS, {"gravity": 0, "masses": [1e6] * links})
    client.call(SET_INTEGRATOR, {"timestep": HELD_STILL})
    client.call(SET_GAINS, {"kp": zeros if kd else ones, "ki": zeros, "kd": ones if kd else zeros})
    client.call(ENABLE, {"data": True})
    client.call(RESET)
    client.subscribe(STATES)
    client.publish(TRAJECTORY, trajectory([0.1, 0.2, 0.3][:links]))
    client.publish(TRAJECTORY, message)
    return client.fresh(STATES)["effort"]


@two_links
@pytest.mark.parametrize(
    "message, expected",
    [
        (trajectory(POINT), POINT),
        (trajectory([9, 9], [8, 8], POINT), POINT),
        ({"points": [{"positions": POINT, "time_from_start": {"sec": 30, "nanosec": 0}}]}, POINT),
        ({"points": [{"positions": POINT}], "joint_names": ["shoulder", "elbow"]}, POINT),
        ({"points": [{"positions": POINT}], "joint_names": ["joint1"]}, POINT),
        ({"points": [{"positions": POINT}], "joint_names": 5}, POINT),
        ({"points": [{"positions": POINT}], "joint_names": ["joint2", "joint1"]}, POINT[::-1]),
        ({"points": [{}]}, [0, 0]),
        ({"points": [{"positions": [1.0]}]}, [0, 0]),
        ({"points": [{"positions": [1.0, 2.0, 3.0]}]}, [0, 0]),
        ({"points": [{"positions": []}]}, [0, 0]),
    ],
)
def test_the_last_point_of_a_trajectory_is_held(client, links, message, expected):
    assert near(setpoint_seen(client, links, message), expected, 1e-5)


@two_links
@pytest.mark.parametrize(
    "velocities, expected",
    [([0.5, -0.25], [0.5, -0.25]), (None, [0, 0]), ([0.5], [0, 0]), ([1, 2, 3], [0, 0])],
)
def test_velocities_are_zero_unless_there_is_one_per_joint(client, links, velocities, expected):
    point = {"positions": POINT} | ({} if velocities is None else {"velocities": velocities})
    assert near(setpoint_seen(client, links, {"points": [point]}, kd=1), expected, 1e-5)


@two_links
@pytest.mark.parametrize(
    "message",
    [
        {"points": []},
        {},
        {"points": [None]},
        {"points": [5]},
        {"points": {"positions": POINT}},
        5,
        [],
        None,
        "x",
        {"points": [{"positions": [1, "a"]}]},
        {"points": [{"positions": [1, None]}]},
        {"points": [{"positions": [True, True]}]},
        {"points": [{"positions": POINT, "velocities": [1, "a"]}]},
        {"points": [{"positions": [1, 10**400]}]},
    ],
)
def test_a_trajectory_that_cannot_be_read_is_refused_to_its_sender_and_the_old_setpoint_held(
    client, links, message
):
    assert near(setpoint_seen(client, links, message), HELD, 1e-5)
    status = client.status()
    assert status["level"] == "error" and TRAJECTORY in status["msg"]


def test_a_trajectory_is_read_at_either_link_count_and_on_a_line_of_a_megabyte(client, links):
    points = [[9.0] * links] * 12_000 + [GOAL[links]]
    assert near(setpoint_seen(client, links, trajectory(*points)), GOAL[links], 1e-5)


@two_links
@pytest.mark.parametrize(
    "message, words",
    [
        ({"points": [{}]}, "positions are missing"),
        ({"points": [{"positions": [1, 2, 3]}]}, "positions must have 2 entries, got 3"),
        ({"points": [{"positions": POINT, "velocities": [1]}]}, "velocities must have 2 entries"),
        (trajectory(POINT) | {"joint_names": ["shoulder", "elbow"]}, "joint_names are not joint1"),
    ],
)
def test_what_a_sender_may_not_have_meant_is_told_once_to_it_alone(client, connect, message, words):
    other = connect()
    for each in [message] * 60 + [trajectory(POINT), message]:
        client.publish(TRAJECTORY, each)
    for _ in range(2):
        status = client.status()
        assert status["level"] == "warning" and "id" not in status
        assert status["msg"].startswith(f"{TRAJECTORY}: {words}")
    for each in (client, other):
        each.settle()
        with pytest.raises(TimeoutError):
            each.status(within=0.01)


@two_links
@pytest.mark.parametrize("point", [{"positions": POINT}, {"positions": POINT, "velocities": []}])
def test_an_ordinary_setpoint_is_held_without_a_word(client, point):
    client.publish(TRAJECTORY, {"points": [point]})
    client.settle()
    with pytest.raises(TimeoutError):
        client.status(within=0.01)
