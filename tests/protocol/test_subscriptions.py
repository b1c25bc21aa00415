"""The bridge: subscribing, and what a subscriber is sent."""

import json

import pytest
from hub import IDS, Hub, messages


# -- subscribe -----------------------------------------------------------------------------------
@pytest.mark.parametrize("id", IDS, ids=repr)
def test_a_subscription_is_confirmed_with_its_id(id):
    [(client, status)] = Hub("ann").say("ann", "subscribe", topic="/t", id=id)
    assert (client, status["op"], status["level"]) == ("ann", "status", "info")
    assert json.dumps(status["id"]) == json.dumps(id)


def test_a_subscription_without_id_is_confirmed_without_id():
    [(_, status)] = Hub("ann").say("ann", "subscribe", topic="/t")
    assert status == {"op": "status", "level": "info", "msg": "subscribed to /t"}


@pytest.mark.parametrize(
    "msg", [None, 0, False, "", [], {}, "é\n", [1.5, {"a": None}], {"x": -0.0}], ids=repr
)
def test_a_message_reaches_all_subscribers_unchanged(msg):
    hub = Hub("ann", "bob", "cid", "dan")
    hub.say("ann", "subscribe", topic="/t")
    hub.say("bob", "subscribe", topic="/t")
    hub.say("cid", "subscribe", topic="/other")
    heard = messages(hub.say("dan", "publish", topic="/t", msg=msg))
    assert [(client, json.dumps(m)) for client, m in heard] == [
        ("ann", json.dumps(msg)),
        ("bob", json.dumps(msg)),
    ]


def test_a_publication_on_the_wire_has_exactly_operation_topic_and_message():
    hub = Hub("ann")
    hub.say("ann", "subscribe", topic="/t", id="s")
    assert hub.deliver("/t", {"a": 1}) == [
        ("ann", {"op": "publish", "topic": "/t", "msg": {"a": 1}})
    ]


def test_messages_arrive_in_the_order_of_publishing():
    hub = Hub("ann", "bob")
    hub.say("ann", "subscribe", topic="/t")
    heard = [
        pair for k in range(20) for pair in messages(hub.say("bob", "publish", topic="/t", msg=k))
    ]
    assert heard == [("ann", k) for k in range(20)]


def test_a_client_hears_its_own_messages_if_it_subscribes():
    hub = Hub("ann")
    hub.say("ann", "subscribe", topic="/t")
    assert messages(hub.say("ann", "publish", topic="/t", msg=1)) == [("ann", 1)]


def test_a_late_subscriber_hears_nothing_of_the_past():
    hub = Hub("ann", "bob")
    hub.say("bob", "publish", topic="/t", msg="past")
    assert messages(hub.say("ann", "subscribe", topic="/t") + hub.pulse(100.0)) == []
    assert messages(hub.say("bob", "publish", topic="/t", msg="present")) == [("ann", "present")]


@pytest.mark.parametrize("spelled", ["/t/u", "t/u"])
@pytest.mark.parametrize("published", ["/t/u", "t/u"])
def test_a_topic_without_slash_is_the_same_topic_and_echoed_as_spelled(spelled, published):
    hub = Hub("ann", "bob")
    assert hub.say("ann", "subscribe", topic=spelled)[0][1]["msg"] == f"subscribed to {spelled}"
    heard = hub.say("bob", "publish", topic=published, msg=1)
    assert heard == [("ann", {"op": "publish", "topic": spelled, "msg": 1})]


def test_each_subscriber_sees_the_topic_as_it_spelled_it():
    hub = Hub("ann", "bob")
    hub.say("ann", "subscribe", topic="/t")
    hub.say("bob", "subscribe", topic="t")
    assert [(client, line["topic"]) for client, line in hub.deliver("/t", 1)] == [
        ("ann", "/t"),
        ("bob", "t"),
    ]


@pytest.mark.parametrize(
    "ids",
    [
        [{}, {}],
        [{"id": 1}, {"id": 1}],
        [{"id": 1}, {"id": 2}, {}],
        [{"id": None}, {}],
        [{"id": 1}, {"id": True}, {"id": "1"}, {"id": 1.0}],
    ],
    ids=repr,
)
def test_however_often_a_client_subscribes_it_hears_each_message_once(ids):
    hub = Hub("ann")
    confirmed = [
        hub.say("ann", "subscribe", topic=topic, **id)[0][1]["level"]
        for id in ids
        for topic in ("/t", "t")
    ]
    assert set(confirmed) == {"info"}
    assert messages(hub.deliver("/t", 5)) == [("ann", 5)]


def test_a_client_hears_a_message_once_under_each_of_the_names_it_has_subscribed_to():
    hub = Hub("ann", "bob")
    for client, id, topic in [("ann", 1, "t"), ("ann", 2, "/t"), ("ann", 3, "t"), ("bob", 1, "/t")]:
        hub.say(client, "subscribe", topic=topic, id=id)
    heard = [(client, line["topic"]) for client, line in hub.deliver("/t", 1)]
    assert heard == [("ann", "t"), ("ann", "/t"), ("bob", "/t")]
    for id in (1, 3):
        hub.say("ann", "unsubscribe", topic="/t", id=id)
    assert [line["topic"] for _, line in hub.deliver("/t", 2)] == ["/t", "/t"]


def test_one_line_is_made_for_all_clients_that_spell_a_topic_alike():
    hub = Hub("ann", "bob", "eve")
    for client, topics in [("ann", ["t", "/t"]), ("bob", ["/t"]), ("eve", ["t"])]:
        for topic in topics:
            hub.say(client, "subscribe", topic=topic, id=topic)
    sent = hub.bridge.topics.deliver("/t", b"1", 0.0)
    assert len(sent) == 4 and len({id(effect.line) for effect in sent}) == 2


def test_messages_that_wait_for_a_throttle_come_under_each_name_too():
    hub = Hub("ann")
    for id, topic in enumerate(("t", "/t")):
        hub.say("ann", "subscribe", topic=topic, id=id, throttle_rate=1000, queue_length=5)
    now = [line["topic"] for _, line in hub.deliver("/t", 1) + hub.deliver("/t", 2)]
    later = [(line["topic"], line["msg"]) for _, line in hub.pulse(1.0)]
    assert (now, later) == (["t", "/t"], [("t", 2), ("/t", 2)])


# -- unsubscribe ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "subscribed, ended, hears",
    [
        ([{}], [{}], False),
        ([{}, {}], [{}], False),  # a repeated subscription is one subscription
        ([{"id": 1}, {"id": 1}], [{"id": 1}], False),
        ([{"id": 1}, {"id": 2}], [{"id": 1}], True),
        ([{"id": 1}, {"id": 2}], [{"id": 1}, {"id": 1}], True),
        ([{"id": 1}, {"id": 2}], [{"id": 1}, {"id": 2}], False),
        ([{"id": 1}, {"id": 2}, {}], [{}], False),  # without an id: all of them
        ([{"id": 1}], [{"id": 2}], True),
        ([{"id": 1}], [{"id": "1"}, {"id": True}, {"id": None}], True),
        ([{}], [{"id": None}], True),  # a null id is an id
        ([{"id": None}], [{"id": None}], False),
        ([{"id": [1, {"a": 2}]}], [{"id": [1, {"a": 2}]}], False),
    ],
    ids=repr,
)
def test_unsubscribing_ends_one_subscription_by_id_or_all_without(subscribed, ended, hears):
    hub = Hub("ann")
    for id in subscribed:
        hub.say("ann", "subscribe", topic="/t", **id)
    assert [hub.say("ann", "unsubscribe", topic="t", **id) for id in ended] == [[]] * len(ended)
    assert messages(hub.deliver("/t", 5)) == ([("ann", 5)] if hears else [])


@pytest.mark.parametrize(
    "fields", [{"topic": "/none"}, {"topic": "/none", "id": 1}, {"topic": "/t", "id": "none"}]
)
def test_unsubscribing_what_is_not_there_does_no_harm(fields):
    hub = Hub("ann", "bob")
    hub.say("bob", "subscribe", topic="/t")
    assert hub.say("ann", "unsubscribe", **fields) == []
    assert messages(hub.deliver("/t", 1)) == [("bob", 1)]


def test_one_clients_unsubscribing_leaves_the_others_subscribed():
    hub = Hub("ann", "bob")
    for client in ("ann", "bob"):
        hub.say(client, "subscribe", topic="/t", id="same")
    hub.say("ann", "unsubscribe", topic="/t", id="same")
    assert messages(hub.deliver("/t", 1)) == [("bob", 1)]


def test_subscribing_again_after_unsubscribing_works_every_time():
    hub = Hub("ann")
    for _ in range(20):
        hub.say("ann", "subscribe", topic="/t", id="s")
        hub.say("ann", "unsubscribe", topic="/t")
        hub.say("ann", "subscribe", topic="/t", id="s")
    assert messages(hub.deliver("/t", 1)) == [("ann", 1)]
