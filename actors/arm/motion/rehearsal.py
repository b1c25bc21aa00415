"""A rehearsal executes a plan on a copy of the arm, faster than real time.

It shows beforehand how the motion will end.
"""

from actors.arm.errors import ControlError
from actors.arm.motion.execution import PERIOD, Execution
from actors.arm.motion.plan import Plan
from actors.arm.simulation import RATE, Simulation

AS_IF_ENABLED = "PID is disabled, this is how the motion would go if it were enabled now"


def enabled(simulation: Simulation) -> str:
    """Enable PID on a copy of the arm; return a text for clients if it was disabled."""
    if simulation.controller.enabled:
        return ""
    simulation.enable(True)
    return AS_IF_ENABLED


def most_ticks(simulation: Simulation, plan: Plan) -> float:
    """Return the largest number of ticks that a rehearsal may take.

    It contains one extra second for each stage.
    """
    settling = sum(stage.settle for stage in plan.stages)
    return (plan.duration + settling + len(plan.stages)) / simulation.timestep


class Rehearsal:
    """An execution on a copy of the arm. Setpoints and snapshots come as often as with the arm."""

    def __init__(self, simulation: Simulation, plan: Plan):
        self.simulation = simulation
        self.execution = Execution.beginning(plan, simulation.time, simulation.timestep)
        self._next_setpoint = simulation.time  # s, when the next setpoint is due
        self._next_snapshot = simulation.time  # s, when the next snapshot is due

    def advance(self, ticks: int) -> str | None:
        """Compute the given number of ticks, and return the outcome if the motion ends."""
        for _ in range(ticks):
            outcome = self._tick()
            if outcome:
                return outcome
        return None

    def _tick(self) -> str | None:
        simulation = self.simulation
        half = simulation.timestep / 2  # what is due within half a tick is due now
        if simulation.time >= self._next_setpoint - half:
            held = max(PERIOD, simulation.timestep)
            self._next_setpoint += held
            self._send_setpoint(simulation.time + held / 2)
        simulation.tick()
        if simulation.time >= self._next_snapshot - half or simulation.diverged:
            self._next_snapshot += max(1 / RATE, simulation.timestep)
            return self.execution.observe(simulation.show(0.0))
        return None

    def _send_setpoint(self, time: float) -> None:
        """Send the setpoint for a time (s), the middle of the period for which the arm holds it."""
        try:
            self.simulation.follow(self.execution.command(time))
        except ControlError:
            pass  # the next snapshot shows that the arm has refused it, and ends the motion
