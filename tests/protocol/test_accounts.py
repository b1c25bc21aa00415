"""What each connection is counted for, and that nothing of it stays counted afterwards."""

import pytest
from hub import PAUSE, Hub

from protocol import limits
from protocol.operations import CallService

SLOW = {"topic": "/t", "throttle_rate": 1000, "queue_length": 5}


def held_message(hub):
    hub.say("ann", "subscribe", **SLOW)
    hub.deliver("/t", "sent"), hub.deliver("/t", "x" * 500)


def call_in_flight(hub):
    hub.bridge.receive(hub.numbers["ann"], read_call(), 0.0)


def read_call():
    return CallService(PAUSE, b"1", {}, None, size=500)


KEPT = {
    "a topic that it advertises": lambda hub: hub.say("ann", "advertise", topic="/" + "t" * 500),
    "a service": lambda hub: hub.say("ann", "advertise_service", service="/" + "s" * 500),
    "a subscription": lambda hub: hub.say("ann", "subscribe", topic="/" + "t" * 500),
    "its id": lambda hub: hub.say("ann", "subscribe", topic="/t", id="i" * 500),
    "a throttled message": held_message,
    "a call in flight": call_in_flight,
}


def account(hub):
    return hub.bridge.sessions[hub.numbers["ann"]].account


@pytest.mark.parametrize("keep", KEPT.values(), ids=KEPT)
def test_all_that_is_kept_for_a_client_counts_until_it_leaves(keep):
    hub = Hub("ann")
    assert account(hub).bytes == 0
    keep(hub)
    assert account(hub).bytes >= 500
    assert hub.bridge.budget.total == account(hub).bytes
    hub.leave("ann")
    assert hub.bridge.budget.total == 0


UNDONE = {
    "a service": (
        ("advertise_service", {"service": "/s"}),
        ("unadvertise_service", {"service": "/s"}),
    ),
    "a subscription": (("subscribe", {"topic": "/t"}), ("unsubscribe", {"topic": "/t"})),
    "two subscriptions": (
        ("subscribe", {"topic": "/t", "id": 1}),
        ("subscribe", {"topic": "t", "id": 2}),
        ("unsubscribe", {"topic": "/t"}),
    ),
    "a subscription that is changed": (
        ("subscribe", {"topic": "/t", "id": 1}),
        ("subscribe", {"topic": "t", "id": 1, "queue_length": 5}),
        ("unsubscribe", {"topic": "/t", "id": 1}),
    ),
}


@pytest.mark.parametrize("operations", UNDONE.values(), ids=UNDONE)
def test_what_is_undone_counts_no_more(operations):
    hub = Hub("ann")
    counted = []
    for op, fields in operations:
        hub.say("ann", op, **fields)
        counted.append(account(hub).bytes)
    assert min(counted[:-1]) > 0 and counted[-1] == 0


def test_throttled_messages_that_are_sent_or_give_way_count_no_more():
    hub = Hub("ann")
    hub.say("ann", "subscribe", **SLOW)
    empty = account(hub).bytes
    for k in range(limits.TOPIC_QUEUE):
        hub.deliver("/t", k)
    waiting = account(hub).bytes - empty
    for now in range(1, 10):
        hub.pulse(now)
    assert waiting > 0 and account(hub).bytes == empty


def test_a_call_counts_until_it_is_answered():
    hub = Hub("ann")
    [asked] = hub.bridge.receive(hub.numbers["ann"], read_call(), 0.0)
    counted = account(hub).bytes
    hub.answer(asked)
    assert (counted, account(hub).bytes) == (500, 0)
