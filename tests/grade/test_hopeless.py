"""Servers that do nothing right get no points, and the grader comes to an end soon."""

import os
import sys
import time
from pathlib import Path

import pytest

from tests.grade import suite
from tests.grade.launch import Launcher
from tests.grade.run import Run
from tests.grade.scoring import Graded, combined, score

NOTHING = Path(__file__).parent / "broken" / "nothing.py"


def points(command: str, only: str = "", limit: float = 8.0) -> tuple[float, str]:
    """Grade a server with little patience; the score, and the last reason for a loss."""
    launcher = Launcher(command, os.getcwd(), "127.0.0.1", 0)
    begun = time.monotonic()
    verdicts = Run(launcher, 2, patience=0.2, limit=limit).all(suite.selected(only=only))
    assert time.monotonic() - begun < limit + 12
    assert not launcher.strays(), "processes are left"
    return score(combined([Graded(2, verdicts, 0.0)])), verdicts[-1].got


@pytest.mark.parametrize("kind", ["silent", "echo", "random", "garbage", "closing", "crash"])
def test_a_server_that_does_nothing_right_gets_no_points(kind: str) -> None:
    assert points(f"{sys.executable} -S {NOTHING} {kind}")[0] == 0


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sleeper", "flood", "long_line", "deaf", "yes", "no"])
def test_a_server_that_is_hard_to_bear_gets_no_points(kind: str) -> None:
    assert points(f"{sys.executable} -S {NOTHING} {kind}")[0] == 0


def test_a_server_that_cannot_be_started_gets_no_points_and_a_reason() -> None:
    got, reason = points("/no/such/program")
    assert got == 0 and "/no/such/program" in reason


def test_a_server_that_ends_at_once_gets_no_points_and_its_last_words() -> None:
    got, reason = points(f"{sys.executable} -S -c \"import sys; print('no luck'); sys.exit(7)\"")
    assert got == 0 and "code 7" in reason and "no luck" in reason


def test_a_server_that_never_listens_gets_no_points() -> None:
    got, reason = points("sleep 60", limit=0.5)
    assert got == 0 and "nothing serves port" in reason
