"""Steps and samples for the tests of inverse kinematics."""

import itertools
import math

import pytest

from actors.arm.choice import TURN
from actors.arm.forward_kinematics import end_effector
from actors.arm.kinematics import Target, Unreachable, inverse_kinematics

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


BEARINGS = [0.0, PI / 2, PI, -PI / 2, 0.3, 2.0, -2.5]


PAIRS = [(1.0, 1.0), (0.7, 0.1), (0.1, 0.2), (1.1, 0.2), (1.0, 0.6), (0.25, 1.95)]


TRIPLES = [(1.0, 1.0, 1.0), (0.01, 0.07, 0.58), (0.25, 1.95, 0.5), (2.0, 0.3, 0.4), (0.1, 0.2, 0.3)]


HOLES = [(1.1, 0.2), (0.2, 1.1), (0.01, 0.07, 0.58), (2.0, 0.3, 0.4), (0.3, 2.0, 0.4)]


def hole(lengths):
    return max(lengths) - (sum(lengths) - max(lengths))


def at(d, bearing):
    return d * math.cos(bearing), d * math.sin(bearing)


def equivalents(q, turns=2):
    """The same pose with whole turns added to each joint."""
    for k in itertools.product(range(-turns, turns + 1), repeat=len(q)):
        yield [angle + TURN * count for angle, count in zip(q, k)]
