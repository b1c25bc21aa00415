"""Names that clients may have meant."""

import pytest
from hub import Hub

from protocol import names
from protocol.similar import LONGEST, did_you_mean


@pytest.mark.parametrize(
    "name, meant",
    [
        ("/joint_state", ", did you mean /joint_states?"),
        ("/Joint_States", ", did you mean /joint_states?"),
        ("/joint_states/", ", did you mean /joint_states?"),
        ("/ik_action/results", ", did you mean /ik_action/result?"),
        ("/chatter", ""),
        ("/", ""),
        ("/joint_states" + "x" * LONGEST, ""),
    ],
)
def test_a_similar_name_is_suggested(name, meant):
    assert did_you_mean(name, names.PUBLISHED) == meant


def test_a_subscription_to_a_misspelt_topic_of_ours_is_confirmed_and_told():
    said = [line for _, line in Hub("ann").say("ann", "subscribe", topic="joint_state", id="s")]
    assert [(line["level"], line["id"]) for line in said] == [("info", "s"), ("warning", "s")]
    assert said[1]["msg"] == (
        "subscribe: Pendularm publishes no topic joint_state, did you mean /joint_states?"
    )


@pytest.mark.parametrize("topic", ["/t", "/chatter", *sorted(names.PUBLISHED | names.COMMANDS)])
def test_a_subscription_to_any_other_topic_is_only_confirmed(topic):
    [(_, confirmation)] = Hub("ann").say("ann", "subscribe", topic=topic)
    assert confirmation["level"] == "info"


def test_a_wrong_throttle_is_told_after_the_confirmation():
    fields = {"topic": "/t", "id": 3, "throttle_rate": "fast"}
    said = [line for _, line in Hub("ann").say("ann", "subscribe", **fields)]
    assert [line["level"] for line in said] == ["info", "warning"]
    assert said[1]["msg"] == (
        'subscribe: ignored: throttle_rate must be a finite number at least 0, got "fast"'
    )
