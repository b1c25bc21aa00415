"""The ik actor: solutions within the limits of the arm, and refusals."""

import math

import pytest
from crew import letters, reply
from ik_steps import GEOMETRY, UNIT, both_arms, question, solve

from actors.arm.forward_kinematics import end_effector
from actors.ik import Ik
from actors.kernel.letters import ServiceCall, ServiceReply
from protocol import names


# -- solutions -------------------------------------------------------------------------------------
@both_arms
def test_a_solution_brings_the_tip_to_the_target(ik, links):
    answered = solve(ik, {"x": 0.9, "y": 0.5}, links)
    assert answered.result and answered.status == "" and set(answered.values) == {"positions"}
    tip = end_effector(GEOMETRY[links]["lengths"], answered.values["positions"])
    # A solution is promised to 1e-9 of the reach, which is about 1 m.
    assert tip[:2] == pytest.approx((0.9, 0.5), abs=1e-9)


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
        (2, {"x": 1, "y": 0, "margin_weight": -1}, "margin_weight must be a finite number"),
        (2, {"x": 1, "y": 0, "margin_weight": None}, "margin_weight must be a finite number"),
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
    # A heading is promised to 1e-9 rad, without whole turns added.
    assert sum(positions) == pytest.approx(1.2, abs=1e-9)


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
    # The tolerance allows for rounding.
    assert solve(ik, args, allowed=allowed, **UNIT).values["positions"] == pytest.approx(
        wanted, abs=1e-12
    )


@pytest.mark.parametrize("weight, elbow", [(0, math.pi / 2), (2, -math.pi / 2)])
def test_with_a_weight_the_margin_counts_beside_the_distance(ik, weight, elbow):
    args = {"x": 1.0, "y": 1.0, "reference": [0.6, 0.2], "margin_weight": weight}
    found = solve(ik, args, allowed=((-0.05, 3.0), (-3.0, 3.0)), **UNIT).values["positions"]
    assert found[1] == pytest.approx(elbow)


def test_a_target_that_no_allowed_pose_reaches_is_refused_by_joint(ik):
    refused = solve(ik, {"x": 1.0, "y": 1.0}, allowed=((-3.0, 3.0), (-1.0, 1.0)), **UNIT)
    assert not refused.result and "joint 2" in refused.status and refused.values == {}


@pytest.mark.parametrize("diverged", [True, False])
@pytest.mark.parametrize(
    "service, args",
    [
        (names.IK_SOLVE, {"x": 1, "y": 0, "reference": [1e107, -4e105]}),
        (names.CLAMPED_DESCENT, {"target": {"x": 1, "y": 0}, "start": [1e107, 0]}),
    ],
)
def test_the_refusal_of_a_pose_far_from_zero_says_if_the_arm_has_diverged(
    ik, service, args, diverged
):
    allowed = ((-3, 3), (-3, 3)) if "start" in args else None
    refused = solve(ik, args, service=service, allowed=allowed, diverged=diverged)
    assert not refused.result and ("the arm has diverged" in refused.status) is diverged
