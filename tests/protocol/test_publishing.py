"""The bridge: advertising topics and publishing on them."""

import json

import pytest
from hub import Hub, messages

from protocol.effects import PublishToActors

ADVERTISE = "advertise"
UNADVERTISE = "unadvertise"
PUBLISH = "publish"


@pytest.mark.parametrize(
    "ops, lenient, strict",
    [
        ([PUBLISH], 1, 0),
        ([PUBLISH, PUBLISH], 2, 0),
        ([ADVERTISE, PUBLISH], 1, 1),
        ([PUBLISH, ADVERTISE, PUBLISH], 2, 1),
        ([ADVERTISE, UNADVERTISE, PUBLISH], 0, 0),
        ([PUBLISH, UNADVERTISE, PUBLISH], 1, 0),
        # Advertising twice has the effect of advertising once.
        ([ADVERTISE, ADVERTISE, UNADVERTISE, PUBLISH], 0, 0),
        ([ADVERTISE, UNADVERTISE, UNADVERTISE, PUBLISH], 0, 0),
        ([ADVERTISE, UNADVERTISE, PUBLISH, ADVERTISE, PUBLISH], 1, 1),
        ([UNADVERTISE, PUBLISH], 1, 0),  # what was never advertised cannot end
        ([UNADVERTISE, ADVERTISE, PUBLISH], 1, 1),
    ],
)
@pytest.mark.parametrize("is_strict", [False, True], ids=["lenient", "strict"])
def test_a_message_passes_only_while_its_client_advertises_the_topic(
    ops, lenient, strict, is_strict
):
    hub = Hub("ann", "bob", strict_advertise=is_strict)
    hub.say("bob", "subscribe", topic="/t")
    came = [effect for op in ops for effect in hub.say("ann", op, topic="/t", msg=1)]
    passed = strict if is_strict else lenient
    assert (
        came
        == [
            PublishToActors(hub.numbers["ann"], "/t", 1),
            ("bob", {"op": "publish", "topic": "/t", "msg": 1}),
        ]
        * passed
    )


@pytest.mark.parametrize("is_strict", [False, True], ids=["lenient", "strict"])
def test_publishers_do_not_advertise_or_unadvertise_for_each_other(is_strict):
    hub = Hub("ann", "bob", strict_advertise=is_strict)
    hub.say("ann", "advertise", topic="/t")
    hub.say("bob", "advertise", topic="/t")
    hub.say("bob", "unadvertise", topic="/t")
    assert len(hub.say("ann", "publish", topic="/t", msg=1)) == 1
    assert hub.say("bob", "publish", topic="/t", msg=1) == []


@pytest.mark.parametrize("is_strict", [False, True], ids=["lenient", "strict"])
def test_advertising_is_by_topic_however_it_is_spelled(is_strict):
    hub = Hub("ann", strict_advertise=is_strict)
    hub.say("ann", "advertise", topic="t")
    assert hub.say("ann", "publish", topic="/t", msg=1) == [
        PublishToActors(hub.numbers["ann"], "/t", 1)
    ]
    hub.say("ann", "unadvertise", topic="/t")
    assert hub.say("ann", "publish", topic="t", msg=1) == []


def test_the_actors_are_told_of_a_message_even_if_no_client_subscribes():
    hub = Hub("ann")
    assert hub.say("ann", "publish", topic="joint_trajectory", msg={"points": []}) == [
        PublishToActors(hub.numbers["ann"], "/joint_trajectory", {"points": []})
    ]


def test_advertise_and_unadvertise_get_no_answer():
    hub = Hub("ann")
    ops = [ADVERTISE, ADVERTISE, UNADVERTISE, UNADVERTISE]
    assert [hub.say("ann", op, topic="/t", id="x") for op in ops] == [[], [], [], []]


def test_a_number_too_large_for_a_double_is_published_as_null():
    hub = Hub("ann")
    hub.say("ann", "subscribe", topic="/t")
    assert messages(hub.say("ann", "publish", topic="/t", msg=[json.loads("1e999"), 1])) == [
        ("ann", [None, 1])
    ]
