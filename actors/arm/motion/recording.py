"""The samples in the recording of a motion: one for each snapshot of the arm."""

from typing import NamedTuple

from actors.arm.motion.execution import Execution
from actors.arm.motion.pieces import Point
from actors.arm.motion.tracking import pen_of
from actors.arm.simulation import Snapshot


class Sample(NamedTuple):
    """The setpoint, the arm and the pen at one time."""

    time: float  # s, simulation time
    setpoint: tuple[float, ...]  # (n,) rad
    setpoint_velocity: tuple[float, ...]  # (n,) rad/s
    position: tuple[float, ...]  # (n,) rad
    velocity: tuple[float, ...]  # (n,) rad/s
    effort: tuple[float, ...]  # (n,) N m
    meant: Point  # m, where the pen was meant to be
    pen: Point  # m, where the pen was


def sample(execution: Execution, snapshot: Snapshot) -> Sample:
    """Make a sample of a snapshot that the execution has already observed."""
    t = snapshot.time - execution.since
    setpoint = execution.stage.setpoint(t)
    return Sample(
        snapshot.time,
        setpoint.position,
        setpoint.velocity,
        snapshot.position,
        snapshot.velocity,
        snapshot.effort,
        execution.stage.pen(t, execution.plan.lengths),
        pen_of(snapshot),
    )
