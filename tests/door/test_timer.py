"""Timers, and marks of publications that are passed on once."""

from fakes import Loop

from actors.door import once
from actors.door.once import Once
from actors.door.timer import Timer


def test_a_timer_that_is_started_many_times_goes_off_once():
    loop = Loop()
    done = []
    timer = Timer(loop, 0.1, lambda: done.append(1))
    for _ in range(3):
        timer.start()
    loop.wait()
    assert done == [1] and loop.later == []


def test_a_timer_may_be_started_again_when_it_has_gone_off_or_while_it_does():
    loop = Loop()
    done = []
    timer = Timer(loop, 0.1, lambda: (done.append(1), timer.start()))
    timer.start()
    for _ in range(3):
        loop.wait()
    assert done == [1, 1, 1]


def test_a_mark_is_the_first_of_its_kind_once():
    marks = Once()
    assert [marks.is_first(mark) for mark in "abba"] == [True, True, False, False]


def test_old_marks_are_forgotten(monkeypatch):
    monkeypatch.setattr(once, "REMEMBERED", 2)
    marks = Once()
    assert [marks.is_first(mark) for mark in "abcba"] == [True, True, True, False, True]
