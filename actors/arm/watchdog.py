"""A stream of setpoints that falls silent goes stale: the arm holds its last position, at rest."""

import math
from typing import NamedTuple

LEASE = 0.1  # s of simulation time without a setpoint after which a stream is stale
STREAM_LENGTH = 10  # setpoints with velocities, each within a lease of the one before, are a stream


class Watchdog(NamedTuple):
    """What is known of the stream. Setpoints that are not part of a stream never go stale."""

    length: int = 0  # setpoints so far, of a client that has not promised any more
    last: float = -math.inf  # s, when the latest of them came
    due: float | None = None  # s, when the stream goes stale; None if there is no stream

    def fed(self, time: float, moving: bool, leased: bool = False) -> "Watchdog":
        """After a setpoint at a time in s.

        moving   whether it has a velocity; at rest nothing can go stale
        leased   whether its sender has promised another one within the lease; one such setpoint
                 is a stream already
        """
        if not moving:
            return Watchdog()
        if leased:
            return Watchdog(due=time + LEASE)
        length = self.length + 1 if time - self.last <= LEASE else 1
        return Watchdog(length, time, time + LEASE if length >= STREAM_LENGTH else None)
