"""The bridge: calls of our own services and of those that clients provide."""

import json

import pytest
from hub import Hub

from protocol import limits
from protocol.bridge import Ask
from protocol.operations import ABSENT, CallService

PAUSE = "/arm_sim/pause"  # one of our own
IDS = [7, 0, -1.5, "", "a", True, False, None, [], {}, [1, "a"], {"k": 1}]


def providing(*providers, service="/s", callers=("ann",)):
    """Clients of these names provide the service, the last one newest; others may call it."""
    hub = Hub(*callers, *providers)
    for provider in providers:
        hub.say(provider, "advertise_service", service=service)
    return hub


def forwarded(hub, caller="ann", **fields):
    """Call /s; who is asked, and the id it has to answer under."""
    [(provider, line)] = hub.say(caller, "call_service", **{"service": "/s"} | fields)
    assert line["op"] == "call_service"
    return provider, line["id"]


def answer(hub, provider, token, **fields):
    complete = {"service": "/s", "id": token, "values": {}, "result": True}
    return hub.say(provider, "service_response", **complete | fields)


# -- our own services ----------------------------------------------------------------------------
def test_a_call_of_our_own_service_is_asked_of_its_actor_and_not_answered_yet():
    hub = Hub("ann")
    assert hub.say("ann", "call_service", service=PAUSE, id=1, args={"data": True}, timeout=2) == [
        Ask(hub.numbers["ann"], CallService(PAUSE, 1, {"data": True}, 2.0))
    ]


@pytest.mark.parametrize("id", IDS, ids=repr)
def test_the_answer_of_our_own_service_carries_service_and_id_as_called(id):
    hub = Hub("ann")
    [ask] = hub.say("ann", "call_service", service="arm_sim/pause", id=id)
    [(client, line)] = hub.heard(hub.bridge.conclude_built_in(*ask, True, "", b'{"data":true}'))
    assert client == "ann" and json.dumps(line["id"]) == json.dumps(id)
    assert line == {
        "op": "service_response",
        "service": "arm_sim/pause",
        "id": id,
        "values": {"data": True},
        "result": True,
        "status": "",
    }


def test_a_call_without_id_is_answered_without_id():
    hub = Hub("ann")
    [ask] = hub.say("ann", "call_service", service=PAUSE)
    assert ask.call.id is ABSENT
    [(_, line)] = hub.heard(hub.bridge.conclude_built_in(*ask, False, "no", b"{}"))
    assert line == {
        "op": "service_response",
        "service": PAUSE,
        "values": {},
        "result": False,
        "status": "no",
    }


@pytest.mark.parametrize("fields", [{}, {"args": None}, {"args": {}}], ids=repr)
def test_args_missing_or_null_are_an_empty_object(fields):
    [ask] = Hub("ann").say("ann", "call_service", service=PAUSE, **fields)
    assert ask.call.args == {}


def test_args_of_the_wrong_type_for_our_own_services_are_left_to_the_gateway_which_can_echo():
    hub = Hub("ann")
    assert hub.say("ann", "call_service", service=PAUSE, id=1, args=[]) == [
        Ask(hub.numbers["ann"], CallService(PAUSE, 1, [], None))
    ]


@pytest.mark.parametrize("service", ["/s", "/none"])
@pytest.mark.parametrize("args", [[], [1], "x", "", 0, 5, False, True], ids=repr)
def test_args_of_the_wrong_type_are_refused_at_once(service, args):
    [(client, line)] = providing("pat").say("ann", "call_service", service=service, id=1, args=args)
    assert (client, line["op"], line["id"], line["values"], line["result"]) == (
        "ann",
        "service_response",
        1,
        {},
        False,
    )
    assert line["status"] == f"args must be an object, got {json.dumps(args)}"


@pytest.mark.parametrize(
    "service", ["/no/such", "no/such", "/arm_sim/Pause", "/arm_sim/pause/", "/"]
)
def test_a_call_of_a_service_nobody_provides_is_answered_at_once(service):
    assert Hub("ann").say("ann", "call_service", service=service, id="n") == [
        (
            "ann",
            {
                "op": "service_response",
                "service": service,
                "id": "n",
                "values": {},
                "result": False,
                "status": f"nobody provides the service {service}",
            },
        )
    ]


def test_calls_run_at_the_same_time_and_are_answered_in_any_order():
    hub = Hub("ann")
    asks = [hub.say("ann", "call_service", service=PAUSE, id=k)[0] for k in range(3)]
    answers = [
        hub.heard(hub.bridge.conclude_built_in(*ask, True, "", b"{}"))[0][1]["id"]
        for ask in reversed(asks)
    ]
    assert answers == [2, 1, 0]


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
    [inner] = hub.heard(hub.bridge.conclude_built_in(*ask, True, "", b"{}"))
    [outer] = answer(hub, "pat", token)
    assert [(client, line["id"]) for client, line in (inner, outer)] == [
        ("pat", "inner"),
        ("ann", "outer"),
    ]


# -- who provides --------------------------------------------------------------------------------
def asked(hub, service="/s"):
    """Who would serve a call now: a client, one of our actors, or nobody."""
    [came] = hub.say("ann", "call_service", service=service)
    if isinstance(came, Ask):
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
    hub = providing("pat", service="arm_sim/pause")
    before = asked(hub, PAUSE)
    go(hub, "pat", PAUSE)
    assert (before, asked(hub, PAUSE)) == ("pat", "actor")


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


# -- who answers, and what -----------------------------------------------------------------------
@pytest.mark.parametrize("liar", ["ann", "bob", "old"])
def test_only_the_client_that_was_asked_can_answer(liar):
    hub = providing("old", "pat", callers=("ann", "bob"))
    _, token = forwarded(hub)
    assert answer(hub, liar, token, values={"lie": 1}) == []
    assert answer(hub, "pat", token)[0][1]["values"] == {}


@pytest.mark.parametrize(
    "token", ["q", "", "call:/s:2", "call:/s:0", 1, 0, None, True, [], {}, ["call:/s:1"]]
)
def test_an_answer_to_what_was_not_asked_is_ignored(token):
    hub = providing("pat")
    _, asked_for = forwarded(hub, id="q")
    assert answer(hub, "pat", token) == []
    assert len(answer(hub, "pat", asked_for)) == 1


def test_a_call_is_answered_only_once():
    hub = providing("pat")
    _, token = forwarded(hub)
    assert [len(answer(hub, "pat", token)) for _ in range(3)] == [1, 0, 0]
    assert hub.leave("pat") + hub.pulse(1e9) == []


@pytest.mark.parametrize("values", [None, [], [1], "text", 5, True], ids=repr)
def test_values_that_are_no_object_become_an_empty_one(values):
    hub = providing("pat")
    [(_, line)] = answer(hub, *forwarded(hub), values=values)
    assert (line["values"], line["result"], line["status"]) == ({}, True, "")


@pytest.mark.parametrize("fields", [{}, {"result": True}, {"result": False}], ids=repr)
def test_missing_values_still_answer_the_caller_with_an_object(fields):
    hub = providing("pat")
    provider, token = forwarded(hub)
    [(_, line)] = hub.say(provider, "service_response", service="/s", id=token, **fields)
    assert (line["values"], line["result"]) == ({}, fields.get("result", True))


@pytest.mark.parametrize(
    "values, seen, status",
    [
        ("too hot", {}, "too hot"),
        ({"why": 1}, {"why": 1}, "/s reported a failure"),
        ("", {}, "/s reported a failure"),
        (None, {}, "/s reported a failure"),
        ([], {}, "/s reported a failure"),
    ],
    ids=repr,
)
def test_a_failure_is_passed_on_with_a_reason(values, seen, status):
    hub = providing("pat")
    [(_, line)] = answer(hub, *forwarded(hub), result=False, values=values)
    assert (line["result"], line["values"], line["status"]) == (False, seen, status)


def test_values_that_are_not_finite_reach_the_caller_as_null():
    hub = providing("pat")
    [(_, line)] = answer(hub, *forwarded(hub), values={"x": [json.loads("-1e999"), 1]})
    assert line["values"] == {"x": [None, 1]}


# -- when nobody answers -------------------------------------------------------------------------
def test_calls_are_answered_at_once_when_their_provider_goes():
    hub = providing("old", "pat", callers=("ann", "bob"))
    forwarded(hub, "ann", id=1), forwarded(hub, "bob", id=2)
    heard = hub.leave("pat")
    assert [(client, line["id"], line["result"], line["values"]) for client, line in heard] == [
        ("ann", 1, False, {}),
        ("bob", 2, False, {}),
    ]
    assert {line["status"] for _, line in heard} == {"the provider of /s has gone"}


def test_calls_to_other_providers_wait_on_when_one_goes():
    hub = providing("pat")
    _, token = forwarded(hub)
    hub.come("other")
    hub.say("other", "advertise_service", service="/s")
    assert hub.leave("other") == []
    assert len(answer(hub, "pat", token)) == 1


@pytest.mark.parametrize(
    "fields, patience",
    [
        ({"timeout": 2.5}, 2.5),
        ({"timeout": 60}, 60.0),
        ({}, limits.CALL_TIMEOUT),
        ({"timeout": 0}, limits.CALL_TIMEOUT),
        ({"timeout": -1}, limits.CALL_TIMEOUT),
        ({"timeout": None}, limits.CALL_TIMEOUT),
        ({"timeout": "3"}, limits.CALL_TIMEOUT),
    ],
    ids=repr,
)
def test_a_silent_provider_is_waited_for_as_long_as_the_caller_said_or_else_by_default(
    fields, patience
):
    hub = providing("pat")
    hub.pulse(64.0)
    forwarded(hub, id=1, **fields)
    assert hub.pulse(64.0 + patience - 0.125) == []
    [(client, line)] = hub.pulse(64.0 + patience)
    assert (client, line["id"], line["result"]) == ("ann", 1, False) and "in time" in line["status"]


def test_an_answer_that_comes_too_late_is_ignored():
    hub = providing("pat")
    _, token = forwarded(hub, timeout=1)
    assert len(hub.pulse(1.0)) == 1
    assert answer(hub, "pat", token) + hub.pulse(100.0) + hub.leave("pat") == []


def test_calls_expire_each_by_its_own_deadline():
    hub = providing("pat")
    for id, timeout in (("long", 3), ("short", 1), ("middle", 2)):
        forwarded(hub, id=id, timeout=timeout)
    assert [line["id"] for now in (1, 2, 3) for _, line in hub.pulse(now)] == [
        "short",
        "middle",
        "long",
    ]


@pytest.mark.parametrize(
    "late",
    [
        lambda hub, token: answer(hub, "pat", token),
        lambda hub, token: hub.leave("pat"),
        lambda hub, token: hub.pulse(1e9),
    ],
    ids=["answer", "close", "timeout"],
)
def test_a_caller_that_has_gone_is_answered_no_more(late):
    hub = providing("pat")
    _, token = forwarded(hub)
    assert hub.leave("ann") == []
    assert late(hub, token) == []


def test_the_calls_of_a_client_that_leaves_are_forgotten_at_once():
    hub = providing("pat")
    forwarded(hub), forwarded(hub, timeout=1e9)
    hub.leave("ann")
    assert not hub.bridge._calls  # else they would pile up until their timeouts


def test_an_answer_of_our_own_service_to_a_caller_that_has_gone_goes_nowhere():
    hub = Hub("ann")
    [ask] = hub.say("ann", "call_service", service=PAUSE)
    hub.leave("ann")
    hub.come("ann")
    assert hub.bridge.conclude_built_in(*ask, True, "", b"{}") == []


def test_a_client_that_leaves_while_calling_itself_is_answered_no_more():
    hub = providing("pat")
    forwarded(hub, "pat")
    assert hub.leave("pat") == []


# -- how many calls a client waits for -----------------------------------------------------------
@pytest.mark.parametrize(
    "end",
    [
        lambda hub, token: answer(hub, "pat", token),
        lambda hub, token: answer(hub, "pat", token, result=False),
        lambda hub, token: hub.leave("pat"),
        lambda hub, token: hub.pulse(1e9),
    ],
    ids=["answer", "failure", "close", "timeout"],
)
def test_a_forwarded_call_is_in_flight_until_it_ends(end):
    hub = providing("pat")
    _, token = forwarded(hub)
    ann = hub.bridge.sessions[hub.numbers["ann"]]
    before = ann.forwarded
    end(hub, token)
    assert (before, ann.forwarded, ann.in_flight) == (1, 0, 0)


def test_of_too_many_forwarded_calls_the_last_are_refused():
    hub = providing("pat")
    for _ in range(limits.FORWARDED_CALLS):
        forwarded(hub)
    [(to, refusal)] = hub.say("ann", "call_service", service="/s")
    assert (
        to == "ann" and not refusal["result"] and str(limits.FORWARDED_CALLS) in refusal["status"]
    )


def test_a_call_of_our_own_service_is_in_flight_until_it_is_answered():
    hub = Hub("ann")
    [ask] = hub.say("ann", "call_service", service=PAUSE)
    ann = hub.bridge.sessions[hub.numbers["ann"]]
    before = ann.in_flight
    hub.bridge.conclude_built_in(*ask, False, "no", b"{}")
    assert (before, ann.in_flight) == (1, 0)


@pytest.mark.parametrize("fields", [{"service": "/none"}, {"service": "/none", "args": []}])
def test_a_call_that_is_refused_at_once_is_never_in_flight(fields):
    hub = Hub("ann")
    hub.say("ann", "call_service", **fields)
    assert hub.bridge.sessions[hub.numbers["ann"]].in_flight == 0


# -- a client that has said its last word --------------------------------------------------------
def test_who_has_said_its_last_word_still_hears_the_answers_to_its_calls():
    hub = providing("pat")
    _, token = forwarded(hub)
    number = hub.numbers["ann"]
    hub.bridge.hear_no_more(number)
    assert hub.bridge.waits(number)
    [(to, response)] = answer(hub, "pat", token, values={"sum": 3})
    assert (to, response["values"], hub.bridge.waits(number)) == ("ann", {"sum": 3}, False)


def test_who_has_said_its_last_word_provides_and_hears_nothing_any_more():
    hub = providing("pat")
    forwarded(hub)
    hub.say("pat", "subscribe", topic="/t")
    [(to, response)] = hub.heard(hub.bridge.hear_no_more(hub.numbers["pat"]))
    assert to == "ann" and not response["result"] and "gone" in response["status"]
    assert hub.deliver("/t", 1) == []
