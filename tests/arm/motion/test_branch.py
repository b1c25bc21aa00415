"""Poses for whole paths: one elbow, no jumps, whole turns kept, limits, and refusals."""

import math
from itertools import pairwise

import pytest
from path_samples import (
    ARMS,
    ROUNDING,
    UNIT,
    every_arm,
    every_elbow,
    line,
    path_for,
    poses_on,
    refusal,
    start_for,
)

from actors.arm.choice import TURN, wrapped
from actors.arm.errors import MotionError
from actors.arm.forward_kinematics import end_effector
from actors.arm.motion.branch import elbow_of, joint_path
from actors.arm.motion.path import Path


# -- the poses -------------------------------------------------------------------------------------
@every_elbow
@every_arm
def test_forward_kinematics_of_the_poses_gives_the_points(lengths, elbow):
    path = path_for(lengths)
    distances, poses = joint_path(lengths, path, elbow, start_for(lengths))
    assert (distances[0], distances[-1]) == (0.0, path.length)
    assert all(a < b for a, b in pairwise(distances))
    for distance, pose in zip(distances, poses, strict=True):
        # What inverse kinematics promises.
        off = math.dist(end_effector(lengths, pose)[:2], path.at(distance))
        assert off <= 1e-9 * sum(lengths)


@every_elbow
@every_arm
def test_the_whole_path_has_the_elbow_that_was_asked_for(lengths, elbow):
    poses = poses_on(lengths, path_for(lengths), elbow, start_for(lengths))
    assert {elbow_of(pose) for pose in poses} == {elbow}
    assert len({pose[1] > 0 for pose in poses}) == 1


@every_elbow
@every_arm
def test_from_point_to_point_no_joint_jumps(lengths, elbow):
    poses = poses_on(lengths, path_for(lengths), elbow, start_for(lengths))
    # Steps of 1 % of the reach, where the arm is far from singular: some 0.01 rad, times a
    # condition of 10.
    assert max(abs(y - x) for a, b in pairwise(poses) for x, y in zip(a, b)) < 0.1


@pytest.mark.parametrize("turns", [-2, -1, 1, 3])
@every_elbow
@every_arm
def test_an_arm_that_has_wound_itself_up_is_not_unwound(lengths, elbow, turns):
    path = path_for(lengths)
    wound = poses_on(lengths, path, elbow, start_for(lengths, turns))
    flat = poses_on(lengths, path, elbow, start_for(lengths))
    for a, b in zip(wound, flat, strict=True):
        assert a == pytest.approx([angle + TURN * turns for angle in b], abs=ROUNDING)


@pytest.mark.parametrize("near", [(3.0, 0.5), (-3.0, 0.5), (9.0, 0.5), (2.9 + 5 * TURN, 0.5)])
def test_the_first_joint_turns_the_short_way_from_where_the_arm_comes_from(near):
    pose = poses_on(UNIT, line((-1.2, 0.1), (-1.2, 0.2)), "positive", near)[0]
    assert abs(pose[0] - near[0]) <= math.pi


@pytest.mark.parametrize("near, turn", [(3.0, 0), (-3.0, 0), (3.3, 1), (-3.3, -1), (TURN + 3.0, 1)])
@every_elbow
def test_the_other_joints_stay_within_their_present_turn_where_no_link_has_to_pass_the_one_before(
    elbow, near, turn
):
    pose = poses_on(UNIT, line((1.0, 0.5), (1.0, 0.6)), elbow, (0.0, near))[0]
    assert TURN * turn - math.pi < pose[1] < TURN * turn + math.pi
    assert wrapped(pose[1]) == pytest.approx(pose[1] - TURN * turn, abs=ROUNDING)


@pytest.mark.parametrize("lengths", ARMS, ids=str)
def test_a_path_around_the_base_winds_the_first_joint_up_by_a_turn(lengths):
    path = Path.circle((0.0, 0.0), 0.6 * sum(lengths))
    poses = poses_on(lengths, path, "positive", start_for(lengths))
    if len(lengths) == 2:
        assert poses[-1][0] - poses[0][0] == pytest.approx(TURN, abs=ROUNDING)
        assert poses[-1][1] == pytest.approx(poses[0][1], abs=ROUNDING)
    assert max(abs(y - x) for a, b in pairwise(poses) for x, y in zip(a, b)) < 0.101


@pytest.mark.parametrize(
    "pose, elbow",
    [
        ((0.0, 0.0), "positive"),
        ((0.0, 1e-300), "positive"),
        ((0.0, -1e-300), "negative"),
        ((5.0, 3.0), "positive"),
        ((5.0, 4.0), "negative"),
        ((0.0, -4.0), "positive"),
        ((0.0, 3 * TURN - 0.1, 2.0), "negative"),
    ],
)
def test_the_elbow_of_a_pose_is_the_sign_of_its_second_angle_whatever_its_turns(pose, elbow):
    assert elbow_of(pose) == elbow


@every_elbow
def test_a_path_to_the_boundary_of_the_reach_is_made_to_its_end(elbow):
    poses = poses_on(UNIT, line((1.0, 0.0), (2.0, 0.0)), elbow, (0.0, 0.0))
    assert poses[-1] == pytest.approx((0.0, 0.0), abs=1e-7)  # the root of the rounding
    assert math.dist(end_effector(UNIT, poses[-1])[:2], (2.0, 0.0)) <= 2e-9


# -- limits ----------------------------------------------------------------------------------------
@every_elbow
@pytest.mark.parametrize("lengths", ARMS[:3], ids=str)
def test_limits_that_the_path_keeps_change_nothing_for_two_links(lengths, elbow):
    path = path_for(lengths)
    near = start_for(lengths)
    free = poses_on(lengths, path, elbow, near)
    allowed = tuple((min(angles) - 1e-6, max(angles) + 1e-6) for angles in zip(*free))
    for a, b in zip(poses_on(lengths, path, elbow, near, allowed), free, strict=True):
        assert a == pytest.approx(b, abs=ROUNDING)


@pytest.mark.parametrize("joint", [0, 1])
@pytest.mark.parametrize("end", [0, 1])
@every_elbow
def test_the_first_point_beyond_a_limit_is_named_with_joint_angle_and_limit(elbow, joint, end):
    """Each limit cuts the path off where the joint is at 60 % of its range."""
    path = line((0.8, -0.5), (1.2, 0.9))
    distances, free = joint_path(UNIT, path, elbow, (0.0, 0.0))
    angles = [pose[joint] for pose in free]
    cut = min(angles) + (0.4 if end == 0 else 0.6) * (max(angles) - min(angles))
    allowed = [(-3.1, 3.1), (-3.1, 3.1)]  # no room for another turn
    allowed[joint] = (cut, 3.1) if end == 0 else (-3.1, cut)
    first = next(
        k for k, angle in enumerate(angles) if not allowed[joint][0] <= angle <= allowed[joint][1]
    )
    text = refusal(UNIT, path, elbow, (0.0, 0.0), tuple(allowed))
    (x, y) = path.at(distances[first])
    (low, high) = allowed[joint]
    assert text == (
        f"the point ({x:.6g}, {y:.6g}) of the path, {distances[first]:.6g} m from its start, "
        f"cannot be drawn with the {elbow} elbow: joint {joint + 1} would be at "
        f"{angles[first]:.6g} rad, outside its limits [{low:g}, {high:g}]"
    )


def test_within_limits_the_first_pose_may_take_other_turns():
    free = poses_on(UNIT, line((1.0, 1.0), (1.0, 0.9)), "positive", (0.0, 0.0))
    allowed = ((3.0, 9.0), (-3.0, 3.0))
    within = poses_on(UNIT, line((1.0, 1.0), (1.0, 0.9)), "positive", (0.0, 0.0), allowed)
    assert [pose[0] for pose in within] == pytest.approx(
        [pose[0] + TURN for pose in free], abs=ROUNDING
    )


@pytest.mark.parametrize(
    "allowed, joint", [(((2.0, 3.0), (-3.0, 3.0)), 1), (((-3.0, 3.0), (-1.0, 1.0)), 2)]
)
def test_a_first_point_that_no_turn_brings_within_the_limits_is_refused_by_joint(allowed, joint):
    text = refusal(UNIT, line((1.0, 1.0), (1.0, 0.9)), "positive", (0.0, 0.0), allowed)
    assert text.startswith(
        "the point (1, 1) of the path, 0 m from its start, cannot be drawn with the positive "
        f"elbow: joint {joint} would be at"
    )


def test_limits_in_the_middle_of_a_path_are_not_got_around_by_a_turn():
    """The first joint would have to make a whole turn between two points."""
    path = Path.circle((0.0, 0.0), 1.2)
    text = refusal(UNIT, path, "positive", (0.0, 0.5), ((-3.0, 3.0), (-3.0, 3.0)))
    assert "joint 1 would be at 3." in text and text.endswith("outside its limits [-3, 3]")


# -- out of reach ----------------------------------------------------------------------------------
@every_elbow
@pytest.mark.parametrize(
    "points, place, behind",
    [
        ([(2.5, 0.0), (1.0, 0.0)], "(2.5, 0)", 0),
        ([(1.0, 0.0), (2.5, 0.0), (3.0, 0.0)], "(2.5, 0)", 1.5),
        ([(1.0, 0.0), (1.0, 1.0), (0.0, -2.0000001)], "(0, -2)", 4.16228),
    ],
)
def test_a_place_out_of_reach_is_named(elbow, points, place, behind):
    text = refusal(UNIT, line(*points), elbow, (0.0, 0.0))
    assert text.startswith(
        f"the point {place} of the path, {behind} m from its start, cannot be drawn with the "
        f"{elbow} elbow: "
    )
    assert "out of reach by" in text


@pytest.mark.parametrize("spacing, refined", [(None, True), (0.1, True), (2.0, False)])
def test_a_place_in_the_hole_is_found_however_few_waypoints_there_are(spacing, refined):
    path = line((1.0, 0.0), (-1.0, 0.0))
    text = refusal((1.0, 0.4), path, "positive", (0.0, 0.0), spacing=spacing, refined=refined)
    assert "inside the hole by" in text


@every_elbow
@pytest.mark.parametrize(
    "near", [(0.0, 1e300), (1e300, 0.0), (1.7e308, 1.7e308), (5e-324, -5e-324)], ids=str
)
def test_the_oddest_starting_poses_give_finite_poses_or_a_refusal(elbow, near):
    try:
        poses = poses_on(UNIT, line((1.0, 1.0), (1.0, 0.9)), elbow, near)
    except MotionError as refused:
        assert "far from zero" in str(refused)
    else:
        assert all(math.isfinite(angle) for pose in poses for angle in pose)
