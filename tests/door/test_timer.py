"""Timers, and marks of publications that are passed on once."""

import pytest
from fakes import Loop

from actors.door import once
from actors.door.once import Once
from actors.door.timer import Alarm, Timer


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


class Clock:
    """Stands in for the event loop: calls what is due when its time comes."""

    def __init__(self):
        self.calls = []

    def call_at(self, time, function):
        handle = Handle(time, function)
        self.calls.append(handle)
        return handle

    def reach(self, time):
        due = [call for call in self.calls if call.time <= time and not call.cancelled]
        self.calls = [call for call in self.calls if call.time > time]
        for call in due:
            call.function()


class Handle:
    def __init__(self, time, function):
        self.time = time
        self.function = function
        self.cancelled = False

    def when(self):
        return self.time

    def cancel(self):
        self.cancelled = True


@pytest.mark.parametrize("times", [[3.0], [3.0, 5.0], [5.0, 3.0], [4.0, 3.0, 9.0, 3.5]])
def test_an_alarm_goes_off_once_at_the_earliest_of_its_times(times):
    clock = Clock()
    rung = []
    alarm = Alarm(clock, lambda: rung.append(now))
    for time in times:
        alarm.set(time)
    for now in (2.9, 3.0, 10.0):
        clock.reach(now)
    assert rung == [3.0]


def test_an_alarm_may_be_set_again_after_it_has_gone_off():
    clock = Clock()
    rung = []
    alarm = Alarm(clock, lambda: rung.append(True))
    for time in (1.0, 2.0):
        alarm.set(time)
        clock.reach(time)
    assert len(rung) == 2
