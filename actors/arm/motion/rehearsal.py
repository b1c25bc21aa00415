"""A motion on a copy of the arm, faster than real time: what to expect of it."""

from actors.arm.errors import ControlError
from actors.arm.motion.course import PERIOD, Course, Plan
from actors.arm.pid import Setpoint
from actors.arm.simulation import RATE, Simulation


def ticks_of(simulation: Simulation, plan: Plan) -> float:
    """How many ticks a rehearsal takes at the most."""
    return (
        plan.duration + sum(stage.settle for stage in plan.stages) + len(plan.stages)
    ) / simulation.timestep


class Rehearsal:
    """The same simulation, the same course, setpoints and looks as on the live arm; only the clock is its own."""

    def __init__(self, simulation: Simulation, plan: Plan):
        self.simulation = simulation
        self.course = Course(plan, simulation.time, simulation.time, simulation.timestep)
        self._next_command = self._next_look = simulation.time

    def advance(self, ticks: int) -> str | None:
        """So many ticks; the outcome, if the motion ends in them."""
        for _ in range(ticks):
            outcome = self._tick()
            if outcome:
                return outcome
        return None

    def _tick(self) -> str | None:
        simulation = self.simulation
        course = self.course
        half = simulation.timestep / 2  # what is due within half a tick is due now
        if simulation.time >= self._next_command - half:
            held = max(PERIOD, simulation.timestep)
            self._next_command += held
            self._say(course.command(simulation.time + held / 2))
        simulation.tick()
        if simulation.time >= self._next_look - half or simulation.diverged:
            self._next_look += max(1 / RATE, simulation.timestep)
            return course.observe(simulation.snapshot())
        return None

    def _say(self, setpoint: Setpoint) -> None:
        try:
            self.simulation.follow(
                setpoint, self.course.plan.id, self.course.plan.resets, opening=True
            )
        except ControlError:
            pass  # the next look shows it
