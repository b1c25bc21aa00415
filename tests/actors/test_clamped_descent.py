"""The clamped descent, as clients ask for it."""

import time

import pytest
from ik_steps import UNIT, solve

from protocol import limits, names

SEARCH = {
    "target": {"x": 1, "y": 1},
    "start": [0.2, 0.5],
    "limits": [[-3, 3], [0, 2.5]],
    "alpha": 0.2,
    "tol": 1e-4,
    "stall": 1e-7,
    "max_iters": 1000,
}
STALLING = SEARCH | {"start": [1.2, -0.5], "limits": [[-3, 3], [-1, 0]]}


def descend(ik, args, links=2, **others):
    return solve(ik, args, links, service=names.CLAMPED_DESCENT, **others)


@pytest.mark.parametrize(
    "args, positions, iterations, distance, outcome",
    [
        (SEARCH, (0.00008504, 1.57065873), 125, 0.00009997, "reached"),
        (STALLING, (1.28539807, -1.0), 35, 0.34095156, "stalled"),
        (SEARCH | {"max_iters": 5}, (0.42422226, 0.76828195), 5, 0.44159646, "out of steps"),
    ],
)
def test_a_descent_tells_where_it_ended_and_why(ik, args, positions, iterations, distance, outcome):
    answered = descend(ik, args, **UNIT)
    assert answered.result and answered.status == ""
    assert set(answered.values) == {"positions", "iterations", "distance", "outcome"}
    assert (answered.values["iterations"], answered.values["outcome"]) == (iterations, outcome)
    assert answered.values["positions"] == pytest.approx(
        positions, abs=1e-6
    )  # of examples with so many digits
    assert answered.values["distance"] == pytest.approx(distance, abs=1e-6)


def test_lengths_and_limits_of_a_descent_are_the_arms_where_none_are_given(ik):
    bare = {name: value for name, value in STALLING.items() if name != "limits"}
    told = descend(ik, STALLING, **UNIT).values
    assert descend(ik, bare, allowed=((-3.0, 3.0), (-1.0, 0.0)), **UNIT).values == told
    assert descend(ik, STALLING | {"lengths": [1, 1]}, allowed=((5.0, 6.0),) * 2).values == told
    assert descend(ik, bare, **UNIT).values["outcome"] == "reached"


def test_the_numbers_of_a_descent_have_defaults(ik):
    bare = {name: SEARCH[name] for name in ("target", "start", "limits")}
    assert descend(ik, bare, **UNIT).values == descend(ik, SEARCH, **UNIT).values


@pytest.mark.parametrize("size", [1e-3, 0.1, 0.5, 10.0, 1e4])
def test_by_default_similar_arms_take_the_same_steps(ik, size):
    bare = {"start": SEARCH["start"], "lengths": [size, size], "limits": SEARCH["limits"]}
    told = descend(ik, bare | {"target": {"x": size, "y": size}}).values
    wanted = descend(ik, SEARCH, **UNIT).values
    assert (told["outcome"], told["iterations"]) == ("reached", wanted["iterations"])
    assert told["positions"] == pytest.approx(wanted["positions"], rel=1e-6)
    assert told["distance"] == pytest.approx(size * wanted["distance"], rel=1e-6)


@pytest.mark.parametrize("links, given", [(2, 3), (3, 2)])
@pytest.mark.parametrize("limited", [False, True])
def test_a_descent_of_another_number_of_links_than_the_arms_is_made_whole_or_refused(
    ik, links, given, limited
):
    """Limits of the arm are of no use to it then."""
    args = {"target": {"x": 0.5, "y": 0.5}, "start": [0.1] * given, "lengths": [1] * given}
    answered = descend(ik, args, links, allowed=((-0.2, 0.2),) * links if limited else None)
    if answered.result:
        assert len(answered.values["positions"]) == given
        assert answered.values["outcome"] == "reached"
    else:
        assert "limits" in answered.status


@pytest.mark.parametrize(
    "changes, word",
    [
        ({"target": None}, "target"),
        ({"target": [1, 1]}, "target"),
        ({"target": {"x": 1}}, "y is missing"),
        ({"target": {"x": "1", "y": 1}}, "x must be"),
        ({"start": [0.2]}, "start"),
        ({"start": None}, "start"),
        ({"start": [0.2, 2.6]}, "joint 2"),
        ({"start": [-3.1, 0.5]}, "joint 1"),
        ({"limits": [[-3, 3]]}, "limits"),
        ({"limits": [[3, -3], [0, 2.5]]}, "limits"),
        ({"limits": None}, "limits"),
        ({"lengths": [1, 0]}, "lengths"),
        ({"lengths": [1]}, "lengths"),
        ({"lengths": [1, 1, 1, 1]}, "lengths"),
        ({"lengths": "11"}, "lengths"),
        ({"alpha": 0}, "alpha"),
        ({"alpha": -0.2}, "alpha"),
        ({"alpha": None}, "alpha"),
        ({"alpha": 10**400}, "alpha"),
        ({"tol": -1e-9}, "tol"),
        ({"tol": True}, "tol"),
        ({"stall": -1}, "stall"),
        ({"stall": "0"}, "stall"),
        ({"max_iters": -1}, "max_iters"),
        ({"max_iters": 1.5}, "max_iters"),
        ({"max_iters": 10**9}, "max_iters"),
        ({"max_iters": 1e300}, "max_iters"),
        ({"max_iters": None}, "max_iters"),
    ],
    ids=str,
)
def test_a_bad_field_of_a_descent_is_refused_by_name(ik, changes, word):
    refused = descend(ik, SEARCH | changes, **UNIT)
    assert not refused.result and word in refused.status and refused.values == {}
    assert descend(ik, SEARCH, **UNIT).result


@pytest.mark.parametrize("field", ["target", "start"])
def test_a_descent_without_target_or_start_is_refused(ik, field):
    refused = descend(ik, {name: value for name, value in SEARCH.items() if name != field}, **UNIT)
    assert not refused.result and field in refused.status


def test_a_descent_may_have_no_steps_and_huge_strides(ik):
    assert descend(ik, SEARCH | {"max_iters": 0}, **UNIT).values["iterations"] == 0
    assert descend(ik, SEARCH | {"alpha": 1e308, "max_iters": 9}, **UNIT).result
    assert not descend(ik, SEARCH | {"lengths": [1e308, 1e308]}, **UNIT).result


def test_the_longest_descent_is_over_before_it_would_count_as_silence(ik):
    """After a second of silence the actor would be killed, and its successor asked the same."""
    begun = time.process_time()
    answered = descend(
        ik,
        {
            "lengths": [1, 1, 1],
            "target": {"x": 5, "y": 5},
            "start": [0.1, 0.2, 0.3],
            "tol": 0,
            "stall": 0,
            "alpha": 1e-9,
            "limits": [[-3, 3]] * 3,
            "max_iters": limits.DESCENT_STEPS,
        },
    )
    assert answered.values["iterations"] == limits.DESCENT_STEPS
    assert time.process_time() - begun < 0.5  # s; some 0.08, the rest is for slower machines
