"""Publishes what clients and other actors see of the live arm.

The state goes to actors and to clients, all else to clients only, and only while they want it.
"""

from typing import Any

from actors.arm.energy import energies
from actors.arm.limits import Limits
from actors.arm.model import Arm
from actors.arm.simulation import Simulation, Snapshot
from actors.kernel.actor import Actor
from protocol import names
from protocol.frames import clock_message, tf_message
from protocol.trajectory import TrajectoryPoint, controller_state, energy_message, joint_state
from protocol.urdf import Link, robot_description

ON_DEMAND = (
    names.JOINT_STATES,
    names.ENERGY,
    names.PID_STATE,
    names.TF,
    names.CLOCK,
    names.ROBOT_DESCRIPTION,
)


class Publications:
    """Publishes as the actor of the live arm."""

    def __init__(self, actor: Actor):
        self._actor = actor
        self._wanted = actor.registry.is_wanted
        self._described: Any = None  # the demand, the arm and the limits of the last description

    def publish_state(self, simulation: Simulation, clock: float) -> None:
        """Publish the present state; clock: the wall time in s that corresponds to it."""
        seen = simulation.show(clock)
        wire = joint_state(seen.time, seen.position, seen.velocity, seen.effort)
        self._actor.publish(names.JOINT_STATES, seen, wire=wire)
        if self._wanted(names.ENERGY):
            self._publish_energy(simulation, seen)
        if self._wanted(names.PID_STATE):
            self._publish_controller(simulation, seen)
        if self._wanted(names.TF):
            frames = tf_message(seen.time, seen.lengths, seen.position)
            self._actor.publish(names.TF, None, wire=frames)
        if self._wanted(names.CLOCK):
            self._actor.publish(names.CLOCK, None, wire=clock_message(seen.time))
        self.publish_description(simulation)

    def publish_description(self, simulation: Simulation) -> None:
        """Publish the description of the arm, if it is wanted and has not been published yet.

        A demand that begins anew wants it anew.
        """
        demand = self._actor.registry.demand_number(names.ROBOT_DESCRIPTION)
        described = demand, simulation.arm, simulation.limits
        if demand and described != self._described:
            self._described = described
            wire = {"data": _description(simulation.arm, simulation.limits)}
            self._actor.publish(names.ROBOT_DESCRIPTION, None, wire=wire, keep=True)

    def _publish_energy(self, simulation: Simulation, seen: Snapshot) -> None:
        books = simulation.books
        kinetic, potential = energies(simulation.arm, seen.position, seen.velocity)
        drift = books.drift(kinetic + potential)
        sums = (books.work, books.lost, drift)
        began = (books.changed, books.since, books.reason)
        wire = energy_message(seen.time, kinetic, potential, *sums, *began)
        self._actor.publish(names.ENERGY, None, wire=wire)

    def _publish_controller(self, simulation: Simulation, seen: Snapshot) -> None:
        controller = simulation.controller
        setpoint = TrajectoryPoint(controller.setpoint.position, controller.setpoint.velocity)
        wire = controller_state(
            seen.time,
            controller.enabled,
            setpoint,
            seen.position,
            controller.integral,
            seen.effort,
        )
        self._actor.publish(names.PID_STATE, None, wire=wire)


def _description(arm: Arm, limits: Limits) -> str:
    none = (None,) * arm.links
    links = zip(
        arm.masses,
        arm.lengths,
        arm.centers_of_mass,
        arm.inertias,
        arm.damping,
        limits.position or none,
        limits.velocity or none,
        limits.effort or none,
    )
    return robot_description([Link(*link) for link in links], arm.gravity)
