"""/rosapi: the details of types."""

import pytest
from system_hub import values, whole_system

from protocol import names
from protocol.interfaces import Interfaces


@pytest.fixture(scope="module")
def hub():
    return whole_system("ann")


def typedefs(hub, service, type):
    return values(hub, service, type=type)["typedefs"]


@pytest.mark.parametrize("type", ["diagnostic_msgs/msg/DiagnosticArray", "rcl_interfaces/Log"])
def test_a_message_is_described_with_all_messages_in_it(hub, type):
    described = typedefs(hub, "message_details", type)
    found = [each["type"] for each in described]
    assert found[0] == names.canonical_type(type, "msg") and len(set(found)) == len(found)
    used = {type for each in described for type in each["fieldtypes"] if "/" in type}
    assert used == set(found[1:])
    for each in described:
        lists = [each[f"field{part}"] for part in ("names", "types", "arraylen")]
        assert len({len(entries) for entries in [*lists, each["examples"]]}) == 1
        assert len(each["constnames"]) == len(each["constvalues"])


def test_each_field_has_its_type_length_and_example(hub):
    [described, *_] = typedefs(hub, "message_details", "sensor_msgs/msg/JointState")
    assert described == {
        "type": "sensor_msgs/msg/JointState",
        "fieldnames": ["header", "name", "position", "velocity", "effort"],
        "fieldtypes": ["std_msgs/msg/Header", "string", "float64", "float64", "float64"],
        "fieldarraylen": [-1, 0, 0, 0, 0],
        "examples": ["{}", "[]", "[]", "[]", "[]"],
        "constnames": [],
        "constvalues": [],
    }


@pytest.mark.parametrize(
    "type, field, example",
    [
        ("pendularm_msgs/msg/TrialStatus", "running", "False"),
        ("pendularm_msgs/msg/TrialStatus", "elapsed", "0.0"),
        ("pendularm_msgs/msg/TrialStatus", "targets_reached", "0"),
        ("pendularm_msgs/msg/TrialStatus", "action_status", ""),
        ("geometry_msgs/msg/Quaternion", "w", "1"),
    ],
)
def test_an_example_is_the_value_in_a_new_message(hub, type, field, example):
    [described, *_] = typedefs(hub, "message_details", type)
    assert described["examples"][described["fieldnames"].index(field)] == example


def test_constants_have_their_values(hub):
    described = {
        each["type"]: each for each in typedefs(hub, "message_details", "rcl_interfaces/Log")
    }
    log = described["rcl_interfaces/msg/Log"]
    assert dict(zip(log["constnames"], log["constvalues"]))["WARN"] == "30"


def test_the_halves_of_a_service_are_described(hub):
    type = "pendularm_msgs/srv/SendGoal"
    [request] = typedefs(hub, "service_request_details", type)
    [response] = typedefs(hub, "service_response_details", "pendularm_msgs/SendGoal")
    assert (request["type"], response["type"]) == (type + "_Request", type + "_Response")
    assert request["fieldnames"] == [
        "x",
        "y",
        "phi",
        "epsilon",
        "success_hold",
        "timeout",
        "margin_weight",
    ]
    assert request["examples"][3:5] == ["0.05", "0.5"]
    assert response["fieldnames"] == ["goal_id"]


@pytest.mark.parametrize(
    "service", ["message_details", "service_request_details", "service_response_details"]
)
@pytest.mark.parametrize("type", ["", "float64", "a/B", "a/msg/B", "../../README", "std_msgs/msg/"])
def test_an_unknown_type_has_no_details(hub, service, type):
    assert typedefs(hub, service, type) == []


@pytest.mark.parametrize("name", Interfaces().names)
def test_every_known_type_is_an_interface_and_has_details(hub, name):
    assert name in values(hub, "interfaces")["interfaces"]
    is_message = "/msg/" in name
    service = "message_details" if is_message else "service_request_details"
    assert typedefs(hub, service, name)
