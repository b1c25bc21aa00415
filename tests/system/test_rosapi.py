"""/rosapi in the running system: the time, the parameters and the nodes."""

import json

import pytest

pytestmark = pytest.mark.parametrize("links", [2])

GRAVITY = "/arm_sim:gravity"


def parameter(client, name):
    return json.loads(client.call("/rosapi/get_param", {"name": name})["values"]["value"])


def set_parameter(client, name, value):
    return client.call("/rosapi/set_param", {"name": name, "value": json.dumps(value)})


def test_the_values_of_all_parameters_are_those_of_the_services(client, runtime):
    names = client.call("rosapi/get_param_names")["values"]["names"]
    values = {name: parameter(client, name) for name in names}
    in_force = {field: value for echo in runtime.defaults.values() for field, value in echo.items()}
    fields = {
        name: in_force[name.split(":")[1]] for name in names if name.split(":")[1] in in_force
    }
    assert len(fields) == 8 and fields == {name: values[name] for name in fields}
    assert all(value is None for name, value in values.items() if name.endswith("_limits"))


def test_setting_a_parameter_is_setting_the_field_of_the_service(client):
    answer = set_parameter(client, GRAVITY, 1.62)
    assert answer["result"] is True and answer["values"] == {"successful": True, "reason": ""}
    assert client.call("/arm_sim/set_params")["values"]["gravity"] == 1.62
    assert parameter(client, GRAVITY) == 1.62


def test_what_the_service_refuses_is_refused_in_the_same_words(client):
    answer = set_parameter(client, GRAVITY, -1)
    refusal = client.call("/arm_sim/set_params", {"gravity": -1})
    assert answer["result"] is False and answer["status"] == refusal["status"]
    assert parameter(client, GRAVITY) == 9.81


def test_the_time_is_that_of_the_simulation(client):
    client.call("/arm_sim/pause", {"data": True})
    client.call("/arm_sim/reset")
    assert client.call("/rosapi/get_time")["values"] == {"time": {"sec": 0, "nanosec": 0}}
    client.call("/arm_sim/pause", {"data": False})
    client.send(op="subscribe", topic="/joint_states")
    stamp = client.next(lambda message: message["op"] == "publish")["msg"]["header"]["stamp"]
    time = client.call("/rosapi/get_time")["values"]["time"]
    assert (stamp["sec"], stamp["nanosec"]) <= (time["sec"], time["nanosec"])


def test_every_node_has_its_details_and_every_topic_its_definition(client):
    nodes = client.call("/rosapi/nodes")["values"]["nodes"]
    details = {node: client.call("/rosapi/node_details", {"node": node}) for node in nodes}
    assert details["/arm_sim"]["values"]["subscribing"] == ["/joint_trajectory"]
    assert "/joint_states" in details["/arm_sim"]["values"]["publishing"]
    assert "/rosapi/nodes" in details["/gateway"]["values"]["services"]
    raw = client.call("/rosapi/topics_and_raw_types")["values"]
    assert len(raw["topics"]) == len(raw["types"]) == len(raw["typedefs_full_text"])
    assert "rcl_interfaces/msg/Log" in raw["types"] and all(raw["typedefs_full_text"])
