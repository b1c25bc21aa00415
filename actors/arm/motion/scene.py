"""The scene for which a motion is planned."""

from collections.abc import Sequence
from typing import NamedTuple

from actors.arm.limits import Limits
from actors.arm.model import Arm
from actors.arm.motion.contact import Obstacle
from actors.arm.simulation import Simulation


class Scene(NamedTuple):
    """The arm without its pose, its limits and kd, and the obstacles, at the time of planning."""

    arm: Arm
    limits: Limits
    resets: int  # how often the arm has been reset
    obstacles: tuple[Obstacle, ...]
    kd: tuple[float, ...]  # (n,) N m s/rad: with the arm, it limits the timestep

    @classmethod
    def of(cls, simulation: Simulation, obstacles: Sequence[Obstacle]) -> "Scene":
        """Make the scene of a simulated arm and obstacles."""
        return cls(
            simulation.arm,
            simulation.limits,
            simulation.tenure.resets,
            tuple(obstacles),
            simulation.controller.gains.kd,
        )
