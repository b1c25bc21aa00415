"""The bridge: throttle_rate and queue_length of a subscription."""

import pytest
from hub import Hub, messages

from protocol import limits
from protocol.effects import Send
from protocol.topics import RELEASED_AT_ONCE


# Times are multiples of an eighth of a second, so that sums of them are exact.
def play(hub, published, pulses):
    """Publish 0, 1, 2, ... at these times; (time, message) of all that ann is sent."""
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
        # Messages that come too soon are lost.
        (500, 0, [0, 0.125, 0.25, 0.375, 0.5, 0.625], [(0, 0), (0.5, 4)]),
        # The time is counted from the last message that was sent.
        (500, 0, [0.25, 0.625, 0.75, 2], [(0.25, 0), (0.75, 2), (2, 3)]),
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
    [sent] = hub.bridge.topics.deliver("/t", b"1", 0.0)
    assert (sent.topic, sent.keep) == ("/t", keep)


def test_a_status_always_waits_for_a_slow_reader():
    hub = Hub("ann")
    [status] = hub.effects("ann", "subscribe", topic="/t")
    [sent] = hub.bridge.tell(status)
    assert isinstance(sent, Send) and sent.topic is None


def test_of_many_messages_that_are_due_at_once_only_some_are_sent_at_a_time():
    hub = Hub("ann")
    count = RELEASED_AT_ONCE + 10
    for k in range(count):
        hub.say("ann", "subscribe", topic=f"/{k}", throttle_rate=1000, queue_length=1)
        hub.deliver(f"/{k}", "sent"), hub.deliver(f"/{k}", "waits")
    sizes = [len(hub.pulse(1.0)) for _ in range(3)]
    assert sizes == [RELEASED_AT_ONCE, 10, 0]
