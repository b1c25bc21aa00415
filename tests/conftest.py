"""What all tests share: the harness is importable from every folder, and no process outlives its test."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parent / folder) for folder in ("system", "kernel")]


@pytest.fixture
def doomed() -> Iterator[list[int]]:
    """Process ids that are put into this list are killed when the test ends, however it ends."""
    pids: list[int] = []
    yield pids
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
