"""The bridge: clients that come and go, operations that are refused, and limits per client."""

import json

import pytest
from hub import IDS, Hub, answer, forwarded, messages, providing

from protocol import limits


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
        bridge.sessions
        or bridge.topics.members.subscribing
        or bridge.topics.members.publishing
        or bridge.topics._held
        or bridge.topics._due
        or bridge.services.providers
        or bridge.services._forwarding._calls
        or bridge.budget.total
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


# -- a client that has closed its sending half ---------------------------------------------------
def test_a_client_that_has_closed_its_half_still_gets_the_answers_to_its_calls():
    hub = providing("pat")
    _, token = forwarded(hub)
    number = hub.numbers["ann"]
    hub.bridge.end_of_input(number)
    assert hub.bridge.awaits_answers(number)
    [(to, response)] = answer(hub, "pat", token, values={"sum": 3})
    assert (to, response["values"], hub.bridge.awaits_answers(number)) == ("ann", {"sum": 3}, False)


def test_a_client_that_has_closed_its_half_provides_and_subscribes_to_nothing_any_more():
    hub = providing("pat")
    forwarded(hub)
    hub.say("pat", "subscribe", topic="/t")
    hub.bridge.end_of_input(hub.numbers["pat"])
    [(to, response)] = hub.heard(hub.failures())
    assert to == "ann" and not response["result"] and "gone" in response["status"]
    assert hub.deliver("/t", 1) == []


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
