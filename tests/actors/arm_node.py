"""The node arm_sim for a number of links."""

from actors.arm_sim import ArmSim
from actors.kernel.node import configured


def arm_of(links: int):
    return configured(ArmSim, {"links": links})
