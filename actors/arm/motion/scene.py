"""The scene for which a motion is planned."""

from collections.abc import Sequence
from typing import NamedTuple

from actors.arm.limits import Limits
from actors.arm.model import Arm
from actors.arm.motion.distances import Obstacle
from actors.arm.simulation import Simulation

CLEARANCE = 0.01  # of the reach: the clearance if a request has none


class Scene(NamedTuple):
    """The arm without its pose, its limits and kd, and the obstacles, at the time of planning."""

    arm: Arm
    limits: Limits
    resets: int  # how often the arm has been reset
    obstacles: tuple[Obstacle, ...]
    kd: tuple[float, ...]  # (n,) N m s/rad: with the arm, it limits the timestep
    clearance: float = 0.0  # m that the links must be away from obstacles

    @classmethod
    def of(
        cls,
        simulation: Simulation,
        obstacles: Sequence[Obstacle],
        clearance: float | None = None,
    ) -> "Scene":
        """Make the scene of a simulated arm and obstacles.

        clearance   m; None for that of CLEARANCE
        """
        reach = sum(simulation.arm.lengths)
        return cls(
            simulation.arm,
            simulation.limits,
            simulation.tenure.resets,
            tuple(obstacles),
            simulation.controller.gains.kd,
            CLEARANCE * reach if clearance is None else clearance,
        )
