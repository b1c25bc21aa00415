"""Requests for motions as they are read, and the sentence for each that is wrong."""

import json
import math

import pytest
from requests_for_motions import NO_NUMBERS, joints, line, refusal, short

from actors.arm.motion import branch, profile
from protocol.motion_requests import (
    DEFAULT_SPEED,
    ELBOWS,
    PROFILES,
    Drawing,
    MoveJoints,
    kind_of,
    read_clearance,
    read_motion,
)

DEFAULTS = ("dynamics", None)  # feedforward and tolerance


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
def test_where_nothing_shows_the_kind_that_is_the_reason(args):
    assert refusal(kind_of, args).startswith("motion must be one of move_joints, move_line, draw")


# -- joints ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("n", [2, 3])
def test_joints_are_moved_by_a_quintic_unless_told_otherwise(n):
    assert joints(n) == MoveJoints((0.5, -0.5, 0.25)[:n], "quintic", None, None, *DEFAULTS)


@pytest.mark.parametrize(
    "args, request_",
    [
        ({"duration": 2}, MoveJoints((0.5, -0.5), "quintic", 2.0, None, *DEFAULTS)),
        ({"velocity": 0.5}, MoveJoints((0.5, -0.5), "quintic", None, 0.5, *DEFAULTS)),
        (
            {"profile": "trapezoid", "duration": None, "velocity": None},
            MoveJoints((0.5, -0.5), "trapezoid", None, None, *DEFAULTS),
        ),
        ({"positions": [0, 1e300]}, MoveJoints((0.0, 1e300), "quintic", None, None, *DEFAULTS)),
        (
            {"feedforward": False, "tolerance": None},
            MoveJoints((0.5, -0.5), "quintic", None, None, "nothing", math.inf),
        ),
        ({"speed": "x", "elbow": 7}, MoveJoints((0.5, -0.5), "quintic", None, None, *DEFAULTS)),
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
    assert line() == Drawing(
        ((1.0, 0.5),), True, "quintic", DEFAULT_SPEED, None, None, 0.0, *DEFAULTS
    )


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


# -- the clearance ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "args, clearance", [({}, None), ({"clearance": None}, None), ({"clearance": 0}, 0.0)]
)
def test_a_clearance_may_be_left_out_and_may_be_0(args, clearance):
    assert read_clearance(args) == clearance


@pytest.mark.parametrize("odd", [-0.1, "1", True, math.inf], ids=repr)
def test_a_clearance_below_0_is_refused(odd):
    assert refusal(read_clearance, {"clearance": odd}).startswith(
        "clearance must be a finite number at least 0, got"
    )
