"""Inverse kinematics as clients see it, on the running system."""

import math

import pytest
from descents import DESCENT, LONGEST_DESCENT
from goal_steps import PARAMS, SOLVE, TARGET, tip

two_links = pytest.mark.parametrize("links", [2])
three_links = pytest.mark.parametrize("links", [3])


def test_a_solution_leads_back_to_its_target(client, links):
    target = {"x": 0.9, "y": -0.7} | ({"phi": 0.4} if links == 3 else {})
    answer = client.call(SOLVE, target)
    assert answer["result"] and answer["status"] == "" and set(answer["values"]) == {"positions"}
    x, y, heading = tip([1.0] * links, answer["values"]["positions"])
    assert (x, y) == pytest.approx((0.9, -0.7), abs=1e-9)  # m, the accuracy that is promised
    assert links == 2 or heading == pytest.approx(0.4, abs=1e-9)


@two_links
def test_a_solution_follows_the_lengths_at_once(client):
    verdicts = []
    for length in (1.0, 0.5, 2.0):
        client.begin(PARAMS, {"lengths": [length, length]})
        verdicts.append(client.call(SOLVE, {"x": 1.9, "y": 0.0})["result"])
    assert verdicts == [True, False, True]


@three_links
def test_a_refusal_of_an_orientation_speaks_of_the_wrist(client):
    refused = client.call(SOLVE, {"x": 2.5, "y": 0.0, "phi": math.pi})
    assert refused["result"] is False and "wrist" in refused["status"] and refused["values"] == {}
    assert client.call(SOLVE, {"x": 2.5, "y": 0.0, "phi": 0.0})["result"]


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"x": 1},
        {"y": 1},
        {"x": "1", "y": 0},
        {"x": True, "y": 0},
        {"x": 9, "y": 0},
        {"x": 1e308, "y": 1e308},
        {"x": 1, "y": 0, "reference": [1.7e308] * 2},
        {"x": 1, "y": 0, "reference": "x"},
    ],
    ids=str,
)
@two_links
def test_whatever_is_asked_it_is_refused_with_a_reason_and_nobody_dies_of_it(runtime, client, args):
    before = runtime.actors()
    refused = client.call(SOLVE, args)
    assert refused["result"] is False and refused["status"] and "restarted" not in refused["status"]
    assert client.call(SOLVE, TARGET)["result"]
    assert runtime.actors() == before


# -- /ik/clamped_descent --------------------------------------------------------------------------
@two_links
@pytest.mark.parametrize(
    "changes, positions, iterations, distance, outcome",
    [
        ({}, (0.00008504, 1.57065873), 125, 0.00009997, "reached"),
        (
            {"start": [1.2, -0.5], "limits": [[-3, 3], [-1, 0]]},
            (1.28539807, -1.0),
            35,
            0.34095156,
            "stalled",
        ),
        ({"max_iters": 5}, (0.42422226, 0.76828195), 5, 0.44159646, "out of steps"),
    ],
)
def test_a_clamped_descent_ends_as_in_its_examples(
    client, changes, positions, iterations, distance, outcome
):
    args = {
        "target": {"x": 1, "y": 1},
        "start": [0.2, 0.5],
        "limits": [[-3, 3], [0, 2.5]],
        "alpha": 0.2,
        "tol": 1e-4,
        "stall": 1e-7,
        "max_iters": 1000,
    }
    values = client.call(DESCENT, args | changes)["values"]
    assert (values["iterations"], values["outcome"]) == (iterations, outcome)
    assert [*values["positions"], values["distance"]] == pytest.approx(
        [*positions, distance], abs=1e-6
    )
    assert not client.call(DESCENT, args | {"max_iters": 10**7})["result"]


@two_links
def test_the_longest_descent_is_answered_by_the_actor_that_was_asked(client, runtime):
    pid = runtime.pid_of("ik")
    assert client.call(DESCENT, LONGEST_DESCENT, within=20.0)["values"]["iterations"] == 10_000
    assert runtime.pid_of("ik") == pid
