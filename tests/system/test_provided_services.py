"""Services that clients provide for each other through the gateway."""

import time

import pytest
from harness import Client, Runtime

QUERY = "/arm_sim/set_params"
pytestmark = pytest.mark.parametrize("links", [2])


def provide(client, service):
    client.send(op="advertise_service", service=service, type="x", id=f"provide {service}")
    status = client.next(lambda m: m.get("id") == f"provide {service}")
    assert status["op"] == "status" and status["level"] == "info"


def asked(client):
    return client.next(lambda m: m["op"] == "call_service")


def answer(client, call, **fields):
    client.send({"op": "service_response", "service": call["service"], "id": call["id"]} | fields)


def test_a_service_that_nobody_provides_is_answered_at_once(client):
    refused = client.call("/no/such", within=5.0)
    assert refused["result"] is False and refused["values"] == {}
    assert "/no/such" in refused["status"]
    assert client.call(QUERY)["result"]


def test_a_call_reaches_its_provider_under_an_id_of_the_gateway_and_the_answer_its_caller(
    client, connect
):
    provider = connect()
    provide(provider, "/double")
    client.begin("/double", {"x": 21}, id="mine")
    call = asked(provider)
    assert call["args"] == {"x": 21} and call["service"] == "/double" and call["id"] != "mine"
    answer(provider, call, values={"x": 42}, result=True)
    response = client.response("mine")
    assert response["values"] == {"x": 42}
    assert response["result"] is True and response["status"] == ""


@pytest.mark.parametrize(
    "fields, result, values",
    [
        ({"result": True}, True, {}),
        ({"values": {"a": 1}}, True, {"a": 1}),
        ({"values": 5, "result": True}, True, 5),
        ({"values": {"a": 1}, "result": False}, False, {"a": 1}),
        ({"values": "broken", "result": False}, False, "broken"),
        ({"values": None, "result": False}, False, None),
    ],
)
def test_whatever_a_provider_answers_its_caller_gets_a_whole_response(
    client, connect, fields, result, values
):
    provider = connect()
    provide(provider, "/odd")
    token = client.begin("/odd")
    answer(provider, asked(provider), **fields)
    response = client.response(token)
    assert response["result"] is result and response["values"] == values
    assert bool(response["status"]) is not result


def test_only_the_asked_provider_can_answer_and_only_once(client, connect):
    provider = connect()
    stranger = connect()
    provide(provider, "/once")
    token = client.begin("/once")
    call = asked(provider)
    answer(stranger, call, values={"who": "stranger"}, result=True)
    stranger.settle()
    answer(provider, call, values={"who": "provider"}, result=True)
    answer(provider, call, values={"who": "again"}, result=True)
    assert client.response(token)["values"] == {"who": "provider"}
    provider.settle()
    client.settle()
    with pytest.raises(TimeoutError):
        client.response(token, within=0.05)


def test_the_newest_provider_is_asked_and_the_older_can_not_withdraw_it(client, connect):
    old = connect()
    new = connect()
    provide(old, "/who")
    provide(new, "/who")
    old.send(op="unadvertise_service", service="/who")
    old.settle()
    token = client.begin("/who")
    answer(new, asked(new), values={"who": "new"}, result=True)
    assert client.response(token)["values"] == {"who": "new"}


@pytest.mark.parametrize("service", ["/arm_sim/pause", "motion/stop"])
def test_a_client_cannot_take_over_a_service_of_ours(client, connect, service):
    shadow = connect()
    shadow.send(op="advertise_service", service=service)
    assert shadow.status()["level"] == "error"
    assert client.call(service)["result"]
    assert shadow.listen(service, 0) == []


def test_where_it_is_allowed_a_client_takes_over_a_service_of_ours_until_it_leaves(links):
    with (
        Runtime(links, ROSBRIDGE_ALLOW_OVERRIDE="1") as runtime,
        Client(runtime.port) as client,
        Client(runtime.port) as shadow,
    ):
        provide(shadow, "/arm_sim/pause")
        token = client.begin("/arm_sim/pause")
        answer(shadow, asked(shadow), values={"shadow": True}, result=True)
        assert client.response(token)["values"] == {"shadow": True}
        shadow.close()
        deadline = time.monotonic() + 5
        while client.call("/arm_sim/pause")["values"] != {"data": False}:
            assert time.monotonic() < deadline


def test_a_provider_that_goes_in_the_middle_of_a_call_fails_it_at_once(client, connect):
    provider = connect()
    provide(provider, "/leaving")
    token = client.begin("/leaving")
    asked(provider)
    provider.close()
    response = client.response(token, within=5.0)  # s; a silent provider has ten
    assert response["result"] is False and "/leaving" in response["status"]


def test_a_silent_provider_holds_nothing_up_and_the_call_ends_at_its_timeout(client, connect):
    provider = connect()
    provide(provider, "/slow")
    begun = time.monotonic()
    tokens = [client.begin("/slow", timeout=0.4), client.begin(QUERY)]
    query = client.receive()
    response = client.receive()
    assert [response["id"], query["id"]] == tokens
    assert query["result"]
    assert response["result"] is False and "in time" in response["status"]
    assert 0.35 < time.monotonic() - begun < 5.0  # s; without a timeout it would be ten


def test_a_provider_may_call_a_service_while_it_serves_one(client, connect):
    provider = connect()
    provide(provider, "/outer")
    token = client.begin("/outer")
    call = asked(provider)
    assert provider.call(QUERY)["result"]
    answer(provider, call, values={"ok": 1}, result=True)
    assert client.response(token)["values"] == {"ok": 1}


def test_a_client_may_call_the_service_that_it_provides_itself(client):
    provide(client, "/self")
    token = client.begin("/self")
    answer(client, asked(client), values={"ok": 1}, result=True)
    assert client.response(token)["result"]
