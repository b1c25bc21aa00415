"""/tf and /clock."""

import math

import pytest

from actors.arm.forward_kinematics import end_effector
from protocol.frames import clock_message, tf_message

LENGTHS = (1.0, 0.5, 0.25)
POSES = [(0.0, 0.0, 0.0), (0.3, -0.7, 2.0), (math.pi, 0.0, 0.0), (-7.0, 13.0, 100.0)]


def rotated(q, v):
    """The vector v turned by the unit quaternion q: v + 2 u x (u x v + w v)."""
    u = (q["x"], q["y"], q["z"])
    inner = [a + q["w"] * b for a, b in zip(cross(u, v), v)]
    return [a + 2 * b for a, b in zip(v, cross(u, inner))]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def in_base(transforms, point):
    """Where a point of the last frame is in the first one."""
    for transform in reversed(transforms):
        shift = transform["transform"]["translation"]
        turned = rotated(transform["transform"]["rotation"], point)
        point = [a + b for a, b in zip(turned, shift.values())]
    return point


@pytest.mark.parametrize("pose", POSES)
def test_the_tool_is_where_forward_kinematics_has_it_with_y_upwards_as_z(pose):
    transforms = tf_message(0.0, LENGTHS, pose)["transforms"]
    x, y, phi = end_effector(LENGTHS, pose)
    assert in_base(transforms, (0.0, 0.0, 0.0)) == pytest.approx([x, 0.0, y], abs=1e-12)
    ahead = [x + math.cos(phi), 0.0, y + math.sin(phi)]
    assert in_base(transforms, (1.0, 0.0, 0.0)) == pytest.approx(ahead, abs=1e-12)


def test_each_frame_is_in_the_one_before_and_all_bear_the_simulation_time():
    transforms = tf_message(2.25, LENGTHS, POSES[1])["transforms"]
    chain = ["base_link", "link_1", "link_2", "link_3", "tool"]
    assert [each["header"]["frame_id"] for each in transforms] == chain[:-1]
    assert [each["child_frame_id"] for each in transforms] == chain[1:]
    assert all(each["header"]["stamp"] == {"sec": 2, "nanosec": 250_000_000} for each in transforms)


def test_the_clock_is_simulation_time():
    assert clock_message(1.5) == {"clock": {"sec": 1, "nanosec": 500_000_000}}
