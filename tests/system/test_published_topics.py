"""Topics over the wire: subscriptions, publications, and who may publish."""

import time
from itertools import pairwise
from statistics import median

import pytest
from harness import Client, Runtime
from rosbridge import stamp

STATES = "/joint_states"
pytestmark = pytest.mark.parametrize("links", [2])


def assert_one_stream(client):
    """Each state of the arm comes once, soon after the one before."""
    times = [stamp(state) for state in client.course(STATES, 0.25)]
    assert len(set(times)) == len(times) and median(b - a for a, b in pairwise(times)) < 0.05


def test_subscribing_twice_delivers_once_and_one_unsubscribe_ends_it(client):
    client.subscribe(STATES, id="s")
    client.subscribe(STATES, id="s")
    assert_one_stream(client)
    client.send(op="unsubscribe", topic=STATES)
    client.settle()
    assert client.listen(STATES, 0.2) == []


def test_subscriptions_with_ids_of_their_own_end_one_by_one_and_deliver_each_message_once(client):
    client.subscribe(STATES, id="a")
    client.subscribe(STATES, id="b", throttle_rate=10_000)
    client.send(op="unsubscribe", topic=STATES, id="never was")
    client.send(op="unsubscribe", topic=STATES, id="b")
    client.settle()
    assert_one_stream(client)
    client.send(op="unsubscribe", topic=STATES, id="a")
    client.settle()
    assert client.listen(STATES, 0.2) == []


def test_a_quick_change_of_mind_leaves_exactly_one_stream(client):
    there = {"op": "subscribe", "topic": STATES, "id": "s"}
    back = {"op": "unsubscribe", "topic": STATES}
    client.send(*[there, back, there] * 20)
    client.settle()
    assert_one_stream(client)


def test_a_topic_goes_on_after_its_last_subscriber_has_gone(connect):
    for _ in range(5):
        subscriber = connect()
        subscriber.subscribe(STATES)
        subscriber.message(STATES)
        subscriber.close()


def test_a_throttled_subscription_gets_fewer_messages(client):
    client.subscribe(STATES, throttle_rate=100)
    times = [stamp(client.message(STATES)) for _ in range(7)]
    assert 0.08 < median(b - a for a, b in pairwise(times)) < 0.2


@pytest.mark.parametrize(
    "msg", [None, 0, "", False, [], {}, [1, {"a": [None]}], {"x": 1e-300, "ä": "\u2028"}]
)
def test_any_json_value_passes_from_client_to_client_unchanged(client, connect, msg):
    subscriber = connect()
    subscriber.subscribe("/anything")
    client.publish("anything", msg)
    received = subscriber.message("/anything")
    assert received == msg and type(received) is type(msg)


def test_publications_arrive_in_order_and_without_history(client, connect):
    client.publish("/ordered", "too early")
    client.settle()
    subscriber = connect()
    subscriber.subscribe("/ordered")
    client.send(*({"op": "publish", "topic": "/ordered", "msg": i} for i in range(500)))
    assert [subscriber.message("/ordered") for _ in range(500)] == list(range(500))


def test_a_publisher_that_subscribes_receives_what_it_publishes(client):
    client.subscribe("/echo")
    client.publish("/echo", 1)
    assert client.message("/echo") == 1


@pytest.mark.parametrize("topic", [STATES, "/ik_action/result", "diagnostics"])
def test_clients_cannot_publish_on_topics_of_ours(client, topic):
    client.subscribe(topic)
    client.publish(topic, "not the arm")
    status = client.next(lambda m: m["op"] == "status" and m["level"] == "error")
    assert status["msg"] == f"publish: only Pendularm itself publishes on topic {topic}"
    client.settle()
    assert all(msg != "not the arm" for msg in client.drain(topic))


def received(publisher, subscriber):
    """What the subscriber has received of all that was published before."""
    publisher.settle()
    subscriber.settle()
    return subscriber.drain("/talk")


@pytest.mark.parametrize(
    "strict, expected", [("", [0, 1]), ("1", [1])], ids=["by default", "strict"]
)
def test_who_may_publish(links, strict, expected):
    """0 is published without having advertised, 1 advertised, and 2 unadvertised again."""
    with (
        Runtime(links, ROSBRIDGE_STRICT_ADVERTISE=strict) as runtime,
        Client(runtime.port) as subscriber,
        Client(runtime.port) as client,
        Client(runtime.port) as other,
    ):
        subscriber.subscribe("/talk")
        other.send(op="advertise", topic="/talk")  # which gives no right to the client
        other.settle()
        client.publish("/talk", 0)
        client.send(op="advertise", topic="/talk")
        client.publish("/talk", 1)
        client.send(op="unadvertise", topic="/talk")
        client.publish("/talk", 2)
        assert received(client, subscriber) == expected
        with pytest.raises(TimeoutError):
            client.status(within=0.02)


def test_a_subscriber_that_never_reads_costs_a_healthy_one_nothing(client, connect, runtime):
    idle = connect()
    idle.send(op="subscribe", topic="/flood")
    client.subscribe(STATES)
    line = {"op": "publish", "topic": "/flood", "msg": "x" * 100_000}
    started = time.monotonic()
    worst = 0.0
    states = 0
    while time.monotonic() < started + 0.6:
        client.send(line)
        asked = time.monotonic()
        client.settle()
        worst = max(worst, time.monotonic() - asked)
        states += len(client.drain(STATES))
    assert states > 8 and worst < 1.0  # some 36 and 0.01 s on an idle machine
    assert "Traceback" not in runtime.log()
