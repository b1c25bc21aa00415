"""Messages about motions, and obstacles as they are read and shown."""

import json
import math

import pytest
from requests_for_motions import refusal, short

from protocol import limits
from protocol.fields import read_field
from protocol.motion import (
    figures_message,
    motion_result,
    motion_state,
    obstacles_message,
    recording,
)
from protocol.motion_requests import (
    read_obstacles,
)
from protocol.wire import encode


def on_the_wire(message):
    return json.loads(encode(message))


# -- obstacles -------------------------------------------------------------------------------------
def obstacles(value):
    return read_field({"obstacles": value}, "obstacles", read_obstacles)


@pytest.mark.parametrize(
    "value, read",
    [
        ([], []),
        ([{"x": 1, "y": 2, "radius": 0.5}], [(1.0, 2.0, 0.5)]),
        ([{"x": 1, "y": 2, "radius": 0}], [(1.0, 2.0, 0.0)]),
        (
            [{"center": [1, 2], "radius": 1}, {"center": {"x": 3, "y": 4}, "radius": 2}],
            [(1.0, 2.0, 1.0), (3.0, 4.0, 2.0)],
        ),
        ([{"x": 0, "y": 0, "radius": 1, "color": "red"}], [(0.0, 0.0, 1.0)]),
    ],
    ids=str,
)
def test_obstacles_are_circles(value, read):
    assert obstacles(value) == read


def test_as_many_obstacles_as_are_allowed_are_read():
    assert (
        len(obstacles([{"x": 0, "y": k, "radius": 1} for k in range(limits.OBSTACLES)]))
        == limits.OBSTACLES
    )


@pytest.mark.parametrize(
    "value",
    [
        None,
        1,
        "ab",
        {"x": 0, "y": 0, "radius": 1},
        [{"x": 0, "y": 0, "radius": 1}] * (limits.OBSTACLES + 1),
    ],
    **short,
)
def test_obstacles_are_a_list_of_not_too_many(value):
    assert refusal(obstacles, value).startswith(
        f"obstacles must be a list of at most {limits.OBSTACLES} circles, got "
    )


@pytest.mark.parametrize(
    "item, words",
    [
        (None, "must be an object with x, y and radius, got null"),
        ([1, 2, 3], "must be an object with x, y and radius, got"),
        ({"y": 0, "radius": 1}, "x is missing"),
        ({"x": 0, "radius": 1}, "y is missing"),
        ({"x": 0, "y": 0}, "radius is missing"),
        ({"x": None, "y": 0, "radius": 1}, "x must be a finite number, got null"),
        ({"x": 0, "y": 0, "radius": -1}, "radius must be a finite number at least 0, got -1"),
        (
            {"x": 0, "y": 0, "radius": math.inf},
            "radius must be a finite number at least 0, got Infinity",
        ),
        ({"center": [0], "radius": 1}, "center must be [x, y]"),
    ],
    ids=str,
)
def test_an_obstacle_is_refused_by_field_rule_and_value(item, words):
    assert refusal(obstacles, [{"x": 0, "y": 0, "radius": 1}, item]).startswith(
        f"obstacles item 2 {words}"
    )


@pytest.mark.parametrize(
    "circles", [[], [(1.0, 2.0, 0.5)], [(1.0, 2.0, 0.5), (0.0, 0.0, 0.0)]], ids=len
)
def test_the_message_about_obstacles_is_read_as_the_same(circles):
    assert obstacles(on_the_wire(obstacles_message(circles))["obstacles"]) == circles


# -- messages --------------------------------------------------------------------------------------
def test_figures_have_exactly_their_fields_and_null_for_what_there_is_not():
    assert on_the_wire(figures_message(0.25, 0.5, 0.75, 1.5, [(1.0, 2.0)], 0.125)) == {
        "mean": 0.25,
        "rms": 0.5,
        "max": 0.75,
        "settle_time": 1.5,
        "drawn": [[1.0, 2.0]],
        "timestep_limit": 0.125,
    }
    assert on_the_wire(figures_message(math.nan, math.nan, math.nan, None, [], math.inf)) == {
        "mean": None,
        "rms": None,
        "max": None,
        "settle_time": None,
        "drawn": [],
        "timestep_limit": None,
    }


def test_a_result_has_exactly_its_fields():
    assert on_the_wire(motion_result("m", "draw", "reached", "", 1.5, {"mean": 0.5})) == {
        "motion_id": "m",
        "motion": "draw",
        "outcome": "reached",
        "reason": "",
        "duration": 1.5,
        "figures": {"mean": 0.5},
    }


@pytest.mark.parametrize(
    "given",
    [
        ("idle", "", None, None, None, None),
        ("moving", "", "m", "draw", 0.5, 2.0),
        ("faulted", "PID was disabled", None, None, None, None),
    ],
    ids=str,
)
def test_a_state_has_exactly_its_fields_and_null_for_what_there_is_not(given):
    state, reason, motion_id, kind, elapsed, duration = given
    assert on_the_wire(motion_state(*given)) == {
        "state": state,
        "motion_id": motion_id,
        "motion": kind,
        "elapsed": elapsed,
        "duration": duration,
        "reason": reason,
    }


def test_a_recording_has_a_list_for_each_field_of_one_entry_for_each_sample():
    samples = [(0.0, (1.0, 2.0)), (0.5, (3.0, 4.0))]
    assert on_the_wire(recording(("time", "position"), samples)) == {
        "time": [0.0, 0.5],
        "position": [[1.0, 2.0], [3.0, 4.0]],
    }
    assert on_the_wire(recording(("time", "position"), [])) == {"time": [], "position": []}
