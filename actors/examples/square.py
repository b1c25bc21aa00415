"""An arm draws a square, offline: python -m actors.examples.square

Two links of 0.30 and 0.25 m, capsules with damped joints, lying flat, follow 161 waypoints around a square
with a proportional-derivative controller. It prints how far the pen lags, and shows that the lag is a
constant delay: (kd + damping) / kp, about 51 ms.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from actors.arm.forward_kinematics import end_effector
from actors.arm.kinematics import Target, inverse_kinematics
from actors.arm.model import Arm
from actors.arm.motion.path import Point, between, dense, square
from actors.arm.motion.tracking import TrackingError
from actors.arm.pid import Gains, Setpoint
from actors.arm.simulation import Simulation

LENGTHS = (0.30, 0.25)  # m
MASSES = (1.0, 0.6)  # kg
RADII = (0.02, 0.015)  # m, of the capsules
DAMPING = (0.5, 0.5)  # N m s/rad
GAINS = Gains((400.0, 200.0), (0.0, 0.0), (20.0, 10.0))
CENTER = (0.32, 0.10)  # m
SIDE = 0.16
SPACING = 0.004  # m between waypoints
BEAT = 0.002  # s; every segment takes a whole number of beats
DELAY = (GAINS.kd[0] + DAMPING[0]) / GAINS.kp[0]  # s, by which a joint lags
TICK = 0.001  # s; a command each. At 2 ms, with a held effort, the elbow trembles


class Drawing(NamedTuple):
    """Figures of every tick, and where the pen was at each waypoint (m)."""

    figures: TrackingError
    drawn: list[Point]


def capsule_inertia(mass: float, length: float, radius: float) -> float:
    """Of a solid capsule about the middle of its axis, across it, in kg m^2; length between the half spheres."""
    cylinder = math.pi * radius**2 * length
    ball = 4 / 3 * math.pi * radius**3
    density = mass / (cylinder + ball)
    return density * (
        cylinder * (radius**2 / 4 + length**2 / 12)
        + ball * (2 / 5 * radius**2 + length**2 / 4 + 3 / 8 * length * radius)
    )


def drawing_arm() -> Simulation:
    """The arm, its controller on, without gravity."""
    simulation = Simulation(2)
    inertias = tuple(capsule_inertia(*each) for each in zip(MASSES, LENGTHS, RADII))
    simulation.arm = Arm(0.0, MASSES, LENGTHS, own_inertias=inertias, own_damping=DAMPING)
    simulation.set_integrator("rk4", TICK)
    simulation.controller.gains = GAINS
    simulation.enable(True)
    return simulation


def draw(
    points: Sequence[Point],
    poses: Sequence[Sequence[float]],
    segment: float,
    lookahead: float = 0.0,
) -> Drawing:
    """Follow the waypoints, each segment in so long (s), commanding `lookahead` s ahead, from rest on the first."""
    simulation = drawing_arm()
    drawing = Drawing(TrackingError(), [])
    simulation.position = tuple(poses[0])
    ticks = round(segment / BEAT) * round(BEAT / TICK)
    ahead = lookahead / (ticks * TICK)  # segments
    for k in range(1, len(poses)):
        for s in range(ticks):
            share = (s + 1) / ticks  # at the end of the tick; the pen is read at its start
            simulation.hold(
                Setpoint.at_rest(between(poses, min(k - 1 + share + ahead, len(poses) - 1)))
            )
            pen = end_effector(LENGTHS, simulation.position)[:2]
            x, y = between(points, k - 1 + share)
            drawing.figures.add((x, y), pen)
            simulation.tick()
        drawing.drawn.append(pen)
    return drawing


def poses_for(points: Sequence[Point]) -> list[tuple[float, ...]]:
    """One elbow for the whole path."""
    return [inverse_kinematics(LENGTHS, Target(*point)) for point in points]


def millimetres(drawing: Drawing) -> str:
    figures = drawing.figures
    return f"mean {figures.mean * 1e3:.2f} mm, rms {figures.rms * 1e3:.2f} mm, max {figures.max * 1e3:.2f} mm"


def main() -> None:
    corners = square(CENTER, SIDE)
    points = dense(corners, SPACING)
    poses = poses_for(points)
    mismatch = max(
        math.dist(end_effector(LENGTHS, pose)[:2], point) for pose, point in zip(poses, points)
    )
    print(
        f"waypoints: {len(points)}, worst mismatch of inverse and forward kinematics: {mismatch:.1e} m"
    )
    for name, angles in zip(("shoulder", "elbow"), zip(*poses)):
        print(f"{name}: {math.degrees(min(angles)):.1f} to {math.degrees(max(angles)):.1f} deg")
    drawing = draw(points, poses, 0.05)
    print(
        f"80 mm/s, {drawing.figures.count} ticks, {drawing.figures.count * TICK:.2f} s: {millimetres(drawing)}"
    )
    print("every 4th waypoint (m): target_x target_y drawn_x drawn_y")
    for point, pen in list(zip(points[1:], drawing.drawn))[::4]:
        print("{:.4f} {:.4f} {:.4f} {:.4f}".format(*point, *pen))
    print(
        f"a delay of {DELAY * 1e3:.0f} ms at every speed: segment (s), speed (mm/s), rms (mm), max (mm)"
    )
    for segment in (0.2, 0.1, 0.05, 0.025):
        swept = draw(points, poses, segment).figures
        print(
            f"{segment:.3f} {SPACING / segment * 1e3:.0f} {swept.rms * 1e3:.2f} {swept.max * 1e3:.2f}"
        )
    print(
        f"corners only, joints interpolated between: {millimetres(draw(corners, poses_for(corners), 2.0))}"
    )
    print(f"commanding {DELAY * 1e3:.0f} ms ahead: {millimetres(draw(points, poses, 0.05, DELAY))}")


if __name__ == "__main__":
    main()
