"""The log: one whole line per event on standard error."""

import json
import re

import pytest

from actors.kernel import log as module
from actors.kernel.letters import unpacked
from actors.kernel.log import Log

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (INFO|WARNING|ERROR) clerk: (.*)\n")


@pytest.fixture
def lines(capfd):
    """The levels and texts that were logged since the last look."""
    return lambda: [
        LINE.fullmatch(line).groups() for line in capfd.readouterr().err.splitlines(keepends=True)
    ]


def test_an_event_is_one_line_with_time_level_actor_and_text(lines):
    log = Log("clerk")
    log.info("started")
    log.warning("careful")
    log.error("broken")
    assert lines() == [("INFO", "started"), ("WARNING", "careful"), ("ERROR", "broken")]


@pytest.mark.parametrize(
    "text, shown", [("two\nlines", "two lines"), ("\ud800", "\\ud800"), ("ä", "ä"), ("", "")]
)
def test_whatever_the_text_it_stays_one_line(lines, text, shown):
    Log("clerk").info(text)
    assert lines() == [("INFO", shown)]


def test_a_repeated_warning_is_counted_and_told_when_its_window_is_over(lines):
    now = [100.0]
    log = Log("clerk", clock=lambda: now[0])
    for _ in range(1000):
        log.warning("again")
    log.warning("another")
    assert lines() == [("WARNING", "again"), ("WARNING", "another")]
    now[0] += module.REPEAT_WINDOW
    log.warning("again")
    assert lines() == [("WARNING", "again (and 999 more like this before)")]


def test_every_line_goes_out_on_rosout_too(mailbox):
    Log("clerk", mailbox).warning("careful")
    (publication,) = unpacked(mailbox.get(0))
    assert publication.topic == "/rosout"
    message = json.loads(publication.message)
    assert message["name"] == "clerk" and message["msg"] == "careful"
