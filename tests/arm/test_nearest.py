"""Three links with any heading: no solution anywhere is nearer to the reference than the answer."""

import math
import random

import pytest
from kinematics_samples import PI, assert_reaches, turned

from actors.arm.choice import TURN
from actors.arm.errors import GeometryError
from actors.arm.forward_kinematics import end_effector
from actors.arm.kinematics import Target, inverse_kinematics
from actors.arm.limits import whole_turns_into
from actors.arm.two_links import two_links

ARMS = [
    (1.0, 1.0, 1.0),
    (1.0, 0.8, 0.5),
    (0.1, 0.03, 0.06),
    (2.0, 3.0, 5.0),
    (0.2, 1.0, 0.3),
    (0.3, 0.3, 1.0),
]
every_arm = pytest.mark.parametrize("lengths", ARMS, ids=str)
ON_A_GRID = 500  # first joint angles
UNIT = (1.0, 1.0, 1.0)


def solve(lengths, x, y, near, allowed=None, weight=0.0):
    return inverse_kinematics(lengths, Target(x, y), near, allowed, weight)


def costs(lengths, x, y, near, allowed, weight, q1):
    """The costs of both solutions with a first joint angle; those of the others follow from it."""
    rest = complex(x, y) - lengths[0] * complex(math.cos(q1), math.sin(q1))
    if not abs(lengths[1] - lengths[2]) <= abs(rest) <= lengths[1] + lengths[2]:
        return
    for heading, q3 in two_links(lengths[1], lengths[2], rest.real, rest.imag):
        ranges = allowed or ((-1e9, 1e9),) * 3
        q = [whole_turns_into(*each) for each in zip(ranges, (q1, heading - q1, q3), near)]
        if None not in q:
            margins = [min(a - low, high - a) for a, (low, high) in zip(q, ranges)]
            yield math.dist(q, near) - (weight * min(margins) if allowed else 0.0)


def least(lengths, x, y, near, allowed=None, weight=0.0):
    """The least cost of all solutions: on a grid of first joint angles, then around the best."""
    best = (math.inf, 0.0)
    grid = [TURN * k / ON_A_GRID for k in range(ON_A_GRID)]
    for width in (TURN / ON_A_GRID, 1e-4, 1e-6):
        for q1 in grid:
            found = costs(lengths, x, y, near, allowed, weight, q1)
            best = min(best, (min(found, default=math.inf), q1))
        grid = [best[1] + width * k / 50 for k in range(-50, 51)]
    return best[0]


def cases(lengths, count, seed=0):
    rng = random.Random(f"{lengths} {seed}")
    for _ in range(count):
        q = [rng.uniform(-PI, PI) for _ in range(3)]
        x, y, _ = end_effector(lengths, q)
        yield rng, q, (x, y)


@every_arm
def test_no_solution_is_nearer(lengths):
    for rng, _, place in cases(lengths, 10):
        near = [rng.uniform(-5.0, 5.0) for _ in range(3)]
        found = solve(lengths, *place, near)
        assert_reaches(lengths, found, *place)
        assert math.dist(found, near) <= least(lengths, *place, near) * (1 + 1e-9)


@every_arm
def test_within_limits_no_solution_is_nearer(lengths):
    for rng, q, place in cases(lengths, 10):
        allowed = tuple((a - 2 * rng.random(), a + 2 * rng.random()) for a in q)
        near = [rng.uniform(low - 1.0, high + 1.0) for low, high in allowed]
        found = solve(lengths, *place, near, allowed)
        assert_reaches(lengths, found, *place)
        assert all(low <= angle <= high for angle, (low, high) in zip(found, allowed))
        assert math.dist(found, near) <= least(lengths, *place, near, allowed) * (1 + 1e-9)


@pytest.mark.parametrize("d", [0.0, 1e-6, 0.999, 1.0, 1.0 + 1e-7, 2.9999, 3.0])
@pytest.mark.parametrize("bearing", [0.0, 2.0, -PI])
def test_nor_at_the_base_nor_where_links_fold_or_stretch(d, bearing):
    rng = random.Random(f"{d} {bearing}")
    for _ in range(5):
        near = [rng.uniform(-3.0, 3.0) for _ in range(3)]
        place = (d * math.cos(bearing), d * math.sin(bearing))
        found = solve(UNIT, *place, near)
        assert_reaches(UNIT, found, *place)
        # The roots of the rounding: at full stretch there is one solution, and the grid has none.
        assert math.dist(found, near) <= least(UNIT, *place, near) * (1 + 1e-6)


def test_a_wrist_on_the_base_leaves_the_first_joint_its_choice():
    """Link 2 is folded onto link 1; joints 1 and 3 share what is between them and the reference."""
    found = solve(UNIT, 1.0, 0.0, (1.0, PI, -1.5 - PI))
    assert_reaches(UNIT, found, 1.0, 0.0)
    assert found == pytest.approx((1.25, PI, -1.25 - PI), abs=1e-9)
    within = solve(UNIT, 1.0, 0.0, (1.0, PI, -1.5 - PI), ((0.0, 1.1), (0.0, 4.0), (-9.0, 9.0)))
    assert within == pytest.approx((1.1, PI, -1.1 - PI), abs=1e-9)


@every_arm
@pytest.mark.parametrize("turns", [(0, 0, 0), (2, -1, 30)])
def test_a_pose_that_is_a_solution_is_its_own_nearest_one(lengths, turns):
    for _, q, place in cases(lengths, 20):
        near = [angle + TURN * k for angle, k in zip(q, turns)]
        assert solve(lengths, *place, near) == pytest.approx(near, abs=1e-7)


@every_arm
def test_near_targets_have_near_solutions(lengths):
    reach = sum(lengths)
    x, y = 0.45 * reach, -0.1 * reach
    q = solve(lengths, x, y, (0.3, 0.4, 0.5))
    for k in range(1, 50):
        after = solve(lengths, x, y + 0.005 * reach * k, q)
        assert math.dist(after, q) < 0.06
        q = after


# -- the weight of the margin ----------------------------------------------------------------------
@every_arm
@pytest.mark.parametrize("weight", [0.1, 1.0, 10.0])
def test_with_a_weight_no_solution_has_a_better_balance_of_distance_and_margin(lengths, weight):
    for rng, q, place in cases(lengths, 6):
        allowed = tuple((a - 0.2 - 2 * rng.random(), a + 0.2 + 2 * rng.random()) for a in q)
        near = [rng.uniform(low, high) for low, high in allowed]
        found = solve(lengths, *place, near, allowed, weight)
        assert_reaches(lengths, found, *place)
        margin = min(min(a - low, high - a) for a, (low, high) in zip(found, allowed))
        cost = math.dist(found, near) - weight * margin
        assert cost <= least(lengths, *place, near, allowed, weight) + 1e-6


def test_the_weight_moves_three_links_away_from_a_limit():
    lengths = (1.0, 0.8, 0.5)
    q = (0.3, 0.6, -0.95)
    allowed = ((-2.0, 2.0), (-2.0, 2.0), (-1.0, 1.0))
    place = end_effector(lengths, q)[:2]
    assert solve(lengths, *place, q, allowed) == pytest.approx(q, abs=1e-7)
    lighter, heavier = (
        min(1.0 - abs(solve(lengths, *place, q, allowed, weight)[2]), 1.0) for weight in (2.0, 5.0)
    )
    assert 0.1 < lighter <= heavier


@pytest.mark.parametrize("weight, elbow", [(0.0, 1), (0.2, 1), (2.0, -1)])
def test_the_weight_chooses_between_the_elbows_of_two_links(weight, elbow):
    """The nearer elbow is close to a limit."""
    allowed = ((-0.05, 3.0), (-3.0, 3.0))
    found = inverse_kinematics((1.0, 1.0), Target(1.0, 1.0), (0.6, 0.2), allowed, weight)
    assert math.copysign(1, found[1]) == elbow


def test_without_limits_the_weight_changes_nothing():
    near = (0.2, 0.9, -0.4)
    assert solve(UNIT, 1.1, 0.7, near, None, 5.0) == solve(UNIT, 1.1, 0.7, near)


# -- what is refused -------------------------------------------------------------------------------
def test_limits_that_leave_no_solution_are_named():
    with pytest.raises(GeometryError, match="every solution takes a joint outside its limits"):
        solve(UNIT, 2.9, 0.0, (0.0, 0.0, 0.0), ((1.0, 2.0),) * 3)


def test_the_heading_of_the_reference_is_not_kept_where_another_one_is_nearer():
    near = (0.2, 0.5, -0.1)
    found = solve(UNIT, 0.5, 0.1, near)
    assert turned(sum(found), sum(near)) > 0.1
