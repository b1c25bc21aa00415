"""The types that clients name: which one is in force, and who is told of another."""

import pytest
from hub import Hub

from protocol import names

JOINTS = names.TOPIC_TYPES[names.JOINT_STATES]
TEXT = "std_msgs/msg/String"


def warnings(heard):
    return [line["msg"] for _, line in heard if line.get("level") == "warning"]


@pytest.mark.parametrize("op", ["subscribe", "advertise"])
@pytest.mark.parametrize(
    "topic, type, fits",
    [
        (names.JOINT_STATES, JOINTS, True),
        ("joint_states", "sensor_msgs/JointState", True),
        (names.JOINT_STATES, "", True),
        (names.JOINT_STATES, None, True),
        (names.JOINT_STATES, TEXT, False),
        (names.JOINT_STATES, "JointState", False),
        (names.JOINT_TRAJECTORY, "trajectory_msgs/JointTrajectory", True),
        (names.JOINT_TRAJECTORY, "trajectory_msgs/JointTrajectoryPoint", False),
        ("/nobody", TEXT, True),
    ],
)
def test_a_type_that_is_not_ours_is_told_with_a_warning(op, topic, type, fits):
    told = warnings(Hub("ann").say("ann", op, topic=topic, type=type))
    ours = names.TOPIC_TYPES.get(names.canonical(topic))
    assert told == ([] if fits else [f"{op}: topic {topic} has the type {ours}, not {type}"])


@pytest.mark.parametrize("first", ["subscribe", "advertise"])
@pytest.mark.parametrize("second", ["subscribe", "advertise"])
def test_the_first_client_that_names_a_type_of_a_topic_settles_it(first, second):
    hub = Hub("ann", "bob")
    hub.say("bob", second, topic="/t")  # without a type
    hub.say("ann", first, topic="/t", type="std_msgs/String", id=1)
    assert hub.bridge.topics.members.type_of("/t") == TEXT
    assert warnings(hub.say("bob", second, topic="t", type=TEXT)) == []
    told = warnings(hub.say("bob", second, topic="t", type="a/B", id=2))
    assert told == [f"{second}: topic t has the type {TEXT}, not a/B"]


@pytest.mark.parametrize(
    "op, end",
    [
        ("subscribe", lambda hub: hub.say("ann", "unsubscribe", topic="/t")),
        ("advertise", lambda hub: hub.say("ann", "unadvertise", topic="/t")),
        ("subscribe", lambda hub: hub.leave("ann")),
        ("advertise", lambda hub: hub.leave("ann")),
    ],
)
def test_a_type_is_in_force_as_long_as_the_client_that_has_named_it(op, end):
    hub = Hub("ann", "bob")
    hub.say("ann", op, topic="/t", type=TEXT)
    end(hub)
    assert hub.bridge.topics.members.type_of("/t") == ""
    assert warnings(hub.say("bob", op, topic="/t", type="a/B")) == []
    assert hub.bridge.topics.members.type_of("/t") == "a/msg/B"


def test_a_message_comes_whatever_the_types():
    hub = Hub("ann", "bob")
    hub.say("ann", "subscribe", topic="/t", type=TEXT)
    hub.say("bob", "advertise", topic="/t", type="a/B")
    assert len(hub.say("bob", "publish", topic="/t", msg=1)) == 1


def test_the_newest_provider_that_names_a_type_of_a_service_settles_it():
    hub = Hub("ann", "bob", "eve")
    services = hub.bridge.services.providers
    assert warnings(hub.say("ann", "advertise_service", service="s", type="a/A")) == []
    assert services.type_of("/s") == "a/srv/A"
    told = warnings(hub.say("bob", "advertise_service", service="/s", type="a/B"))
    assert told == ["advertise_service: service /s has the type a/srv/A, not a/B"]
    assert services.type_of("/s") == "a/srv/B"
    hub.say("eve", "advertise_service", service="/s")
    assert services.type_of("/s") == "a/srv/B"
    hub.leave("bob")
    assert services.type_of("/s") == "a/srv/A"


def test_types_are_counted_in_the_account_of_a_client_until_they_end():
    hub = Hub("ann")
    account = hub.bridge.sessions[hub.numbers["ann"]].account
    for type in ("", "x" * 1000):
        hub.say("ann", "subscribe", topic="/t", type=type)
        hub.say("ann", "advertise", topic="/t", type=type)
        hub.say("ann", "advertise_service", service="/s", type=type)
    assert account.bytes > 6000
    hub.say("ann", "unsubscribe", topic="/t")
    hub.say("ann", "unadvertise", topic="/t")
    hub.say("ann", "unadvertise_service", service="/s")
    assert 1000 < account.bytes < 1100  # the name of an advertised topic stays
    hub.leave("ann")
    assert hub.bridge.budget.total == 0
