"""Where a path begins in a contact, the arm may move away from it, and nothing else."""

import math

import pytest
from contact_samples import PI, TRIPLE, UNIT, first, found

from actors.arm.motion.folding import FOLDED

TURNED = 1e-3  # rad, of the second joint: the arm is almost stretched
BESIDE = (1.5, 0.05, 0.1)  # an obstacle into which link 2 of the stretched arm reaches, from below


def leaves(lengths, poses, *obstacles, **how):
    return found(lengths, poses, *obstacles, leaving=True, **how)


def turned(*angles):
    """Poses of a stiff arm, by the angle of its first joint."""
    return [(angle, TURNED) for angle in angles]


# -- obstacles -------------------------------------------------------------------------------------
@pytest.mark.parametrize("poses", [turned(0, -1), turned(0, -0.01), turned(0, -0.5, -1)])
def test_a_path_away_from_what_the_arm_touches_is_free(poses):
    assert leaves(UNIT, poses, BESIDE) is None
    assert found(UNIT, poses, BESIDE) is not None


@pytest.mark.parametrize(
    "poses, after",
    [
        (turned(0, 1), 0),  # through the obstacle
        (turned(0, 0.01), 0),
        (turned(0, 1e-6), 0),
        (turned(0, -0.01, 0.01), 1),  # first away, then deeper
        (turned(0, 0.01, -1), 0),  # first deeper, then away
        (turned(0, -2 * PI + 0.05), 0),  # away, and into it again from the other side
    ],
)
def test_a_path_that_leads_nearer_to_it_is_refused(poses, after):
    found_after, text = first(UNIT, poses, BESIDE, leaving=True)
    assert found_after == after
    assert "link 2 touches the obstacle at (1.5, 0.05)" in text


def test_the_text_says_what_is_allowed():
    assert first(UNIT, turned(0, 1), BESIDE, leaving=True)[1] == (
        "link 2 touches the obstacle at (1.5, 0.05) at the start and may only move away from it, "
        "but would come nearer"
    )


@pytest.mark.parametrize(
    "poses", [turned(0), turned(0, 0), [(0.0, 0.5), (0.0, 1.0)], [(0.0, 0.5), (0.0, -1.0)]]
)
def test_a_path_that_does_not_lead_away_from_it_is_refused(poses):
    """The second joint turns, while the first link stays where it touches."""
    at_link_1 = (0.5, 0.05, 0.1)
    obstacle = at_link_1 if poses[0][1] == 0.5 else BESIDE
    assert "but would stay as near" in first(UNIT, poses, obstacle, leaving=True)[1]


def test_a_base_within_an_obstacle_cannot_be_led_away():
    assert "would stay as near" in first(UNIT, turned(0, 1), (0, 0, 0.1), leaving=True)[1]


def test_an_obstacle_between_the_elbow_and_both_links_is_left_by_both():
    elbow = (1.0, 0.02, 0.05)
    assert leaves(UNIT, [(0.0, -0.5), (-0.5, -0.5)], elbow) is None
    assert "link 1" in first(UNIT, [(0.0, -0.5), (0.0, -1.0)], elbow, leaving=True)[1]


def test_other_contacts_on_the_way_count():
    below = (1.5 * math.cos(0.5), -1.5 * math.sin(0.5), 0.1)
    text = first(UNIT, turned(0, -1), BESIDE, below, leaving=True)[1]
    assert text == f"link 2 touches the obstacle at ({below[0]:g}, {below[1]:g})"


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_an_arm_of_any_size_may_move_away(size):
    lengths = [size * length for length in UNIT]
    obstacle = [size * each for each in BESIDE]
    assert leaves(lengths, turned(0, -1), obstacle) is None
    assert leaves(lengths, turned(0, 1), obstacle) is not None


@pytest.mark.parametrize("poses", [turned(-0.5, -1), turned(-0.5, 1)])
def test_a_path_that_begins_free_is_like_any_other(poses):
    assert leaves(UNIT, poses, BESIDE) == found(UNIT, poses, BESIDE)


# -- the clearance ---------------------------------------------------------------------------------
@pytest.mark.parametrize("clearance, is_near", [(0.0, False), (0.05, False), (0.2, True)])
def test_links_keep_the_clearance_from_obstacles(clearance, is_near):
    obstacle = (1.5, 0.25, 0.1)  # 0.15 m from the stretched arm
    touch = found(UNIT, turned(0, -1), obstacle, clearance=clearance)
    assert (touch is not None) is is_near


def test_the_text_tells_a_touch_from_what_is_only_too_near():
    near = "link 2 comes closer than the clearance of 0.2 m to the obstacle at (1.5, 0.25)"
    assert first(UNIT, turned(0, 1), (1.5, 0.25, 0.1), clearance=0.2) == (0, near)
    touching = "link 2 touches the obstacle at (1.5, 0.05)"
    assert first(UNIT, turned(0, 1), BESIDE, clearance=0.2) == (0, touching)


def test_an_arm_within_the_clearance_may_move_away_and_not_nearer():
    obstacle = (1.5, 0.25, 0.1)
    assert leaves(UNIT, turned(0, -1), obstacle, clearance=0.2) is None
    assert first(UNIT, turned(0, 1), obstacle, clearance=0.2, leaving=True)[1] == (
        "link 2 is closer than the clearance of 0.2 m to the obstacle at (1.5, 0.25) at the start "
        "and may only move away from it, but would come nearer"
    )


def test_two_links_need_no_clearance_from_one_another():
    poses = [(0.4, 2.2, 0.0), (0.4, 2.2, 1.2)]
    assert found((1.0, 0.8, 0.8), poses, clearance=0.5) is None


# -- the arm itself --------------------------------------------------------------------------------
CROSSED = (0.4, 2.2, 2.6)  # links 1 and 3 cross


def test_links_that_cross_at_the_start_may_part_again():
    lengths = (1.0, 0.8, 0.8)
    assert leaves(lengths, [CROSSED, (0.4, 2.2, 1.2)]) is None
    text = first(lengths, [CROSSED, (0.8, 2.2, 2.6)], leaving=True)[1]
    assert text.startswith("link 3 touches link 1 at the start") and "stay as near" in text


@pytest.mark.parametrize("folded", [PI, -PI, 3 * PI, PI + FOLDED / 2, PI - FOLDED / 2])
@pytest.mark.parametrize("turn", [-1.0, 1.0])
def test_a_link_that_is_folded_at_the_start_may_unfold_to_either_side(folded, turn):
    assert leaves(UNIT, [(0.0, folded), (0.0, folded + turn)]) is None
    assert found(UNIT, [(0.0, folded), (0.0, folded + turn)]) is not None


@pytest.mark.parametrize(
    "poses, text",
    [
        ([(0.0, PI), (1.0, PI)], "link 2 is folded onto link 1 at the start, but would stay so"),
        ([(0.0, PI), (0.0, 3.5 * PI)], "link 2 folds onto link 1"),  # round, and folded again
        ([(0.0, PI), (0.0, 3.0), (0.0, 3.3)], "link 2 folds onto link 1"),
    ],
)
def test_a_link_that_is_folded_at_the_start_must_unfold_for_good(poses, text):
    assert first(UNIT, poses, leaving=True)[1] == text


def test_without_anything_in_the_way_three_links_are_free_from_the_start():
    assert leaves(TRIPLE, ((0.0, 0.5, 0.5), (1.0, 0.5, 0.5))) is None
