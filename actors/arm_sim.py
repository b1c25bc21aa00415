"""Simulates the live arm in real time.

It serves /arm_sim/* except integration_step, /pid_controller/*, and the internal services geometry,
twin and simulation_time. It subscribes to /joint_trajectory. What it publishes is made in
actors/live/publications.py.

The simulation survives a death of the process, as it was at the last commit. The time between the
death and the restart is not simulated.
"""

from copy import deepcopy
from typing import Any

from actors.arm.dynamics import terms
from actors.arm.errors import ControlError, SimulationError
from actors.arm.hindrances import hindrances
from actors.arm.pid import Setpoint
from actors.arm.real_time import RealTime, RealTimeFactor
from actors.arm.simulation import RATE, Simulation
from actors.arm.tenure import GoalSetpoint, StreamSetpoint
from actors.arm.timestep_limit import timestep_limit
from actors.arm.tuning import diverged, remarks
from actors.kernel.actor import Actor
from actors.kernel.handlers import Outcome
from actors.kernel.letters import Health
from actors.kernel.service import always, serves, subscribes
from actors.live.publications import ON_DEMAND, Publications
from actors.live.settings import Settings
from protocol import arm as requests
from protocol import names
from protocol.fields import Rejected
from protocol.trajectory import read_setpoint, remark_on, stamp

PERIOD = 1 / (2 * RATE)  # s between two ticks of the node: two for each published state
PERIOD_BEHIND = PERIOD / 2  # s between two ticks while simulation time lags behind real time
BUDGET = 0.003  # s of stepping at most, before the node handles letters
LETTER_BUDGET = 0.0002  # s of stepping at most, before each packet of letters


class ArmSim(Settings, Actor):
    """Lets simulation time follow real time, and publishes the state 60 times a second."""

    name = "arm_sim"
    on_demand = ON_DEMAND
    in_order = True
    essential = True
    settings = ("links",)
    links = 2
    period = PERIOD

    def begin(self, saved: Any) -> None:
        now = self.clock()
        self.simulation: Simulation = saved or Simulation(self.links)
        self.real_time = RealTime(now)
        self.publications = Publications(self)
        self._factor = RealTimeFactor(now, self.simulation.time)
        # Whether the simulation has advanced since the last save. No letter has shown these ticks.
        self._ticked = False
        self._state_due = now + (1 / RATE if saved else 0)  # a saved state was published already
        self._diverged = self.simulation.diverged

    def state(self) -> Any:
        self._ticked = False
        return self.simulation

    # -- time ------------------------------------------------------------------------------------
    def before_letters(self) -> None:
        """Catch up with real time, so that the letters take effect at the present time."""
        self._catch_up(LETTER_BUDGET)

    def tick(self) -> None:
        self._catch_up(BUDGET)
        is_behind = self.simulation.running and self.real_time.ticks_due(self.simulation.timestep)
        self.period = PERIOD_BEHIND if is_behind else PERIOD
        looked = self.real_time.looked
        if looked >= self._state_due - PERIOD / 2:
            self._state_due = max(self._state_due, looked - PERIOD / 2) + 1 / RATE
            self._show_ticks()
            self._publish_state()

    def _show_ticks(self) -> None:
        """Make the next commit save the simulation, since the next letters will show its time."""
        if self._ticked:
            self.changed()

    def _catch_up(self, budget: float) -> None:
        """Advance the simulation up to real time, but for at most about budget s of computing."""
        now = self.clock()
        end = now + budget
        simulation = self.simulation
        self.real_time.look(now, simulation.timestep, simulation.running)
        while simulation.running and (ticks := self.real_time.ticks_due(simulation.timestep)):
            begun = now
            simulation.advance(ticks)
            now = self.clock()
            self.real_time.took(ticks, simulation.timestep, now - begun)
            self._ticked = True
            if now > end:
                break
        if simulation.diverged and not self._diverged:
            settings = f"{simulation.method}, timestep {simulation.timestep:g} s"
            self.log.warning(f"{diverged(simulation)} ({settings})")
        self._diverged = simulation.diverged

    def _publish_state(self) -> None:
        clock = self.real_time.looked - self.real_time.owed
        self.publications.publish_state(self.simulation, clock)

    def health(self) -> Health:
        simulation = self.simulation
        kd = simulation.controller.gains.kd
        values = {
            "real_time_factor": self._factor.since_last(self.clock(), simulation.time),
            "paused": simulation.paused,
            "diverged": simulation.diverged,
            "method": simulation.method,
            "timestep": simulation.timestep,
            "timestep_limit": timestep_limit(simulation.arm, kd).seconds,
            "time": simulation.time,
        }
        trouble = diverged(simulation)
        if simulation.controller.enabled:
            trouble = trouble or "; ".join(remarks(simulation))
        return Health(self.name, trouble, values)

    # -- questions -------------------------------------------------------------------------------
    @serves(names.GEOMETRY, repeatable=always)
    def geometry(self, args: dict[str, Any]) -> dict[str, Any]:
        """For other actors: return the lengths of the links, and the ranges of the joints.

        `hindrances` are the reasons why the arm would not follow a setpoint, or not come to rest.
        `diverged` is whether it has diverged, so that its pose may be far from zero.
        """
        simulation = self.simulation
        enabled = simulation.controller.enabled
        return {
            "lengths": simulation.arm.lengths,
            "allowed": simulation.limits.allowed,
            "hindrances": hindrances(simulation) + (remarks(simulation) if enabled else []),
            "diverged": simulation.diverged,
        }

    @serves(names.TWIN, repeatable=always)
    def twin(self, args: dict[str, Any]) -> dict[str, Any]:
        """For other actors: return a copy of the simulation in its present state."""
        self._show_ticks()
        return {"twin": deepcopy(self.simulation)}

    @serves(names.SIMULATION_TIME, repeatable=always)
    def simulation_time(self, args: dict[str, Any]) -> dict[str, Any]:
        """For the gateway: return the simulation time."""
        self._show_ticks()
        return {"time": stamp(self.simulation.time)}

    @serves(names.DYNAMICS, repeatable=always)
    def dynamics(self, args: dict[str, Any]) -> Outcome:
        """Return the terms of the equation of motion.

        Parts of the state that the request does not give are those of the live arm.
        """
        self._show_ticks()
        simulation = self.simulation
        live = {
            "position": simulation.position,
            "velocity": simulation.velocity,
            "effort": simulation.effort,
        }
        state = live | requests.read_state(args, self.links)
        try:
            return self._outcome(terms(simulation.arm, *state.values())._asdict())
        except SimulationError as problem:
            return self._outcome({}, [str(problem)])

    # -- topics ----------------------------------------------------------------------------------
    @subscribes(names.JOINT_TRAJECTORY)
    def joint_trajectory(self, message: Any) -> Outcome:
        """Make the last point of the trajectory the setpoint of the controller."""
        remark = ""
        try:
            if isinstance(message, GoalSetpoint):
                self.simulation.hold(*message)
            elif isinstance(message, StreamSetpoint):
                self.simulation.follow(message)
            else:
                self.simulation.hold(Setpoint(*read_setpoint(message, self.links)))
                remark = remark_on(message, self.links)
        except ControlError as problem:
            raise Rejected(str(problem)) from None
        return Outcome({}, remark=remark)
