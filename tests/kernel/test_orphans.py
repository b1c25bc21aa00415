"""Process 1 collects the dead that others left to it, and leaves its own to their owners."""

import multiprocessing

import pytest
from processes import wait_until

from actors.kernel.orphans import collect_orphans

# pytest-timeout has a thread, and forking beside a thread is warned of.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
CONTEXT = multiprocessing.get_context("fork")


def dead_child():
    process = CONTEXT.Process(target=int)
    process.start()
    wait_until(lambda: _has_ended(process))
    return process


def _has_ended(process):
    with open(f"/proc/{process.pid}/stat") as stat:
        return stat.read().rsplit(")", 1)[1].split()[0] == "Z"


def test_the_dead_of_others_are_collected():
    orphan = dead_child()
    collect_orphans(ours=set())
    with pytest.raises(FileNotFoundError):
        _has_ended(orphan)


def test_our_own_dead_are_left_to_their_owner():
    child = dead_child()
    collect_orphans(ours={child.pid})
    assert _has_ended(child)
    child.join()
    assert child.exitcode == 0


def test_without_children_nothing_happens():
    collect_orphans(ours=set())
