"""Makes plans from requests, and refuses a motion before it begins if the arm cannot make it."""

from collections.abc import Sequence

from actors.arm.errors import MotionError
from actors.arm.limits import into
from actors.arm.motion.branch import ELBOWS, elbow_of
from actors.arm.motion.feasible import check
from actors.arm.motion.leg import Pose
from actors.arm.motion.pieces import Point
from actors.arm.motion.plan import PREPARE, SETTLE, Plan, Stage
from actors.arm.motion.scene import Scene
from actors.arm.motion.timing import joint_leg, pen_leg
from actors.arm.simulation import Simulation, hindrances
from actors.arm.slices import Slices, in_slices

NEAR = 0.1  # rad; if no joint is farther from its setpoint, the next motion begins at the setpoint
THERE = 1e-4  # rad; if no joint is farther from the first pose of a path, no approach is needed


def check_able(simulation: Simulation) -> None:
    """Raise MotionError if the arm would not follow any motion."""
    for reason in hindrances(simulation):
        raise MotionError(reason)


def start_pose(simulation: Simulation) -> Pose:
    """Return the pose (n,) in rad in which a motion begins.

    It is the present setpoint, so that the setpoint does not jump. If the arm is not near its
    setpoint, it is the pose of the arm. Either pose is moved into the limits if it is near them;
    farther outside no motion begins, and check() says so.
    """
    held = simulation.controller.setpoint.position
    position = simulation.position
    pose = held if _are_near(held, position) else position
    within = into(simulation.limits.allowed, pose)
    return within if _are_near(within, pose) else pose


def _are_near(a: Pose, b: Pose) -> bool:
    return all(abs(x - y) <= NEAR for x, y in zip(a, b))


def elbows_to_try(elbow: str | None, start: Sequence[float]) -> list[str]:
    """Return the requested elbow, or else both elbows, that of the start pose (n,) in rad first."""
    own = elbow_of(start)
    return [elbow] if elbow else sorted(ELBOWS, key=lambda each: each != own)


@in_slices
def joint_stage(
    scene: Scene,
    start: Pose,
    positions: Sequence[float],
    profile: str = "quintic",
    duration: float | None = None,
    velocity: float | None = None,
) -> Slices[Stage]:
    """Make the stage of a straight motion in joint space, and check it.

    start, positions              (n,) in rad
    profile, duration, velocity   as for joint_leg()

    Raises MotionError if the arm must not or cannot make the motion.
    """
    leg = joint_leg(start, positions, scene.limits, profile, duration, velocity)
    yield from check.slices(scene, leg)
    return Stage(leg, SETTLE, tracked=True)


@in_slices
def pen_stage(
    scene: Scene,
    waypoints: Sequence[Point],
    poses: Sequence[Pose],
    profile: str,
    speed: float,
    lookahead: float = 0.0,
    feedforward: bool = True,
) -> Slices[Stage]:
    """Make the stage in which the pen follows a path, and check it.

    waypoints   (k, 2) in m
    poses       (k, n) in rad, the poses of the arm at the waypoints
    speed       m/s, the speed of the pen at its fastest
    lookahead, feedforward   as in Stage

    Raises MotionError if the arm must not or cannot make the motion.
    """
    leg = pen_leg(waypoints, poses, profile, speed)
    yield from check.slices(scene, leg)
    return Stage(leg, SETTLE, tracked=True, lookahead=lookahead, feedforward=feedforward)


@in_slices
def complete(id: str, kind: str, stage: Stage, start: Pose, scene: Scene) -> Slices[Plan]:
    """Make the plan of a stage, with an approach from the pose start (n,) in rad if it needs one.

    Raises MotionError if the arm must not or cannot make the approach.
    """
    approach = yield from _approach(start, stage.leg.at(0.0).position, scene)
    stages = (*approach, stage)
    return Plan.of(id, kind, stages, scene.arm.lengths, scene.resets)


def _approach(start: Pose, beginning: Pose, scene: Scene) -> Slices[tuple[Stage, ...]]:
    """Return the stage from start to beginning, (n,) in rad each, or no stage if they are equal."""
    if all(abs(a - b) <= THERE for a, b in zip(start, beginning)):
        return ()
    try:
        leg = joint_leg(start, beginning, scene.limits)
        yield from check.slices(scene, leg)
    except MotionError as problem:
        raise MotionError(f"on the way to where it begins: {problem}") from None
    return (Stage(leg, PREPARE),)
