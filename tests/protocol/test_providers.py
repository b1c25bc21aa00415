"""The bridge: services that clients provide, and which of several providers is asked."""

import json

import pytest
from hub import IDS, PAUSE, Hub, answer, forwarded, providing

from protocol.effects import CallActor


# -- services of clients -------------------------------------------------------------------------
@pytest.mark.parametrize("id", IDS, ids=repr)
def test_a_provider_is_confirmed_with_its_id(id):
    [(client, status)] = Hub("pat").say("pat", "advertise_service", service="s", type="x", id=id)
    assert (client, status["op"], status["level"], status["msg"]) == (
        "pat",
        "status",
        "info",
        "providing s",
    )
    assert json.dumps(status["id"]) == json.dumps(id)


def test_a_call_is_forwarded_under_an_id_of_our_own_and_answered_under_the_callers():
    hub = providing("pat")
    [(provider, line)] = hub.say("ann", "call_service", service="/s", id="q", args={"v": 1})
    assert (provider, line) == (
        "pat",
        {"op": "call_service", "id": line["id"], "service": "/s", "args": {"v": 1}},
    )
    assert isinstance(line["id"], str) and line["id"] != "q"
    assert answer(hub, "pat", line["id"], values={"w": [2]}) == [
        (
            "ann",
            {
                "op": "service_response",
                "service": "/s",
                "id": "q",
                "values": {"w": [2]},
                "result": True,
                "status": "",
            },
        )
    ]


@pytest.mark.parametrize("id", IDS, ids=repr)
def test_a_provided_call_is_answered_under_an_id_of_any_type(id):
    hub = providing("pat")
    [(_, line)] = answer(hub, *forwarded(hub, id=id))
    assert json.dumps(line["id"]) == json.dumps(id)


def test_a_provided_call_without_id_is_answered_without_id():
    hub = providing("pat")
    [(_, line)] = answer(hub, *forwarded(hub))
    assert line == {
        "op": "service_response",
        "service": "/s",
        "values": {},
        "result": True,
        "status": "",
    }


@pytest.mark.parametrize("provided", ["s", "/s"])
@pytest.mark.parametrize("called", ["s", "/s"])
def test_provider_and_caller_each_see_the_service_as_they_spelled_it(provided, called):
    hub = providing("pat", service=provided)
    [(_, call)] = hub.say("ann", "call_service", service=called)
    [(_, response)] = answer(hub, "pat", call["id"])
    assert (call["service"], response["service"]) == (provided, called)


def test_two_callers_may_use_the_same_id_at_once():
    hub = providing("pat", callers=("ann", "bob"))
    of_ann = forwarded(hub, "ann", id=1)
    of_bob = forwarded(hub, "bob", id=1)
    answers = answer(hub, *of_bob, values={"for": "bob"}) + answer(
        hub, *of_ann, values={"for": "ann"}
    )
    assert [(client, line["id"], line["values"]["for"]) for client, line in answers] == [
        ("bob", 1, "bob"),
        ("ann", 1, "ann"),
    ]


def test_a_client_may_call_what_it_provides_itself():
    hub = providing("pat")
    provider, token = forwarded(hub, "pat", id="me")
    [(client, line)] = answer(hub, provider, token)
    assert (provider, client, line["id"], line["result"]) == ("pat", "pat", "me", True)


def test_a_provider_may_call_others_before_it_answers():
    hub = providing("pat")
    _, token = forwarded(hub, id="outer")
    [ask] = hub.say("pat", "call_service", service=PAUSE, id="inner")
    [inner] = hub.answer(ask, True, "", b"{}")
    [outer] = answer(hub, "pat", token)
    assert [(client, line["id"]) for client, line in (inner, outer)] == [
        ("pat", "inner"),
        ("ann", "outer"),
    ]


# -- who provides --------------------------------------------------------------------------------
def asked(hub, service="/s"):
    """Who would serve a call now: a client, one of our actors, or nobody."""
    [came] = hub.say("ann", "call_service", service=service)
    if isinstance(came, CallActor):
        return "actor"
    return came[0] if came[1]["op"] == "call_service" else "nobody"


def withdraw(hub, client, service="/s"):
    assert hub.say(client, "unadvertise_service", service=service) == []


GOINGS = [withdraw, lambda hub, client, service="/s": hub.leave(client)]


@pytest.mark.parametrize("go", GOINGS, ids=["withdraw", "close"])
def test_the_newest_provider_serves_and_when_it_goes_the_one_before(go):
    hub = providing("old", "mid", "new")
    serving = [asked(hub)]
    for client in ("new", "mid", "old"):
        go(hub, client)
        serving.append(asked(hub))
    assert serving == ["new", "mid", "old", "nobody"]


@pytest.mark.parametrize("go", GOINGS, ids=["withdraw", "close"])
def test_an_older_provider_that_goes_leaves_the_newest_serving(go):
    hub = providing("old", "new")
    go(hub, "old")
    assert asked(hub) == "new"
    go(hub, "new")
    assert asked(hub) == "nobody"


@pytest.mark.parametrize("go", GOINGS, ids=["withdraw", "close"])
def test_a_shadowed_service_of_our_own_serves_again_when_the_provider_goes(go):
    hub = providing("pat", service="arm_sim/pause", override=True)
    before = asked(hub, PAUSE)
    go(hub, "pat", PAUSE)
    assert (before, asked(hub, PAUSE)) == ("pat", "actor")


@pytest.mark.parametrize("spelled", [PAUSE, PAUSE[1:]])
def test_a_client_cannot_provide_a_service_of_our_own(spelled):
    hub = Hub("ann", "pat")
    [(to, status)] = hub.say("pat", "advertise_service", service=spelled, id="a")
    assert (to, status["level"], status["id"]) == ("pat", "error", "a")
    assert status["msg"] == f"advertise_service: service {spelled} is one of Pendularm's own"
    assert asked(hub, PAUSE) == "actor"


def test_a_provider_that_provides_again_becomes_the_newest_and_stays_one():
    hub = providing("pat", "new", "pat")
    assert asked(hub) == "pat"
    withdraw(hub, "pat")
    assert asked(hub) == "new"


def test_a_call_stays_with_the_provider_it_was_forwarded_to():
    hub = providing("old")
    _, token = forwarded(hub, id=1)
    hub.come("new")
    hub.say("new", "advertise_service", service="/s")
    assert answer(hub, "new", token) == []
    assert answer(hub, "old", token)[0][1]["id"] == 1


@pytest.mark.parametrize("service", ["/s", PAUSE, "/none"])
def test_only_a_provider_can_withdraw_a_service(service):
    hub = providing("pat")
    [(client, status)] = hub.say("ann", "unadvertise_service", service=service, id="u")
    assert (client, status["level"], status["id"]) == ("ann", "error", "u") and service in status[
        "msg"
    ]
    assert (asked(hub), asked(hub, PAUSE)) == ("pat", "actor")


def test_a_withdrawn_service_still_answers_the_calls_it_has():
    hub = providing("pat")
    _, token = forwarded(hub, id=1)
    withdraw(hub, "pat")
    assert answer(hub, "pat", token)[0][1]["result"] is True
