"""What is read of a target, and the shapes of the goal and trial messages."""

import json
import math

import pytest

from protocol.fields import Rejected
from protocol.goals import (
    TargetFields,
    feedback,
    read_target,
    result,
    target_message,
    trial_status,
)
from protocol.wire import encode

NO_NUMBERS = [None, True, False, "1", "", [], [1], {}, math.nan, math.inf, -math.inf, 10**400]
both_arms = pytest.mark.parametrize("links", [2, 3])


def refusal(args, links=2):
    with pytest.raises(Rejected) as refused:
        read_target(args, links)
    return str(refused.value)


# -- targets ---------------------------------------------------------------------------------------
@both_arms
def test_x_and_y_are_read_as_numbers_and_whole_ones_count(links):
    assert read_target({"x": 1, "y": -0.5}, links) == TargetFields(1.0, -0.5, None)


@pytest.mark.parametrize("phi", [0, 1.5, -7, 1e300])
def test_three_links_have_a_heading(phi):
    assert read_target({"x": 0, "y": 0, "phi": phi}, 3).phi == float(phi)


@both_arms
def test_a_heading_of_null_is_an_omitted_one(links):
    assert read_target({"x": 0, "y": 0, "phi": None}, links) == read_target({"x": 0, "y": 0}, links)


@pytest.mark.parametrize("phi", [1.2, 99, *NO_NUMBERS], ids=lambda value: repr(value)[:12])
def test_whatever_stands_in_phi_two_links_ignore_it(phi):
    assert read_target({"x": 1, "y": 2, "phi": phi}, 2) == TargetFields(1.0, 2.0, None)


@pytest.mark.parametrize("value", NO_NUMBERS, ids=lambda value: repr(value)[:12])
@pytest.mark.parametrize("field", ["x", "y"])
@both_arms
def test_a_coordinate_that_is_no_finite_number_is_refused_by_name(links, field, value):
    assert refusal({"x": 1, "y": 1} | {field: value}, links).startswith(
        f"{field} must be a finite number"
    )


@pytest.mark.parametrize("phi", NO_NUMBERS[1:], ids=lambda value: repr(value)[:12])
def test_a_heading_that_is_no_finite_number_is_refused_for_three_links(phi):
    assert refusal({"x": 1, "y": 1, "phi": phi}, 3).startswith("phi must be a finite number")


@pytest.mark.parametrize(
    "args, field",
    [
        ({}, "x"),
        ({"y": 1}, "x"),
        ({"x": 1}, "y"),
        ({"x": 1, "phi": 0}, "y"),
        ({"X": 1, "y": 1}, "x"),
    ],
    ids=str,
)
@both_arms
def test_a_missing_coordinate_is_named(links, args, field):
    assert refusal(args, links) == f"{field} is missing"


@pytest.mark.parametrize(
    "phi, message", [(None, {"x": 1.0, "y": 2.0}), (0.0, {"x": 1.0, "y": 2.0, "phi": 0.0})]
)
def test_a_target_message_has_phi_only_if_the_target_has_one(phi, message):
    assert target_message(1.0, 2.0, phi) == message


# -- messages --------------------------------------------------------------------------------------
def on_the_wire(message):
    return json.loads(encode(message))


def test_feedback_has_exactly_its_fields():
    assert on_the_wire(feedback("g", {"x": 1.0, "y": 2.0}, (0.25, 0.5), 0.75, 1.5)) == {
        "goal_id": "g",
        "target": {"x": 1.0, "y": 2.0},
        "positions": [0.25, 0.5],
        "distance_remaining": 0.75,
        "elapsed": 1.5,
    }


def test_a_result_has_exactly_its_fields():
    assert on_the_wire(result("g", "reached", {"x": 1.0, "y": 2.0, "phi": 0.5}, 0.25)) == {
        "goal_id": "g",
        "outcome": "reached",
        "target": {"x": 1.0, "y": 2.0, "phi": 0.5},
        "final_distance": 0.25,
    }


@pytest.mark.parametrize(
    "target, error, angles, status",
    [({"x": 1.0, "y": 2.0}, 0.5, (0.25, 0.5), "active"), (None, None, None, "idle")],
)
def test_a_trial_status_has_exactly_its_fields_and_null_for_what_there_is_not(
    target, error, angles, status
):
    assert on_the_wire(trial_status(True, 1.5, 60.0, 3, target, error, angles, status)) == {
        "running": True,
        "elapsed": 1.5,
        "duration": 60.0,
        "targets_reached": 3,
        "target": target,
        "error": error,
        "desired_positions": None if angles is None else list(angles),
        "action_status": status,
    }
