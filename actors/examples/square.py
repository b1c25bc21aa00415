"""An arm draws a square, offline: python -m actors.examples.square

The arm has two links of 0.30 and 0.25 m. The links are capsules, the joints have damping, and the
arm moves in a horizontal plane. A proportional-derivative controller follows 161 waypoints around
the square. The program prints how far the pen lags behind, and shows that the lag is a constant
delay of (kd + damping) / kp, 51 ms.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from actors.arm.forward_kinematics import end_effector
from actors.arm.kinematics import Target, inverse_kinematics
from actors.arm.model import Arm
from actors.arm.motion.path import Path
from actors.arm.motion.pieces import Point
from actors.arm.motion.tracking import TrackingError
from actors.arm.motion.waypoints import between, dense
from actors.arm.pid import Gains, Setpoint
from actors.arm.simulation import Simulation

LENGTHS = (0.30, 0.25)  # m
MASSES = (1.0, 0.6)  # kg
RADII = (0.02, 0.015)  # m, of the capsules
DAMPING = (0.5, 0.5)  # N m s/rad
GAINS = Gains((400.0, 200.0), (0.0, 0.0), (20.0, 10.0))
CENTER = (0.32, 0.10)  # m
SIDE = 0.16  # m
SPACING = 0.004  # m between waypoints
BEAT = 0.002  # s; every segment takes a whole number of beats
DELAY = (GAINS.kd[0] + DAMPING[0]) / GAINS.kp[0]  # s by which a joint lags
TICK = 0.001  # s; each tick has its own setpoint. With 2 ms the control of the elbow is unstable
SEGMENTS = (0.2, 0.1, 0.05, 0.025)  # s from one waypoint to the next


class Drawing(NamedTuple):
    """The tracking error over all ticks, and where the pen was at each waypoint, in m."""

    error: TrackingError
    drawn: list[Point]


def capsule_inertia(mass: float, length: float, radius: float) -> float:
    """Return the inertia in kg m^2 of a solid capsule about an axis through its centre.

    mass             kg
    length, radius   m, those of the cylinder between the two half spheres

    The axis is at right angles to the capsule. The inertia is the sum of those of a cylinder and
    two half spheres, by the parallel axis theorem.
    """
    cylinder = math.pi * radius**2 * length
    ball = 4 / 3 * math.pi * radius**3
    density = mass / (cylinder + ball)
    return density * (
        cylinder * (radius**2 / 4 + length**2 / 12)
        + ball * (2 / 5 * radius**2 + length**2 / 4 + 3 / 8 * length * radius)
    )


def drawing_arm(pose: Sequence[float]) -> Simulation:
    """Make the arm without gravity, at rest in a pose (n,) in rad, and enable its controller."""
    simulation = Simulation(2)
    simulation.position = tuple(pose)
    inertias = tuple(capsule_inertia(*each) for each in zip(MASSES, LENGTHS, RADII))
    simulation.change_arm(Arm(0.0, MASSES, LENGTHS, own_inertias=inertias, own_damping=DAMPING))
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
    """Follow the waypoints, from rest at the first one.

    points      (k, 2) in m, the waypoints
    poses       (k, n) in rad, the joint angles at the waypoints
    segment     s from one waypoint to the next
    lookahead   s by which the setpoint is ahead of the point where the pen is meant to be
    """
    simulation = drawing_arm(poses[0])
    error = TrackingError()
    drawn = []
    ticks = round(segment / BEAT) * round(BEAT / TICK)
    ahead = lookahead / (ticks * TICK)  # in segments
    for k in range(1, len(poses)):
        for tick in range(ticks):
            # The setpoint is for the end of the tick; the pen is measured at the start of the tick.
            share = (tick + 1) / ticks
            setpoint = between(poses, min(k - 1 + share + ahead, len(poses) - 1))
            simulation.hold(Setpoint.at_rest(setpoint))
            pen = end_effector(LENGTHS, simulation.position)[:2]
            x, y = between(points, k - 1 + share)
            error.add((x, y), pen)
            simulation.tick()
        drawn.append(pen)
    return Drawing(error, drawn)


def poses_for(points: Sequence[Point]) -> list[tuple[float, ...]]:
    """Return the joint angles (k, n) in rad for points (k, 2) in m, all with the same elbow."""
    return [inverse_kinematics(LENGTHS, Target(*point)) for point in points]


def millimetres(error: TrackingError) -> str:
    """Return the text for a tracking error."""
    mean, rms, largest = (1e3 * x for x in (error.mean, error.rms, error.max))
    return f"mean {mean:.2f} mm, rms {rms:.2f} mm, max {largest:.2f} mm"


def show_path(points: Sequence[Point], poses: Sequence[Sequence[float]]) -> None:
    """Print the number of waypoints, and the smallest and largest angle of each joint."""
    tips = [end_effector(LENGTHS, pose)[:2] for pose in poses]
    mismatch = max(map(math.dist, tips, points))
    print(f"waypoints: {len(points)}, inverse kinematics misses them by {mismatch:.1e} m at most")
    for name, angles in zip(("shoulder", "elbow"), zip(*poses)):
        print(f"{name}: {math.degrees(min(angles)):.1f} to {math.degrees(max(angles)):.1f} deg")


def show_drawing(points: Sequence[Point], drawing: Drawing) -> None:
    """Print the tracking error, and where the pen was at every fourth waypoint."""
    ticks = drawing.error.count
    print(f"80 mm/s, {ticks} ticks, {ticks * TICK:.2f} s: {millimetres(drawing.error)}")
    print("every 4th waypoint (m): target_x target_y drawn_x drawn_y")
    for point, pen in list(zip(points[1:], drawing.drawn))[::4]:
        print("{:.4f} {:.4f} {:.4f} {:.4f}".format(*point, *pen))


def show_lag(points: Sequence[Point], poses: Sequence[Sequence[float]]) -> None:
    """Print how the error grows with the speed."""
    print(f"a delay of {DELAY * 1e3:.0f} ms at every speed:")
    print("segment (s), speed (mm/s), rms (mm), max (mm)")
    for segment in SEGMENTS:
        error = draw(points, poses, segment).error
        speed = SPACING / segment
        print(f"{segment:.3f} {speed * 1e3:.0f} {error.rms * 1e3:.2f} {error.max * 1e3:.2f}")


def main() -> None:
    """Draw the square in several ways, and print the results."""
    corners = Path.square(CENTER, SIDE).marks
    points = dense(corners, SPACING)
    poses = poses_for(points)
    show_path(points, poses)
    show_drawing(points, draw(points, poses, 0.05))
    show_lag(points, poses)
    coarse = draw(corners, poses_for(corners), 2.0).error
    print(f"corners only, joints interpolated between: {millimetres(coarse)}")
    early = draw(points, poses, 0.05, DELAY).error
    print(f"commanding {DELAY * 1e3:.0f} ms ahead: {millimetres(early)}")


if __name__ == "__main__":
    main()
