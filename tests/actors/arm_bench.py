"""An arm_sim without processes, and how the tests talk to it."""

from crew import call, letters

from actors.kernel.letters import Publication
from protocol import names

LIMITS = {
    "position": [[-2, 2], [-2, 2]],
    "operating": [[-1, 1], [-0.5, 0.5]],
    "velocity": [1, 2],
    "effort": [0, 3],
}


def asked(arm, service, args=None):
    """Its answer."""
    arm.receive(call(service, args))
    arm.commit()
    return letters(arm.registry, "gateway")[-1]


def told(arm, message, source=None):
    """What it says to a message on /joint_trajectory."""
    arm.receive(Publication(names.JOINT_TRAJECTORY, message, source=source))
    arm.commit()
    return letters(arm.registry, "gateway")
