"""From the request for a motion to the stages that it will have, with everything that forbids it found out."""

import math
from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

from actors.arm.dynamics import end_effector
from actors.arm.errors import ArmError
from actors.arm.motion.branch import ELBOWS, elbow_of
from actors.arm.motion.contact import Obstacle
from actors.arm.motion.course import PREPARE, SETTLE, Plan, Stage
from actors.arm.motion.feasible import check
from actors.arm.motion.leg import Angles
from actors.arm.motion.path import Point, circle, dense, length, square
from actors.arm.motion.planning import FINENESS, joint_leg, pen_leg
from actors.arm.simulation import Simulation
from actors.arm.stops import into
from actors.kernel.handlers import Ask
from protocol import limits, names
from protocol.fields import Rejected
from protocol.motion import Circle, Drawing, MoveJoints, Request, Square

NEAR = 0.1  # rad from its setpoint within which the arm is where it is told to be
THERE = 1e-4  # rad from the first pose of a path; nearer needs no approach
SAME = 1e-9  # of the reach; a line that is shorter leads nowhere


class Itinerary(NamedTuple):
    """The way itself, still without how to come to its beginning; and what to tell who asked for it."""

    way: Stage
    beginning: Angles
    answer: dict[str, Any]


def able_twin() -> Generator[Ask, Any, Simulation]:
    """A copy of the live arm; raises Rejected if that would not follow."""
    twin: Simulation = (yield Ask(names.TWIN, {}))["twin"]
    for hindered, why in (
        (twin.diverged, "the arm has diverged: /arm_sim/reset brings it back"),
        (twin.paused, "the arm is paused"),
        (not twin.controller.enabled, "PID is disabled, so the arm would not follow"),
    ):
        if hindered:
            raise Rejected(why)
    return twin


def start_pose(twin: Simulation) -> Angles:
    """Where a motion begins: at the setpoint, so that nothing jumps; where the arm is not near it, where that is."""
    held = twin.controller.setpoint.position
    seen = twin.position
    near = all(abs(a - b) <= NEAR for a, b in zip(held, seen))
    return into(twin.limits.allowed, held if near else seen)


def itinerary(
    request: Request, twin: Simulation, obstacles: Sequence[Obstacle], start: Angles
) -> Generator[Ask, Any, Itinerary]:
    """For an arm that comes from the pose start (n,) in rad; raises Rejected with the first thing that forbids it."""
    if isinstance(request, MoveJoints):
        return through_joints(request, twin, obstacles, start)
    return (yield from along_path(request, twin, obstacles, start))


def through_joints(
    request: MoveJoints, twin: Simulation, obstacles: Sequence[Obstacle], start: Angles
) -> Itinerary:
    """Straight in joint space."""
    try:
        way = joint_leg(
            start,
            request.positions,
            twin.limits,
            request.profile,
            request.duration,
            request.velocity,
        )
        check(twin.arm, twin.limits, obstacles, way)
    except ArmError as problem:
        raise Rejected(str(problem)) from None
    return Itinerary(Stage(way, SETTLE, tracked=True), start, {})


def along_path(
    request: Drawing, twin: Simulation, obstacles: Sequence[Obstacle], start: Angles
) -> Generator[Ask, Any, Itinerary]:
    """With one elbow from the beginning to the end: the arm's own, or the other one if that is forbidden."""
    points = _waypoints(request, twin.arm.lengths, start)
    if len(points) == 1:
        return through_joints(MoveJoints(start, "quintic", None, None), twin, obstacles, start)
    own = elbow_of(start)
    refusal = None
    for elbow in [request.elbow] if request.elbow else sorted(ELBOWS, key=lambda each: each != own):
        try:
            return (yield from _with_elbow(elbow, points, request, twin, obstacles, start))
        except Rejected as problem:
            refusal = refusal or problem
    assert refusal is not None
    raise refusal


def _with_elbow(
    elbow: str,
    points: list[Point],
    request: Drawing,
    twin: Simulation,
    obstacles: Sequence[Obstacle],
    start: Angles,
) -> Generator[Ask, Any, Itinerary]:
    path = yield Ask(
        names.JOINT_PATH,
        {
            "lengths": twin.arm.lengths,
            "points": points,
            "elbow": elbow,
            "near": start,
            "allowed": twin.limits.allowed,
        },
    )
    try:
        way = pen_leg(points, path["poses"], request.profile, request.speed)
        check(twin.arm, twin.limits, obstacles, way)
    except ArmError as problem:
        raise Rejected(str(problem)) from None
    return Itinerary(
        Stage(way, SETTLE, True, request.lookahead, request.feedforward),
        way.poses[0],
        {"waypoints": len(points), "elbow": elbow},
    )


def whole(
    id: str,
    kind: str,
    found: Itinerary,
    start: Angles,
    twin: Simulation,
    obstacles: Sequence[Obstacle],
) -> Plan:
    """With the approach that it needs from the pose start (n,) in rad; raises Rejected if that is forbidden."""
    stages = (*_approach(found, start, twin, obstacles), found.way)
    return Plan.of(id, kind, stages, twin.arm.lengths, twin.resets)


def _approach(
    found: Itinerary, start: Angles, twin: Simulation, obstacles: Sequence[Obstacle]
) -> tuple[Stage, ...]:
    if all(abs(a - b) <= THERE for a, b in zip(start, found.beginning)):
        return ()
    try:
        leg = joint_leg(start, found.beginning, twin.limits)
        check(twin.arm, twin.limits, obstacles, leg)
    except ArmError as problem:
        raise Rejected(f"on the way to where it begins: {problem}") from None
    return (Stage(leg, PREPARE),)


def _waypoints(request: Drawing, lengths: Sequence[float], start: Angles) -> list[Point]:
    spacing = request.spacing or FINENESS * sum(lengths)
    if not spacing > 0:
        raise Rejected(
            f"spacing must be given, there is none for so small a reach as {sum(lengths):g} m"
        )
    if isinstance(request.shape, Circle):
        _check_count(2 * math.pi * request.shape.radius, spacing)
        return circle(*request.shape, spacing)
    corners = square(*request.shape) if isinstance(request.shape, Square) else list(request.shape)
    if request.from_here:
        here = end_effector(lengths, start)[:2]
        if all(math.dist(here, corner) <= SAME * sum(lengths) for corner in corners):
            return [here]
        corners = [
            here,
            *(corners[1:] if math.dist(here, corners[0]) <= SAME * sum(lengths) else corners),
        ]
    _check_count(length(corners), spacing)
    points = dense(corners, spacing)
    if len(points) > limits.WAYPOINTS:
        raise Rejected(
            f"the path has {len(points)} waypoints, at most {limits.WAYPOINTS} are allowed"
        )
    return points


def _check_count(way: float, spacing: float) -> None:
    if not way <= spacing * limits.WAYPOINTS:
        raise Rejected(
            f"the path is {way:g} m long and would need more than {limits.WAYPOINTS} waypoints: "
            f"spacing must be larger, it is {spacing:g} m"
        )
