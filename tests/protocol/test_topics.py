"""The bridge: advertise, publish, subscribe and what flows between them."""

import json

import pytest
from hub import Hub, messages

from protocol import limits
from protocol.bridge import Send, Tell

IDS = [7, 0, -1.5, "", "a", True, False, None, [], {}, [1, "a"], {"k": 1}]


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
    assert heard[1:] == [("ann", {"op": "publish", "topic": spelled, "msg": 1})]


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


# -- advertise and publish -----------------------------------------------------------------------
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
        (
            [ADVERTISE, ADVERTISE, UNADVERTISE, PUBLISH],
            0,
            0,
        ),  # advertising twice is advertising once
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
    assert (
        came
        == [Tell(hub.numbers["ann"], "/t", 1), ("bob", {"op": "publish", "topic": "/t", "msg": 1})]
        * passed
    )


@pytest.mark.parametrize("is_strict", [False, True], ids=["lenient", "strict"])
def test_publishers_do_not_advertise_or_unadvertise_for_each_other(is_strict):
    hub = Hub("ann", "bob", strict_advertise=is_strict)
    hub.say("ann", "advertise", topic="/t")
    hub.say("bob", "advertise", topic="/t")
    hub.say("bob", "unadvertise", topic="/t")
    assert len(hub.say("ann", "publish", topic="/t", msg=1)) == 1
    assert hub.say("bob", "publish", topic="/t", msg=1) == []


@pytest.mark.parametrize("is_strict", [False, True], ids=["lenient", "strict"])
def test_advertising_is_by_topic_however_it_is_spelled(is_strict):
    hub = Hub("ann", strict_advertise=is_strict)
    hub.say("ann", "advertise", topic="t")
    assert hub.say("ann", "publish", topic="/t", msg=1) == [Tell(hub.numbers["ann"], "/t", 1)]
    hub.say("ann", "unadvertise", topic="/t")
    assert hub.say("ann", "publish", topic="t", msg=1) == []


def test_the_actors_are_told_of_a_message_even_if_no_client_subscribes():
    hub = Hub("ann")
    assert hub.say("ann", "publish", topic="joint_trajectory", msg={"points": []}) == [
        Tell(hub.numbers["ann"], "/joint_trajectory", {"points": []})
    ]


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


# -- throttle_rate and queue_length --------------------------------------------------------------
# Times are multiples of an eighth of a second, so that sums of them are exact.
def play(hub, published, pulses):
    """Publish 0, 1, 2, ... at these times; (time, message) of all that ann hears, by pulse or at once."""
    events = sorted([(t, 1, k) for k, t in enumerate(published)] + [(t, 0, None) for t in pulses])
    heard = []
    for t, is_publication, k in events:
        came = hub.pulse(t) + (hub.deliver("/t", k) if is_publication else [])
        heard += [(t, msg) for _, msg in messages(came)]
    return heard


def subscribed(*terms):
    hub = Hub("ann")
    for k, (rate, length) in enumerate(terms):
        hub.say("ann", "subscribe", topic="/t", id=k, throttle_rate=rate, queue_length=length)
    return hub


@pytest.mark.parametrize(
    "rate, length, published, heard",
    [
        (0, 0, [0, 0, 0.125], [(0, 0), (0, 1), (0.125, 2)]),
        (
            500,
            0,
            [0, 0.125, 0.25, 0.375, 0.5, 0.625],
            [(0, 0), (0.5, 4)],
        ),  # what comes too soon is lost
        (
            500,
            0,
            [0.25, 0.625, 0.75, 2],
            [(0.25, 0), (0.75, 2), (2, 3)],
        ),  # counted from the last one sent
        (500, 1, [0, 0.125, 0.25], [(0, 0), (0.5, 2)]),  # the newest waits
        (500, 2, [0, 0.125, 0.25, 0.375], [(0, 0), (0.5, 2), (1, 3)]),  # one by one, in order
        (500, 9, [0, 0, 0, 0], [(0, 0), (0.5, 1), (1, 2), (1.5, 3)]),
        (500, 9, [0, 0.125, 1.125], [(0, 0), (0.5, 1), (1.125, 2)]),
        (500, 1, [0, 3], [(0, 0), (3, 1)]),
    ],
)
def test_messages_keep_their_distance_and_as_many_wait_as_asked_for(rate, length, published, heard):
    assert play(subscribed((rate, length)), published, [k / 8 for k in range(40)]) == heard


@pytest.mark.parametrize(
    "terms, heard",
    [
        ([(500, 0), (0, 0)], [0, 1, 2, 3, 4]),
        ([(0, 0), (500, 0)], [0, 1, 2, 3, 4]),
        ([(500, 0), (250, 0)], [0, 2, 4]),
        ([(250, 0), (500, 0)], [0, 2, 4]),
        ([(500, 0), (500, 9)], [0, 1, 2, 3, 4]),
        ([(500, 1), (500, 9), (500, 2)], [0, 1, 2, 3, 4]),
    ],
)
def test_of_several_subscriptions_the_most_demanding_counts(terms, heard):
    played = play(subscribed(*terms), [0, 0.125, 0.25, 0.375, 0.5], [k / 8 for k in range(40)])
    assert [msg for _, msg in played] == heard


def test_when_the_most_demanding_subscription_ends_the_others_count():
    hub = subscribed((500, 0), (0, 0))
    hub.say("ann", "unsubscribe", topic="/t", id=1)
    assert play(hub, [0, 0.125, 0.5], []) == [(0, 0), (0.5, 2)]


def test_repeating_a_subscription_changes_its_terms():
    hub = subscribed((0, 0))
    hub.say("ann", "subscribe", topic="/t", id=0, throttle_rate=500)
    assert play(hub, [0, 0.125, 0.5], []) == [(0, 0), (0.5, 2)]


def test_a_more_demanding_rate_holds_from_the_next_message_on():
    hub = subscribed((100_000, 0))
    assert play(hub, [0], []) == [(0, 0)]
    hub.say("ann", "subscribe", topic="/t", id="faster", throttle_rate=250)
    assert play(hub, [1], []) == [(1, 0)]


def test_messages_that_waited_come_before_newer_ones_when_the_throttle_is_lifted():
    hub = subscribed((1000, 5))
    assert play(hub, [0, 0.125], []) == [(0, 0)]
    came = hub.say("ann", "subscribe", topic="/t", id="all") + hub.deliver("/t", 2)
    came += hub.pulse(0.25) + hub.pulse(0.375) + hub.pulse(2)
    assert messages(came) == [("ann", 1), ("ann", 2)]


def test_one_clients_throttle_slows_no_other_client():
    hub = subscribed((1000, 0))
    hub.come("bob")
    hub.say("bob", "subscribe", topic="/t")
    assert [client for _ in range(3) for client, _ in hub.deliver("/t", 1)] == [
        "ann",
        "bob",
        "bob",
        "bob",
    ]


def test_topics_of_one_client_are_throttled_each_for_itself():
    hub = Hub("ann")
    for topic in ("/a", "/b"):
        hub.say("ann", "subscribe", topic=topic, throttle_rate=1000)
    assert [len(hub.deliver(topic, 1)) for topic in ("/a", "/b", "/a", "/b")] == [1, 1, 0, 0]


@pytest.mark.parametrize(
    "end",
    [lambda hub: hub.say("ann", "unsubscribe", topic="/t"), lambda hub: hub.leave("ann")],
    ids=["unsubscribe", "close"],
)
def test_what_was_waiting_is_not_sent_to_a_client_that_no_longer_wants_it(end):
    hub = subscribed((500, 5))
    play(hub, [0, 0.125], [])
    end(hub)
    assert hub.pulse(10) == []


@pytest.mark.parametrize(
    "terms, keep",
    [
        ([(0, 0)], limits.TOPIC_QUEUE),
        ([(0, 1)], 1),
        ([(0, 7)], 7),
        ([(500, 7)], 7),
        ([(0, 10**9)], limits.TOPIC_QUEUE),
        ([(0, 3), (0, 7)], 7),
        ([(0, 0), (0, 7)], limits.TOPIC_QUEUE),
        ([(0, 7), (500, 0)], limits.TOPIC_QUEUE),
    ],
)
def test_a_publication_says_how_many_may_wait_for_a_slow_reader(terms, keep):
    hub = subscribed(*terms)
    [sent] = hub.bridge.deliver("/t", b"1", 0.0)
    assert (sent.topic, sent.keep) == ("/t", keep)


def test_a_status_always_waits_for_a_slow_reader():
    [sent] = Hub("ann").effects("ann", "subscribe", topic="/t")
    assert isinstance(sent, Send) and sent.topic is None


# -- clients -------------------------------------------------------------------------------------
def test_a_client_that_leaves_takes_its_subscriptions_with_it():
    hub = Hub("ann", "bob")
    for client in ("ann", "bob"):
        hub.say(client, "subscribe", topic="/t")
    assert hub.leave("ann") == []
    assert messages(hub.deliver("/t", 1)) == [("bob", 1)]


def test_a_client_that_comes_again_starts_from_nothing():
    hub = Hub("ann", strict_advertise=True)
    hub.say("ann", "advertise", topic="/t")
    hub.leave("ann")
    hub.come("ann")
    assert hub.say("ann", "publish", topic="/t", msg=1) == []


def test_the_number_of_a_session_is_never_used_again():
    hub = Hub()
    numbers = set()
    for _ in range(10):
        hub.come("ann")
        numbers.add(hub.numbers["ann"])
        hub.leave("ann")
    assert len(numbers) == 10


def test_nothing_is_kept_of_clients_that_have_left():
    hub = Hub("ann")
    hub.say("ann", "subscribe", topic="/t", throttle_rate=500, queue_length=2)
    hub.deliver("/t", 1), hub.deliver("/t", 2)
    hub.say("ann", "advertise_service", service="/s")
    hub.say("ann", "call_service", service="/s")
    hub.leave("ann"), hub.pulse(100)
    bridge = hub.bridge
    assert not (
        bridge.sessions or bridge._subscribers or bridge._providers or bridge._calls or bridge._held
    )


@pytest.mark.parametrize(
    "op, fields", [("set_level", {"level": "none"}), ("set_level", {}), ("auth", {"mac": 5})]
)
def test_level_and_auth_do_no_harm(op, fields):
    assert Hub("ann").say("ann", op, **fields) == []


@pytest.mark.parametrize(
    "op, fields, word",
    [
        ("fly", {}, "op"),
        (5, {}, "op"),
        (None, {}, "op"),
        ("subscribe", {}, "topic"),
        ("publish", {"topic": "/t"}, "msg"),
        ("publish", {"msg": {}}, "topic"),
        ("call_service", {"args": {}}, "service"),
        ("call_service", {"service": 5}, "service"),
        ("advertise_service", {"service": []}, "service"),
        ("service_response", {"service": "/s", "values": {}}, "id"),
    ],
)
def test_a_refused_operation_is_answered_by_an_error_that_names_the_field(op, fields, word):
    [(client, status)] = Hub("ann").say("ann", op, **fields)
    assert (client, status["op"], status["level"]) == ("ann", "status", "error")
    assert word in status["msg"].split()


@pytest.mark.parametrize("id", IDS, ids=repr)
def test_a_refused_operation_is_answered_under_its_id(id):
    [(_, status)] = Hub("ann").say("ann", "fly", id=id)
    assert json.dumps(status["id"]) == json.dumps(id)


# -- limits --------------------------------------------------------------------------------------
COUNTED = [("advertise", "topic"), ("subscribe", "topic"), ("advertise_service", "service")]


@pytest.fixture
def full(request, monkeypatch):
    """A hub whose client ann has as many names as she may."""
    monkeypatch.setattr(limits, "NAMES_PER_CLIENT", 3)
    hub = Hub("ann", "bob")
    op, field = request.param
    for k in range(3):
        hub.say("ann", op, **{field: f"/{k}"})
    return hub


@pytest.mark.parametrize(
    "full, op, field", [((op, field), op, field) for op, field in COUNTED], indirect=["full"]
)
def test_one_name_too_many_is_refused_under_the_id_it_was_asked_with(full, op, field):
    [(client, status)] = full.say("ann", op, id="x", **{field: "/one too many"})
    assert (client, status["level"], status.get("id")) == ("ann", "error", "x")
    assert status["msg"].startswith(f"{op}: {field} ") and "3" in status["msg"]


@pytest.mark.parametrize(
    "full, op, field", [((op, field), op, field) for op, field in COUNTED], indirect=["full"]
)
def test_a_name_that_is_there_already_is_not_one_too_many(full, op, field):
    assert [status["level"] for _, status in full.say("ann", op, **{field: "1"})] in ([], ["info"])


@pytest.mark.parametrize(
    "full, op, field", [((op, field), op, field) for op, field in COUNTED], indirect=["full"]
)
def test_one_clients_names_do_not_count_for_another(full, op, field):
    assert [status["level"] for _, status in full.say("bob", op, **{field: "/new"})] in (
        [],
        ["info"],
    )


@pytest.mark.parametrize(
    "full, op, field", [((op, field), op, field) for op, field in COUNTED[1:]], indirect=["full"]
)
def test_a_name_given_up_makes_room_for_another(full, op, field):
    full.say("ann", {"subscribe": "unsubscribe"}.get(op, f"un{op}"), **{field: "/1"})
    assert full.say("ann", op, **{field: "/new"})[0][1]["level"] == "info"


@pytest.mark.parametrize("full", [("subscribe", "topic")], indirect=True)
def test_a_refused_subscription_hears_nothing(full):
    full.say("ann", "subscribe", topic="/one too many")
    assert full.deliver("/one too many", 1) == []


@pytest.mark.parametrize("full", [("advertise", "topic")], indirect=True)
def test_publishing_on_one_topic_too_many_is_refused_and_reaches_nobody(full):
    full.say("bob", "subscribe", topic="/new")
    [(client, status)] = full.say("ann", "publish", topic="/new", msg=1)
    assert (client, status["level"]) == ("ann", "error") and "topic" in status["msg"]
