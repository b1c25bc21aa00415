"""/rosapi: parameters are fields of the services of the arm, and the arm is asked for the time."""

import json

import pytest
from system_hub import response, values, whole_system

from protocol import names
from protocol.effects import CallActor
from protocol.rosapi.parameters import PARAMETERS
from protocol.wire import encode

ARM = {  # what the services of the arm return
    names.SET_PARAMS: {"gravity": 9.81, "masses": [1.0, 2.0], "lengths": [1.0, 1.0]},
    names.SET_LINKS: {"centers_of_mass": [0.5, 0.5], "inertias": [0.1, 0.1], "damping": [0, 0]},
    names.SET_INTEGRATOR: {"method": "rk4", "timestep": 0.0005},
    names.SET_GAINS: {"kp": [300, 100], "ki": [600, 200], "kd": [45, 16]},
    names.SET_LIMITS: dict.fromkeys(("position", "operating", "velocity", "effort")),
}


@pytest.fixture
def hub():
    return whole_system("ann")


def question(hub, service, /, **args):
    """What the arm is asked."""
    [asked] = hub.say("ann", "call_service", service=f"/rosapi/{service}", args=args, id=1)
    assert isinstance(asked, CallActor)
    return asked


def answered(hub, asked, result=True, status="", values=None):
    """The response when the arm has answered."""
    content = encode(ARM[asked.service] if values is None else values)
    [(_, line)] = hub.answer(asked, result, status, content)
    assert line["id"] == 1 and line["service"].startswith("/rosapi/")
    return line


@pytest.mark.parametrize("name", PARAMETERS)
@pytest.mark.parametrize("spelled", ["/arm_sim:{}", "arm_sim:{}", "/arm_sim/{}", "arm_sim/{}"])
def test_a_parameter_has_the_value_of_its_field(hub, name, spelled):
    asked = question(hub, "get_param", name=spelled.format(name))
    service, field = PARAMETERS[name]
    assert (asked.service, asked.call.args) == (service, {})
    line = answered(hub, asked)
    assert line["result"] is True
    assert json.loads(line["values"]["value"]) == ARM[service][field]
    assert (line["values"]["successful"], line["values"]["reason"]) == (True, "")


@pytest.mark.parametrize("default, value", [({}, "null"), ({"default_value": "5"}, "5")])
@pytest.mark.parametrize("name", ["/arm_sim:gravit", "gravity", "", "/ik:gravity", "/arm_sim:"])
def test_an_unknown_parameter_has_no_value(hub, name, default, value):
    found = values(hub, "get_param", name=name, **default)
    assert (found["value"], found["successful"]) == (value, False)
    assert found["reason"].startswith(f'there is no parameter "{name}"')


def test_a_parameter_that_cannot_be_asked_for_has_no_value(hub):
    line = answered(hub, question(hub, "get_param", name="/arm_sim:kp"), False, "gone", {})
    assert (line["result"], line["status"]) == (False, "gone")
    assert line["values"] == {"value": "null", "successful": False, "reason": "gone"}


@pytest.mark.parametrize(
    "name, value, args",
    [
        ("/arm_sim:gravity", "1.62", {"gravity": 1.62}),
        ("/arm_sim/masses", "[1, 2]", {"masses": [1, 2]}),
        ("/arm_sim:method", '"euler"', {"method": "euler"}),
        ("/arm_sim:velocity_limits", "null", {"velocity": None}),
        ("/arm_sim:kp", '{"a": [true]}', {"kp": {"a": [True]}}),  # the arm judges it
    ],
)
def test_setting_a_parameter_sets_its_field(hub, name, value, args):
    asked = question(hub, "set_param", name=name, value=value)
    assert asked.call.args == args
    line = answered(hub, asked, True, "the arm rings")
    assert (line["result"], line["status"]) == (True, "the arm rings")
    assert line["values"] == {"successful": True, "reason": ""}


def test_a_refusal_of_the_arm_is_told(hub):
    asked = question(hub, "set_param", name="/arm_sim:gravity", value="-1")
    refusal = "gravity must be a finite number at least 0, got -1"
    line = answered(hub, asked, False, refusal)
    assert (line["result"], line["status"]) == (False, refusal)
    assert line["values"] == {"successful": False, "reason": refusal}


@pytest.mark.parametrize(
    "value", ["", "rk4", "1,2", "NaN", "1e", '{"a"', "[" * 300 + "]" * 300, "[" * 9000, "9" * 5000]
)
def test_a_value_that_is_no_json_is_refused(hub, value):
    line = response(hub, "set_param", name="/arm_sim:gravity", value=value)
    assert line["result"] is False and line["status"].startswith("value must be JSON text, ")
    assert line["values"] == {"successful": False, "reason": line["status"]}


@pytest.mark.parametrize(
    "service, args, status",
    [
        ("get_param", {}, "name is missing"),
        ("get_param", {"name": 1}, "name must be a string, got 1"),
        ("set_param", {"name": "/arm_sim:kp"}, "value is missing"),
        ("set_param", {"name": "/arm_sim:kp", "value": 5}, "value must be a string, got 5"),
        (
            "set_param",
            {"name": "/arm_sim:gravty", "value": "5"},
            'there is no parameter "/arm_sim:gravty", did you mean /arm_sim:gravity?',
        ),
        ("delete_param", {"name": "/arm_sim:kp"}, "the parameters of the arm cannot be deleted"),
        ("delete_param", {"name": "/x"}, 'there is no parameter "/x"'),
    ],
    ids=str,
)
def test_a_wrong_request_is_refused(hub, service, args, status):
    line = response(hub, service, **args)
    assert (line["result"], line["status"]) == (False, status)


@pytest.mark.parametrize(
    "name, exists", [("/arm_sim:kp", True), ("arm_sim/kp", True), ("/kp", False)]
)
def test_whether_there_is_a_parameter(hub, name, exists):
    assert values(hub, "has_param", name=name) == {"exists": exists}


def test_the_names_of_all_parameters(hub):
    found = values(hub, "get_param_names")["names"]
    assert found == [f"/arm_sim:{name}" for name in PARAMETERS]
    assert all(values(hub, "has_param", name=name)["exists"] for name in found)


def test_the_arm_is_asked_for_the_time(hub):
    asked = question(hub, "get_time")
    assert asked.service == names.SIMULATION_TIME
    time = {"time": {"sec": 1, "nanosec": 5}}
    assert answered(hub, asked, values=time)["values"] == time


@pytest.mark.parametrize("service", sorted(names.OF_THE_ARM_BY_ROSAPI))
def test_only_a_change_of_a_parameter_waits_for_calls_to_other_actors(hub, service):
    solution = hub.say("ann", "call_service", service=names.IK_SOLVE, args={})[0]
    args = {"name": "/arm_sim:gravity", "value": "1"}
    waits = service == "/rosapi/set_param"
    assert (hub.effects("ann", "call_service", service=service, args=args) is None) is waits
    hub.answer(solution)
    assert hub.effects("ann", "call_service", service=service, args=args)


def test_a_goal_waits_for_a_parameter_that_is_being_set(hub):
    args = {"name": "/arm_sim:lengths", "value": "[1, 1]"}
    asked = hub.say("ann", "call_service", service="/rosapi/set_param", args=args)[0]
    assert hub.effects("ann", "call_service", service=names.IK_SOLVE) is None
    hub.answer(asked)
    assert hub.effects("ann", "call_service", service=names.IK_SOLVE)
