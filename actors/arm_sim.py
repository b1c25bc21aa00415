"""The live arm: steps it in real time, publishes /joint_states, serves /arm_sim/* and /pid_controller/*."""

from copy import deepcopy
from typing import Any

from actors.arm.commands import GoalCommand, StreamCommand
from actors.arm.dynamics import terms
from actors.arm.energy import energies
from actors.arm.errors import ControlError, SimulationError
from actors.arm.integrators import INTEGRATORS
from actors.arm.pid import Setpoint
from actors.arm.simulation import RATE, Simulation, Snapshot
from actors.arm.stops import revised
from actors.kernel.actor import Actor
from actors.kernel.handlers import Outcome
from actors.kernel.letters import Health
from actors.kernel.service import Order, always, if_query, serves, subscribes
from protocol import names
from protocol.fields import (
    Rejected,
    boolean,
    choice,
    number,
    or_null,
    ranges,
    read_each,
    show,
    vector,
)
from protocol.trajectory import energy_message, joint_state, read_setpoint

TICKS_PER_STATE = 2  # looks at the clock between two of them
BACKLOG = 0.1  # s of simulation time that are made up for; more is dropped
BUDGET = 0.003  # s of stepping after which letters have a turn
LETTER_BUDGET = 0.0002  # s of stepping before each letter, so that many letters find their turn
DIVERGED = "the arm has diverged and its clock stands still: /arm_sim/reset brings it back"

OWN = {"centers_of_mass": "own_centers", "inertias": "own_inertias", "damping": "own_damping"}


class ArmSim(Actor):
    """The arm's state is saved before anything is said about it, so its successor goes on from there."""

    name = "arm_sim"
    on_demand = (names.JOINT_STATES, names.ENERGY)
    order = Order.AMONG_ACTORS
    essential = True
    settings = ("links",)
    links = 2
    period = 1 / (RATE * TICKS_PER_STATE)

    def begin(self, saved: Any) -> None:
        self.simulation: Simulation = saved or Simulation(self.links)
        self._ticked = False  # since it was saved last; nobody has been told of these ticks
        self._owed = 0.0  # s of simulation time that wall time is ahead
        self._looked = self.clock()
        self._state_due = self._looked + (
            1 / RATE if saved else 0
        )  # its last state has been published
        self._diverged = self.simulation.diverged
        self._reported = self._looked, self.simulation.time  # when health was asked for last

    def state(self) -> Any:
        self._ticked = False
        return self.simulation

    # -- time ------------------------------------------------------------------------------------
    def before_letters(self) -> None:
        """Catch up, so that what a letter changes is changed now, and not at the last tick."""
        self._catch_up(LETTER_BUDGET)

    def tick(self) -> None:
        self._catch_up()
        self._show_ticks()
        if self._looked >= self._state_due - self.period / 2:
            self._state_due = max(self._state_due, self._looked - self.period / 2) + 1 / RATE
            self._publish_state()

    def _show_ticks(self) -> None:
        """What is said next shows how far the simulation has come, so that has to be saved."""
        if self._ticked:
            self.changed()

    def _catch_up(self, budget: float = BUDGET) -> None:
        """Let simulation time follow wall time, as far as the budget (s) goes."""
        now = self.clock()
        simulation = self.simulation
        if simulation.running:
            self._owed = min(self._owed + now - self._looked, BACKLOG + simulation.timestep)
        self._looked = now
        while self._owed >= simulation.timestep and simulation.running:
            simulation.tick()
            self._ticked = True
            self._owed -= simulation.timestep
            if self.clock() - now > budget:
                break
        if simulation.diverged != self._diverged:
            self._diverged = simulation.diverged
            if self._diverged:
                self.log.warning(
                    f"{DIVERGED} ({simulation.method}, timestep {simulation.timestep:g} s)"
                )

    def _publish_state(self) -> None:
        seen = self.simulation.snapshot(self._looked - self._owed)
        self.publish(
            names.JOINT_STATES,
            seen,
            wire=joint_state(seen.time, seen.position, seen.velocity, seen.effort),
        )
        if self.registry.is_wanted(names.ENERGY):
            self._publish_energy(seen)

    def _publish_energy(self, seen: Snapshot) -> None:
        books = self.simulation.books
        arm = self.simulation.arm
        kinetic, potential = energies(arm, seen.position, seen.velocity)
        self.publish(
            names.ENERGY,
            None,
            wire=energy_message(
                seen.time,
                kinetic,
                potential,
                books.work,
                books.lost,
                books.drift(kinetic + potential),
            ),
        )

    def health(self) -> Health:
        simulation = self.simulation
        then = self._reported
        self._reported = (self.clock(), simulation.time)
        wall = self._reported[0] - then[0]
        simulated = self._reported[1] - then[1]
        return Health(
            self.name,
            DIVERGED if simulation.diverged else "",
            {
                "real_time_factor": round(max(0.0, simulated) / wall, 3) if wall else 0.0,
                "paused": simulation.paused,
                "diverged": simulation.diverged,
                "method": simulation.method,
                "timestep": simulation.timestep,
                "time": simulation.time,
            },
        )

    # -- services --------------------------------------------------------------------------------
    @serves(names.SET_INTEGRATOR, repeatable=if_query)
    def set_integrator(self, args: dict[str, Any]) -> Outcome:
        """All or nothing."""
        given, problems = read_each(
            args, {"method": choice(INTEGRATORS), "timestep": number(above=0)}
        )
        simulation = self.simulation
        if given and not problems:
            simulation.set_integrator(
                given.get("method", simulation.method), given.get("timestep", simulation.timestep)
            )
        return self._outcome(
            {"method": simulation.method, "timestep": simulation.timestep}, problems
        )

    @serves(names.SET_PARAMS, repeatable=if_query)
    def set_params(self, args: dict[str, Any]) -> Outcome:
        """Each field on its own."""
        n = self.links
        given, problems = read_each(
            args,
            {
                "gravity": number(at_least=0),
                "masses": vector(n, above=0),
                "lengths": vector(n, above=0),
            },
        )
        if given:
            self.simulation.set_params(**given)
        return self._outcome(self.simulation.arm.echo(), problems)

    @serves(names.SET_LINKS, repeatable=if_query)
    def set_links(self, args: dict[str, Any]) -> Outcome:
        """Each field on its own, after the rods if they are asked for."""
        n = self.links
        arm = self.simulation.arm
        given, problems = read_each(
            args,
            {
                "rods": boolean,
                "centers_of_mass": vector(n, at_least=0),
                "inertias": vector(n, above=0),
                "damping": vector(n, at_least=0),
            },
        )
        centers = given.get("centers_of_mass", ())
        if any(center > length for center, length in zip(centers, arm.lengths)):
            problems.append(
                f"centers_of_mass must be at most the lengths {show(arm.lengths)}, got {show(centers)}"
            )
            del given["centers_of_mass"]
        if {**given, "rods": given.get("rods", False)} != {"rods": False}:
            self.simulation.set_links(
                **{OWN.get(name, name): value for name, value in given.items()}
            )
        return self._outcome(self.simulation.arm.echo_links(), problems)

    @serves(names.SET_LIMITS, repeatable=if_query)
    def set_limits(self, args: dict[str, Any]) -> Outcome:
        """Each field on its own; null removes."""
        n = self.links
        given, problems = read_each(
            args,
            {
                "position": or_null(ranges(n)),
                "operating": or_null(ranges(n)),
                "velocity": or_null(vector(n, above=0)),
                "effort": or_null(vector(n, at_least=0)),
            },
        )
        limits, conflicts = revised(self.simulation.limits, given, self.simulation.position)
        self.simulation.set_limits(limits)
        return self._outcome(limits.echo(), problems + conflicts)

    @serves(names.GEOMETRY, repeatable=always)
    def geometry(self, args: dict[str, Any]) -> dict[str, Any]:
        """For inverse kinematics: solutions have to be within operating limits, or at least the hard stops."""
        limits = self.simulation.limits
        return {"lengths": self.simulation.arm.lengths, "allowed": limits.allowed}

    @serves(names.TWIN, repeatable=always)
    def twin(self, args: dict[str, Any]) -> dict[str, Any]:
        """A copy of the live simulation as it is now, and another one for each call.

        Answers that leave in one packet are pickled together, and would share the original.
        """
        self._show_ticks()
        return {"twin": deepcopy(self.simulation)}

    @serves(names.DYNAMICS, repeatable=always)
    def dynamics(self, args: dict[str, Any]) -> dict[str, Any]:
        """The terms of the equation of motion at a state: the live one, where none is given."""
        self._show_ticks()
        seen = self.simulation
        each = vector(self.links)
        given, problems = read_each(args, {"position": each, "velocity": each, "effort": each})
        if problems:
            raise Rejected("; ".join(problems))
        try:
            return terms(
                seen.arm,
                given.get("position", seen.position),
                given.get("velocity", seen.velocity),
                given.get("effort", seen.effort),
            )
        except SimulationError as problem:
            raise Rejected(str(problem)) from None

    @serves(names.SET_GAINS, repeatable=if_query)
    def set_gains(self, args: dict[str, Any]) -> Outcome:
        """Each field on its own; the integral stays."""
        given, problems = read_each(
            args, dict.fromkeys(("kp", "ki", "kd"), vector(self.links, at_least=0))
        )
        if given:
            self.simulation.set_gains(**given)
        return self._outcome(self.simulation.controller.gains.echo(), problems)

    @serves(names.PAUSE, repeatable=if_query)
    def pause(self, args: dict[str, Any]) -> Outcome:
        given, problems = read_each(args, {"data": boolean})
        self.simulation.paused = given.get("data", self.simulation.paused)
        return self._outcome({"data": self.simulation.paused}, problems)

    @serves(names.ENABLE, repeatable=if_query)
    def enable(self, args: dict[str, Any]) -> Outcome:
        given, problems = read_each(args, {"data": boolean})
        if given:
            self.simulation.enable(given["data"])
        return self._outcome({"data": self.simulation.controller.enabled}, problems)

    @serves(names.RESET)
    def reset(self, args: dict[str, Any]) -> Outcome:
        self.simulation.reset()
        self._owed = 0.0
        return self._outcome(
            {"position": self.simulation.position, "velocity": self.simulation.velocity}
        )

    def _outcome(
        self, values: dict[str, Any], problems: list[str] | tuple[str, ...] = ()
    ) -> Outcome:
        return Outcome(values, problems, remark=DIVERGED if self.simulation.diverged else "")

    # -- topics ----------------------------------------------------------------------------------
    @subscribes(names.JOINT_TRAJECTORY)
    def joint_trajectory(self, message: Any) -> None:
        """Hold the last point from now on."""
        try:
            if isinstance(message, GoalCommand):
                self.simulation.hold(Setpoint.at_rest(message.positions), message.goal_id)
            elif isinstance(message, StreamCommand):
                self.simulation.follow(
                    Setpoint(message.positions, message.velocities),
                    message.motion_id,
                    message.resets,
                    message.opening,
                )
            else:
                self.simulation.hold(Setpoint(*read_setpoint(message, self.links)))
        except ControlError as problem:
            raise Rejected(str(problem)) from None


def arm_of(links: int) -> type[ArmSim]:
    """The actor for an arm of 2 or 3 links."""
    if links not in (2, 3):
        raise Rejected(f"links must be 2 or 3, got {links}")
    return type("ArmSim", (ArmSim,), {"links": links})
