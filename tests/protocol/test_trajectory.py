"""What is read from /joint_trajectory and what /joint_states is made of."""

import itertools
import json
import math
import random

import pytest

from protocol.fields import Rejected
from protocol.trajectory import (
    NANOSECONDS,
    TrajectoryPoint,
    energy_message,
    joint_names,
    joint_state,
    joint_trajectory,
    read_setpoint,
    stamp,
)
from protocol.wire import encode

ZERO = (0.0, 0.0)
NO_NUMBERS = [None, True, "0", [], {}, math.nan, math.inf, -math.inf, 10**400]


def trajectory(*points, **fields):
    return {
        "header": {"stamp": {"sec": 0, "nanosec": 0}, "frame_id": ""},
        "points": list(points),
        **fields,
    }


def refusal(message, n=2):
    with pytest.raises(Rejected) as refused:
        read_setpoint(message, n)
    return str(refused.value)


@pytest.mark.parametrize("n", [2, 3])
def test_positions_and_velocities_are_read_in_order(n):
    point = {"positions": list(range(n)), "velocities": [0.5] * n, "accelerations": ["ignored"]}
    assert read_setpoint(trajectory(point), n) == TrajectoryPoint(
        tuple(map(float, range(n))), (0.5,) * n
    )


@pytest.mark.parametrize(
    "earlier", [{"positions": [9, 9]}, {}, None, "x", {"positions": [math.nan, "x"]}], ids=repr
)
def test_only_the_last_point_counts(earlier):
    last = {"positions": [1, 2], "velocities": [3, 4]}
    assert read_setpoint(trajectory(earlier, earlier, last), 2) == TrajectoryPoint(
        (1.0, 2.0), (3.0, 4.0)
    )


@pytest.mark.parametrize(
    "values", [{}, {"positions": []}, {"positions": [1]}, {"positions": [1, 2, 3]}], ids=repr
)
def test_positions_omitted_or_of_the_wrong_length_are_zeros(values):
    assert read_setpoint(trajectory(values | {"velocities": [5, 6]}), 2) == TrajectoryPoint(
        ZERO, (5.0, 6.0)
    )


@pytest.mark.parametrize(
    "values", [{}, {"velocities": []}, {"velocities": [1]}, {"velocities": [1, 2, 3]}], ids=repr
)
def test_velocities_omitted_or_of_the_wrong_length_are_zeros(values):
    assert read_setpoint(trajectory(values | {"positions": [5, 6]}), 2) == TrajectoryPoint(
        (5.0, 6.0), ZERO
    )


@pytest.mark.parametrize("n, positions", [(2, [1, 2, 3]), (3, [1, 2])])
def test_the_right_length_is_that_of_the_arm(n, positions):
    assert read_setpoint(trajectory({"positions": positions}), n) == TrajectoryPoint(
        (0.0,) * n, (0.0,) * n
    )


@pytest.mark.parametrize("entry", NO_NUMBERS, ids=lambda value: repr(value)[:12])
@pytest.mark.parametrize("field", ["positions", "velocities"])
def test_an_entry_that_is_no_finite_number_is_refused_naming_the_field(field, entry):
    assert refusal(trajectory({field: [0.5, entry]})).startswith(
        f"{field} of the last point must be a list of 2 "
    )


@pytest.mark.parametrize("values", [5, "ab", True, {"0": 1, "1": 2}], ids=repr)
@pytest.mark.parametrize("field", ["positions", "velocities"])
def test_values_that_are_no_list_are_refused_naming_the_field(field, values):
    assert refusal(trajectory({field: values})).startswith(
        f"{field} of the last point must be a list of 2 "
    )


@pytest.mark.parametrize(
    "message, word",
    [
        (None, "trajectory"),
        (5, "trajectory"),
        ("x", "trajectory"),
        ([], "trajectory"),
        (True, "trajectory"),
        ({}, "points"),
        ({"points": None}, "points"),
        ({"points": []}, "points"),
        ({"points": {}}, "points"),
        ({"points": "ab"}, "points"),
        ({"points": [None]}, "last of points"),
        ({"points": [{}, 5]}, "last of points"),
        ({"points": [[1, 2]]}, "last of points"),
    ],
    ids=repr,
)
def test_a_message_of_the_wrong_shape_is_refused_naming_the_part(message, word):
    assert word in refusal(message)


@pytest.mark.parametrize(
    "n, names", [(n, names) for n in (2, 3) for names in itertools.permutations(joint_names(n))]
)
def test_names_that_are_ours_in_another_order_map_by_name(n, names):
    positions = [float(name[-1]) for name in names]  # joint1 is to be at 1, joint2 at 2, ...
    point = {"positions": positions, "velocities": [10 * p for p in positions]}
    read = read_setpoint(trajectory(point, joint_names=list(names)), n)
    assert read == TrajectoryPoint((1.0, 2.0, 3.0)[:n], (10.0, 20.0, 30.0)[:n])


@pytest.mark.parametrize(
    "names",
    [
        None,
        [],
        ["joint2"],
        ["joint2", "joint1", "joint3"],
        ["joint2", "joint2"],
        ["b", "a"],
        ["joint2", None],
        5,
        "joint2",
        {"joint2": 0, "joint1": 1},
        [["joint2"], {}],
        ["Joint2", "Joint1"],
    ],
    ids=repr,
)
def test_any_other_names_map_by_index(names):
    assert read_setpoint(trajectory({"positions": [1, 2]}, joint_names=names), 2).positions == (
        1.0,
        2.0,
    )


def test_missing_names_map_by_index():
    assert read_setpoint({"points": [{"positions": [1, 2]}]}, 2).positions == (1.0, 2.0)


@pytest.mark.parametrize(
    "n, names", [(2, ["joint1", "joint2"]), (3, ["joint1", "joint2", "joint3"])]
)
def test_joints_are_named_from_one(n, names):
    assert joint_names(n) == names


# -- out -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("n", [2, 3])
def test_a_joint_state_has_exactly_the_fields_of_the_wire(n):
    values = tuple(float(k) for k in range(n))
    assert json.loads(encode(joint_state(1.5, values, values, values))) == {
        "header": {"stamp": {"sec": 1, "nanosec": 500_000_000}, "frame_id": ""},
        "name": joint_names(n),
        "position": list(values),
        "velocity": list(values),
        "effort": list(values),
    }


def test_the_books_of_energy_have_exactly_the_fields_of_the_wire():
    sent = energy_message(1.5, 2.0, -0.5, 4.0, 8.0, 16.0, 3.0, 0.5, "reset")
    assert json.loads(encode(sent)) == {
        "header": {"stamp": {"sec": 1, "nanosec": 500_000_000}, "frame_id": ""},
        "kinetic": 2.0,
        "potential": -0.5,
        "total": 1.5,
        "work": 4.0,
        "lost": 8.0,
        "drift": 16.0,
        "changed": 3.0,
        "since": 0.5,
        "reason": "reset",
    }


@pytest.mark.parametrize(
    "kinetic, potential", [(math.inf, 0.0), (math.inf, -math.inf), (math.nan, 1.0)]
)
def test_an_energy_beyond_all_doubles_is_told_as_null(kinetic, potential):
    told = json.loads(
        encode(energy_message(0.0, kinetic, potential, 0.0, 0.0, kinetic + potential))
    )
    assert (told["kinetic"], told["total"], told["drift"], told["work"]) == (None, None, None, 0.0)


@pytest.mark.parametrize(
    "time, sec, nanosec",
    [
        (0.0, 0, 0),
        (0, 0, 0),
        (1.0, 1, 0),
        (0.25, 0, 250_000_000),
        (1e-9, 0, 1),
        (4e-10, 0, 0),
        (0.9999999999, 1, 0),
        (math.nextafter(1.0, 0.0), 1, 0),
        (math.nextafter(60.0, 0.0), 60, 0),
        (0.999999999, 0, 999_999_999),
        (3600.5, 3600, 500_000_000),
    ],
)
def test_a_stamp_is_rounded_to_the_nearest_nanosecond(time, sec, nanosec):
    assert stamp(time) == {"sec": sec, "nanosec": nanosec}


@pytest.mark.parametrize("seed", range(3))
def test_nanoseconds_never_reach_a_second_and_stamps_never_go_back(seed):
    source = random.Random(seed)
    # Of every magnitude, and as close below a whole second as a double can be.
    times = sorted(
        [10 ** source.uniform(-12, 12) for _ in range(300)]
        + [math.nextafter(source.randrange(1, 10**6), 0.0) for _ in range(300)]
    )
    stamps = [stamp(time) for time in times]
    assert all(0 <= s["nanosec"] < NANOSECONDS and s["sec"] >= 0 for s in stamps)
    assert stamps == sorted(stamps, key=lambda s: (s["sec"], s["nanosec"]))


@pytest.mark.parametrize("seed", range(3))
def test_a_stamp_is_the_time_it_was_made_from(seed):
    source = random.Random(seed)
    for time in (source.uniform(0, 1e5) for _ in range(300)):
        s = stamp(time)
        # Half a nanosecond of rounding; the rest is the spacing of doubles at 1e5 s, 1.5e-11 s.
        assert s["sec"] + s["nanosec"] / NANOSECONDS == pytest.approx(time, rel=0, abs=0.6e-9)


@pytest.mark.parametrize("steps", [10, 1000, 60_000])
def test_a_clock_summed_from_milliseconds_is_stamped_in_whole_numbers(steps):
    s = stamp(sum(itertools.repeat(0.001, steps)))
    assert (type(s["sec"]), type(s["nanosec"])) == (int, int)
    assert s["sec"] * 1000 + round(s["nanosec"] / 1e6) == steps


@pytest.mark.parametrize("n", [2, 3])
def test_a_trajectory_that_is_published_has_one_point(n):
    names = [f"joint{i + 1}" for i in range(n)]
    angles = [0.25, 0.5, 0.75][:n]
    assert json.loads(encode(joint_trajectory(tuple(angles), (0.0,) * n))) == {
        "header": {"stamp": {"sec": 0, "nanosec": 0}, "frame_id": ""},
        "joint_names": names,
        "points": [
            {
                "positions": angles,
                "velocities": [0.0] * n,
                "accelerations": [],
                "time_from_start": {"sec": 0, "nanosec": 0},
            }
        ],
    }
