"""Topics over the wire: subscriptions, publications, and who may publish."""

import time
from itertools import pairwise
from statistics import median

import pytest
from harness import Client, Runtime
from rosbridge import stamp

STATES = "/joint_states"
pytestmark = pytest.mark.parametrize("links", [2])


def heard_once(client):
    """The states that come are all different ones, and soon follow each other."""
    times = [stamp(state) for state in client.course(STATES, 0.25)]
    assert len(set(times)) == len(times) and median(b - a for a, b in pairwise(times)) < 0.05


def test_subscribing_twice_delivers_once_and_one_unsubscribe_ends_it(client):
    client.subscribe(STATES, id="s")
    client.subscribe(STATES, id="s")
    heard_once(client)
    client.send(op="unsubscribe", topic=STATES)
    client.settle()
    assert client.listen(STATES, 0.2) == []


def test_subscriptions_with_ids_of_their_own_end_one_by_one_and_deliver_each_message_once(client):
    client.subscribe(STATES, id="a")
    client.subscribe(STATES, id="b", throttle_rate=10_000)
    client.send(op="unsubscribe", topic=STATES, id="never was")
    client.send(op="unsubscribe", topic=STATES, id="b")
    client.settle()
    heard_once(client)
    client.send(op="unsubscribe", topic=STATES, id="a")
    client.settle()
    assert client.listen(STATES, 0.2) == []


def test_a_quick_change_of_mind_leaves_exactly_one_stream(client):
    there = {"op": "subscribe", "topic": STATES, "id": "s"}
    back = {"op": "unsubscribe", "topic": STATES}
    client.send(*[there, back, there] * 20)
    client.settle()
    heard_once(client)


def test_a_topic_goes_on_after_its_last_subscriber_has_gone(connect):
    for _ in range(5):
        subscriber = connect()
        subscriber.subscribe(STATES)
        subscriber.message(STATES)
        subscriber.close()


def test_a_throttled_subscription_hears_less_often(client):
    client.subscribe(STATES, throttle_rate=100)
    times = [stamp(client.message(STATES)) for _ in range(7)]
    assert 0.08 < median(b - a for a, b in pairwise(times)) < 0.2


@pytest.mark.parametrize(
    "msg", [None, 0, "", False, [], {}, [1, {"a": [None]}], {"x": 1e-300, "ä": "\u2028"}]
)
def test_any_json_value_passes_from_client_to_client_unchanged(client, connect, msg):
    hearer = connect()
    hearer.subscribe("/anything")
    client.publish("anything", msg)
    heard = hearer.message("/anything")
    assert heard == msg and type(heard) is type(msg)


def test_publications_arrive_in_order_and_without_history(client, connect):
    client.publish("/ordered", "too early")
    client.settle()
    hearer = connect()
    hearer.subscribe("/ordered")
    client.send(*({"op": "publish", "topic": "/ordered", "msg": i} for i in range(500)))
    assert [hearer.message("/ordered") for _ in range(500)] == list(range(500))


def test_a_publisher_that_subscribes_hears_itself(client):
    client.subscribe("/echo")
    client.publish("/echo", 1)
    assert client.message("/echo") == 1


def test_clients_can_not_speak_for_the_arm_to_its_actors(client):
    """What a client says on the arm's own topic reaches other clients, and moves nothing."""
    client.subscribe(STATES)
    client.publish(STATES, "not the arm")
    assert client.next(lambda m: m["op"] == "publish" and m["msg"] == "not the arm")
    assert client.call("/arm_sim/set_params")["result"]


def heard_of(publisher, hearer, count):
    """Which of so many numbered publications are heard, after all of them have been dealt with."""
    publisher.settle()
    hearer.settle()
    return [number for number in hearer.drain("/talk") if number in range(count)]


@pytest.mark.parametrize("strict, heard", [("", [0, 1]), ("1", [1])], ids=["by default", "strict"])
def test_who_may_publish(links, strict, heard):
    """0: without having advertised; 1: advertised; 2: unadvertised again."""
    with (
        Runtime(links, ROSBRIDGE_STRICT_ADVERTISE=strict) as runtime,
        Client(runtime.port) as hearer,
        Client(runtime.port) as client,
        Client(runtime.port) as other,
    ):
        hearer.subscribe("/talk")
        other.send(op="advertise", topic="/talk")  # lends its right to nobody
        other.settle()
        client.publish("/talk", 0)
        client.send(op="advertise", topic="/talk")
        client.publish("/talk", 1)
        client.send(op="unadvertise", topic="/talk")
        client.publish("/talk", 2)
        assert heard_of(client, hearer, 3) == heard
        with pytest.raises(TimeoutError):
            client.status(within=0.02)


def test_a_subscriber_that_never_reads_costs_a_healthy_one_nothing(client, connect, runtime):
    idle = connect()
    idle.send(op="subscribe", topic="/flood")
    client.subscribe(STATES)
    line = {"op": "publish", "topic": "/flood", "msg": "x" * 100_000}
    started = time.monotonic()
    worst = 0.0
    heard = 0
    while time.monotonic() < started + 0.6:
        client.send(line)
        asked = time.monotonic()
        client.settle()
        worst = max(worst, time.monotonic() - asked)
        heard += len(client.drain(STATES))
    assert heard > 8 and worst < 1.0  # some 36, and 0.01 s, on an idle machine
    assert "Traceback" not in runtime.log()
