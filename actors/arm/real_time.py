"""The rules by which simulation time follows the wall clock."""

BACKLOG = 0.1  # s; if simulation time is farther behind the wall clock, it does not catch up
STRIDE = 16  # the largest number of ticks between two looks at the clock
STRIDE_TIME = 1e-4  # s that the ticks between two looks at the clock should take at most


class RealTime:
    """How far simulation time is behind the wall clock. Times are in s."""

    def __init__(self, now: float):
        self.looked = now  # wall time of the last look at the clock
        self.owed = 0.0  # how far simulation time is behind `looked`
        self._stride = 1  # how many ticks fit into STRIDE_TIME

    def look(self, now: float, timestep: float, running: bool) -> None:
        """Look at the clock; if the simulation is running, owe the time since the last look."""
        if running:
            self.owed = min(self.owed + now - self.looked, BACKLOG + timestep)
        self.looked = now

    def ticks_due(self, timestep: float) -> int:
        """Return how many ticks to compute before the next look at the clock; 0 if none is due."""
        return int(min(self.owed / timestep, self._stride))

    def took(self, ticks: int, timestep: float, lasted: float) -> None:
        """Note how many ticks were computed, and how long that took (s of wall time)."""
        self.owed = max(0.0, self.owed - ticks * timestep)
        fitting = STRIDE_TIME * ticks / lasted if lasted > 0 else STRIDE
        self._stride = int(min(max(fitting, 1), STRIDE))

    def forgive(self) -> None:
        """Owe nothing, because simulation time begins again at 0."""
        self.owed = 0.0


class RealTimeFactor:
    """The ratio of simulation time to wall time. Times are in s."""

    def __init__(self, now: float, time: float):
        self._before = (now, time)

    def since_last(self, now: float, time: float) -> float:
        """Return the factor since the last call; 0 if no time has passed, or the arm was reset."""
        wall = now - self._before[0]
        simulated = time - self._before[1]
        self._before = (now, time)
        return round(max(0.0, simulated) / wall, 3) if wall else 0.0
