"""Contacts are compared with those of dense samples, and the work to find them is bounded."""

import math
import random
from itertools import pairwise

import numpy as np
import pytest
from contact_samples import PI, UNIT, found

from actors.arm.errors import MotionError
from actors.arm.motion import contact
from actors.arm.motion.contact import first_contact
from actors.arm.motion.distances import Obstacle
from actors.arm.motion.leaving import CLOSE


# -- against brute force ---------------------------------------------------------------------------
def clearance(lengths, a, b, obstacles, samples):
    """The least clearance in so many equal samples, computed apart from the code under test."""
    share = np.linspace(0.0, 1.0, samples)[:, None]
    phi = np.cumsum(np.array(a) + share * (np.array(b) - np.array(a)), axis=1)
    steps = np.array(lengths) * np.exp(1j * phi)
    joints = np.concatenate([np.zeros((samples, 1)), np.cumsum(steps, axis=1)], axis=1)
    least = np.inf
    for x, y, radius in obstacles:
        for i in range(len(lengths)):
            least = min(
                least, (to_segment(complex(x, y), joints[:, i], joints[:, i + 1]) - radius).min()
            )
    if len(lengths) == 3:
        one = (joints[:, 0], joints[:, 1])
        other = (joints[:, 2], joints[:, 3])
        gap = np.minimum.reduce(
            [
                to_segment(one[0], *other),
                to_segment(one[1], *other),
                to_segment(other[0], *one),
                to_segment(other[1], *one),
            ]
        )
        least = min(least, np.where(crossing(*one, *other), 0.0, gap).min())
    return least


def to_segment(p, a, b):
    along = np.clip(((p - a) * np.conj(b - a)).real / abs(b - a) ** 2, 0.0, 1.0)
    return abs(p - a - along * (b - a))


def crossing(a, b, c, d):
    def side(p, q, r):
        return (np.conj(q - p) * (r - p)).imag

    return (side(a, b, c) * side(a, b, d) < 0) & (side(c, d, a) * side(c, d, b) < 0)


def random_path(links, seed):
    """The lengths of an arm, two poses, and up to two obstacles."""
    rng = random.Random(seed)
    lengths = [rng.uniform(0.2, 1.0) for _ in range(links)]
    reach = sum(lengths)
    a, b = ([rng.uniform(-3.0, 3.0) for _ in range(links)] for _ in range(2))
    obstacles = [
        (
            *polar(rng.uniform(0.1, 1.2) * reach, rng.uniform(-PI, PI)),
            rng.choice([0.0, 0.01, 0.1]) * reach,
        )
        for _ in range(rng.randint(0, 2))
    ]
    return lengths, a, b, obstacles


@pytest.mark.parametrize("links", [2, 3])
def test_random_paths_touch_exactly_where_dense_samples_do(links):
    samples = 4001
    for seed in range(links - 2, 100, 2):
        lengths, a, b, obstacles = random_path(links, seed)
        touch = found(lengths, [a, b], *obstacles)
        sweep = sum(abs(y - x) * sum(lengths[i:]) for i, (x, y) in enumerate(zip(a, b))) / samples
        least = clearance(lengths, a, b, obstacles, samples)
        if least <= 0:
            assert touch is not None, seed
        # Between two samples nothing comes nearer by more than half a sweep.
        if least - sweep > CLOSE * sum(lengths):
            assert touch is None, seed


def polar(distance, bearing):
    return distance * math.cos(bearing), distance * math.sin(bearing)


def test_some_random_paths_touch_and_some_do_not():
    """The comparison with samples says little if all of them touch, or none."""
    kinds = []
    for seed in range(100):
        rng = random.Random(seed)
        lengths = [rng.uniform(0.2, 1.0) for _ in range(2)]
        a, b = ([rng.uniform(-3.0, 3.0) for _ in range(2)] for _ in range(2))
        obstacle = (*polar(rng.uniform(0.1, 1.2) * sum(lengths), rng.uniform(-PI, PI)), 0.01)
        touched = found(lengths, [a, b], obstacle) is not None
        kinds.append(touched)
        assert touched or clearance(lengths, a, b, [obstacle], 501) > 0
    assert 20 < sum(kinds) < 80


@pytest.mark.parametrize("seed", range(10))
def test_cut_into_short_pieces_a_path_touches_the_same(seed):
    rng = random.Random(seed)
    a, b = ([rng.uniform(-3.0, 3.0) for _ in range(2)] for _ in range(2))
    obstacle = (*polar(rng.uniform(0.5, 1.8), rng.uniform(-PI, PI)), 0.1)
    cut = [[x + (y - x) * k / 50 for x, y in zip(a, b)] for k in range(51)]
    whole = found(UNIT, [a, b], obstacle)
    pieces = found(UNIT, cut, obstacle)
    assert (whole is None) == (pieces is None)
    if pieces:
        assert pieces.text == whole.text
        before = list(pairwise(cut))[: pieces.after]
        assert all(clearance(UNIT, *each, [obstacle], 50) > 0 for each in before)


# -- bounded work ----------------------------------------------------------------------------------
def test_a_path_that_stays_too_long_too_close_to_too_many_obstacles_is_refused(monkeypatch):
    # A low limit makes the test fast.
    monkeypatch.setattr(contact, "DISTANCES", 20_000)
    # This obstacle is beside the base, and link 1 is never farther from it than 0.0014 m.
    beside = (0.0, -0.0014, 0.0)
    path = [(0.0, 0.5), (PI, 0.5)]
    assert found(UNIT, path, beside) is None
    with pytest.raises(MotionError, match="that it cannot be told whether it is free"):
        found(UNIT, path, *[beside] * 32)


def test_two_thousand_waypoints_among_32_obstacles_are_looked_at_to_the_end():
    poses = [(0.001 * k, 0.5) for k in range(2000)]
    assert found(UNIT, poses, *[(3.0, 0.1 * k, 0.5) for k in range(32)]) is None


@pytest.mark.parametrize(
    "lengths",
    [(1.0, 1e-17), (1e-170, 1e-170), (1.0, 0.5, 1e-17), (1e200, 1e200), (8e307, 8e307)],
    ids=str,
)
def test_links_of_any_size_are_free_where_nothing_is_near(lengths):
    reach = sum(lengths)
    poses = [(0.0, 0.3, 0.2)[: len(lengths)], (0.4, 0.5, 0.1)[: len(lengths)]]
    assert first_contact(lengths, poses, [Obstacle(-0.5 * reach, 0.0, 0.1 * reach)]) is None
