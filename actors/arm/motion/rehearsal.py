"""An execution on a copy of the arm, faster than real time: it shows what to expect of a motion."""

from actors.arm.errors import ControlError
from actors.arm.motion.execution import PERIOD, Execution
from actors.arm.motion.plan import Plan
from actors.arm.simulation import RATE, Simulation


def most_ticks(simulation: Simulation, plan: Plan) -> float:
    """How many ticks a rehearsal takes at the most; one second is added for each stage."""
    settling = sum(stage.settle for stage in plan.stages)
    return (plan.duration + settling + len(plan.stages)) / simulation.timestep


class Rehearsal:
    """The execution is that of the live arm, with setpoints and snapshots at the same times."""

    def __init__(self, simulation: Simulation, plan: Plan):
        self.simulation = simulation
        self.execution = Execution(plan, simulation.time, simulation.time, simulation.timestep)
        self._next_setpoint = simulation.time  # s, when it is due
        self._next_snapshot = simulation.time

    def advance(self, ticks: int) -> str | None:
        """So many ticks; the outcome, if the motion ends in them."""
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
            return self.execution.observe(simulation.snapshot())
        return None

    def _send_setpoint(self, time: float) -> None:
        """The setpoint for that time: the middle of the time that the arm holds it for."""
        setpoint = self.execution.setpoint(time)
        try:
            self.simulation.follow(self.execution.addressed(setpoint))
        except ControlError:
            pass  # the next snapshot shows the refusal, and ends the motion
