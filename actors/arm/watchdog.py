"""A stream of setpoints that goes stale ends in a stop: its last position is held, its velocity is not."""

import math
from typing import NamedTuple

LEASE = 0.1  # s of simulation time after which a stream counts as stale
STREAM = 10  # setpoints with velocities, each within a lease of the one before


class Watchdog(NamedTuple):
    """What is known of the stream. A single setpoint is no stream, and is held as it was given."""

    length: int = 0  # setpoints so far, of those that promise nothing
    last: float = -math.inf  # s, when the last one of them came
    due: float | None = None  # s, when it goes stale

    def fed(self, time: float, moving: bool, leased: bool = False) -> "Watchdog":
        """After a setpoint. moving: it has a velocity; leased: its sender has promised more."""
        if not moving:
            return Watchdog()  # at rest nothing can go stale
        if leased:
            return Watchdog(due=time + LEASE)  # which says nothing of what others send after it
        length = self.length + 1 if time - self.last <= LEASE else 1
        return Watchdog(length, time, time + LEASE if length >= STREAM else None)
