"""The arm in URDF: what any parser reads from it. Others compute with it in tests/arm."""

from xml.etree import ElementTree

import pytest

from protocol.urdf import UNLIMITED, Link, frame_names, robot_description

LINK = Link(1.0, 1.0, 0.5, 1 / 12, 0.0, None, None, None)
SHORT = Link(0.1, 1 / 3, 0.1, 1e-7, 0.25, None, None, None)


def read(*links, gravity=9.81):
    return ElementTree.fromstring(robot_description(links, gravity))


def numbers(element, attribute):
    return [float(number) for number in element.get(attribute).split()]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_links_are_a_chain_from_the_base_to_the_tool(n):
    robot = read(*[LINK] * n)
    frames = ["base_link", *(f"link_{i + 1}" for i in range(n)), "tool"]
    assert frame_names(n) == frames == [link.get("name") for link in robot.iter("link")]
    joints = list(robot.iter("joint"))
    assert [joint.find("parent").get("link") for joint in joints] == frames[:-1]
    assert [joint.find("child").get("link") for joint in joints] == frames[1:]
    assert [joint.get("name") for joint in joints[:-1]] == [f"joint{i + 1}" for i in range(n)]
    assert [joint.get("type") for joint in joints] == ["continuous"] * n + ["fixed"]


def test_each_joint_is_at_the_end_of_the_link_before_and_turns_about_minus_y():
    joints = list(read(SHORT, LINK, SHORT).iter("joint"))
    offsets = [numbers(joint.find("origin"), "xyz") for joint in joints]
    assert offsets == [[0, 0, 0], [1 / 3, 0, 0], [1, 0, 0], [1 / 3, 0, 0]]
    assert [joint.find("axis").get("xyz") for joint in joints[:-1]] == ["0 -1 0"] * 3


def test_mass_centre_inertia_and_damping_keep_all_their_digits():
    robot = read(SHORT, LINK)
    inertial = robot.find("link[@name='link_1']/inertial")
    assert float(inertial.find("mass").get("value")) == 0.1
    assert numbers(inertial.find("origin"), "xyz") == [0.1, 0, 0]
    assert float(inertial.find("inertia").get("iyy")) == 1e-7
    assert float(robot.find("joint[@name='joint1']/dynamics").get("damping")) == 0.25


def test_the_moments_of_inertia_are_those_of_a_rigid_body():
    for inertia in read(SHORT, LINK).iter("inertia"):
        moments = sorted(float(inertia.get(axes)) for axes in ("ixx", "iyy", "izz"))
        assert moments[0] > 0 and moments[2] <= moments[0] + moments[1]


def test_the_base_and_the_tool_have_no_mass():
    robot = read(LINK)
    assert robot.find("link[@name='base_link']/inertial") is None
    assert robot.find("link[@name='tool']/inertial") is None


@pytest.mark.parametrize(
    "limits, kind, read_limits",
    [
        ((None, None, None), "continuous", None),
        ((None, 2.0, None), "continuous", {"velocity": 2.0, "effort": UNLIMITED}),
        ((None, None, 0.0), "continuous", {"velocity": UNLIMITED, "effort": 0.0}),
        (
            ((-0.1, 1 / 3), 2.0, 3.0),
            "revolute",
            {"lower": -0.1, "upper": 1 / 3, "velocity": 2.0, "effort": 3.0},
        ),
        (
            ((-1.0, 1.0), None, None),
            "revolute",
            {"lower": -1.0, "upper": 1.0, "velocity": UNLIMITED, "effort": UNLIMITED},
        ),
    ],
)
def test_limits_are_those_of_the_joint(limits, kind, read_limits):
    joint = read(LINK._replace(range=limits[0], velocity=limits[1], effort=limits[2])).find("joint")
    limit = joint.find("limit")
    assert joint.get("type") == kind
    found = limit if limit is None else {name: float(text) for name, text in limit.items()}
    assert found == read_limits


def test_the_drawn_links_are_as_long_as_the_links_and_their_width_grows_with_the_reach():
    sizes = [numbers(box, "size") for box in read(SHORT, LINK).iter("box")]
    assert [size[0] for size in sizes] == [1 / 3, 1.0]
    longer = [numbers(box, "size") for box in read(SHORT._replace(length=9.0), LINK).iter("box")]
    assert longer[1][1] > sizes[1][1] > 0


def test_gravity_is_told_to_mujoco():
    assert numbers(read(LINK, gravity=1.62).find("mujoco/option"), "gravity") == [0, 0, -1.62]
