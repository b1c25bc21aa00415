"""The live arm, in real time: its states as topics, and /arm_sim/* and /pid_controller/*."""

from copy import deepcopy
from typing import Any

from actors.arm.dynamics import terms
from actors.arm.energy import energies
from actors.arm.errors import ControlError, SimulationError
from actors.arm.integrators import INTEGRATORS
from actors.arm.limits import revised
from actors.arm.pid import Setpoint
from actors.arm.real_time import RealTime, RealTimeFactor
from actors.arm.simulation import RATE, Simulation, Snapshot
from actors.arm.tenure import GoalSetpoint, StreamSetpoint
from actors.kernel.actor import Actor
from actors.kernel.handlers import Outcome
from actors.kernel.letters import Health
from actors.kernel.service import Order, always, if_query, serves, subscribes
from protocol import arm as requests
from protocol import names
from protocol.fields import Rejected, read_each
from protocol.trajectory import energy_message, joint_state, read_setpoint

PERIOD = 1 / (2 * RATE)  # s between two looks at the clock: two for each published state
PERIOD_BEHIND = PERIOD / 2  # s, while simulation time cannot keep up
BUDGET = 0.003  # s of stepping after which letters have a turn
LETTER_BUDGET = 0.0002  # s of stepping before each packet of letters, so that many find their turn
DIVERGED = "the arm has diverged and its clock stands still: /arm_sim/reset brings it back"

OWN = {"centers_of_mass": "own_centers", "inertias": "own_inertias", "damping": "own_damping"}


class Settings:
    """The services that change the arm, or tell what is in force. Part of ArmSim."""

    links: int  # 2 or 3
    simulation: Simulation
    real_time: RealTime

    @serves(names.SET_INTEGRATOR, repeatable=if_query)
    def set_integrator(self, args: dict[str, Any]) -> Outcome:
        """Set method and timestep if no field is wrong, else neither."""
        simulation = self.simulation
        given, problems = read_each(args, requests.integrator(INTEGRATORS))
        if given and not problems:
            method = given.get("method", simulation.method)
            simulation.set_integrator(method, given.get("timestep", simulation.timestep))
        values = {"method": simulation.method, "timestep": simulation.timestep}
        return self._outcome(values, problems)

    @serves(names.SET_PARAMS, repeatable=if_query)
    def set_params(self, args: dict[str, Any]) -> Outcome:
        """Set each field that is given and right."""
        given, problems = read_each(args, requests.parameters(self.links))
        if given:
            self.simulation.set_params(**given)
        arm = self.simulation.arm
        values = {"gravity": arm.gravity, "masses": arm.masses, "lengths": arm.lengths}
        return self._outcome(values, problems)

    @serves(names.SET_LINKS, repeatable=if_query)
    def set_links(self, args: dict[str, Any]) -> Outcome:
        """Set each field that is given and right, after the rods if they are asked for."""
        given, problems = requests.read_links(args, self.simulation.arm.lengths)
        if {**given, "rods": given.get("rods", False)} != {"rods": False}:
            own = {OWN.get(name, name): value for name, value in given.items()}
            self.simulation.set_links(**own)
        arm = self.simulation.arm
        values = {
            "centers_of_mass": arm.centers_of_mass,
            "inertias": arm.inertias,
            "damping": arm.damping,
        }
        return self._outcome(values, problems)

    @serves(names.SET_LIMITS, repeatable=if_query)
    def set_limits(self, args: dict[str, Any]) -> Outcome:
        """Set each field that is given and right; null removes a limit."""
        given, problems = read_each(args, requests.limits(self.links))
        limits, conflicts = revised(self.simulation.limits, given, self.simulation.position)
        self.simulation.set_limits(limits)
        values = {
            "position": limits.position,
            "operating": limits.operating,
            "velocity": limits.velocity,
            "effort": limits.effort,
        }
        return self._outcome(values, problems + conflicts)

    @serves(names.SET_GAINS, repeatable=if_query)
    def set_gains(self, args: dict[str, Any]) -> Outcome:
        """Set each field that is given and right. The integral stays."""
        given, problems = read_each(args, requests.gains(self.links))
        if given:
            self.simulation.set_gains(**given)
        gains = self.simulation.controller.gains
        return self._outcome({"kp": gains.kp, "ki": gains.ki, "kd": gains.kd}, problems)

    @serves(names.PAUSE, repeatable=if_query)
    def pause(self, args: dict[str, Any]) -> Outcome:
        """Stop simulation time, or let it go on."""
        given, problems = read_each(args, requests.FLAG)
        self.simulation.paused = given.get("data", self.simulation.paused)
        return self._outcome({"data": self.simulation.paused}, problems)

    @serves(names.ENABLE, repeatable=if_query)
    def enable(self, args: dict[str, Any]) -> Outcome:
        """Switch the controller on or off."""
        given, problems = read_each(args, requests.FLAG)
        if given:
            self.simulation.enable(given["data"])
        return self._outcome({"data": self.simulation.controller.enabled}, problems)

    @serves(names.RESET)
    def reset(self, args: dict[str, Any]) -> Outcome:
        """Back to the starting pose, at time 0."""
        self.simulation.reset()
        self.real_time.forgive()
        values = {"position": self.simulation.position, "velocity": self.simulation.velocity}
        return self._outcome(values)

    def _outcome(
        self, values: dict[str, Any], problems: list[str] | tuple[str, ...] = ()
    ) -> Outcome:
        return Outcome(values, problems, remark=DIVERGED if self.simulation.diverged else "")


class ArmSim(Settings, Actor):
    """The actor of the live arm. It saves the simulation, with which a successor goes on."""

    name = "arm_sim"
    on_demand = (names.JOINT_STATES, names.ENERGY)
    order = Order.AMONG_ACTORS
    essential = True
    settings = ("links",)
    links = 2
    period = PERIOD

    def begin(self, saved: Any) -> None:
        now = self.clock()
        self.simulation: Simulation = saved or Simulation(self.links)
        self.real_time = RealTime(now)
        self._factor = RealTimeFactor(now, self.simulation.time)
        self._ticked = False  # since the last save; nobody has been told of these ticks
        self._state_due = now + (1 / RATE if saved else 0)  # a saved state has been published
        self._diverged = self.simulation.diverged

    def state(self) -> Any:
        self._ticked = False
        return self.simulation

    # -- time ------------------------------------------------------------------------------------
    def before_letters(self) -> None:
        """Catch up, so that what a letter changes is changed now, and not at the last tick."""
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
        """Have the ticks saved, since what is said next shows how far the simulation has come."""
        if self._ticked:
            self.changed()

    def _catch_up(self, budget: float) -> None:
        """Let simulation time follow the wall clock, for about budget s at most."""
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
            self.log.warning(
                f"{DIVERGED} ({simulation.method}, timestep {simulation.timestep:g} s)"
            )
        self._diverged = simulation.diverged

    def _publish_state(self) -> None:
        seen = self.simulation.snapshot(self.real_time.looked - self.real_time.owed)
        wire = joint_state(seen.time, seen.position, seen.velocity, seen.effort)
        self.publish(names.JOINT_STATES, seen, wire=wire)
        if self.registry.is_wanted(names.ENERGY):
            self._publish_energy(seen)

    def _publish_energy(self, seen: Snapshot) -> None:
        books = self.simulation.books
        kinetic, potential = energies(self.simulation.arm, seen.position, seen.velocity)
        drift = books.drift(kinetic + potential)
        wire = energy_message(seen.time, kinetic, potential, books.work, books.lost, drift)
        self.publish(names.ENERGY, None, wire=wire)

    def health(self) -> Health:
        simulation = self.simulation
        values = {
            "real_time_factor": self._factor.since_last(self.clock(), simulation.time),
            "paused": simulation.paused,
            "diverged": simulation.diverged,
            "method": simulation.method,
            "timestep": simulation.timestep,
            "time": simulation.time,
        }
        return Health(self.name, DIVERGED if simulation.diverged else "", values)

    # -- questions -------------------------------------------------------------------------------
    @serves(names.GEOMETRY, repeatable=always)
    def geometry(self, args: dict[str, Any]) -> dict[str, Any]:
        """For other actors: the lengths of the links, and the ranges of allowed poses."""
        limits = self.simulation.limits
        return {"lengths": self.simulation.arm.lengths, "allowed": limits.allowed}

    @serves(names.TWIN, repeatable=always)
    def twin(self, args: dict[str, Any]) -> dict[str, Any]:
        """For other actors: a copy of the simulation in its present state."""
        self._show_ticks()
        return {"twin": deepcopy(self.simulation)}

    @serves(names.DYNAMICS, repeatable=always)
    def dynamics(self, args: dict[str, Any]) -> dict[str, Any]:
        """The terms of the equation of motion, at the live state where no other is given."""
        self._show_ticks()
        simulation = self.simulation
        live = {
            "position": simulation.position,
            "velocity": simulation.velocity,
            "effort": simulation.effort,
        }
        state = live | requests.read_state(args, self.links)
        try:
            return terms(simulation.arm, *state.values())._asdict()
        except SimulationError as problem:
            raise Rejected(str(problem)) from None

    # -- topics ----------------------------------------------------------------------------------
    @subscribes(names.JOINT_TRAJECTORY)
    def joint_trajectory(self, message: Any) -> None:
        """Hold the last point from now on."""
        try:
            if isinstance(message, GoalSetpoint):
                self.simulation.hold(*message)
            elif isinstance(message, StreamSetpoint):
                self.simulation.follow(message)
            else:
                self.simulation.hold(Setpoint(*read_setpoint(message, self.links)))
        except ControlError as problem:
            raise Rejected(str(problem)) from None


def arm_of(links: int) -> type[ArmSim]:
    """The actor for an arm of 2 or 3 links."""
    if links not in (2, 3):
        raise Rejected(f"links must be 2 or 3, got {links}")
    return type("ArmSim", (ArmSim,), {"links": links})
