"""Who counts as quiet."""

import pytest

from actors.door.usage import PERIOD, QUIET, Usage


@pytest.mark.parametrize(
    "turns, now, quiet",
    [
        ([], 0.0, True),
        ([(0.0, QUIET / 2)], 0.01, True),
        ([(0.0, QUIET)], 0.01, False),
        ([(0.0, QUIET / 2), (0.05, 0.05 + QUIET / 2)], 0.06, False),
        ([(0.0, QUIET)], PERIOD, True),  # the period is over
        ([(0.0, QUIET), (PERIOD, PERIOD + QUIET / 2)], PERIOD + 0.01, True),
    ],
)
def test_a_client_is_quiet_if_it_has_used_little_time_in_the_period(turns, now, quiet):
    usage = Usage()
    for begin, end in turns:
        usage.add(begin, end)
    assert usage.is_quiet(now) is quiet
