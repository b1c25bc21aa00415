"""How simulation time follows the wall clock."""

BACKLOG = 0.1  # s of simulation time that are made up for; more is dropped
STRIDE = 16  # ticks at most between two looks at the clock


class RealTime:
    """How far simulation time is behind the wall clock. Times are in s."""

    def __init__(self, now: float):
        self.looked = now  # when the wall clock was last looked at
        self.owed = 0.0  # simulation time that is still to come for the time up to then

    def look(self, now: float, timestep: float, running: bool) -> None:
        """Owe the simulation time that has passed since the last look, if the simulation is running."""
        if running:
            self.owed = min(self.owed + now - self.looked, BACKLOG + timestep)
        self.looked = now

    def ticks_due(self, timestep: float) -> int:
        """How many ticks to take before the clock is looked at again; 0 if none is due."""
        return int(min(self.owed / timestep, STRIDE))

    def took(self, ticks: int, timestep: float) -> None:
        """Note that so many ticks were taken."""
        self.owed = max(0.0, self.owed - ticks * timestep)

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
