"""The bridge: advertising topics and publishing on them."""

import json

import pytest
from hub import Hub, messages

from protocol import names
from protocol.effects import PublishToActors, RefusePublication

SETPOINT = {"joint_names": None, "points": [{"positions": [1, 2]}]}

ADVERTISE = "advertise"
UNADVERTISE = "unadvertise"
PUBLISH = "publish"


@pytest.mark.parametrize(
    "ops, lenient, strict",
    [
        ([PUBLISH], 1, 0),
        ([PUBLISH, PUBLISH], 2, 0),
        ([ADVERTISE, PUBLISH], 1, 1),
        ([PUBLISH, ADVERTISE, PUBLISH], 2, 1),
        ([ADVERTISE, UNADVERTISE, PUBLISH], 0, 0),
        ([PUBLISH, UNADVERTISE, PUBLISH], 1, 0),
        # Advertising twice has the effect of advertising once.
        ([ADVERTISE, ADVERTISE, UNADVERTISE, PUBLISH], 0, 0),
        ([ADVERTISE, UNADVERTISE, UNADVERTISE, PUBLISH], 0, 0),
        ([ADVERTISE, UNADVERTISE, PUBLISH, ADVERTISE, PUBLISH], 1, 1),
        ([UNADVERTISE, PUBLISH], 1, 0),  # what was never advertised cannot end
        ([UNADVERTISE, ADVERTISE, PUBLISH], 1, 1),
    ],
)
@pytest.mark.parametrize("is_strict", [False, True], ids=["lenient", "strict"])
def test_a_message_passes_only_while_its_client_advertises_the_topic(
    ops, lenient, strict, is_strict
):
    hub = Hub("ann", "bob", strict_advertise=is_strict)
    hub.say("bob", "subscribe", topic="/t")
    came = [effect for op in ops for effect in hub.say("ann", op, topic="/t", msg=1)]
    passed = strict if is_strict else lenient
    assert came == [("bob", {"op": "publish", "topic": "/t", "msg": 1})] * passed


@pytest.mark.parametrize("is_strict", [False, True], ids=["lenient", "strict"])
def test_what_was_sent_before_the_end_of_input_is_still_published(is_strict):
    hub = Hub("ann", "bob", strict_advertise=is_strict)
    hub.say("bob", "subscribe", topic="/t")
    hub.say("ann", "advertise", topic="/t")
    hub.bridge.end_of_input(hub.numbers["ann"])
    assert len(hub.say("ann", "publish", topic="/t", msg=1)) == 1
    hub.say("ann", "advertise", topic="/t")
    hub.leave("ann")
    assert list(hub.bridge.topics.members.publishing.of("/t")) == []


@pytest.mark.parametrize("is_strict", [False, True], ids=["lenient", "strict"])
def test_publishers_do_not_advertise_or_unadvertise_for_each_other(is_strict):
    hub = Hub("ann", "bob", strict_advertise=is_strict)
    hub.say("ann", "advertise", topic="/t")
    hub.say("bob", "advertise", topic="/t")
    hub.say("bob", "unadvertise", topic="/t")
    hub.say("bob", "subscribe", topic="/t")
    assert len(hub.say("ann", "publish", topic="/t", msg=1)) == 1
    assert hub.say("bob", "publish", topic="/t", msg=1) == []


@pytest.mark.parametrize("is_strict", [False, True], ids=["lenient", "strict"])
def test_advertising_is_by_topic_however_it_is_spelled(is_strict):
    hub = Hub("ann", strict_advertise=is_strict)
    hub.say("ann", "subscribe", topic="/t")
    hub.say("ann", "advertise", topic="t")
    assert messages(hub.say("ann", "publish", topic="/t", msg=1)) == [("ann", 1)]
    hub.say("ann", "unadvertise", topic="/t")
    assert hub.say("ann", "publish", topic="t", msg=1) == []


@pytest.mark.parametrize("topic", [names.JOINT_TRAJECTORY, names.JOINT_TRAJECTORY[1:]])
def test_the_actors_get_a_command_even_if_no_client_subscribes(topic):
    hub = Hub("ann")
    assert hub.say("ann", "publish", topic=topic, msg=SETPOINT) == [
        PublishToActors(hub.numbers["ann"], names.JOINT_TRAJECTORY, SETPOINT)
    ]


@pytest.mark.parametrize("topic", ["/t", "/cmd_vel", "joint_trajectory/"])
def test_the_actors_get_nothing_that_is_published_on_other_topics(topic):
    assert Hub("ann").say("ann", "publish", topic=topic, msg=SETPOINT) == []


def test_of_a_long_trajectory_the_actors_get_the_last_point_and_clients_get_all():
    points = [{"positions": [k, 0], "time_from_start": {"sec": k}} for k in range(100)]
    whole = {"header": {"seq": 1}, "joint_names": ["joint1", "joint2"], "points": points}
    hub = Hub("ann", "bob")
    hub.say("bob", "subscribe", topic=names.JOINT_TRAJECTORY)
    command, sent = hub.say("ann", "publish", topic=names.JOINT_TRAJECTORY, msg=whole)
    last = {"positions": [99, 0]}
    assert command.msg == {"joint_names": ["joint1", "joint2"], "points": [last]}
    assert messages([sent]) == [("bob", whole)]


@pytest.mark.parametrize("msg", [None, 5, "x", [], {}, {"points": []}, {"points": [5]}], ids=repr)
def test_a_command_without_a_last_point_is_refused_before_it_reaches_an_actor(msg):
    hub = Hub("ann")
    [refused] = hub.say("ann", "publish", topic=names.JOINT_TRAJECTORY, msg=msg)
    assert isinstance(refused, RefusePublication) and refused.reason


@pytest.mark.parametrize("topic", sorted(names.PUBLISHED))
@pytest.mark.parametrize("slash", ["/", ""])
def test_a_client_cannot_publish_on_our_own_topics(topic, slash):
    spelled = slash + topic[1:]
    hub = Hub("ann", "bob")
    hub.say("bob", "subscribe", topic=topic)
    hub.say("ann", "advertise", topic=spelled)
    [(to, status)] = hub.say("ann", "publish", topic=spelled, msg={}, id="p")
    assert (to, status["level"], status["id"]) == ("ann", "error", "p")
    assert status["msg"] == f"publish: only Pendularm itself publishes on topic {spelled}"


def test_a_client_can_publish_on_our_own_topics_where_that_is_allowed():
    hub = Hub("ann", override=True)
    hub.say("ann", "subscribe", topic=names.IK_RESULT)
    assert messages(hub.say("ann", "publish", topic=names.IK_RESULT, msg=1)) == [("ann", 1)]


def test_advertise_and_unadvertise_get_no_answer():
    hub = Hub("ann")
    ops = [ADVERTISE, ADVERTISE, UNADVERTISE, UNADVERTISE]
    assert [hub.say("ann", op, topic="/t", id="x") for op in ops] == [[], [], [], []]


def test_a_number_too_large_for_a_double_is_published_as_null():
    hub = Hub("ann")
    hub.say("ann", "subscribe", topic="/t")
    assert messages(hub.say("ann", "publish", topic="/t", msg=[json.loads("1e999"), 1])) == [
        ("ann", [None, 1])
    ]
