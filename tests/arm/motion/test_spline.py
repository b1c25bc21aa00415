"""Splines: they go through the poses, and only at breaks their slope jumps."""

import math
import pickle

import pytest

from actors.arm.motion.spline import Spline, nearest

EVEN = tuple(k / 8 for k in range(9))
UNEVEN = (0.0, 0.01, 0.3, 0.31, 0.32, 0.6, 1.0)
CURVES = (math.sin, math.exp)


def spline(distances, *functions, breaks=()):
    poses = tuple(tuple(f(x) for f in functions) for x in distances)
    return Spline(tuple(distances), poses, breaks)


def places(distances, count=200):
    length = distances[-1]
    return [length * k / count for k in range(count + 1)]


@pytest.mark.parametrize("distances", [(0.0, 1.0), (0.0, 0.2, 1.0), EVEN, UNEVEN])
def test_it_goes_through_its_poses(distances):
    curve = spline(distances, *CURVES)
    for distance, pose in zip(curve.distances, curve.poses):
        assert curve.at(distance).position == pytest.approx(pose, abs=1e-15)  # rounding


@pytest.mark.parametrize(
    "distances, degree",
    [((0.0, 1.0), 1), ((0.0, 0.2, 1.0), 2), ((0.0, 0.2, 0.7, 1.0), 3), (EVEN, 3), (UNEVEN, 3)],
)
def test_it_is_exact_for_polynomials(distances, degree):
    curve = spline(distances, lambda x: (x - 0.3) ** degree)
    for x in places(distances):
        found = curve.at(x)
        slope = degree * (x - 0.3) ** (degree - 1)
        bend = degree * (degree - 1) * (x - 0.3) ** max(degree - 2, 0)
        # The tolerance is rounding, which grows with the inverse of the square of the spacing.
        assert (*found.position, *found.slope, *found.bend) == pytest.approx(
            ((x - 0.3) ** degree, slope, bend), abs=1e-10
        )


def test_its_error_falls_with_the_fourth_power_of_the_spacing():
    def error(count):
        curve = spline([k / count for k in range(count + 1)], math.sin)
        return max(abs(curve.at(x).position[0] - math.sin(x)) for x in places((1.0,)))

    assert error(16) / error(32) == pytest.approx(16, rel=0.2)


@pytest.mark.parametrize("distances", [EVEN, UNEVEN])
def test_slope_and_bend_do_not_jump_between_breaks(distances):
    curve = spline(distances, *CURVES)
    for piece, knot in enumerate(distances[1:-1]):
        arriving, leaving = curve.on(piece, knot), curve.on(piece + 1, knot)
        assert arriving.slope == pytest.approx(leaving.slope, abs=1e-12)  # rounding
        assert arriving.bend == pytest.approx(leaving.bend, abs=1e-10)


def test_at_a_break_the_slope_jumps_as_that_of_the_curve_does():
    curve = spline([k / 8 - 1 for k in range(17)], lambda x: abs(x) * (1 + x), breaks=(8,))
    assert curve.on(7, 0.0).slope == pytest.approx((-1.0,)) and curve.at(0.0).slope == (1.0,)
    assert curve.at(-0.1).position == pytest.approx((0.09,))


@pytest.mark.parametrize("outside, end", [(-1.0, 0), (9.0, -1)])
def test_outside_it_stays_at_its_ends(outside, end):
    curve = spline(EVEN, *CURVES)
    assert curve.at(outside).position == pytest.approx(curve.poses[end], abs=1e-15)


def test_turning_points_are_where_a_joint_turns_back():
    curve = spline([k / 20 for k in range(21)], lambda x: math.cos(9 * x + 0.5), lambda x: x)
    turns = sorted({round(x, 3) for x in curve.turning_points()})
    assert turns == pytest.approx([(k * math.pi - 0.5) / 9 for k in (1, 2, 3)], abs=2e-3)
    highest = max(curve.at(x).position[0] for x in places(EVEN, 5000))
    ends = [pose[0] for pose in curve.poses]
    turned = [curve.at(x).position[0] for x in curve.turning_points()]
    assert highest <= max(*ends, *turned) + 1e-12


def test_it_is_pickled_without_what_follows_from_its_poses():
    curve = spline(EVEN, *CURVES)
    before = pickle.dumps(curve)
    found = curve.at(0.3)
    assert pickle.dumps(curve) == before and pickle.loads(before).at(0.3) == found


def test_its_bends_can_be_computed_in_slices():
    slowly, at_once = spline(UNEVEN, *CURVES), spline(UNEVEN, *CURVES)
    assert len(list(slowly.prepare())) > 0
    assert slowly.bends == at_once.bends


def test_the_nearest_inner_distance_is_found():
    assert [nearest(EVEN, x) for x in (-1, 0.0, 0.06, 0.13, 0.19, 0.5, 0.99, 2)] == [
        *(1, 1, 1, 1, 2, 4, 7, 7)
    ]
