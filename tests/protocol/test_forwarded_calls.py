"""The bridge: how a call of another client's service ends, exactly once."""

import json

import pytest
from hub import Hub, answer, forwarded, providing

from protocol import limits
from protocol.services import FAILED_AT_ONCE


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


ANYTHING = [None, [], [1], "text", "", 5, 0, True, {}, {"a": [None]}]


@pytest.mark.parametrize("values", ANYTHING, ids=repr)
@pytest.mark.parametrize("result", [True, False])
def test_any_values_reach_the_caller(values, result):
    hub = providing("pat")
    [(_, line)] = answer(hub, *forwarded(hub), values=values, result=result)
    assert json.dumps([line["values"], line["result"]]) == json.dumps([values, result])


@pytest.mark.parametrize("args", ANYTHING, ids=repr)
def test_any_args_reach_the_provider(args):
    hub = providing("pat")
    [(to, line)] = hub.say("ann", "call_service", service="/s", args=args)
    assert to == "pat" and json.dumps(line["args"]) == json.dumps(args)


def test_missing_args_reach_the_provider_as_an_object():
    [(_, line)] = providing("pat").say("ann", "call_service", service="/s")
    assert line["args"] == {}


@pytest.mark.parametrize("status", ["half done", "", " ", "é\n\ud800", "x" * 100_000], ids=len)
@pytest.mark.parametrize("result", [True, False])
def test_the_status_of_the_provider_reaches_the_caller_as_it_is(status, result):
    hub = providing("pat")
    [(_, line)] = answer(hub, *forwarded(hub), status=status, values="x", result=result)
    assert line["status"] == status


@pytest.mark.parametrize("status", [None, 5, [], {}, True], ids=repr)
def test_a_status_that_is_no_text_counts_as_not_given(status):
    hub = providing("pat")
    [(_, line)] = answer(hub, *forwarded(hub), status=status)
    assert line["status"] == ""


@pytest.mark.parametrize("fields", [{}, {"result": True}, {"result": False}], ids=repr)
def test_missing_values_still_answer_the_caller_with_an_object(fields):
    hub = providing("pat")
    provider, token = forwarded(hub)
    [(_, line)] = hub.say(provider, "service_response", service="/s", id=token, **fields)
    assert (line["values"], line["result"]) == ({}, fields.get("result", True))


@pytest.mark.parametrize(
    "values, status",
    [
        ("too hot", "too hot"),
        ({"why": 1}, "/s reported a failure"),
        ("", "/s reported a failure"),
        (None, "/s reported a failure"),
        ([], "/s reported a failure"),
    ],
    ids=repr,
)
def test_a_failure_is_passed_on_with_a_reason(values, status):
    hub = providing("pat")
    [(_, line)] = answer(hub, *forwarded(hub), result=False, values=values)
    assert (line["result"], line["status"]) == (False, status)


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
        ({"timeout": None}, limits.CALL_TIMEOUT),
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


@pytest.mark.parametrize("timeout, patience", [("3", limits.CALL_TIMEOUT), (1e9, 3600.0)])
def test_a_wrong_timeout_is_told_before_the_call_is_forwarded(timeout, patience):
    hub = providing("pat")
    (told, warning), (provider, call) = hub.say(
        "ann", "call_service", service="/s", id="w", timeout=timeout
    )
    assert (told, warning["level"], warning["id"]) == ("ann", "warning", "w")
    assert warning["msg"].startswith("call_service: ignored: timeout must be ")
    assert (provider, call["op"]) == ("pat", "call_service")
    assert hub.pulse(patience - 1) == [] and len(hub.pulse(patience)) == 1


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


def nothing_is_kept(hub):
    sessions = hub.bridge.sessions.values()
    calls = hub.bridge.services._forwarding._calls
    return not calls and not any(session.forwarded or session.asked for session in sessions)


def test_the_calls_of_a_client_that_leaves_are_forgotten_at_once():
    hub = providing("pat")
    forwarded(hub), forwarded(hub, timeout=3600)
    hub.leave("ann")
    assert nothing_is_kept(hub)  # else they would pile up until their timeouts


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
    before = len(ann.forwarded)
    end(hub, token)
    assert before == 1 and nothing_is_kept(hub)


def test_many_calls_that_fail_at_once_are_answered_a_few_at_a_time_and_in_order():
    hub = providing("pat")
    count = 2 * FAILED_AT_ONCE + 1
    tokens = [forwarded(hub, id=k)[1] for k in range(count)]
    hub.bridge.close(hub.numbers["pat"])
    lines = []
    sizes = []
    while hub.bridge.services.any_failing:
        heard = hub.heard(hub.bridge.services.fail_some())
        lines += [line["id"] for _, line in heard]
        sizes.append(len(heard))
    assert lines == list(range(count)) and len(set(tokens)) == count
    assert max(sizes) == FAILED_AT_ONCE


def test_the_deadlines_of_calls_that_are_answered_are_not_kept():
    hub = providing("pat")
    for _ in range(1000):
        answer(hub, *forwarded(hub, timeout=3600))
    assert len(hub.bridge.services._forwarding._deadlines) < 200


def test_of_too_many_forwarded_calls_the_last_are_refused():
    hub = providing("pat")
    for _ in range(limits.FORWARDED_CALLS):
        forwarded(hub)
    [(to, refusal)] = hub.say("ann", "call_service", service="/s")
    assert (
        to == "ann" and not refusal["result"] and str(limits.FORWARDED_CALLS) in refusal["status"]
    )


@pytest.mark.parametrize("fields", [{"service": "/none"}, {"service": "/none", "args": []}])
def test_a_call_that_is_refused_at_once_is_never_in_flight(fields):
    hub = Hub("ann")
    hub.say("ann", "call_service", **fields)
    assert hub.bridge.sessions[hub.numbers["ann"]].calls_in_flight == 0
