"""The ik actor: it asks for the lengths, never waits, and says why it refuses."""

import math
import time

import pytest
from crew import Gateway, call, letters, reply

from actors.arm.forward_kinematics import end_effector
from actors.arm_sim import arm_of
from actors.ik import Ik
from actors.kernel.letters import ServiceCall, ServiceReply
from actors.kernel.registry import Registry
from protocol import limits, names

both_arms = pytest.mark.parametrize("links", [2, 3])
GEOMETRY = {
    2: {"lengths": (1.0, 0.7), "allowed": None},
    3: {"lengths": (1.0, 0.7, 0.4), "allowed": None},
}


@pytest.fixture
def ik():
    system = Registry([Ik, arm_of(2), Gateway])
    yield Ik(system)
    for entry in system.entries.values():
        entry.mailbox.close()


def question(ik, args, token=1, service=names.IK_SOLVE):
    """What it asks of the arm when it is called."""
    ik.receive(call(service, args, token=token))
    ik.commit()
    (asked,) = letters(ik.registry, "arm_sim")
    return asked


def solve(ik, args, links=2, service=names.IK_SOLVE, **others):
    """Its answer, when the arm has answered."""
    asked = question(ik, args, service=service)
    ik.receive(reply(asked.token, GEOMETRY[links] | others))
    ik.commit()
    (answered,) = letters(ik.registry, "gateway")
    return answered


@both_arms
def test_a_solution_brings_the_tip_to_the_target(ik, links):
    answered = solve(ik, {"x": 0.9, "y": 0.5}, links)
    assert answered.result and answered.status == "" and set(answered.values) == {"positions"}
    tip = end_effector(GEOMETRY[links]["lengths"], answered.values["positions"])
    assert tip[:2] == pytest.approx(
        (0.9, 0.5), abs=1e-9
    )  # what is promised, for a reach of about 1 m


def test_it_asks_the_arm_for_nothing_but_its_geometry(ik):
    asked = question(ik, {"x": 0.9, "y": 0.5})
    assert isinstance(asked, ServiceCall)
    assert (asked.service, asked.args, asked.caller) == (names.GEOMETRY, {}, "ik")


def test_it_answers_others_while_the_arm_is_silent(ik):
    """Each call waits on its own; the answers come in the order in which the arm answers."""
    first = question(ik, {"x": 0.9, "y": 0.5}, token=1)
    second = question(ik, {"x": 5.0, "y": 0.0}, token=2)
    assert letters(ik.registry, "gateway") == []
    for asked in (second, first):
        ik.receive(reply(asked.token, GEOMETRY[2]))
    ik.commit()
    assert [(answer.token, answer.result) for answer in letters(ik.registry, "gateway")] == [
        (2, False),
        (1, True),
    ]


def test_the_lengths_are_read_afresh_for_every_call(ik):
    assert solve(ik, {"x": 1.5, "y": 0.0}, lengths=(1.0, 1.0)).result
    assert not solve(ik, {"x": 1.5, "y": 0.0}, lengths=(0.5, 0.5)).result
    assert solve(ik, {"x": 3.5, "y": 0.0}, lengths=(2.0, 2.0)).result


def test_the_number_of_links_is_that_of_the_lengths(ik):
    assert [
        len(solve(ik, {"x": 0.9, "y": 0.5, "phi": 0.5}, links).values["positions"])
        for links in (2, 3)
    ] == [2, 3]


def test_a_refusal_of_the_arm_is_passed_on(ik):
    asked = question(ik, {"x": 0.9, "y": 0.5})
    ik.receive(reply(asked.token, result=False, status="arm_sim did not answer in time"))
    ik.commit()
    assert letters(ik.registry, "gateway") == [
        ServiceReply(1, 0, False, "arm_sim did not answer in time", {})
    ]


@pytest.mark.parametrize(
    "links, args, words",
    [
        (2, {"x": 1.8, "y": 0.0}, "out of reach by 0.1 m"),
        (2, {"x": 0.1, "y": 0.0}, "inside the hole by 0.2 m"),
        (3, {"x": 2.0, "y": 0.0, "phi": math.pi}, "wrist (2.4"),
        (2, {}, "x is missing"),
        (2, {"x": 1}, "y is missing"),
        (2, {"x": "1", "y": 0}, "x must be a finite number"),
        (2, {"x": True, "y": 0}, "x must be a finite number"),
        (2, {"x": None, "y": 0}, "x must be a finite number"),
        (3, {"x": 1, "y": 0, "phi": "0"}, "phi must be a finite"),
        (2, {"x": 1, "y": 0, "reference": [0.0]}, "reference must be a list of 2"),
        (2, {"x": 1, "y": 0, "reference": [0.0, 0.0, 0.0]}, "reference must be a list of 2"),
        (3, {"x": 1, "y": 0, "reference": [0.0, 0.0]}, "reference must be a list of 3"),
        (2, {"x": 1, "y": 0, "reference": [0.0, "0"]}, "reference must be a list of 2"),
        (2, {"x": 1, "y": 0, "reference": None}, "reference must be a list of 2"),
        (2, {"x": 1, "y": 0, "reference": [1e300, 0.0]}, "so far from zero"),
        (2, {"x": 1, "y": 0, "reference": [1.7e308, 1.7e308]}, "so far from zero"),
    ],
    ids=str,
)
def test_a_refusal_says_why_and_the_next_call_is_answered(ik, links, args, words):
    refused = solve(ik, args, links)
    assert not refused.result and words in refused.status and refused.values == {}
    assert solve(ik, {"x": 0.9, "y": 0.5}, links).result


@pytest.mark.parametrize("phi", [None, 1.2, 99, "nonsense", []], ids=repr)
def test_two_links_ignore_phi(ik, phi):
    with_phi = solve(ik, {"x": 0.9, "y": 0.5, "phi": phi})
    without = solve(ik, {"x": 0.9, "y": 0.5})
    assert with_phi.values == without.values


def test_for_three_links_a_phi_of_null_is_an_omitted_one(ik):
    assert (
        solve(ik, {"x": 0.9, "y": 0.5, "phi": None}, 3).values
        == solve(ik, {"x": 0.9, "y": 0.5}, 3).values
    )


def test_a_heading_that_is_asked_for_is_reached(ik):
    positions = solve(ik, {"x": 0.9, "y": 0.5, "phi": 1.2}, 3).values["positions"]
    assert sum(positions) == pytest.approx(
        1.2, abs=1e-9
    )  # as promised; no whole turn fits in between


@pytest.mark.parametrize("near", [[0.0, 1.0], [0.0, -1.0], [20.0, -30.0]], ids=str)
def test_the_solution_is_the_nearest_to_a_reference(ik, near):
    positions = solve(ik, {"x": 0.9, "y": 0.5, "reference": near}).values["positions"]
    assert all(abs(angle - wanted) <= math.pi for angle, wanted in zip(positions, near))
    tip = end_effector(GEOMETRY[2]["lengths"], positions)
    assert tip[:2] == pytest.approx((0.9, 0.5), abs=1e-9)  # as promised


def test_it_is_stateless_and_may_be_asked_again_after_a_death(ik):
    assert ik.state() is None
    assert Ik.services[names.IK_SOLVE].repeatable({"x": 1.0, "y": 0.0})


# -- limits ----------------------------------------------------------------------------------------
UNIT = {"lengths": (1.0, 1.0)}


@pytest.mark.parametrize(
    "allowed, reference, wanted",
    [
        (None, [0.0, 0.0], (0.0, math.pi / 2)),
        (((-3.0, 3.0), (-3.0, 0.0)), [0.0, 0.0], (math.pi / 2, -math.pi / 2)),
        (((-3.0, 3.0), (-3.0, 0.0)), None, (math.pi / 2, -math.pi / 2)),
        (((-0.1, 3.0), (-3.0, 3.0)), None, (math.pi / 2, -math.pi / 2)),
    ],
)
def test_only_solutions_where_the_arm_is_allowed_to_be_are_chosen(ik, allowed, reference, wanted):
    args = {"x": 1.0, "y": 1.0} | ({"reference": reference} if reference else {})
    assert solve(ik, args, allowed=allowed, **UNIT).values["positions"] == pytest.approx(
        wanted, abs=1e-12
    )  # rounding


def test_a_target_that_no_allowed_pose_reaches_is_refused_by_joint(ik):
    refused = solve(ik, {"x": 1.0, "y": 1.0}, allowed=((-3.0, 3.0), (-1.0, 1.0)), **UNIT)
    assert not refused.result and "joint 2" in refused.status and refused.values == {}


# -- the clamped descent ---------------------------------------------------------------------------
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
