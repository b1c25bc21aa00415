"""What a motion is planned for."""

from collections.abc import Sequence
from typing import NamedTuple

from actors.arm.model import Arm
from actors.arm.motion.contact import Obstacle
from actors.arm.simulation import Simulation
from actors.arm.stops import Limits


class Scene(NamedTuple):
    """The arm as it is when a motion is planned, without its pose, and what is in its way."""

    arm: Arm
    limits: Limits
    resets: int  # how often the arm has been reset
    obstacles: tuple[Obstacle, ...]

    @classmethod
    def of(cls, simulation: Simulation, obstacles: Sequence[Obstacle]) -> "Scene":
        return cls(simulation.arm, simulation.limits, simulation.tenure.resets, tuple(obstacles))
