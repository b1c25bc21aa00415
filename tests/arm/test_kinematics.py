"""Inverse kinematics: what is reached, what is refused and why, and which of several solutions it is."""

import itertools
import math
import random

import pytest
from arm_samples import reference

from actors.arm.choice import TURN
from actors.arm.forward_kinematics import end_effector
from actors.arm.kinematics import Target, Unreachable, both_elbows, inverse_kinematics

EXACT = 1e-9  # of the reach: what the reference asks of a round trip
ROUNDING = 1e-12  # rad or parts of the reach: a hundred times what angles of a few rad lose
PI = math.pi


def solve(lengths, x, y, phi=None, near=None):
    return inverse_kinematics(lengths, Target(x, y, phi), near)


def refusal(lengths, x, y, phi=None, near=None):
    with pytest.raises(Unreachable) as refused:
        solve(lengths, x, y, phi, near)
    return str(refused.value)


def miss(lengths, q, x, y):
    """How far from the target the tip is, in parts of the reach."""
    tip = end_effector(lengths, q)
    return math.hypot(tip[0] - x, tip[1] - y) / sum(lengths)


def turned(a, b):
    """The angle between two directions."""
    return abs(math.remainder(a - b, TURN))


def assert_reaches(lengths, q, x, y, phi=None):
    assert len(q) == len(lengths) and all(map(math.isfinite, q))
    assert miss(lengths, q, x, y) <= EXACT
    if phi is not None and len(lengths) == 3:
        assert turned(sum(q), phi) <= EXACT


# -- the reference ---------------------------------------------------------------------------------
CASES = reference("ik")
IDS = [f"n{c['n']} {c['kind']} {i}" for i, c in enumerate(CASES)]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_each_reference_target_is_reached_or_refused_as_it_should_be(case):
    target = case["x"], case["y"], case["phi"]
    if case["reachable"]:
        assert_reaches(case["lengths"], solve(case["lengths"], *target), *target)
    else:
        assert refusal(case["lengths"], *target)


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["margin"] > 1e-3], ids=lambda case: case["kind"]
)
def test_a_refusal_says_by_how_much(case):
    assert f"by {case['margin']:g} m" in refusal(case["lengths"], case["x"], case["y"], case["phi"])


# Nearer to a boundary the angles move with the root of the rounding.
INSIDE = [c for c in CASES if c.get("solutions") and c["margin"] < -1e-3]


@pytest.mark.parametrize("case", INSIDE, ids=lambda case: f"n{case['n']} {case['kind']}")
def test_without_a_reference_the_solution_has_its_elbow_to_the_left(case):
    expected = next(q for q in case["solutions"] if q[1] >= 0)
    assert solve(case["lengths"], case["x"], case["y"], case["phi"]) == pytest.approx(
        expected, abs=EXACT
    )


@pytest.mark.parametrize("case", INSIDE, ids=lambda case: f"n{case['n']} {case['kind']}")
def test_with_a_reference_each_solution_can_be_had(case):
    for expected in case["solutions"]:
        got = solve(case["lengths"], case["x"], case["y"], case["phi"], expected)
        assert got == pytest.approx(expected, abs=EXACT)


# -- arms of all sizes -----------------------------------------------------------------------------
@pytest.mark.parametrize("size", [1e-6, 1e-3, 1.0, 1e3, 1e6])
@pytest.mark.parametrize("referred", [False, True], ids=["alone", "near a reference"])
@pytest.mark.parametrize("headed", [False, True], ids=["any heading", "with heading"])
@pytest.mark.parametrize("n", [2, 3])
def test_wherever_an_arm_of_any_size_can_be_it_finds_back(n, headed, referred, size):
    rng = random.Random(f"{n} {headed} {referred} {size}")
    for _ in range(100):
        lengths = [size * 10.0 ** rng.uniform(-2.0, 0.0) for _ in range(n)]
        x, y, heading = end_effector(lengths, [rng.uniform(-PI, PI) for _ in range(n)])
        phi = heading if headed else None
        q = solve(
            lengths, x, y, phi, [rng.uniform(-20.0, 20.0) for _ in range(n)] if referred else None
        )
        assert_reaches(lengths, q, x, y, phi)


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("size", [1e-6, 1e-3, 1.0, 1e3, 1e6])
def test_targets_beyond_the_reach_of_an_arm_of_any_size_are_refused(size, n):
    rng = random.Random(n)
    for _ in range(100):
        lengths = [size * rng.uniform(0.01, 1.0) for _ in range(n)]
        d = sum(lengths) * (1.0 + 10.0 ** rng.uniform(-8.0, 2.0))
        bearing = rng.uniform(-PI, PI)
        assert "out of reach" in refusal(lengths, d * math.cos(bearing), d * math.sin(bearing))


# -- boundaries ------------------------------------------------------------------------------------
BEARINGS = [0.0, PI / 2, PI, -PI / 2, 0.3, 2.0, -2.5]
PAIRS = [(1.0, 1.0), (0.7, 0.1), (0.1, 0.2), (1.1, 0.2), (1.0, 0.6), (0.25, 1.95)]
TRIPLES = [(1.0, 1.0, 1.0), (0.01, 0.07, 0.58), (0.25, 1.95, 0.5), (2.0, 0.3, 0.4), (0.1, 0.2, 0.3)]
HOLES = [(1.1, 0.2), (0.2, 1.1), (0.01, 0.07, 0.58), (2.0, 0.3, 0.4), (0.3, 2.0, 0.4)]


def hole(lengths):
    return max(lengths) - (sum(lengths) - max(lengths))


def at(d, bearing):
    return d * math.cos(bearing), d * math.sin(bearing)


@pytest.mark.parametrize("bearing", BEARINGS)
@pytest.mark.parametrize("lengths", PAIRS + TRIPLES, ids=str)
def test_a_stretched_arm_is_reachable_at_every_bearing(lengths, bearing):
    target = at(sum(lengths), bearing)
    assert_reaches(lengths, solve(lengths, *target), *target)


@pytest.mark.parametrize("bearing", BEARINGS)
@pytest.mark.parametrize("lengths", TRIPLES, ids=str)
def test_a_stretched_arm_is_reachable_with_its_own_heading(lengths, bearing):
    target = (*at(sum(lengths), bearing), bearing)
    assert_reaches(lengths, solve(lengths, *target), *target)


@pytest.mark.parametrize("bearing", BEARINGS)
@pytest.mark.parametrize("lengths", HOLES, ids=str)
def test_a_folded_arm_is_reachable_at_every_bearing(lengths, bearing):
    target = at(hole(lengths), bearing)
    assert_reaches(lengths, solve(lengths, *target), *target)


@pytest.mark.parametrize(
    "lengths, x, y",
    [
        ((0.7, 0.1), 0.8, 0.0),
        ((0.1, 0.2), 0.3, 0.0),
        ((1.1, 0.2), 0.9, 0.0),
        ((1.0, 1.0), -1.162703398655017, -1.6273047676314578),
        ((1.0, 0.6), 0.28576841362237254, 0.2798864301386414),
    ],
)
def test_coordinates_of_a_boundary_that_rounding_put_outside_are_reachable(lengths, x, y):
    assert_reaches(lengths, solve(lengths, x, y), x, y)


@pytest.mark.parametrize(
    "lengths, wrist",
    [
        ((1.0, 1.0, 1.0), 2.0),
        ((0.3, 0.5, 0.4), 0.8),
        ((1.0, 0.6, 0.5), 0.4),
        ((0.2, 1.1, 0.3), 0.9),
    ],
    ids=str,
)
@pytest.mark.parametrize("phi", BEARINGS)
def test_a_wrist_at_its_limits_is_reachable(lengths, wrist, phi):
    for bearing in BEARINGS:
        x, y = at(wrist, bearing)
        target = x + lengths[2] * math.cos(phi), y + lengths[2] * math.sin(phi), phi
        assert_reaches(lengths, solve(lengths, *target), *target)


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
@pytest.mark.parametrize("share, reachable", [(5e-10, True), (5e-9, False)])
@pytest.mark.parametrize(
    "lengths, d, outward",
    [
        ((1.0, 0.6), 1.6, 1),
        ((1.0, 0.6), 0.4, -1),
        ((1.0, 0.6, 0.3), 1.9, 1),
        ((2.0, 0.6, 0.3), 1.1, -1),
    ],
    ids=str,
)
def test_a_billionth_of_the_reach_parts_reachable_from_not(
    lengths, d, outward, share, reachable, size
):
    x, y = at(size * (d + outward * share * sum(lengths)), 0.7)
    scaled = [size * length for length in lengths]
    if reachable:
        assert miss(scaled, solve(scaled, x, y), x, y) <= EXACT
    else:
        assert refusal(scaled, x, y)


@pytest.mark.parametrize("near", [None, (0.4, 1.0), (-7.0, -3.0)], ids=str)
@pytest.mark.parametrize("length", [1e-6, 1.0, 1e6])
def test_two_equal_links_fold_onto_the_base(length, near):
    assert_reaches((length, length), solve((length, length), 0.0, 0.0, near=near), 0.0, 0.0)


@pytest.mark.parametrize("near", [(0.4, 3.0), (2.0, -3.0), (-8.0, 9.0)], ids=str)
def test_folded_onto_the_base_the_first_joint_stays_where_it_is(near):
    assert solve((1.0, 1.0), 0.0, 0.0, near=near)[0] == near[0]


@pytest.mark.parametrize("phi", [0.3, 1.0, 2.0, -3.0, 7.0])
def test_with_the_wrist_folded_onto_the_base_the_first_joint_stays_where_it_is(phi):
    """Though rounding puts the wrist beside the base by parts of a billionth."""
    x, y = at(0.5, phi)
    q = solve((1.0, 1.0, 0.5), x, y, phi, (1.0, 3.0, phi - 4.0))
    assert_reaches((1.0, 1.0, 0.5), q, x, y, phi)
    assert q[0] == pytest.approx(1.0, abs=EXACT)


# -- the words of a refusal ------------------------------------------------------------------------
@pytest.mark.parametrize(
    "lengths, target, words",
    [
        ((1.0, 0.6), (1.7, 0.0), ["target (1.7, 0)", "out of reach by 0.1 m", "reach 1.6 m"]),
        (
            (1.0, 0.5),
            (0.0, 0.25),
            ["target (0, 0.25)", "inside the hole by 0.25 m", "fold to 0.5 m"],
        ),
        (
            (3.0, 1.0, 1.0),
            (0.5, 0.0),
            ["target (0.5, 0)", "inside the hole by 0.5 m", "fold to 1 m"],
        ),
        (
            (1.0, 1.0, 1.0),
            (2.5, 0.0, PI),
            ["wrist (3.5,", "orientation 3.14159", "out of reach by 1.5 m", "reach 2 m"],
        ),
        (
            (1.0, 0.5, 1.0),
            (1.25, 0.0, 0.0),
            ["wrist (0.25, 0)", "orientation 0", "inside the hole by 0.25 m", "fold to 0.5 m"],
        ),
        ((1e-6, 1e-6), (2.5e-6, 0.0), ["out of reach by 5e-07 m", "reach 2e-06 m"]),
    ],
)
def test_a_refusal_names_what_cannot_be_reached_and_the_limit(lengths, target, words):
    text = refusal(lengths, *target)
    assert all(word in text for word in words), text


# -- which solution --------------------------------------------------------------------------------
def equivalents(q, turns=2):
    """The same pose with whole turns added to each joint."""
    for k in itertools.product(range(-turns, turns + 1), repeat=len(q)):
        yield [angle + TURN * count for angle, count in zip(q, k)]


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
            assert (
                max(jump) < 0.05
            )  # rad: 5 mm at some 0.3 m from the nearest singularity, and then a factor of 3
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


@pytest.mark.parametrize("near", [(0.2, 0.5, -0.1), (-1.0, 2.0, 3.0), (9.0, -8.0, 4.0)], ids=str)
def test_without_phi_the_heading_of_the_reference_is_kept_if_it_reaches(near):
    lengths = (1.0, 1.0, 1.0)
    assert turned(sum(solve(lengths, 0.5, 0.1, near=near)), sum(near)) <= ROUNDING


@pytest.mark.parametrize("near", [(0.3, 0.4, 0.3), (-1.0, 2.0, 1.3), (9.0, -8.0, 4.0)], ids=str)
@pytest.mark.parametrize("x, y", [(0.0, 0.0), (1e-17, 0.0), (0.0, -1e-12)])
def test_a_target_on_the_base_is_reached_with_any_heading_so_with_that_of_the_reference(x, y, near):
    lengths = (1.0, 1.0, 1.0)
    q = solve(lengths, x, y, near=near)
    assert_reaches(lengths, q, x, y)
    assert turned(sum(q), sum(near)) <= ROUNDING


def test_without_phi_the_heading_is_the_nearest_to_the_reference_that_reaches():
    lengths = (1.0, 1.0, 1.0)  # from the bearing: cos = (2.5^2 + 1 - 2^2) / (2 2.5)
    x = 2.5
    widest = math.acos(0.65)
    for heading, nearest in ((1.5, widest), (-1.5, -widest), (3.0, widest), (0.5, 0.5)):
        q = solve(lengths, x, 0.0, near=(heading, 0.0, 0.0))
        assert_reaches(lengths, q, x, 0.0)
        assert turned(sum(q), nearest) <= 1e-7  # the wrist is stretched: the root of the rounding


@pytest.mark.parametrize("x, y", [(0.0, 2.9), (-2.2, 0.0), (0.5, 0.1), (0.0, -3.0), (3.0, 0.0)])
def test_without_phi_a_target_is_never_refused_for_its_heading(x, y):
    assert_reaches((1.0, 1.0, 1.0), solve((1.0, 1.0, 1.0), x, y), x, y)


# -- absurd numbers --------------------------------------------------------------------------------
@pytest.mark.parametrize("near", [1e8, 1e16, 1e300, 1.7e308, -1.7e308])
@pytest.mark.parametrize("n", [2, 3])
def test_a_reference_too_far_from_zero_for_its_angles_to_be_fine_enough_is_refused(n, near):
    assert "so far from zero" in refusal((1.0,) * n, 1.0, 0.5, near=(near,) * n)


@pytest.mark.parametrize("target", [(1.7e308, 1.7e308), (-1e300, 0.0), (0.0, 1e155)])
@pytest.mark.parametrize(
    "lengths", [(1.0, 1.0), (1e-6, 1e-6), (5e-324, 5e-324), (1.0, 1.0, 1.0)], ids=str
)
def test_a_target_beyond_all_numbers_is_out_of_reach(lengths, target):
    assert "out of reach" in refusal(lengths, *target)


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
    chosen = solve(lengths, 1.1, 0.6, near=near)
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
        assert (
            turned(sum(each), nearest) <= 1e-7
        )  # the wrist is stretched: the root of the rounding


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


# -- distance --------------------------------------------------------------------------------------
def test_the_distance_is_from_the_tip_with_the_lengths_given():
    target = Target(3.0, 4.0)
    assert target.distance((1.0, 1.0), (PI, 0.0)) == pytest.approx(
        math.hypot(5.0, 4.0), abs=ROUNDING
    )
    assert target.distance((1.5, 1.5), (0.0, 0.0)) == 4.0


@pytest.mark.parametrize(
    "lengths", [(0.1, 0.3, 0.4), (0.4, 0.1, 0.3), (0.1, 0.7, 0.8), (1.0, 1.0, 2.0), (2.0, 1.0, 1.0)]
)
@pytest.mark.parametrize("reference", [None, (0.3, 0.4, 0.3)], ids=["free", "near"])
def test_a_target_on_the_base_that_is_just_within_reach_is_reached(lengths, reference):
    """One length is the sum of the others, up to rounding."""
    target = Target(0.0, 0.0)
    assert target.distance(lengths, inverse_kinematics(lengths, target, reference)) <= 1e-9 * sum(
        lengths
    )
