"""What the arm shows of itself to 3D panels: its frames, its clock, and its description."""

import json

import pytest
from arm_bench import asked
from crew import call, letters

from actors.kernel.letters import Publication
from protocol import names

CHANGES = [
    (names.SET_PARAMS, {"lengths": [2, 1]}),
    (names.SET_PARAMS, {"gravity": 0}),
    (names.SET_LINKS, {"inertias": [1, 1]}),
    (names.SET_LIMITS, {"position": [[-1, 1], [-1, 1]]}),
    (names.SET_LIMITS, {"effort": [1, 1]}),
]


def said(arm):
    """What the arm has published to clients since the last look, in order."""
    arm.commit()
    heard = letters(arm.registry, "gateway")
    return [
        (letter.topic, json.loads(letter.message))
        for letter in heard
        if isinstance(letter, Publication)
    ]


def descriptions(arm):
    return [message["data"] for topic, message in said(arm) if topic == names.ROBOT_DESCRIPTION]


def tick(arm):
    """Let the time come when the arm publishes its state."""
    arm._state_due = 0.0
    arm.tick()


def want(arm, *topics):
    for topic in topics:
        arm.registry.demand(topic, True)


@pytest.fixture
def described(arm):
    """An arm whose description is wanted, and has been published."""
    want(arm, names.ROBOT_DESCRIPTION)
    tick(arm)
    assert len(descriptions(arm)) == 1
    return arm


def test_nothing_is_published_while_nobody_wants_it(arm):
    tick(arm)
    assert said(arm) == []


def test_frames_and_clock_come_with_every_state(arm):
    want(arm, names.JOINT_STATES, names.TF, names.CLOCK)
    for _ in range(2):
        tick(arm)
        heard = dict(said(arm))
        assert set(heard) == {names.JOINT_STATES, names.TF, names.CLOCK}
        stamp = heard[names.JOINT_STATES]["header"]["stamp"]
        assert heard[names.CLOCK] == {"clock": stamp}
        assert heard[names.TF]["transforms"][0]["header"]["stamp"] == stamp


def test_the_description_is_not_repeated(described):
    tick(described)
    assert descriptions(described) == []


@pytest.mark.parametrize("service, args", CHANGES, ids=str)
def test_a_change_is_described_before_it_is_confirmed(described, service, args):
    described.receive(call(service, args))
    described.commit()
    description, answer = letters(described.registry, "gateway")
    assert description.topic == names.ROBOT_DESCRIPTION and answer.result


def test_what_changes_nothing_is_not_described(described):
    for service, _ in CHANGES:
        described.receive(call(service, {}))
    assert descriptions(described) == []


def test_a_new_demand_gets_the_description_even_if_the_arm_has_not_seen_the_old_one_end(described):
    described.registry.demand(names.ROBOT_DESCRIPTION, False)
    described.registry.demand(names.ROBOT_DESCRIPTION, True)
    tick(described)
    assert len(descriptions(described)) == 1


def test_the_description_has_the_links_and_the_limits_in_force(described):
    asked(described, names.SET_PARAMS, {"masses": [3, 4], "lengths": [0.5, 0.25]})
    asked(described, names.SET_LIMITS, {"position": [[-1, 1], [-2, 2]], "velocity": [5, 6]})
    described.registry.demand(names.ROBOT_DESCRIPTION, False)
    want(described, names.ROBOT_DESCRIPTION)
    tick(described)
    [text] = descriptions(described)
    for part in ('<mass value="4.0"/>', 'xyz="0.25 0 0"', 'lower="-2.0"', 'velocity="6.0"'):
        assert part in text
