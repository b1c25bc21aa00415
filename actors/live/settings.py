"""The services that change settings of the live arm, and return them."""

from collections.abc import Sequence
from typing import Any

from actors.arm.integrators import INTEGRATORS
from actors.arm.limits import revised
from actors.arm.real_time import RealTime
from actors.arm.simulation import Simulation
from actors.arm.tuning import diverged, remarks
from actors.kernel.handlers import Outcome
from actors.kernel.service import if_query, serves
from actors.live.publications import Publications
from protocol import arm as requests
from protocol import names
from protocol.fields import read_each

OWN = {"centers_of_mass": "own_centers", "inertias": "own_inertias", "damping": "own_damping"}


class Settings:
    """The part of ArmSim with the services that change settings and return them."""

    links: int  # 2 or 3
    simulation: Simulation
    real_time: RealTime
    publications: Publications

    @serves(names.SET_INTEGRATOR, repeatable=if_query)
    def set_integrator(self, args: dict[str, Any]) -> Outcome:
        """Set method and timestep, or nothing if a field is wrong."""
        simulation = self.simulation
        given, problems = read_each(args, requests.integrator(INTEGRATORS))
        if given and not problems:
            method = given.get("method", simulation.method)
            simulation.set_integrator(method, given.get("timestep", simulation.timestep))
        values = {"method": simulation.method, "timestep": simulation.timestep}
        return self._tuned(values, problems)

    @serves(names.SET_PARAMS, repeatable=if_query)
    def set_params(self, args: dict[str, Any]) -> Outcome:
        """Set each given field that is valid."""
        given, problems = read_each(args, requests.parameters(self.links))
        if given:
            self.simulation.set_params(**given)
            self.publications.publish_description(self.simulation)
        arm = self.simulation.arm
        values = {"gravity": arm.gravity, "masses": arm.masses, "lengths": arm.lengths}
        return self._tuned(values, problems)

    @serves(names.SET_LINKS, repeatable=if_query)
    def set_links(self, args: dict[str, Any]) -> Outcome:
        """Set each given field that is valid; `rods` first makes the links uniform rods again."""
        before = self.simulation.arm
        in_force = (before.lengths, before.centers_of_mass, before.inertias)
        given, problems = requests.read_links(args, *in_force)
        if {**given, "rods": given.get("rods", False)} != {"rods": False}:
            own = {OWN.get(name, name): value for name, value in given.items()}
            self.simulation.set_links(**own)
            self.publications.publish_description(self.simulation)
        arm = self.simulation.arm
        values = {
            "centers_of_mass": arm.centers_of_mass,
            "inertias": arm.inertias,
            "damping": arm.damping,
        }
        return self._tuned(values, problems)

    @serves(names.SET_LIMITS, repeatable=if_query)
    def set_limits(self, args: dict[str, Any]) -> Outcome:
        """Set each given field that is valid; null removes a limit."""
        given, problems = read_each(args, requests.limits(self.links))
        limits, conflicts = revised(self.simulation.limits, given, self.simulation.position)
        self.simulation.set_limits(limits)
        self.publications.publish_description(self.simulation)
        values = {
            "position": limits.position,
            "operating": limits.operating,
            "velocity": limits.velocity,
            "effort": limits.effort,
        }
        return self._outcome(values, problems + conflicts)

    @serves(names.SET_GAINS, repeatable=if_query)
    def set_gains(self, args: dict[str, Any]) -> Outcome:
        """Set each given field that is valid. The integral of the controller is kept."""
        given, problems = read_each(args, requests.gains(self.links))
        if given:
            self.simulation.set_gains(**given)
        gains = self.simulation.controller.gains
        return self._tuned({"kp": gains.kp, "ki": gains.ki, "kd": gains.kd}, problems)

    @serves(names.PAUSE, repeatable=if_query)
    def pause(self, args: dict[str, Any]) -> Outcome:
        """Pause or resume simulation time."""
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
        """Bring the arm back to the starting pose, at simulation time 0."""
        self.simulation.reset()
        self.real_time.forgive()
        values = {"position": self.simulation.position, "velocity": self.simulation.velocity}
        return self._outcome(values)

    def _outcome(
        self, values: dict[str, Any], problems: Sequence[str] = (), remark: str = ""
    ) -> Outcome:
        told = tuple(filter(None, (diverged(self.simulation), "" if problems else remark)))
        return Outcome(values, (*problems, *told) if problems else (), "; ".join(told))

    def _tuned(self, values: dict[str, Any], problems: list[str]) -> Outcome:
        """Return the outcome of a service whose settings may keep the arm from rest; say it.

        Why an arm has diverged is part of saying that it has.
        """
        told = [] if self.simulation.diverged else remarks(self.simulation)
        return self._outcome(values, problems, "; ".join(told))
