"""What a client is told about a setpoint that perhaps has another effect than was meant."""

import pytest

from protocol.trajectory import last_point, read_setpoint, remark_on

LENGTH = "must have 2 entries, got"
ZEROS = "they count as zeros"
NAMES = "joint_names are not joint1, joint2, so the entries are taken in this order"


def trajectory(point, names):
    return {"points": [{}, point], "joint_names": names}


@pytest.mark.parametrize(
    "fields, names",
    [
        ({"positions": [1, 2], "velocities": [3, 4]}, ["joint1", "joint2"]),
        ({"positions": [1, 2], "velocities": [3, 4]}, ["joint2", "joint1"]),
        ({"positions": [1, 2]}, None),
        ({"positions": [1, 2], "velocities": []}, []),
        ({"positions": [0, 0], "accelerations": [1], "time_from_start": 5}, None),
    ],
    ids=str,
)
def test_an_ordinary_setpoint_has_no_remark(fields, names):
    assert remark_on(trajectory(fields, names), 2) == ""
    assert remark_on({"points": [fields]}, 2) == ""


@pytest.mark.parametrize(
    "fields, names, remark",
    [
        ({}, None, f"positions are missing: {ZEROS}"),
        ({"positions": []}, None, f"positions are missing: {ZEROS}"),
        ({"velocities": [1, 2]}, None, f"positions are missing: {ZEROS}"),
        ({"positions": [1]}, None, f"positions {LENGTH} 1: {ZEROS}"),
        ({"positions": [1, 2, 3]}, None, f"positions {LENGTH} 3: {ZEROS}"),
        ({"positions": [1] * 100_000}, None, f"positions {LENGTH} 100 or more: {ZEROS}"),
        ({"positions": [1, 2], "velocities": [1]}, None, f"velocities {LENGTH} 1: {ZEROS}"),
        (
            {"positions": [1], "velocities": [1, 2, 3]},
            None,
            f"positions {LENGTH} 1: {ZEROS}; velocities {LENGTH} 3: {ZEROS}",
        ),
        ({"positions": [1, 2]}, ["joint1"], NAMES),
        ({"positions": [1, 2]}, ["joint1", "joint1"], NAMES),
        ({"positions": [1, 2]}, ["a", None], NAMES),
        ({"positions": [1, 2]}, ["joint1", "joint2", "joint3"], NAMES),
        ({"positions": [1, 2]}, "joint1", NAMES),
        ({"positions": [1, 2]}, 5, NAMES),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_a_sender_may_not_have_meant_is_remarked(fields, names, remark):
    message = trajectory(fields, names)
    read_setpoint(message, 2)
    assert remark_on(message, 2) == remark_on(last_point(message), 2) == remark
