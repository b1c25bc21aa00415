"""The level of a client: which statuses it hears."""

import pytest
from hub import Hub

from protocol import names
from protocol.operations import LEVELS

SAID = {  # an operation that is answered by a status of each level
    "info": ("subscribe", {"topic": "/t"}),
    "warning": ("call_service", {"service": "/arm_sim/pause", "timeout": -1}),
    "error": ("publish", {"topic": names.JOINT_STATES, "msg": {}}),
}


def statuses(heard):
    return [
        line["level"]
        for _, line in (to for to in heard if isinstance(to, tuple) and isinstance(to[1], dict))
        if line["op"] == "status"
    ]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("said", SAID)
def test_a_client_hears_the_statuses_of_its_level_and_of_later_ones(level, said):
    hub = Hub("ann")
    assert hub.say("ann", "set_level", level=level) == []
    op, fields = SAID[said]
    hears = LEVELS.index(said) >= LEVELS.index(level)
    assert statuses(hub.say("ann", op, **fields)) == [said] * hears


@pytest.mark.parametrize("said", SAID)
def test_over_a_websocket_confirmations_come_only_to_those_who_ask_for_them(said):
    hub = Hub("ann")
    hub.session("ann").speaks_websocket()
    op, fields = SAID[said]
    assert statuses(hub.say("ann", op, **fields)) == [said] * (said != "info")
    hub.say("ann", "set_level", level="info")
    assert statuses(hub.say("ann", op, **fields)) == [said]


@pytest.mark.parametrize("level", [None, 5, "INFO", "debug", [], {}])
def test_an_unknown_level_is_refused_and_the_one_before_stays(level):
    hub = Hub("ann")
    hub.say("ann", "set_level", level="warning")
    [(_, line)] = hub.say("ann", "set_level", level=level)
    assert line["msg"].startswith("set_level: level must be one of info, warning, error, none, got")
    assert statuses(hub.say("ann", "subscribe", topic="/t")) == []


def test_a_level_is_of_one_client_only():
    hub = Hub("ann", "bob")
    hub.say("ann", "set_level", level="none")
    assert statuses(hub.say("ann", "fly")) == []
    assert statuses(hub.say("bob", "fly")) == ["error"]


def test_the_answer_to_a_call_does_not_depend_on_the_level():
    hub = Hub("ann")
    hub.say("ann", "set_level", level="none")
    [(_, line)] = hub.say("ann", "call_service", service="/nobody")
    assert line["op"] == "service_response" and line["result"] is False
