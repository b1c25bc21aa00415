"""Paths, and figures of how well they were followed."""

import math
from itertools import pairwise

import pytest

from actors.arm.drawing import Figures, between, dense, square


def test_a_square_is_closed_and_goes_anticlockwise_from_the_lower_left():
    assert square((1.0, 2.0), 2.0) == [(0.0, 1.0), (2.0, 1.0), (2.0, 3.0), (0.0, 3.0), (0.0, 1.0)]


@pytest.mark.parametrize("spacing, pieces", [(0.004, 40), (0.16, 1), (1.0, 1), (0.15, 2)])
def test_each_edge_is_cut_into_equal_pieces_no_longer_than_the_spacing(spacing, pieces):
    points = dense(square((0.0, 0.0), 0.16), spacing)
    steps = [math.dist(a, b) for a, b in pairwise(points)]
    assert len(steps) == 4 * pieces
    assert steps == pytest.approx([0.16 / pieces] * len(steps), rel=1e-12)       # rounding


@pytest.mark.parametrize("share, station", [(0, (0.0, 0.0)), (0.25, (1.0, 2.0)), (1, (4.0, 8.0)), (1.5, (4.0, 4.0)),
                                            (2, (4.0, 0.0))])
def test_between_two_stations_it_goes_straight(share, station):
    assert between([(0.0, 0.0), (4.0, 8.0), (4.0, 0.0)], share) == station


def test_figures_are_those_of_the_errors():
    figures = Figures([3.0, 4.0, 5.0])
    assert (figures.mean, figures.max) == (4.0, 5.0)
    assert figures.rms == pytest.approx(math.sqrt(50 / 3))
