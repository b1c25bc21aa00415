"""The example beside what another simulator printed for the same arm: they agree within 1 %."""

import math

import pytest

from actors.arm.motion.path import Path
from actors.arm.motion.tracking import TrackingError
from actors.arm.motion.waypoints import dense
from actors.examples import square as example

CORNERS = Path.square(example.CENTER, example.SIDE).marks
POINTS = dense(CORNERS, example.SPACING)
POSES = example.poses_for(POINTS)


@pytest.mark.parametrize(
    "segment, rms, farthest",
    [(0.2, 1.03, 1.06), (0.1, 2.06, 2.12), (0.05, 4.09, 4.24), (0.025, 8.38, 8.82)],
)
def test_the_pen_lags_by_a_constant_delay_at_every_speed(segment, rms, farthest):
    figures = example.draw(POINTS, POSES, segment).error
    # Half a unit of the last digit that was printed, and 1 %.
    assert figures.rms * 1e3 == pytest.approx(rms, rel=0.01, abs=0.005)
    assert figures.max * 1e3 == pytest.approx(farthest, rel=0.01, abs=0.005)


def test_with_corners_only_the_edges_are_bowed():
    assert example.draw(CORNERS, example.poses_for(CORNERS), 2.0).error.max * 1e3 == pytest.approx(
        13.9, rel=0.01
    )


def test_commanding_ahead_by_the_delay_takes_most_of_the_lag_away():
    figures = example.draw(POINTS, POSES, 0.05, example.DELAY).error
    assert figures.mean * 1e3 == pytest.approx(0.13, abs=0.01)
    assert figures.max * 1e3 == pytest.approx(2.1, abs=0.05)  # at the corners


def test_the_whole_path_is_drawn_with_one_elbow():
    shoulder, elbow = ([math.degrees(angle) for angle in angles] for angles in zip(*POSES))
    assert (min(shoulder), max(shoulder)) == pytest.approx((-49.0, -9.1), abs=0.05)
    assert (min(elbow), max(elbow)) == pytest.approx((74.6, 129.1), abs=0.05)


@pytest.mark.parametrize(
    "k, target, drawn",
    [
        (0, (0.2440, 0.0200), (0.2414, 0.0200)),
        (40, (0.4000, 0.0240), (0.3985, 0.0214)),
        (80, (0.3960, 0.1800), (0.3985, 0.1787)),
        (156, (0.2400, 0.0320), (0.2401, 0.0361)),
    ],
)
def test_at_the_corners_the_pen_cuts_inside(k, target, drawn):
    drawing = example.draw(POINTS, POSES, 0.05)
    assert POINTS[k + 1] == pytest.approx(target, abs=5e-5)  # as printed
    assert drawing.drawn[k] == pytest.approx(drawn, abs=1e-4)  # two halves of the last digit


def test_it_prints_its_tables(capsys, monkeypatch):
    figures = TrackingError(1, 0.004, 0.004**2, 0.004)
    monkeypatch.setattr(example, "draw", lambda *_: example.Drawing(figures, [(0.1, 0.2)]))
    example.main()
    said = capsys.readouterr().out
    assert (
        "waypoints: 161" in said
        and "0.2440 0.0200 0.1000 0.2000" in said
        and "0.025 160 4.00 4.00" in said
    )
