"""Contacts with obstacles and of the arm with itself."""

import math

import pytest
from contact_samples import FREE, PI, TRIPLE, UNIT, first, found

from actors.arm.motion.folding import FOLDED
from actors.arm.motion.leaving import CLOSE


# -- obstacles -------------------------------------------------------------------------------------
def test_without_anything_in_the_way_there_is_no_contact():
    assert found(UNIT, FREE) is None
    assert found(TRIPLE, ((0.0, 0.5, 0.5), (1.0, 0.5, 0.5))) is None


@pytest.mark.parametrize("radius", [0.0, 5e-324, 1e-12, 1e-6, 1e-3, 0.1])
def test_however_small_an_obstacle_between_two_poses_is_it_is_not_jumped_over(radius):
    # The stiff arm sweeps a quarter of a disc, from bearing 0 to 90 degrees.
    for bearing in (0.3, PI / 4, 1.2345):
        for distance, link in ((0.5, 1), (1.5, 2)):
            x = distance * math.cos(bearing)
            y = distance * math.sin(bearing)
            after, text = first(UNIT, ((0.0, 1e-3), (PI / 2, 1e-3)), (x, y, radius))
            assert (after, text) == (0, f"link {link} touches the obstacle at ({x:g}, {y:g})")


@pytest.mark.parametrize("samples", [1, 2, 4, 64, 1024])
def test_an_obstacle_exactly_between_two_samples_is_not_jumped_over(samples):
    """A search in equal steps has the obstacle halfway between two of its samples."""
    bearing = (samples // 2 + 0.5) / samples
    assert found(
        UNIT, ((0.0, 1e-3), (1.0, 1e-3)), (1.5 * math.cos(bearing), 1.5 * math.sin(bearing), 1e-6)
    )


@pytest.mark.parametrize(
    "x, y, radius", [(10.0, 0.0, 9.0), (0.0, 1e6, 1e6 - 1.5), (-1e9, 0.0, 1e9 + 0.5)]
)
def test_huge_obstacles_are_touched(x, y, radius):
    assert "touches the obstacle" in first(UNIT, ((0.0, 1e-3), (PI, 1e-3)), (x, y, radius))[1]


@pytest.mark.parametrize(
    "x, y, radius",
    [(10.0, 0.0, 7.9), (0.0, 1e6, 1e6 - 2.1), (-1e300, 0.0, 1e299), (1e300, 1e300, 1.0)],
)
def test_huge_obstacles_out_of_reach_are_not(x, y, radius):
    assert found(UNIT, ((0.0, 1e-3), (PI, 1e-3)), (x, y, radius)) is None


@pytest.mark.parametrize("radius", [1e-9, 0.5, 100.0])
def test_an_arm_whose_base_is_within_an_obstacle_touches_it_at_once(radius):
    assert first(UNIT, FREE, (0.0, 0.0, radius))[0] == 0


@pytest.mark.parametrize("end", [0, 1])
def test_an_obstacle_that_is_touched_only_at_an_end_of_the_path_is_touched(end):
    bearing = (0.0, 1.0)[end]
    # At 1.5 m from the base, the link comes as near as 0.148 m.
    beside = bearing + (-0.099 if end == 0 else 0.099)
    at = (1.5 * math.cos(beside), 1.5 * math.sin(beside))
    assert found(UNIT, ((0.0, 1e-3), (1.0, 1e-3)), (*at, 0.151))
    assert found(UNIT, ((0.0, 1e-3), (1.0, 1e-3)), (*at, 0.140)) is None


# On this path the tip of a stiff arm of reach 2 passes the obstacle at (0, 3), at 1 m or more.
PASSING = ((0.3, 1e-3), (PI - 0.3, 1e-3))


@pytest.mark.parametrize(
    "room, touches",
    [(-0.1, True), (-1e-6, True), (0.0, True), (2 * CLOSE * 2, False), (0.01, False), (0.5, False)],
)
def test_grazing_counts_and_passing_with_more_than_a_thousandth_of_the_reach_does_not(
    room, touches
):
    assert (found(UNIT, PASSING, (0.0, 3.0, 1.0 - room)) is not None) == touches


@pytest.mark.parametrize("size", [1e-6, 1e-3, 1.0, 1e3, 1e6])
def test_an_arm_of_any_size_is_like_any_other(size):
    lengths = [size * length for length in UNIT]
    assert found(lengths, PASSING, (0.0, 3.0 * size, 1.001 * size)) is not None
    assert found(lengths, PASSING, (0.0, 3.0 * size, 0.99 * size)) is None


@pytest.mark.parametrize("inside", [True, False])
def test_a_single_pose_is_a_path_too(inside):
    touch = found(UNIT, [(0.0, 0.5)], (0.5, 0.05, 0.06 if inside else 0.04))
    assert (touch is not None) == inside


@pytest.mark.parametrize("inside", [True, False])
def test_a_path_that_leads_nowhere_is_like_a_single_pose(inside):
    touch = found(UNIT, [(0.0, 0.5)] * 3, (0.5, 0.05, 0.06 if inside else 0.04))
    assert (touch is not None) == inside


# -- the first -------------------------------------------------------------------------------------
def test_the_first_contact_on_the_path_is_reported_not_the_first_in_the_list():
    early = (1.5 * math.cos(0.4), 1.5 * math.sin(0.4), 0.1)
    late = (1.5 * math.cos(1.2), 1.5 * math.sin(1.2), 0.3)
    path = ((0.0, 1e-3), (1.5, 1e-3))
    for obstacles in ((early, late), (late, early)):
        assert (
            first(UNIT, path, *obstacles)[1]
            == f"link 2 touches the obstacle at ({early[0]:g}, {early[1]:g})"
        )
        assert (
            first(UNIT, path[::-1], *obstacles)[1]
            == f"link 2 touches the obstacle at ({late[0]:g}, {late[1]:g})"
        )


@pytest.mark.parametrize("bearing, after", [(0.1, 0), (0.3, 1), (0.5, 2), (0.7, 3), (0.9, 4)])
def test_the_waypoint_after_which_it_touches_is_first(bearing, after):
    poses = [(0.2 * k, 1e-3) for k in range(6)]
    assert first(UNIT, poses, (1.9 * math.cos(bearing), 1.9 * math.sin(bearing), 0.01))[0] == after


def test_the_text_names_the_link_and_the_obstacle_as_it_was_given():
    assert (
        first(UNIT, [(0.0, 0.5)], (0.25, 0.0, 0.125))[1]
        == "link 1 touches the obstacle at (0.25, 0)"
    )


# -- the arm itself --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "q2, q3, touches",
    [
        (2.2, 2.6, True),
        (2.2, 1.2, False),
        (-2.2, -2.6, True),
        (2.2, -2.6, False),
        (1.0, 2.9, False),
    ],
)
def test_the_third_link_must_not_touch_the_first(q2, q3, touches):
    touch = found((1.0, 0.8, 0.8), [(0.4, q2, 0.0), (0.4, q2, q3)])
    assert (touch is not None) == touches
    if touches:
        assert touch == (0, "link 3 touches link 1")


def test_links_that_cross_from_the_start_touch():
    """Links 1 and 3 cross in the middle, and their ends are far apart."""
    assert first((1.0, 0.8, 1.5), [(0.4, 2.2, 2.2)]) == (0, "link 3 touches link 1")


def test_of_two_links_only_folding_is_a_contact():
    assert found(UNIT, [(0.0, -3.0), (0.0, 3.0)]) is None


@pytest.mark.parametrize(
    "joint, text", [(1, "link 2 folds onto link 1"), (2, "link 3 folds onto link 2")]
)
@pytest.mark.parametrize(
    "a, b",
    [
        (3.0, 3.3),
        (-3.0, -3.3),
        (3.3, 3.0),
        (3.0, PI),
        (PI, 3.0),
        (0.0, 4.0),
        (0.0, 100.0),
        (3 * PI - 0.1, 3 * PI + 0.1),
        (PI - FOLDED / 2, PI - FOLDED / 4),
        (PI + FOLDED / 2, 4.0),
    ],
)
def test_a_link_that_passes_half_a_turn_folds_onto_the_one_before(joint, text, a, b):
    poses = [[0.0, 0.01, 0.01], [0.0, 0.01, 0.01]]
    poses[0][joint] = a
    poses[1][joint] = b
    assert first((1.0, 0.1, 0.1), poses) == (0, text)


@pytest.mark.parametrize("a, b", [(-3.1, 3.1), (3.2, 6.2), (-3.2, -9.4), (PI - 2 * FOLDED, -3.0)])
def test_within_one_turn_nothing_folds(a, b):
    assert found(UNIT, [(0.0, a), (0.0, b)]) is None


@pytest.mark.parametrize("turns", [0.5, 1.0, 3.0])
def test_the_first_joint_may_turn_as_often_as_it_likes(turns):
    assert found(UNIT, [(0.0, 0.3), (2 * PI * turns, 0.3)]) is None
