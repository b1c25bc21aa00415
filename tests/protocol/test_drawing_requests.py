"""Requests for drawings as they are read, and the sentence for each that is wrong."""

import math

import pytest
from requests_for_motions import NO_NUMBERS, TRIANGLE, draw, line, refusal, short

from protocol import limits
from protocol.motion_requests import DEFAULT_SPEED, Circle, Drawing, Square, read_motion


# -- how the pen is led ----------------------------------------------------------------------------
def test_a_drawing_begins_at_its_first_point_and_is_steady_at_a_moderate_speed():
    assert draw() == Drawing(
        ((0.0, 1.0), (1.0, 0.5), (1.0, 1.0)),
        False,
        "steady",
        DEFAULT_SPEED,
        None,
        None,
        0.0,
        "dynamics",
        None,
    )


@pytest.mark.parametrize("read", [line, draw])
@pytest.mark.parametrize(
    "args, field, value",
    [
        ({"profile": "trapezoid"}, "profile", "trapezoid"),
        ({"profile": "quintic"}, "profile", "quintic"),
        ({"profile": "steady"}, "profile", "steady"),
        ({"speed": 2}, "speed", 2.0),
        ({"spacing": 0.25}, "spacing", 0.25),
        ({"spacing": None}, "spacing", None),
        ({"elbow": None}, "elbow", None),
        ({"lookahead": 0}, "lookahead", 0.0),
        ({"lookahead": 0.05}, "lookahead", 0.05),
        ({"feedforward": False}, "feedforward", "nothing"),
        ({"feedforward": True}, "feedforward", "velocity"),
        ({"feedforward": "velocity"}, "feedforward", "velocity"),
        ({"feedforward": "dynamics"}, "feedforward", "dynamics"),
        ({"feedforward": "nothing"}, "feedforward", "nothing"),
        ({"tolerance": 2}, "tolerance", 2.0),
        ({"tolerance": None}, "tolerance", math.inf),
    ],
    ids=str,
)
def test_how_the_pen_is_led_is_read(read, args, field, value):
    found = getattr(read(**args), field)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize("read", [line, draw])
@pytest.mark.parametrize(
    "word, elbow",
    [("positive", "positive"), ("down", "positive"), ("negative", "negative"), ("up", "negative")],
)
def test_elbows_have_two_names_each(read, word, elbow):
    assert read(elbow=word).elbow == elbow


@pytest.mark.parametrize("read", [line, draw])
@pytest.mark.parametrize(
    "args, sentence",
    [
        ({"profile": "cubic"}, 'profile must be one of quintic, trapezoid, steady, got "cubic"'),
        ({"profile": None}, "profile must be one of quintic, trapezoid, steady, got null"),
        ({"speed": 0}, "speed must be a finite number above 0, got 0"),
        ({"speed": None}, "speed must be a finite number above 0, got null"),
        ({"speed": -0.1}, "speed must be a finite number above 0, got -0.1"),
        ({"elbow": "left"}, 'elbow must be one of positive, down, negative, up, got "left"'),
        ({"elbow": 1}, "elbow must be one of positive, down, negative, up, got 1"),
        ({"elbow": ""}, 'elbow must be one of positive, down, negative, up, got ""'),
        ({"spacing": 0}, "spacing must be a finite number above 0, got 0"),
        ({"spacing": "fine"}, 'spacing must be a finite number above 0, got "fine"'),
        ({"lookahead": -0.001}, "lookahead must be a finite number at least 0, got -0.001"),
        ({"lookahead": None}, "lookahead must be a finite number at least 0, got null"),
        (
            {"feedforward": 1},
            "feedforward must be dynamics, velocity, nothing, true or false, got 1",
        ),
        (
            {"feedforward": None},
            "feedforward must be dynamics, velocity, nothing, true or false, got null",
        ),
        (
            {"feedforward": "no"},
            'feedforward must be dynamics, velocity, nothing, true or false, got "no"',
        ),
        ({"tolerance": 0}, "tolerance must be a finite number above 0, got 0"),
        ({"tolerance": "x"}, 'tolerance must be a finite number above 0, got "x"'),
    ],
    ids=str,
)
def test_how_the_pen_is_led_is_refused_by_field_rule_and_value(read, args, sentence):
    assert refusal(read, **args) == sentence


@pytest.mark.parametrize("read", [line, draw])
@pytest.mark.parametrize("value", NO_NUMBERS, **short)
@pytest.mark.parametrize("field", ["speed", "spacing", "lookahead"])
def test_what_should_be_numbers_of_a_drawing_must_be(read, field, value):
    assert refusal(read, **{field: value}).startswith(f"{field} must be a finite number ")


# -- shapes ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "args, shape",
    [
        ({"points": [[0, 1], [1, 1]]}, ((0.0, 1.0), (1.0, 1.0))),
        (
            {"points": [{"x": 0, "y": 1}, [1, 1], {"x": 2, "y": 2, "z": 9}]},
            ((0.0, 1.0), (1.0, 1.0), (2.0, 2.0)),
        ),
        (
            {"points": [[0, 1], [0, 1], [1, 1], [1, 1], [0, 1]]},
            ((0.0, 1.0), (1.0, 1.0), (0.0, 1.0)),
        ),
        ({"square": {"center": [1, 0.5], "side": 1}}, Square((1.0, 0.5), 1.0)),
        ({"square": {"center": {"x": 1, "y": 0.5}, "side": 0.25}}, Square((1.0, 0.5), 0.25)),
        ({"circle": {"center": [1, 0.5], "radius": 1}}, Circle((1.0, 0.5), 1.0)),
    ],
    ids=str,
)
def test_shapes_are_read_and_points_that_repeat_count_once(args, shape):
    read = draw(**args).shape
    assert read == shape and type(read) is type(shape)


@pytest.mark.parametrize(
    "args, got",
    [
        ({}, "none"),
        ({"points": TRIANGLE, "square": {}}, "points, square"),
        ({"circle": None, "square": None}, "square, circle"),
    ],
    ids=str,
)
def test_a_drawing_has_exactly_one_shape(args, got):
    assert refusal(read_motion, "draw", args, 2) == (
        f"exactly one of points, square, circle must be given, got {got}"
    )


@pytest.mark.parametrize(
    "points", [None, 1, "ab", {}, [], [[0, 1]], [[0, 1]] * (limits.WAYPOINTS + 1)], **short
)
def test_points_are_a_list_of_at_least_two_and_not_too_many(points):
    assert refusal(draw, points=points).startswith(
        f"points must be a list of 2 to {limits.WAYPOINTS} points, got "
    )


def test_as_many_points_as_are_allowed_are_read():
    assert len(draw(points=[[0, k] for k in range(limits.WAYPOINTS)]).shape) == limits.WAYPOINTS


@pytest.mark.parametrize(
    "point",
    [None, 1, "ab", [], [1], [1, 2, 3], [1, None], [[1], 2], [1, math.nan], [10**400, 1]],
    **short,
)
@pytest.mark.parametrize("at", [0, 1, 2])
def test_each_point_is_a_pair_of_numbers(at, point):
    points = [*TRIANGLE[:at], point, *TRIANGLE[at + 1 :]]
    text = refusal(draw, points=points)
    assert text.startswith(
        f"points item {at + 1} must be [x, y] or an object with x and y, finite numbers, got "
    )


@pytest.mark.parametrize(
    "point, words",
    [
        ({}, "x is missing"),
        ({"x": 1}, "y is missing"),
        ({"x": 1, "y": None}, "y must be a finite number, got null"),
        ({"x": "1", "y": 1}, 'x must be a finite number, got "1"'),
    ],
    ids=str,
)
def test_a_point_that_is_an_object_needs_both_coordinates(point, words):
    assert refusal(draw, points=[[0, 1], point]) == f"points item 2 {words}"


@pytest.mark.parametrize(
    "points", [[[0.5, 1]] * 2, [[0.5, 1]] * 100, [[0.5, 1], {"x": 0.5, "y": 1}]], ids=len
)
def test_points_that_are_all_the_same_are_refused(points):
    assert refusal(draw, points=points) == "points must be apart, all are (0.5, 1)"


@pytest.mark.parametrize("shape, size", [("square", "side"), ("circle", "radius")])
@pytest.mark.parametrize(
    "value, words",
    [
        (None, "must be an object with center and {size}, got null"),
        ([[0, 0], 1], "must be an object with center and {size}, got [[0, 0], 1]"),
        ({}, "center is missing"),
        ({"center": [0, 0]}, "{size} is missing"),
        (
            {"center": [0], "{size}": 1},
            "center must be [x, y] or an object with x and y, finite numbers, got [0]",
        ),
        ({"center": {"x": 0}, "{size}": 1}, "center y is missing"),
        ({"center": [0, 0], "{size}": 0}, "{size} must be a finite number above 0, got 0"),
        ({"center": [0, 0], "{size}": -1}, "{size} must be a finite number above 0, got -1"),
        ({"center": [0, 0], "{size}": None}, "{size} must be a finite number above 0, got null"),
    ],
    ids=str,
)
def test_squares_and_circles_are_refused_by_field_rule_and_value(shape, size, value, words):
    if isinstance(value, dict):
        value = {name.replace("{size}", size): each for name, each in value.items()}
    assert refusal(draw, **{shape: value}) == f"{shape} {words.replace('{size}', size)}"


# -- what follows from other fields ----------------------------------------------------------------
@pytest.mark.parametrize(
    "args, feedforward",
    [
        ({}, "dynamics"),
        ({"lookahead": 0}, "dynamics"),
        ({"lookahead": 0.05}, "nothing"),
        ({"lookahead": 0.05, "feedforward": True}, "velocity"),
        ({"feedforward": False}, "nothing"),
    ],
    ids=str,
)
def test_the_mechanics_are_fed_forward_unless_setpoints_are_ahead_already(args, feedforward):
    assert draw(**args).feedforward == feedforward


@pytest.mark.parametrize(
    "points, shape",
    [([[1, 2]], ((1, 2),)), ([[1, 2], [1, 2], {"x": 3, "y": 4}], ((1, 2), (3, 4)))],
    ids=str,
)
def test_a_line_may_lead_through_points(points, shape):
    request = read_motion("move_line", {"points": points}, 2)
    assert (request.shape, request.from_here, request.profile) == (shape, True, "quintic")


@pytest.mark.parametrize("points", [None, [], "ab", [[1]]], ids=str)
def test_the_points_of_a_line_are_refused_by_name(points):
    assert refusal(read_motion, "move_line", {"points": points}, 2).startswith("points ")


@pytest.mark.parametrize("lookahead", [1.0001, 60, 1e308])
def test_a_lookahead_of_more_than_a_second_is_refused(lookahead):
    assert refusal(draw, lookahead=lookahead).startswith("lookahead must be at most 1 s, got ")
