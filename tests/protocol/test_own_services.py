"""The bridge: calls of our own services, which actors serve."""

import json

import pytest
from hub import IDS, PAUSE, Hub, strict, whole

from protocol.effects import AbandonCalls, CallActor
from protocol.operations import NO_ID, CallService
from protocol.services import LONG


def test_a_call_of_our_own_service_is_asked_of_its_actor_and_not_answered_yet():
    hub = Hub("ann")
    [ask] = hub.say("ann", "call_service", service=PAUSE, id=1, args={"data": True}, timeout=2)
    call = CallService(PAUSE, b"1", {"data": True}, 2.0)
    assert ask == CallActor(hub.numbers["ann"], PAUSE, ask.kind, call)


@pytest.mark.parametrize("id", IDS, ids=repr)
def test_the_answer_of_our_own_service_carries_service_and_id_as_called(id):
    hub = Hub("ann")
    [ask] = hub.say("ann", "call_service", service="arm_sim/pause", id=id)
    [(client, line)] = hub.answer(ask, True, "", b'{"data":true}')
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
    assert ask.call.id == NO_ID
    [(_, line)] = hub.answer(ask, False, "no", b"{}")
    assert line == {
        "op": "service_response",
        "service": PAUSE,
        "values": {},
        "result": False,
        "status": "no",
    }


@pytest.mark.parametrize("fields", [{}, {"args": None}, {"args": []}, {"args": {}}], ids=repr)
def test_args_missing_null_or_an_empty_list_are_an_empty_object(fields):
    [ask] = Hub("ann").say("ann", "call_service", service=PAUSE, **fields)
    assert ask.call.args == {}


def test_args_of_the_wrong_type_for_our_own_services_are_left_to_the_gateway_which_can_echo():
    hub = Hub("ann")
    [ask] = hub.say("ann", "call_service", service=PAUSE, id=1, args=[1])
    assert ask.call == CallService(PAUSE, b"1", [1], None)


@pytest.mark.parametrize("service", ["/no/such", "no/such", "/"])
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


@pytest.mark.parametrize("service", ["/arm_sim/Pause", "/arm_sim/pause/", "arm_sim/puase"])
def test_a_call_of_a_misspelt_service_of_our_own_is_answered_with_its_name(service):
    [(_, line)] = Hub("ann").say("ann", "call_service", service=service)
    assert line["status"] == f"nobody provides the service {service}, did you mean {PAUSE}?"


@pytest.mark.parametrize("length", [LONG - 2, LONG - 1, 10 * LONG])
def test_a_long_answer_is_whole_and_its_values_are_not_copied(length):
    hub = Hub("ann")
    [ask] = hub.say("ann", "call_service", service=PAUSE, id=1)
    values = b'"' + b"x" * length + b'"'
    [answer] = hub.bridge.services.answered(ask, True, "", values)
    assert strict(whole(answer))["values"] == "x" * length
    assert any(part is values for part in answer.rest) is (len(values) > LONG)


def test_calls_run_at_the_same_time_and_are_answered_in_any_order():
    hub = Hub("ann")
    asks = [hub.say("ann", "call_service", service=PAUSE, id=k)[0] for k in range(3)]
    answers = [hub.answer(ask, True, "", b"{}")[0][1]["id"] for ask in reversed(asks)]
    assert answers == [2, 1, 0]


def test_an_answer_of_our_own_service_to_a_caller_that_has_gone_goes_nowhere():
    hub = Hub("ann")
    [ask] = hub.say("ann", "call_service", service=PAUSE)
    hub.leave("ann")
    hub.come("ann")
    assert hub.answer(ask, True, "", b"{}") == []


def test_a_call_of_our_own_service_is_in_flight_until_it_is_answered():
    hub = Hub("ann")
    [ask] = hub.say("ann", "call_service", service=PAUSE)
    ann = hub.bridge.sessions[hub.numbers["ann"]]
    before = ann.calls_in_flight
    hub.answer(ask, False, "no", b"{}")
    assert (before, ann.calls_in_flight) == (1, 0)


def test_the_calls_of_a_client_that_has_left_are_abandoned_if_it_had_any():
    hub = Hub("a", "b")
    hub.effects("a", "call_service", service=PAUSE)
    assert hub.bridge.close(hub.numbers["a"]) == [AbandonCalls(hub.numbers["a"])]
    assert hub.bridge.close(hub.numbers["b"]) == []


def test_a_client_whose_calls_were_answered_leaves_nothing_to_abandon():
    hub = Hub("a")
    (asked,) = hub.effects("a", "call_service", service=PAUSE)
    hub.answer(asked)
    assert hub.bridge.close(hub.numbers["a"]) == []
