"""Topics whose present message a new subscriber gets at once."""

import pytest
from hub import Hub, messages

from protocol import names

LATCHED = sorted(names.LATCHED)
pytestmark = pytest.mark.parametrize("topic", LATCHED)


def test_a_new_subscriber_gets_the_present_message_at_once_and_alone(topic):
    hub = Hub("ann", "bob")
    hub.say("ann", "subscribe", topic=topic)
    hub.deliver(topic, 1)
    hub.deliver(topic, 2)
    assert messages(hub.say("bob", "subscribe", topic=topic)) == [("bob", 2)]


def test_it_bears_the_spelling_of_the_subscription(topic):
    hub = Hub("ann", "bob")
    hub.say("ann", "subscribe", topic=topic)
    hub.deliver(topic, 1)
    line = hub.say("bob", "subscribe", topic=topic[1:])[-1]
    assert line == ("bob", {"op": "publish", "topic": topic[1:], "msg": 1})


def test_a_throttle_does_not_hold_back_the_change_after_it(topic):
    hub = Hub("ann", "bob")
    hub.say("ann", "subscribe", topic=topic)
    hub.deliver(topic, 1)
    hub.say("bob", "subscribe", topic=topic, throttle_rate=10_000)
    assert ("bob", 2) in messages(hub.deliver(topic, 2))


def test_nothing_is_kept_from_before_the_subscribers_had_gone(topic):
    """What is published to nobody might be older than what the publisher says next."""
    hub = Hub("ann")
    hub.say("ann", "subscribe", topic=topic)
    hub.deliver(topic, 1)
    hub.say("ann", "unsubscribe", topic=topic)
    hub.bridge.topics.settle_demand()
    hub.deliver(topic, 2)
    assert messages(hub.say("ann", "subscribe", topic=topic)) == []


def test_a_subscriber_that_leaves_and_comes_back_at_once_gets_it_again(topic):
    hub = Hub("ann")
    hub.say("ann", "subscribe", topic=topic)
    hub.deliver(topic, 1)
    hub.say("ann", "unsubscribe", topic=topic)
    assert messages(hub.say("ann", "subscribe", topic=topic)) == [("ann", 1)]
