"""What all tests share: modules that every folder can import, and an end for every process."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.register_assert_rewrite("arm_steps", "drawing_arm", "fixtures", "goal_steps", "joint_limits")
sys.path[:0] = [str(Path(__file__).parent / folder) for folder in ("system", "kernel")]
CTRL_C = signal.getsignal(signal.SIGINT)


def pytest_collection_finish() -> None:
    """Let Ctrl-C end the tests in order again: a test has imported runtime, which changes that."""
    signal.signal(signal.SIGINT, CTRL_C)


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
