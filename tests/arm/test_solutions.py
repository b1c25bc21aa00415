"""Which of several solutions is taken: the nearest one, headings, elbows."""

import math
import random

import pytest
from kinematics_samples import (
    EXACT,
    PAIRS,
    PI,
    ROUNDING,
    TRIPLES,
    assert_reaches,
    equivalents,
    miss,
    solve,
    turned,
)

from actors.arm.choice import TURN
from actors.arm.forward_kinematics import end_effector
from actors.arm.kinematics import Target, Unreachable, both_elbows


# -- which solution --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "lengths, x, y, phi",
    [
        ((1.0, 0.7), 1.1, 0.6, None),
        ((1.0, 0.7), -0.4, 0.3, None),
        ((1.0, 0.8, 0.5), 0.9, -0.8, 2.0),
    ],
)
def test_no_solution_is_nearer_to_the_reference(lengths, x, y, phi):
    left = solve(lengths, x, y, phi)
    lead = sum(left[:2]) - left[0]
    wrist = math.atan2(*reversed(end_effector(lengths[:2], left[:2])[:2]))
    right = [2 * wrist - left[0], -lead]
    right += [phi - sum(right)] if phi is not None else []
    assert_reaches(lengths, right, x, y, phi)
    rng = random.Random(3)
    for _ in range(30):
        near = [rng.uniform(-8.0, 8.0) for _ in lengths]
        best = min(math.dist(q, near) for elbow in (left, right) for q in equivalents(elbow))
        got = solve(lengths, x, y, phi, near)
        assert_reaches(lengths, got, x, y, phi)
        assert math.dist(got, near) == pytest.approx(best, abs=ROUNDING)


@pytest.mark.parametrize("turns", [(0, 0, 0), (1, 0, 0), (-3, 2, 5), (100, -100, 7)])
@pytest.mark.parametrize("n", [2, 3])
def test_an_arm_that_has_wound_itself_up_is_not_unwound(n, turns):
    lengths = (1.0, 0.8, 0.5)[:n]
    pose = [angle + TURN * k for angle, k in zip((0.4, -1.1, 0.9)[:n], turns)]
    x, y, heading = end_effector(lengths, pose)
    # Angles of some hundred rad have errors a hundred times larger, and so has their sine.
    assert solve(lengths, x, y, heading if n == 3 else None, pose) == pytest.approx(
        pose, abs=100 * ROUNDING
    )


@pytest.mark.parametrize(
    "lengths, x, y, phi",
    [
        ((1.0, 0.6), -1.2, 0.3, None),
        ((1.0, 0.6), -1.6, 0.0, None),
        ((1.0, 0.6), -1.6, -0.0, None),
        ((1.0, 0.6), -0.4, 0.0, None),
        ((1.0, 1.0), 0.0, 0.0, None),
        ((1.0, 0.6, 0.4), -2.0, 0.0, None),
        ((1.0, 0.6, 0.4), -1.0, 0.5, 9.0),
        ((1.0, 0.6, 0.4), -1.0, 0.5, -7000.0),
    ],
)
def test_without_a_reference_angles_are_within_half_a_turn_and_the_elbow_is_to_the_left(
    lengths, x, y, phi
):
    q = solve(lengths, x, y, phi)
    assert all(-PI < angle <= PI for angle in q)
    assert q[1] >= 0.0


@pytest.mark.parametrize("near", [None, (5.0, -1.0, 2.0)], ids=str)
@pytest.mark.parametrize("n", [2, 3])
def test_the_same_question_has_the_same_answer_to_the_last_bit(n, near):
    lengths = (1.0, 0.8, 0.5)[:n]
    answers = {solve(lengths, 1.1, 0.6, near=near and near[:n]) for _ in range(20)}
    assert len(answers) == 1


@pytest.mark.parametrize("phi", [None, 0.3])
@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("referred", [False, True], ids=["alone", "near the one before"])
def test_close_targets_on_a_line_have_close_solutions(n, phi, referred):
    """No elbow flips, and no joint makes a turn; the line passes at 0.6 m, away from the base."""
    lengths = (1.0, 1.0, 0.5)[:n]
    last = None
    for k in range(400):
        q = solve(
            lengths, -0.8 + 0.005 * k, 0.6, phi if n == 3 else None, last if referred else None
        )
        if last is not None:
            jump = [abs(b - a) if referred else turned(a, b) for a, b in zip(last, q)]
            # 5 mm at about 0.3 m from a singularity are 0.017 rad; the limit is three times that.
            assert max(jump) < 0.05
        last = q


# -- headings --------------------------------------------------------------------------------------
@pytest.mark.parametrize("phi", [0.0, 1.2, 99.0, -1e6, 1e300])
def test_two_links_have_no_heading_of_their_own_so_phi_is_ignored(phi):
    assert solve((1.0, 1.0), 1.0, 0.5, phi) == solve((1.0, 1.0), 1.0, 0.5)


@pytest.mark.parametrize("phi", [0.5, -3.0, PI, -PI, 7.0, 99.0, 1e4])
def test_a_heading_is_reached_modulo_whole_turns(phi):
    lengths = (1.0, 0.8, 0.5)
    x = 0.9 + 0.5 * math.cos(phi)
    y = 0.4 + 0.5 * math.sin(phi)
    assert_reaches(lengths, solve(lengths, x, y, phi), x, y, phi)


@pytest.mark.parametrize("phi", [1e8, -1e9, 1e15, 1e300])
def test_a_heading_of_very_many_turns_is_a_direction_like_any_other(phi):
    lengths = (1.0, 0.8, 0.5)
    x = 0.9 + 0.5 * math.cos(phi)
    y = 0.4 + 0.5 * math.sin(phi)
    q = solve(lengths, x, y, phi)
    assert miss(lengths, q, x, y) <= EXACT
    assert math.dist((math.cos(sum(q)), math.sin(sum(q))), (math.cos(phi), math.sin(phi))) <= EXACT


@pytest.mark.parametrize("x, y", [(0.0, 2.9), (-2.2, 0.0), (0.5, 0.1), (0.0, -3.0), (3.0, 0.0)])
def test_without_phi_a_target_is_never_refused_for_its_heading(x, y):
    assert_reaches((1.0, 1.0, 1.0), solve((1.0, 1.0, 1.0), x, y), x, y)


# -- both elbows -----------------------------------------------------------------------------------
@pytest.mark.parametrize("near", [(0.2, 0.5, -0.1), (-1.0, 2.0, 3.0), (9.0, -8.0, 4.0)], ids=str)
@pytest.mark.parametrize("lengths", PAIRS + TRIPLES, ids=str)
def test_both_elbows_reach_and_are_bent_either_way(lengths, near):
    rng = random.Random(5)
    for _ in range(30):
        x, y, _ = end_effector(lengths, [rng.uniform(-PI, PI) for _ in lengths])
        left, right = both_elbows(lengths, Target(x, y), near[: len(lengths)])
        assert_reaches(lengths, left, x, y)
        assert_reaches(lengths, right, x, y)
        assert left[1] >= 0 >= right[1]
        assert left[1] == -right[1]
        assert turned(sum(left), sum(right)) <= ROUNDING or len(lengths) == 2


@pytest.mark.parametrize("n", [2, 3])
def test_one_of_both_elbows_is_what_inverse_kinematics_chooses(n):
    lengths = (1.0, 0.8, 0.5)[:n]
    near = (0.4, 0.3, -0.2)[:n]
    chosen = solve(lengths, 1.1, 0.6, sum(near) if n == 3 else None, near)
    assert (
        min(
            max(turned(a, b) for a, b in zip(chosen, each))
            for each in both_elbows(lengths, Target(1.1, 0.6), near)
        )
        <= ROUNDING
    )


def test_both_elbows_of_three_links_keep_the_heading_of_the_pose_they_come_from():
    for each in both_elbows((1.0, 1.0, 1.0), Target(0.5, 0.1), (0.2, 0.5, -0.1)):
        assert turned(sum(each), 0.6) <= ROUNDING


@pytest.mark.parametrize(
    "heading, nearest", [(1.5, math.acos(0.65)), (-1.5, -math.acos(0.65)), (0.5, 0.5)]
)
def test_both_elbows_take_the_nearest_heading_that_reaches(heading, nearest):
    """As without phi: from the bearing, cos = (2.5^2 + 1 - 2^2) / (2 2.5)."""
    for each in both_elbows((1.0, 1.0, 1.0), Target(2.5, 0.0), (heading, 0.0, 0.0)):
        # The wrist is stretched, so the angle has the root of the rounding error.
        assert turned(sum(each), nearest) <= 1e-7


def test_both_elbows_of_a_target_on_the_base_leave_the_first_joint_where_it_is():
    assert [each[0] for each in both_elbows((1.0, 1.0), Target(0.0, 0.0), (0.4, 3.0))] == [0.4, 0.4]


@pytest.mark.parametrize(
    "lengths, target, words",
    [
        ((1.0, 0.6), (1.7, 0.0), "out of reach by 0.1 m"),
        ((1.0, 0.5), (0.0, 0.25), "inside the hole by 0.25 m"),
        ((3.0, 1.0, 1.0), (0.5, 0.0), "inside the hole by 0.5 m"),
    ],
)
def test_neither_elbow_reaches_what_is_out_of_reach(lengths, target, words):
    with pytest.raises(Unreachable, match=words):
        both_elbows(lengths, Target(*target), (0.0,) * len(lengths))
