"""The definitions of all types: they are complete, and fit what is sent."""

import math

import pytest

from protocol import arm, diagnostics, goals, motion, names, trajectory
from protocol.idl import PRIMITIVES
from protocol.interfaces import SEPARATOR, Interfaces

INTERFACES = Interfaces()
TYPES = sorted({*names.TOPIC_TYPES.values(), *names.SERVICE_TYPES.values(), *names.ROSAPI.values()})
FIGURES = motion.figures_message(math.nan, 0.0, 0.0, None, [], 0.0)
STATUS = diagnostics.diagnostic_status(0, "", "", {"pid": 1})
SENT = {  # by topic: a message as it is sent
    names.JOINT_STATES: trajectory.joint_state(0.0, [0.0], [0.0], [0.0]),
    names.ENERGY: trajectory.energy_message(0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    names.IK_FEEDBACK: goals.feedback("", {}, [], 0.0, 0.0),
    names.IK_RESULT: goals.result("", "", {}, 0.0),
    names.IK_TRIAL_STATUS: goals.trial_status(True, 0.0, 0.0, 0, None, None, None, ""),
    names.MOTION_STATE: motion.motion_state("", "", None, None, None, None),
    names.MOTION_RESULT: motion.motion_result("", "", "", "", 0.0, FIGURES),
    names.DIAGNOSTICS: diagnostics.diagnostic_array(0.0, [STATUS]),
    names.ROSOUT: diagnostics.log_message(0.0, 20, "", ""),
}


def field_names(message):
    return [field.name for field in message.fields]


@pytest.mark.parametrize("name", TYPES)
def test_each_type_of_a_topic_or_service_is_defined(name):
    assert name in INTERFACES.names


@pytest.mark.parametrize("name", INTERFACES.names)
def test_each_definition_can_be_read_and_uses_only_defined_types(name):
    is_message = INTERFACES.is_known(name, "msg")
    halves = [INTERFACES.message(name)] if is_message else INTERFACES.service(name)
    for half in halves:
        used = {field.type for field in half.fields} - PRIMITIVES
        assert used <= set(INTERFACES.names)
        assert len(set(field_names(half))) == len(half.fields)


def test_each_topic_and_service_that_has_a_name_has_a_type():
    public = {
        value
        for name, value in vars(names).items()
        if name.isupper() and isinstance(value, str) and value.startswith("/")
    }
    assert public == names.TOPIC_TYPES.keys() | names.SERVICE_TYPES.keys()


@pytest.mark.parametrize("topic", SENT)
def test_the_fields_of_a_message_are_those_of_its_type(topic):
    defined = INTERFACES.message(names.TOPIC_TYPES[topic])
    assert set(SENT[topic]) == set(field_names(defined))


@pytest.mark.parametrize(
    "name, sent",
    [
        ("pendularm_msgs/msg/Figures", FIGURES),
        ("pendularm_msgs/msg/Target", goals.target_message(0.0, 0.0, 0.0)),
        ("pendularm_msgs/msg/Obstacle", motion.obstacles_message([(0, 0, 1)])["obstacles"][0]),
        ("diagnostic_msgs/msg/DiagnosticStatus", STATUS),
        ("diagnostic_msgs/msg/KeyValue", STATUS["values"][0]),
        ("builtin_interfaces/msg/Time", trajectory.stamp(0.0)),
    ],
)
def test_the_fields_of_a_part_of_a_message_are_those_of_its_type(name, sent):
    assert set(sent) == set(field_names(INTERFACES.message(name)))


def test_the_parts_of_a_trajectory_are_fields_of_its_type():
    sent = trajectory.joint_trajectory([0.0], [0.0])
    trajectory_type = names.TOPIC_TYPES[names.JOINT_TRAJECTORY]
    assert set(sent) == set(field_names(INTERFACES.message(trajectory_type)))
    point = INTERFACES.message(trajectory_type + "Point")
    assert set(sent["points"][0]) <= set(field_names(point))


@pytest.mark.parametrize(
    "service, readers",
    [
        (names.SET_PARAMS, arm.parameters(2)),
        (names.SET_LINKS, arm.links(2)),
        (names.SET_LIMITS, arm.limits(2)),
        (names.SET_GAINS, arm.gains(2)),
        (names.SET_INTEGRATOR, arm.integrator(["rk4"])),
        (names.PAUSE, arm.FLAG),
        (names.ENABLE, arm.FLAG),
    ],
)
def test_the_fields_of_a_request_are_those_of_its_type(service, readers):
    request, response = INTERFACES.service(names.SERVICE_TYPES[service])
    assert set(readers) == set(field_names(request))
    assert set(field_names(response)) == set(readers) - {"rods"}


def test_a_full_text_has_each_type_once_after_a_line_of_its_own():
    parts = INTERFACES.full_text("trajectory_msgs/msg/JointTrajectory").split(SEPARATOR + "\n")
    assert parts[0] == INTERFACES.text("trajectory_msgs/msg/JointTrajectory")
    assert [part.splitlines()[0] for part in parts[1:]] == [
        "MSG: std_msgs/Header",
        "MSG: builtin_interfaces/Time",
        "MSG: trajectory_msgs/JointTrajectoryPoint",
        "MSG: builtin_interfaces/Duration",
    ]
    assert len(SEPARATOR) == 80


@pytest.mark.parametrize("name", ["", "std_msgs", "std_msgs/msg/Strin", "../msg/README", "a/b/c/d"])
def test_what_is_not_defined_is_not_known(name):
    assert not INTERFACES.is_known(name, "msg")
