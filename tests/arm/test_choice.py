"""Which solution is taken: the nearest within limits; of equals, the one far from the limits."""

import math
import random

import pytest

from actors.arm.choice import Preference, choose
from actors.arm.errors import ArmError, GeometryError
from actors.arm.forward_kinematics import end_effector
from actors.arm.kinematics import Target, inverse_kinematics

PI = math.pi
TURN = 2 * math.pi
UNIT = (1.0, 1.0)
ROUNDING = 1e-12  # rad: a hundred times what angles of a few rad lose
ANYWHERE = ((-PI, PI),) * 3


def solve(x, y, reference=None, allowed=None, lengths=UNIT, phi=None):
    return inverse_kinematics(lengths, Target(x, y, phi), reference, allowed)


def refusal(*args, **others):
    with pytest.raises(GeometryError) as refused:
        solve(*args, **others)
    return str(refused.value)


def within(allowed, q):
    return all(lowest <= angle <= highest for (lowest, highest), angle in zip(allowed, q))


# -- unit links and the target (1, 1): shoulder 0 and elbow a quarter turn, or the mirror of it ----
@pytest.mark.parametrize(
    "reference, allowed, wanted",
    [
        ((0.0, 0.0), None, (0.0, PI / 2)),
        ((0.0, 0.0), ANYWHERE[:2], (0.0, PI / 2)),
        (None, ((-3.0, 3.0), (0.0, 3.0)), (0.0, PI / 2)),
        ((0.0, 0.0), ((-3.0, 3.0), (-3.0, 0.0)), (PI / 2, -PI / 2)),
        (None, ((-3.0, 3.0), (-3.0, 0.0)), (PI / 2, -PI / 2)),
        ((0.0, PI / 2), ((0.1, 3.0), (-3.0, 3.0)), (PI / 2, -PI / 2)),
        ((9.0, 9.0), ((-3.0, 3.0), (0.0, 3.0)), (0.0, PI / 2)),
        ((9.0, 9.0), ((5.0, 8.0), (0.0, 3.0)), (TURN, PI / 2)),
        (None, ((5.0, 8.0), (0.0, 3.0)), (TURN, PI / 2)),
        ((-20.0, 0.0), ((-7.0, 7.0), (0.0, 3.0)), (-TURN, PI / 2)),
        ((0.0, PI / 2), ((0.0, 1.0), (0.0, PI / 2)), (0.0, PI / 2)),
    ],
    ids=str,
)
def test_the_nearest_solution_within_the_limits_is_taken(reference, allowed, wanted):
    assert solve(1.0, 1.0, reference, allowed) == pytest.approx(wanted, abs=ROUNDING)


@pytest.mark.parametrize(
    "allowed, joint",
    [
        (((-3.0, 3.0), (-1.0, 1.0)), "joint 2"),
        (((2.0, 3.0), (-3.0, 3.0)), "joint 1"),
        (((-3.0, 3.0), (1.6, 3.0)), "joint 2"),
        (((0.5, 1.0), (-3.0, 3.0)), "joint 1"),
    ],
)
@pytest.mark.parametrize("reference", [None, (0.0, 0.0), (0.0, PI / 2), (50.0, -50.0)])
def test_when_both_elbows_are_outside_the_limits_the_target_is_refused_by_joint(
    allowed, joint, reference
):
    assert joint in refusal(1.0, 1.0, reference, allowed)


def test_a_target_out_of_reach_is_told_apart_from_one_out_of_limits():
    assert "out of reach" in refusal(3.0, 0.0, None, ((-0.1, 0.1), (-0.1, 0.1)))


def test_every_refusal_is_an_error_of_geometry():
    assert issubclass(GeometryError, ArmError) and issubclass(ArmError, ValueError)


# -- margins ---------------------------------------------------------------------------------------
MIRRORED = [(0.0, PI / 2), (PI / 2, -PI / 2)]


@pytest.mark.parametrize(
    "allowed, wanted",
    [
        (((-1.0, 2.0), (-3.0, 3.0)), 0),
        (((-0.1, 3.0), (-3.0, 3.0)), 1),
        (((-3.0, 3.0), (-1.6, 3.0)), 0),
        (((-3.0, 3.0), (-3.0, 1.6)), 1),
    ],
)
@pytest.mark.parametrize("reference", [None, (PI / 4, 0.0)])
def test_among_equals_the_solution_farthest_from_the_ends_of_the_limits_is_taken(
    allowed, wanted, reference
):
    """The reference is as far from one as from the other; rounding is not to decide."""
    assert solve(1.0, 1.0, reference, allowed) == pytest.approx(MIRRORED[wanted], abs=ROUNDING)


def test_one_that_is_nearer_is_taken_however_close_to_an_end():
    allowed = ((-0.001, 3.0), (-3.0, 3.0))
    assert solve(1.0, 1.0, (PI / 4 - 0.01, 0.01), allowed) == pytest.approx(
        MIRRORED[0], abs=ROUNDING
    )


def test_candidates_are_compared_with_whole_turns_added():
    assert choose(
        [(0.0, 0.0), (1.0, 0.0)], Preference((TURN - 0.1, 0.0), ((-1.0, 9.0), (-1.0, 1.0)))
    ) == (
        TURN,
        0.0,
    )
    assert choose(
        [(0.0, 0.0), (1.0, 0.0)], Preference((TURN - 0.1, 0.0), ((-1.0, 6.0), (-1.0, 1.0)))
    ) == (
        1.0,
        0.0,
    )


@pytest.mark.parametrize("reference", [None, (0.0, 0.0), (1.5, 0.0), (9.0, 0.0), (-9.0, 3.0)])
def test_folded_onto_the_base_the_first_joint_is_free_to_be_within_its_limits(reference):
    allowed = ((1.0, 2.0), (0.0, 4.0))
    q = solve(0.0, 0.0, reference, allowed)
    assert within(allowed, q) and q[1] == pytest.approx(PI, abs=ROUNDING)


# -- random arms and limits ------------------------------------------------------------------------
def poses(links, count):
    for seed in range(count):
        rng = random.Random(seed)
        yield (
            rng,
            [rng.uniform(0.3, 1.5) for _ in range(links)],
            [rng.uniform(-3.0, 3.0) for _ in range(links)],
        )


def around(rng, q, width):
    return tuple((angle - width * rng.random(), angle + width * rng.random()) for angle in q)


@pytest.mark.parametrize("near", [False, True])
@pytest.mark.parametrize("links, phi", [(2, False), (3, True)])
@pytest.mark.parametrize("width", [3.0, 0.1, 1e-6])
def test_limits_around_a_pose_always_leave_a_solution(links, phi, width, near):
    for rng, lengths, q in poses(links, 200):
        x, y, heading = end_effector(lengths, q)
        allowed = around(rng, q, width)
        reference = [rng.uniform(-9.0, 9.0) for _ in q] if near else None
        found = solve(x, y, reference, allowed, lengths, heading if phi else None)
        assert within(allowed, found)
        # A solution is promised to 1e-9 of the reach.
        assert end_effector(lengths, found)[:2] == pytest.approx((x, y), abs=1e-9 * sum(lengths))


@pytest.mark.parametrize("near", [False, True])
@pytest.mark.parametrize("width", [1.0, 0.2, 0.05, 0.01])
def test_with_the_heading_left_free_three_links_find_their_way_into_narrow_limits(width, near):
    missed = 0
    for rng, lengths, q in poses(3, 100):
        x, y, _ = end_effector(lengths, q)
        allowed = around(rng, q, width)
        try:
            found = solve(x, y, q if near else None, allowed, lengths)
        except GeometryError:
            missed += 1
        else:
            assert within(allowed, found)
            assert end_effector(lengths, found)[:2] == pytest.approx(
                (x, y), abs=1e-9 * sum(lengths)
            )
    assert missed == 0


@pytest.mark.parametrize("joint", [0, 1, 2])
def test_with_the_heading_left_free_one_narrow_joint_leaves_a_solution(joint):
    missed = 0
    for _, lengths, q in poses(3, 100):
        x, y, _ = end_effector(lengths, q)
        allowed = tuple((q[i] - 0.01, q[i] + 0.01) if i == joint else (-PI, PI) for i in range(3))
        try:
            assert within(allowed, solve(x, y, None, allowed, lengths))
        except GeometryError:
            missed += 1
    assert missed == 0


@pytest.mark.parametrize("links", [2, 3])
def test_limits_of_many_turns_change_nothing_for_a_reference_within_them(links):
    for rng, lengths, q in poses(links, 50):
        x, y, _ = end_effector(lengths, q)
        reference = [rng.uniform(-9.0, 9.0) for _ in q]
        found = solve(x, y, reference, ((-99.0, 99.0),) * links, lengths)
        # Whole turns are added in another order, which moves a minimum by the root of the rounding.
        assert found == pytest.approx(solve(x, y, reference, None, lengths), abs=1e-6)


@pytest.mark.parametrize(
    "allowed",
    [
        ((-1e300, 1e300),) * 2,
        ((-1.7e308, 1.7e308),) * 2,
        ((1e17, 2e17),) * 2,
        ((-0.0, 5e-324),) * 2,
        ((1e300, 1.7e308),) * 2,
    ],
    ids=str,
)
@pytest.mark.parametrize("reference", [None, (0.0, 0.0), (1e17, -1e17), (1e307, 1e307)], ids=str)
def test_the_oddest_limits_and_references_solve_or_are_refused(allowed, reference):
    try:
        found = solve(1.0, 1.0, reference, allowed)
    except GeometryError as refused:
        assert str(refused)
    else:
        assert within(allowed, found) and end_effector(UNIT, found)[:2] == pytest.approx(
            (1.0, 1.0), abs=1e-8
        )
