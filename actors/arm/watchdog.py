"""The watchdog over streams of setpoints.

If a stream stops, it goes stale: the arm then holds the last position of the stream, at rest.
"""

import math
from typing import NamedTuple

LEASE = 0.1  # s of simulation time; a stream goes stale after this time without a setpoint
# The number of setpoints with velocities that make a stream. Each must come within LEASE after the
# one before.
STREAM_LENGTH = 10


class Watchdog(NamedTuple):
    """The present stream, if any. Setpoints that are not part of a stream never go stale."""

    length: int = 0  # how many setpoints came in a row from clients that promise no further ones
    last: float = -math.inf  # s, the time of the latest of these setpoints
    due: float | None = None  # s, when the stream goes stale; None if there is no stream

    def fed(self, time: float, moving: bool, leased: bool = False) -> "Watchdog":
        """Return the watchdog after a setpoint that came at the given time in s.

        moving   whether the setpoint has a velocity; a setpoint at rest never goes stale
        leased   whether its sender has promised another one within LEASE; a single setpoint of
                 this kind is a stream already
        """
        if not moving:
            return Watchdog()
        if leased:
            return Watchdog(due=time + LEASE)
        length = self.length + 1 if time - self.last <= LEASE else 1
        return Watchdog(length, time, time + LEASE if length >= STREAM_LENGTH else None)
