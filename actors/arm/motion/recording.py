"""What a recording keeps of a motion: one sample for each snapshot of the arm."""

from typing import NamedTuple

from actors.arm.motion.execution import Execution, pen_of
from actors.arm.motion.path import Point
from actors.arm.simulation import Snapshot


class Sample(NamedTuple):
    """Simulation time in s; setpoint and state of the joints, (n,) each; the pen, in m."""

    time: float
    setpoint: tuple[float, ...]
    setpoint_velocity: tuple[float, ...]
    position: tuple[float, ...]
    velocity: tuple[float, ...]
    effort: tuple[float, ...]
    meant: Point  # where the pen was meant to be
    pen: Point  # where it was


def sample(execution: Execution, snapshot: Snapshot) -> Sample:
    """After the execution has taken notice of the snapshot."""
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
