"""Makes plans from requests, and refuses a motion before it begins if the arm cannot make it."""

import math
from collections.abc import Sequence

from actors.arm.errors import MotionError
from actors.arm.forward_kinematics import end_effector
from actors.arm.hindrances import hindrances
from actors.arm.limits import into
from actors.arm.motion.branch import ELBOWS, elbow_of
from actors.arm.motion.feasible import TooWeak, check
from actors.arm.motion.guard import LEAST_OF_MOVES, Guard, tolerance_for
from actors.arm.motion.leg import Drawn, Leg, Pose, SmoothLeg
from actors.arm.motion.path import Path
from actors.arm.motion.plan import (
    DYNAMICS,
    NOTHING,
    PREPARE,
    SETTLE,
    STILL,
    VELOCITY,
    WAIT,
    Plan,
    Stage,
    is_at_rest,
)
from actors.arm.motion.scene import Scene
from actors.arm.motion.smooth import smooth_leg
from actors.arm.motion.timing import SHORTEST, joint_leg, pen_leg
from actors.arm.simulation import Simulation
from actors.arm.slices import Slices, in_slices
from actors.arm.timestep_along import timestep_limit_along

NEAR = 0.1  # rad; if no joint is farther from its setpoint, the next motion begins at the setpoint
SOFTNESS = (1.0, 2.0, 4.0, 8.0)  # of legs that are tried, see smooth_leg()
PRECISE = 2e-4  # rad; no joint is farther from the beginning of a path when a drawing begins
LOOKS = 32  # at the pen along a straight motion in joint space
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


def _is_there(a: Pose, b: Pose) -> bool:
    return all(abs(x - y) <= THERE for x, y in zip(a, b))


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
    feedforward: str = DYNAMICS,
    tolerance: float | None = None,
) -> Slices[Stage]:
    """Make the stage of a straight motion in joint space, and check it.

    start, positions              (n,) in rad
    profile, duration, velocity   as for joint_leg()
    feedforward                   as in Stage
    tolerance                     as for tolerance_for(), where the path is that of the pen

    Raises MotionError if the arm must not or cannot make the motion.
    """
    leg = joint_leg(start, positions, scene.limits, profile, duration, velocity)
    yield from check.slices(scene, leg, leaving=True)
    xs, ys = zip(*(end_effector(scene.arm.lengths, pose)[:2] for pose in _poses(leg)))
    size = math.hypot(max(xs) - min(xs), max(ys) - min(ys))
    allowed = tolerance_for(size, sum(scene.arm.lengths), tolerance, LEAST_OF_MOVES)
    guard = yield from _guard(scene, leg, allowed)
    return Stage(leg, SETTLE, tracked=True, feedforward=feedforward, guard=guard)


@in_slices
def pen_stage(
    scene: Scene,
    path: Path,
    distances: Sequence[float],
    poses: Sequence[Pose],
    profile: str,
    speed: float,
    lookahead: float = 0.0,
    feedforward: str = DYNAMICS,
    tolerance: float | None = None,
    start: Pose | None = None,
) -> Slices[Stage]:
    """Make the stage in which the pen follows a path, and check it.

    distances   (k,) in m, of the waypoints along the path
    poses       (k, n) in rad, the poses of the arm there
    speed       m/s, the speed of the pen at its fastest
    lookahead, feedforward   as in Stage
    tolerance   as for tolerance_for()
    start       (n,) in rad, the pose of the arm, if the path may begin there

    Raises MotionError if the arm must not or cannot make the motion.
    """
    leg: Drawn
    leaving = start is not None and _is_there(start, poses[0])
    if feedforward == NOTHING:
        waypoints = [path.at(distance) for distance in distances]
        leg = pen_leg(waypoints, poses, profile, speed, path)
        yield from check.slices(scene, leg, leaving)
    else:
        leg = yield from _smooth(scene, path, distances, poses, profile, speed, leaving)
    allowed = tolerance_for(path.size, sum(scene.arm.lengths), tolerance)
    guard = yield from _guard(scene, leg, allowed)
    return Stage(leg, SETTLE, True, lookahead, feedforward, guard=guard)


def _smooth(
    scene: Scene,
    path: Path,
    distances: Sequence[float],
    poses: Sequence[Pose],
    profile: str,
    speed: float,
    leaving: bool,
) -> Slices[Drawn]:
    """Return the smooth leg that speeds up and slows down as hard as the efforts permit."""
    reach = sum(scene.arm.lengths)
    refusal: TooWeak | None = None
    for softness in SOFTNESS:
        leg = yield from smooth_leg.slices(path, distances, poses, profile, speed, reach, softness)
        try:
            yield from check.slices(scene, leg, leaving)
            return leg
        except TooWeak as problem:
            refusal = problem
    assert refusal is not None
    raise refusal


def _guard(scene: Scene, leg: Drawn, tolerance: float) -> Slices[Guard]:
    """Return the guard of a leg with a tolerance (m)."""
    limit = yield from timestep_limit_along.slices(scene.arm, scene.kd, _poses(leg))
    return Guard(tolerance, limit.seconds)


def _poses(leg: Drawn) -> Sequence[Pose]:
    """Return poses (k, n) in rad along a leg."""
    if len(leg.poses) > 2:
        return leg.poses
    return [leg.at(leg.duration * k / LOOKS).position for k in range(LOOKS + 1)]


@in_slices
def complete(
    id: str,
    kind: str,
    stage: Stage,
    start: Pose,
    scene: Scene,
    arm: Simulation | None = None,
) -> Slices[Plan]:
    """Make the plan of a stage, with an approach from the pose start (n,) in rad if it needs one.

    arm   the arm, if no other motion leads it to the start: where it is not yet at rest there, the
          motion first waits for that

    Raises MotionError if the arm must not or cannot make the approach.
    """
    still = PRECISE if isinstance(stage.leg, SmoothLeg) else STILL
    if stage.guard is not None:
        still = min(still, stage.guard.tolerance / (4 * sum(scene.arm.lengths)))
    led = DYNAMICS if stage.feedforward == DYNAMICS else VELOCITY
    stages = [stage]
    beginning = stage.leg.at(0.0).position
    if not _is_there(start, beginning):
        leg = yield from _approach(start, beginning, scene)
        guard = yield from _guard(scene, leg, math.inf)
        stages.insert(0, Stage(leg, PREPARE, feedforward=led, still=still, guard=guard))
    if arm is not None and not is_at_rest(arm.position, arm.velocity, start, still):
        leg = Leg((start, start), (0.0, 1.0), "quintic", SHORTEST)
        stages.insert(0, Stage(leg, WAIT, feedforward=led, still=still, waits=True))
    return Plan.of(id, kind, tuple(stages), scene.arm.lengths, scene.resets)


def _approach(start: Pose, beginning: Pose, scene: Scene) -> Slices[Leg]:
    """Return the leg from start to beginning, (n,) in rad each."""
    try:
        leg = joint_leg(start, beginning, scene.limits)
        yield from check.slices(scene, leg, leaving=True)
    except MotionError as problem:
        raise MotionError(f"on the way to where it begins: {problem}") from None
    return leg
