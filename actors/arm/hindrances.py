"""What hinders the arm from following a setpoint, as texts for clients."""

from actors.arm.simulation import Simulation

DIVERGED = "the arm has diverged: /arm_sim/reset brings it back"


def hindrances(simulation: Simulation) -> list[str]:
    """Return why the arm would not follow a setpoint; none if it would."""
    reasons = (
        (simulation.diverged, DIVERGED),
        (simulation.paused, "the arm is paused"),
        (not simulation.controller.enabled, "PID is disabled, so the arm would not follow"),
    )
    return [reason for hindered, reason in reasons if hindered]
