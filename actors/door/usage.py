"""Measures how much of the gateway's time a client uses."""

PERIOD = 0.1  # s
QUIET = 0.002  # s; a client that has used less in this period is quiet


class Usage:
    """The time in s that the turns of one client have taken in the present period."""

    def __init__(self) -> None:
        self._used = 0.0
        self._end = 0.0  # s, monotonic, of the period

    def add(self, begin: float, end: float) -> None:
        """Count a turn; begin and end in s, monotonic."""
        if begin >= self._end:
            self._end = begin + PERIOD
            self._used = 0.0
        self._used += end - begin

    def is_quiet(self, now: float) -> bool:
        """Whether the client has used little time lately; now in s, monotonic."""
        return self._used < QUIET or now >= self._end
