"""Requests for motions as they are read, the sentence for each that is wrong, and the messages that are told."""

import json
import math

import pytest

from actors.arm.motion import branch, profile
from protocol import limits
from protocol.fields import Rejected, read_field
from protocol.motion import (
    ELBOWS,
    PROFILES,
    SPEED,
    Circle,
    Drawing,
    MoveJoints,
    Square,
    figures_message,
    kind_of,
    motion_result,
    motion_state,
    obstacles_message,
    read_motion,
    read_obstacles,
    recording,
)
from protocol.wire import encode

NO_NUMBERS = [True, False, "1", "", [], [1], {}, math.nan, math.inf, -math.inf, 10**400]
short = {"ids": lambda value: repr(value)[:15]}
TRIANGLE = [[0.0, 1.0], [1.0, 0.5], [1.0, 1.0]]


def joints(n=2, **args):
    return read_motion("move_joints", {"positions": [0.5, -0.5, 0.25][:n]} | args, n)


def line(**args):
    return read_motion("move_line", {"x": 1.0, "y": 0.5} | args, 2)


def draw(**args):
    shape = {} if {"points", "square", "circle"} & set(args) else {"points": TRIANGLE}
    return read_motion("draw", shape | args, 2)


def refusal(read, *given, **args):
    with pytest.raises(Rejected) as refused:
        read(*given, **args)
    return str(refused.value)


# -- the tables of the arm -------------------------------------------------------------------------
def test_profiles_are_exactly_those_of_the_arm():
    assert tuple(profile.PROFILES) == PROFILES


def test_elbows_mean_exactly_those_of_the_arm():
    assert set(ELBOWS.values()) == set(branch.ELBOWS)
    assert all(ELBOWS[name] == name for name in branch.ELBOWS)


# -- kinds -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "args, kind",
    [
        ({"motion": "move_joints"}, "move_joints"),
        ({"motion": "move_line"}, "move_line"),
        ({"motion": "draw"}, "draw"),
        ({"motion": "draw", "positions": [1, 2]}, "draw"),
        ({"positions": [1, 2]}, "move_joints"),
        ({"points": []}, "draw"),
        ({"square": {}}, "draw"),
        ({"circle": None}, "draw"),
        ({"x": 1}, "move_line"),
        ({"y": 1}, "move_line"),
        ({"x": 1, "y": 1, "speed": 1}, "move_line"),
        ({"positions": [], "x": 1}, "move_joints"),
        ({"circle": {}, "x": 1}, "draw"),
    ],
    ids=str,
)
def test_a_kind_is_what_is_named_or_else_what_its_fields_show(args, kind):
    assert kind_of(args) == kind


@pytest.mark.parametrize("motion", ["", "Draw", "moveJoints", None, 1, ["draw"], {}], ids=repr)
def test_a_kind_that_there_is_not_is_refused(motion):
    text = refusal(kind_of, {"motion": motion, "positions": [1, 2]})
    assert text == f"motion must be one of move_joints, move_line, draw, got {json.dumps(motion)}"


@pytest.mark.parametrize(
    "args", [{}, {"speed": 1}, {"profile": "quintic", "duration": 3}, {"X": 1}], ids=str
)
def test_where_nothing_shows_the_kind_that_is_told(args):
    assert refusal(kind_of, args).startswith("motion must be one of move_joints, move_line, draw")


# -- joints ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("n", [2, 3])
def test_joints_are_moved_by_a_quintic_unless_told_otherwise(n):
    assert joints(n) == MoveJoints((0.5, -0.5, 0.25)[:n], "quintic", None, None)


@pytest.mark.parametrize(
    "args, request_",
    [
        ({"duration": 2}, MoveJoints((0.5, -0.5), "quintic", 2.0, None)),
        ({"velocity": 0.5}, MoveJoints((0.5, -0.5), "quintic", None, 0.5)),
        (
            {"profile": "trapezoid", "duration": None, "velocity": None},
            MoveJoints((0.5, -0.5), "trapezoid", None, None),
        ),
        ({"positions": [0, 1e300]}, MoveJoints((0.0, 1e300), "quintic", None, None)),
        ({"speed": "x", "elbow": 7}, MoveJoints((0.5, -0.5), "quintic", None, None)),
    ],
    ids=str,
)
def test_a_motion_of_joints_is_read(args, request_):
    assert joints(**args) == request_


@pytest.mark.parametrize(
    "args, sentence",
    [
        ({"positions": [1]}, "positions must be a list of 2 finite numbers, got [1]"),
        ({"positions": None}, "positions must be a list of 2 finite numbers, got null"),
        (
            {"positions": [1, math.nan]},
            "positions must be a list of 2 finite numbers, got [1, NaN]",
        ),
        ({"profile": "steady"}, 'profile must be one of quintic, trapezoid, got "steady"'),
        ({"profile": None}, "profile must be one of quintic, trapezoid, got null"),
        ({"duration": 0}, "duration must be a finite number above 0, got 0"),
        ({"duration": -1.5}, "duration must be a finite number above 0, got -1.5"),
        ({"velocity": 0}, "velocity must be a finite number above 0, got 0"),
        ({"velocity": "1"}, 'velocity must be a finite number above 0, got "1"'),
    ],
    ids=str,
)
def test_a_motion_of_joints_that_is_wrong_is_refused_by_field_rule_and_value(args, sentence):
    assert refusal(joints, **args) == sentence


def test_positions_are_required():
    assert refusal(read_motion, "move_joints", {}, 2) == "positions is missing"


def test_duration_and_velocity_must_not_both_be_given():
    assert refusal(joints, duration=1, velocity=1).startswith(
        "duration and velocity must not both be given"
    )


# -- lines -----------------------------------------------------------------------------------------
def test_a_line_leads_from_here_by_a_quintic_at_a_moderate_speed_with_either_elbow():
    assert line() == Drawing(((1.0, 0.5),), True, "quintic", SPEED, None, None, 0.0, True)


@pytest.mark.parametrize("field", ["x", "y"])
def test_a_line_needs_both_coordinates(field):
    assert refusal(read_motion, "move_line", {"x": 1, "y": 1, field: None}, 2) == (
        f"{field} must be a finite number, got null"
    )
    args = {"x": 1, "y": 1}
    del args[field]
    assert refusal(read_motion, "move_line", args, 2) == f"{field} is missing"


@pytest.mark.parametrize("value", NO_NUMBERS, **short)
@pytest.mark.parametrize("field", ["x", "y"])
def test_coordinates_of_a_line_are_finite_numbers(field, value):
    assert refusal(line, **{field: value}).startswith(f"{field} must be a finite number, got ")


# -- drawings --------------------------------------------------------------------------------------
def test_a_drawing_begins_at_its_first_point_and_is_steady_at_a_moderate_speed():
    assert draw() == Drawing(
        ((0.0, 1.0), (1.0, 0.5), (1.0, 1.0)), False, "steady", SPEED, None, None, 0.0, True
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
        ({"feedforward": False}, "feedforward", False),
        ({"feedforward": True}, "feedforward", True),
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
        ({"feedforward": 1}, "feedforward must be true or false, got 1"),
        ({"feedforward": None}, "feedforward must be true or false, got null"),
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
def test_what_is_told_of_obstacles_is_read_as_the_same(circles):
    assert obstacles(on_the_wire(obstacles_message(circles))["obstacles"]) == circles


# -- messages --------------------------------------------------------------------------------------
def on_the_wire(message):
    return json.loads(encode(message))


def test_figures_have_exactly_their_fields_and_null_for_what_there_is_not():
    assert on_the_wire(figures_message(0.25, 0.5, 0.75, 1.5, [(1.0, 2.0)])) == {
        "mean": 0.25,
        "rms": 0.5,
        "max": 0.75,
        "settle_time": 1.5,
        "drawn": [[1.0, 2.0]],
    }
    assert on_the_wire(figures_message(math.nan, math.nan, math.nan, None, [])) == {
        "mean": None,
        "rms": None,
        "max": None,
        "settle_time": None,
        "drawn": [],
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


# -- what follows from other fields ----------------------------------------------------------------
@pytest.mark.parametrize(
    "args, feedforward",
    [
        ({}, True),
        ({"lookahead": 0}, True),
        ({"lookahead": 0.05}, False),
        ({"lookahead": 0.05, "feedforward": True}, True),
        ({"feedforward": False}, False),
    ],
    ids=str,
)
def test_velocities_are_fed_forward_unless_setpoints_are_ahead_already(args, feedforward):
    assert draw(**args).feedforward is feedforward


@pytest.mark.parametrize(
    "points, way",
    [([[1, 2]], ((1, 2),)), ([[1, 2], [1, 2], {"x": 3, "y": 4}], ((1, 2), (3, 4)))],
    ids=str,
)
def test_a_line_may_lead_through_points(points, way):
    request = read_motion("move_line", {"points": points}, 2)
    assert (request.shape, request.from_here, request.profile) == (way, True, "quintic")


@pytest.mark.parametrize("points", [None, [], "ab", [[1]]], ids=str)
def test_the_points_of_a_line_are_refused_by_name(points):
    assert refusal(read_motion, "move_line", {"points": points}, 2).startswith("points ")


@pytest.mark.parametrize("lookahead", [1.0001, 60, 1e308])
def test_a_lookahead_of_more_than_a_second_is_refused(lookahead):
    assert refusal(draw, lookahead=lookahead).startswith("lookahead must be at most 1 s, got ")
