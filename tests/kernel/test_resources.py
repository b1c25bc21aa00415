"""The limits of the process: they are raised as far as possible, and too low ones are refused."""

import resource

import pytest
from processes import descriptors

from actors.kernel import resources
from actors.kernel.resources import NoRoom, allow_many_files, check_room

OURS = "self"


@pytest.fixture(autouse=True)
def limit():
    """A function that sets the limit of open files, which is put back after the test."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield lambda files: resource.setrlimit(resource.RLIMIT_NOFILE, (files, before[1]))
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_enough_room_is_no_error_and_nothing_stays_taken():
    open_before = descriptors(OURS)
    check_room(10)
    assert descriptors(OURS) == open_before


def test_too_few_files_are_named_with_how_many_are_missing_and_nothing_stays_taken(limit):
    open_before = descriptors(OURS)
    limit(open_before + 30)
    with pytest.raises(NoRoom, match=r"ulimit -n.*: [0-9]+ more are needed") as refusal:
        check_room(10)
    assert descriptors(OURS) == open_before
    missing = int(str(refusal.value).split(": ")[1].split()[0])
    limit(open_before + 30 + missing)
    check_room(10)


def test_too_little_memory_is_an_error(monkeypatch):
    monkeypatch.setattr(resources, "SPARE_MEMORY", 1 << 62)
    with pytest.raises(NoRoom, match="ulimit -v"):
        check_room(10)


def test_as_many_files_as_possible_are_allowed(limit):
    limit(100)
    allow_many_files()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = resources.MANY_FILES
    assert soft == (allowed if hard == resource.RLIM_INFINITY else min(hard, allowed))
