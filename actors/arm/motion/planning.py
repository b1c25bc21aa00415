"""Plans from requests, with everything that forbids a motion found out before it begins."""

from collections.abc import Sequence

from actors.arm.errors import MotionError
from actors.arm.motion.branch import ELBOWS, elbow_of
from actors.arm.motion.feasible import check
from actors.arm.motion.leg import Pose
from actors.arm.motion.path import Point
from actors.arm.motion.plan import PREPARE, SETTLE, Plan, Stage
from actors.arm.motion.scene import Scene
from actors.arm.motion.timing import joint_leg, pen_leg
from actors.arm.simulation import Simulation
from actors.arm.stops import into

NEAR = 0.1  # rad from its setpoint within which the arm counts as held there
THERE = 1e-4  # rad from the first pose of a path within which no approach is needed


def check_able(simulation: Simulation) -> None:
    """Raises MotionError if the arm would not follow any motion."""
    for hindered, reason in (
        (simulation.diverged, "the arm has diverged: /arm_sim/reset brings it back"),
        (simulation.paused, "the arm is paused"),
        (not simulation.controller.enabled, "PID is disabled, so the arm would not follow"),
    ):
        if hindered:
            raise MotionError(reason)


def start_pose(simulation: Simulation) -> Pose:
    """Where a motion begins: at the setpoint, so that it does not jump.

    An arm that is not near its setpoint begins where it is.
    """
    held = simulation.controller.setpoint.position
    position = simulation.position
    is_near = all(abs(a - b) <= NEAR for a, b in zip(held, position))
    return into(simulation.limits.allowed, held if is_near else position)


def elbows_to_try(elbow: str | None, start: Sequence[float]) -> list[str]:
    """The elbow that was requested, or else both, that of the start pose (n,) in rad first."""
    own = elbow_of(start)
    return [elbow] if elbow else sorted(ELBOWS, key=lambda each: each != own)


def joint_stage(
    scene: Scene,
    start: Pose,
    positions: Sequence[float],
    profile: str = "quintic",
    duration: float | None = None,
    velocity: float | None = None,
) -> Stage:
    """Straight in joint space from start to positions, (n,) rad each, timed as joint_leg says."""
    leg = joint_leg(start, positions, scene.limits, profile, duration, velocity)
    check(scene, leg)
    return Stage(leg, SETTLE, tracked=True)


def pen_stage(
    scene: Scene,
    waypoints: Sequence[Point],
    poses: Sequence[Pose],
    profile: str,
    speed: float,
    lookahead: float = 0.0,
    feedforward: bool = True,
) -> Stage:
    """Along waypoints (k, 2) m with these poses (k, n) rad; the pen is at most so fast (m/s)."""
    leg = pen_leg(waypoints, poses, profile, speed)
    check(scene, leg)
    return Stage(leg, SETTLE, tracked=True, lookahead=lookahead, feedforward=feedforward)


def complete(id: str, kind: str, stage: Stage, start: Pose, scene: Scene) -> Plan:
    """The plan of a stage, with the approach that it needs from the pose start (n,) in rad."""
    stages = (*_approach(start, stage.leg.at(0.0).position, scene), stage)
    return Plan.of(id, kind, stages, scene.arm.lengths, scene.resets)


def _approach(start: Pose, beginning: Pose, scene: Scene) -> tuple[Stage, ...]:
    if all(abs(a - b) <= THERE for a, b in zip(start, beginning)):
        return ()
    try:
        leg = joint_leg(start, beginning, scene.limits)
        check(scene, leg)
    except MotionError as problem:
        raise MotionError(f"on the way to where it begins: {problem}") from None
    return (Stage(leg, PREPARE),)
