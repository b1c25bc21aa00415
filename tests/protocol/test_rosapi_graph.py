"""/rosapi: the topics, services and nodes of ours and of clients."""

import pytest
from system_hub import response, values, whole_system

from protocol import limits, names

TEXT = "std_msgs/msg/String"
ADD = "example_interfaces/srv/AddTwoInts"


@pytest.fixture(scope="module")
def hub():
    """Ann asks. Bob has topics and services of his own."""
    hub = whole_system("ann", "bob")
    hub.say("bob", "advertise", topic="/said", type="std_msgs/String")
    hub.say("bob", "publish", topic="untyped", msg=1)
    hub.say("bob", "advertise", topic="/strange", type="a/B")
    hub.say("bob", "advertise", topic="/joint_trajectory")
    hub.say("bob", "subscribe", topic="/wanted", type=TEXT)
    hub.say("bob", "subscribe", topic="joint_states")
    hub.say("bob", "advertise_service", service="add", type=ADD)
    return hub


def test_all_topics_are_listed_with_their_types(hub):
    found = values(hub, "topics")
    types = dict(zip(found["topics"], found["types"]))
    theirs = {"/said": TEXT, "/untyped": "", "/strange": "a/msg/B", "/wanted": TEXT}
    assert types == names.TOPIC_TYPES | theirs
    assert len(found["topics"]) == len(found["types"]) == len(types)


def test_raw_types_are_those_of_the_topics_whose_type_is_known(hub):
    found = values(hub, "topics_and_raw_types")
    types = dict(zip(found["topics"], found["types"]))
    texts = dict(zip(found["topics"], found["typedefs_full_text"]))
    assert types == names.TOPIC_TYPES | {"/said": TEXT, "/strange": "a/msg/B", "/wanted": TEXT}
    assert texts["/said"] == "string data\n"
    assert texts["/strange"].startswith("#")
    assert "\nMSG: std_msgs/Header\nbuiltin_interfaces/Time stamp\n" in texts["/joint_states"]


@pytest.mark.parametrize(
    "service, args, expected",
    [
        ("topics_for_type", {"type": TEXT}, {"topics": ["/robot_description", "/said", "/wanted"]}),
        (
            "topics_for_type",
            {"type": "std_msgs/String"},
            {"topics": ["/robot_description", "/said", "/wanted"]},
        ),
        ("topics_for_type", {"type": "std_msgs/msg/Bool"}, {"topics": []}),
        ("topics_for_type", {"type": ""}, {"topics": []}),
        ("topic_type", {"topic": "/joint_states"}, {"type": "sensor_msgs/msg/JointState"}),
        ("topic_type", {"topic": "joint_states"}, {"type": "sensor_msgs/msg/JointState"}),
        ("topic_type", {"topic": "/said"}, {"type": TEXT}),
        ("topic_type", {"topic": "/untyped"}, {"type": ""}),
        ("topic_type", {"topic": "/nothing"}, {"type": ""}),
        ("topic_type", {"topic": "/arm_sim/reset"}, {"type": ""}),
        ("publishers", {"topic": "/joint_states"}, {"publishers": ["/arm_sim"]}),
        (
            "publishers",
            {"topic": "joint_trajectory"},
            {"publishers": ["/ik_action", "/motion", "/client_2"]},
        ),
        ("publishers", {"topic": "/said"}, {"publishers": ["/client_2"]}),
        ("publishers", {"topic": "/nothing"}, {"publishers": []}),
        ("publishers", {"topic": "health"}, {"publishers": []}),
        (
            "subscribers",
            {"topic": "/joint_states"},
            {"subscribers": ["/ik_action", "/motion", "/client_2"]},
        ),
        ("subscribers", {"topic": "/said"}, {"subscribers": []}),
        ("service_type", {"service": "/arm_sim/pause"}, {"type": "pendularm_msgs/srv/SetFlag"}),
        ("service_type", {"service": "rosapi/topics"}, {"type": "rosapi_msgs/srv/Topics"}),
        ("service_type", {"service": "add"}, {"type": ADD}),
        ("service_type", {"service": "/nothing"}, {"type": ""}),
        ("service_type", {"service": names.SIGNAL}, {"type": ""}),  # it is not served here
        ("services_for_type", {"type": "example_interfaces/AddTwoInts"}, {"services": ["/add"]}),
        ("services_for_type", {"type": "a/srv/B"}, {"services": []}),
        ("service_node", {"service": "arm_sim/pause"}, {"node": "/arm_sim"}),
        ("service_node", {"service": "/rosapi/nodes"}, {"node": "/gateway"}),
        ("service_node", {"service": "/add"}, {"node": "/client_2"}),
        ("service_node", {"service": "/nothing"}, {"node": ""}),
        ("service_providers", {"service": "pendularm_msgs/SetFlag"}, {"providers": ["/arm_sim"]}),
        ("service_providers", {"service": "/add"}, {"providers": ["/client_2"]}),
        ("service_providers", {"service": ADD}, {"providers": ["/client_2"]}),
        ("service_providers", {"service": ""}, {"providers": []}),
        ("action_servers", {}, {"action_servers": []}),
        ("get_ros_version", {}, {"version": 2, "distro": "humble"}),
    ],
    ids=str,
)
def test_a_question_has_this_answer(hub, service, args, expected):
    assert values(hub, service, **args) == expected


def test_all_services_are_listed(hub):
    expected = {*names.SERVICE_TYPES, *names.ROSAPI, "/add"} - {names.SIGNAL}
    assert set(values(hub, "services")["services"]) == expected


def test_the_nodes_are_the_actors_and_the_clients(hub):
    nodes = values(hub, "nodes")["nodes"]
    assert {"/arm_sim", "/gateway", "/client_1", "/client_2"} <= set(nodes)
    assert len(nodes) == len(hub.bridge._nodes) + 2


def test_the_details_of_all_nodes_name_every_topic_and_service(hub):
    details = [values(hub, "node_details", node=node) for node in values(hub, "nodes")["nodes"]]
    publishing = {topic for node in details for topic in node["publishing"]}
    services = [service for node in details for service in node["services"]]
    assert publishing == names.TOPIC_TYPES.keys() | {"/said", "/untyped", "/strange"}
    assert sorted(services) == sorted(values(hub, "services")["services"])


@pytest.mark.parametrize("name", ["/client_2", "client_2"])
def test_the_details_of_a_client_are_what_it_has_asked_for(hub, name):
    assert values(hub, "node_details", node=name) == {
        "subscribing": ["/wanted", "/joint_states"],
        "publishing": ["/said", "/untyped", "/strange", "/joint_trajectory"],
        "services": ["/add"],
    }


@pytest.mark.parametrize("node", ["", "/", "/nobody", "/client_", "/client_99", "/client_x", "é"])
def test_an_unknown_node_has_nothing(hub, node):
    nothing = {"subscribing": [], "publishing": [], "services": []}
    assert values(hub, "node_details", node=node) == nothing


@pytest.mark.parametrize("service", names.ROSAPI)
def test_each_service_can_be_called_without_its_leading_slash(hub, service):
    [answer] = hub.say("ann", "call_service", service=service[1:])
    asks_the_arm = service in names.OF_THE_ARM_BY_ROSAPI and service.endswith("time")
    assert asks_the_arm or answer[1]["service"] == service[1:]


@pytest.mark.parametrize(
    "service, args, status",
    [
        ("topic_type", {}, "topic is missing"),
        ("topic_type", {"topic": 5}, "topic must be a string, got 5"),
        ("node_details", {"node": None}, "node must be a string, got null"),
        ("message_details", {"type": []}, "type must be a string, got []"),
        ("service_node", {"name": "/x"}, "service is missing"),
    ],
)
def test_a_wrong_argument_is_refused_by_name(hub, service, args, status):
    line = response(hub, service, **args)
    assert (line["result"], line["status"], line["values"]) == (False, status, {})


@pytest.mark.parametrize("args", [None, [], {}])
def test_no_arguments_may_be_written_in_several_ways(hub, args):
    [(_, line)] = hub.say("ann", "call_service", service="/rosapi/nodes", args=args)
    assert line["result"] is True


@pytest.mark.parametrize("args", ["x", 5, True, [1]])
def test_arguments_that_are_no_object_are_refused(hub, args):
    [(_, line)] = hub.say("ann", "call_service", service="/rosapi/nodes", args=args)
    assert line["result"] is False and line["status"].startswith("args must be an object, got")


def test_what_a_client_has_had_is_gone_when_it_leaves():
    hub = whole_system("ann", "bob")
    before = [values(hub, service) for service in ("topics", "services")]
    hub.say("bob", "advertise", topic="/said")
    hub.say("bob", "subscribe", topic="/wanted")
    hub.say("bob", "advertise_service", service="/add")
    assert [values(hub, service) for service in ("topics", "services")] != before
    hub.leave("bob")
    assert [values(hub, service) for service in ("topics", "services")] == before
    assert "/client_2" not in values(hub, "nodes")["nodes"]


def test_a_list_has_no_more_than_so_many_names_of_clients():
    hub = whole_system("ann", "bob")
    for k in range(limits.LISTED + 10):
        hub.say("bob", "advertise", topic=f"/{k}")
    assert len(values(hub, "topics")["topics"]) == len(names.TOPIC_TYPES) + limits.LISTED
    assert len(values(hub, "node_details", node="client_2")["publishing"]) == limits.LISTED
    assert values(hub, "publishers", topic=f"/{limits.LISTED + 5}") == {"publishers": ["/client_2"]}


@pytest.mark.parametrize("character", ["n", "\\", "\x01", "\U0001f600"])
@pytest.mark.parametrize(
    "service, args",
    [
        ("topics", {}),
        ("topics_and_raw_types", {}),
        ("topics_for_type", {"type": "a/B"}),
        ("services", {}),
        ("services_for_type", {"type": "a/B"}),
        ("node_details", {"node": "client_2"}),
    ],
)
def test_an_answer_is_not_long_however_long_the_names_of_clients_are(character, service, args):
    """Whoever asks gets it, not only the client with these names."""
    hub = whole_system("ann", "bob")
    long = character * (limits.NAME_CHARACTERS - 10)
    for k in range(200):
        type = args.get("type", long)
        hub.say("bob", "advertise", topic=f"{long}{k}", type=type)
        hub.say("bob", "subscribe", topic=f"{long}{k}", type=type)
        hub.say("bob", "advertise_service", service=f"{long}{k}", type=type)
    answer = values(hub, service, **args)
    lists = [each for each in answer.values() if isinstance(each, list)]
    assert all(sum(map(len, each)) < 1.5 * limits.LISTED_CHARACTERS for each in lists)
    assert all(len(each) > 10 for each in lists)


@pytest.mark.parametrize("override, refused", [(False, True), (True, False)])
def test_a_client_can_provide_a_rosapi_service_only_if_it_may_override_ours(override, refused):
    hub = whole_system("ann", "bob", override=override)
    [(_, line)] = hub.say("bob", "advertise_service", service="rosapi/topics")
    assert (line["level"] == "error") == refused
    asked = hub.say("ann", "call_service", service="/rosapi/topics")
    assert (asked[0][0] == "bob") == override
