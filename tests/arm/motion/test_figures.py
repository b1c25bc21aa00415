"""Traces that never outgrow their room, and figures of errors."""

import math

import pytest

from actors.arm.motion.figures import Figures, Trace


def traced(room, count):
    trace = Trace(room)
    for k in range(count):
        trace.add(k)
    return trace


# -- traces ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("count", [0, 1, 7, 8])
def test_as_long_as_there_is_room_every_sample_is_kept(count):
    assert traced(8, count).samples == list(range(count))


@pytest.mark.parametrize("count", [0, 1, 8, 9, 10, 16, 17, 18, 100, 1000, 4097])
@pytest.mark.parametrize("room", [1, 2, 3, 7, 8, 400])
def test_a_trace_keeps_samples_at_equal_distances_from_the_first_on_within_its_room(room, count):
    trace = traced(room, count)
    assert trace.samples == list(range(0, count, trace.stride))
    assert len(trace.samples) <= room
    assert trace.seen == count


@pytest.mark.parametrize("count", [10, 100, 1000, 100_000])
def test_a_trace_is_never_thinned_more_than_it_must_be(count):
    trace = traced(8, count)
    assert math.log2(trace.stride).is_integer()
    assert len(range(0, count, trace.stride // 2)) > 8


# -- figures ---------------------------------------------------------------------------------------
def figures_of(*errors):
    figures = Figures()
    for error in errors:
        figures.add((1.0, 2.0), (1.0 + error * 0.6, 2.0 - error * 0.8))
    return figures


def test_without_a_look_there_are_no_figures():
    assert all(map(math.isnan, (Figures().mean, Figures().rms, Figures().max)))


@pytest.mark.parametrize(
    "errors", [(3.0, 4.0, 5.0), (0.25,), (0.0, 0.0), (1.0, 0.0, 0.0, 1.0), (5.0, 1.0)]
)
def test_figures_are_those_of_the_errors(errors):
    figures = figures_of(*errors)
    n = len(errors)
    expected = sum(errors) / n, math.sqrt(sum(e * e for e in errors) / n), max(errors)
    assert (figures.mean, figures.rms, figures.max) == pytest.approx(
        expected, rel=1e-14
    )  # rounding
    assert figures.count == n


def test_a_pen_that_is_where_it_was_meant_to_be_has_no_error():
    figures = Figures()
    figures.add((0.3, 0.1), (0.3, 0.1))
    assert (figures.mean, figures.rms, figures.max) == (0.0, 0.0, 0.0)


def test_the_largest_error_is_kept_though_smaller_ones_follow():
    assert figures_of(5.0, 1.0, 2.0).max == pytest.approx(5.0, rel=1e-14)  # rounding
