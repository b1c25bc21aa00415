"""How simulation time follows the wall clock."""

BACKLOG = 0.1  # s of simulation time that are made up for; more is dropped
STRIDE = 16  # ticks at most between two looks at the clock
STRIDE_TIME = 1e-4  # s that a stride should not exceed


class RealTime:
    """How far simulation time is behind the wall clock. Times are in s."""

    def __init__(self, now: float):
        self.looked = now  # when the time that has passed was last taken
        self.owed = 0.0  # simulation time that is still to come for the time up to then
        self._stride = 1  # ticks, as many as fit into STRIDE_TIME

    def look(self, now: float, timestep: float, running: bool) -> None:
        """Owe the time that has passed since the last look, if the simulation is running."""
        if running:
            self.owed = min(self.owed + now - self.looked, BACKLOG + timestep)
        self.looked = now

    def ticks_due(self, timestep: float) -> int:
        """How many ticks to take before the clock is looked at again; 0 if none is due."""
        return int(min(self.owed / timestep, self._stride))

    def took(self, ticks: int, timestep: float, lasted: float) -> None:
        """Note that so many ticks were taken, and how long that lasted."""
        self.owed = max(0.0, self.owed - ticks * timestep)
        fitting = STRIDE_TIME * ticks / lasted if lasted > 0 else STRIDE
        self._stride = int(min(max(fitting, 1), STRIDE))

    def forgive(self) -> None:
        """Owe nothing, because simulation time begins anew."""
        self.owed = 0.0


class RealTimeFactor:
    """How fast simulation time goes, compared with the wall clock. Times are in s."""

    def __init__(self, now: float, time: float):
        self._before = (now, time)

    def since_last(self, now: float, time: float) -> float:
        """The factor since this was called last; 0 if no time has passed, or the arm was reset."""
        wall = now - self._before[0]
        simulated = time - self._before[1]
        self._before = (now, time)
        return round(max(0.0, simulated) / wall, 3) if wall else 0.0
