"""Plans motions, which can take long, for the nodes motion and rehearsal.

It serves the internal service plan. It asks ik for joint angles. It has no state, so nothing
survives its death. Calls that it has not answered are sent again, to its successor.
"""

from collections.abc import Generator, Sequence
from typing import Any

from actors.arm.errors import ArmError
from actors.arm.motion.leg import Pose
from actors.arm.motion.path import Point, circle, dense, from_pen, spacing_for, square
from actors.arm.motion.planning import elbows_to_try, joint_stage, pen_stage
from actors.arm.motion.scene import Scene
from actors.kernel.actor import Actor
from actors.kernel.handlers import Ask
from actors.kernel.service import always, serves
from protocol import limits, names
from protocol.fields import Rejected
from protocol.motion_requests import Circle, Drawing, MoveJoints, Request, Square

PATIENCE = 30.0  # s that joint angles may take while ik works for many clients

Asking = Generator[Any, Any, dict[str, Any]]


class Planner(Actor):
    """Makes plans in slices, so that a long one does not delay those for other clients."""

    name = "planner"
    background = True
    refusals = (ArmError,)

    @serves(names.PLAN, repeatable=always)
    def plan(self, args: dict[str, Any]) -> Asking:
        """For other actors: plan a request. args are a request, a scene and a start pose."""
        return _planned(**args)


def _planned(request: Request, scene: Scene, start: Pose) -> Asking:
    """Plan the stage of a request from the start pose (n,) in rad.

    Returns the stage and, for a drawing, the number of waypoints and the elbow for the answer.
    """
    yield  # what follows is computed when the client has its turn
    if isinstance(request, MoveJoints):
        return {"stage": (yield from joint_stage.slices(scene, start, *request))}
    waypoints = _waypoints(request, scene.arm.lengths, start)
    if len(waypoints) == 1:  # the pen is already there
        return {"stage": (yield from joint_stage.slices(scene, start, start))}
    refusal: Exception | None = None
    for elbow in elbows_to_try(request.elbow, start):
        try:
            stage = yield from _with_elbow(elbow, waypoints, request, scene, start)
            return {"stage": stage, "waypoints": len(waypoints), "elbow": elbow}
        except (Rejected, ArmError) as problem:
            refusal = refusal or problem
    assert refusal is not None
    raise refusal


def _with_elbow(
    elbow: str, waypoints: Sequence[Point], request: Drawing, scene: Scene, start: Pose
) -> Generator[Ask | None, Any, Any]:
    question = {
        "lengths": scene.arm.lengths,
        "waypoints": waypoints,
        "elbow": elbow,
        "near": start,
        "allowed": scene.limits.allowed,
    }
    poses = (yield Ask(names.JOINT_PATH, question, PATIENCE))["poses"]
    return (
        yield from pen_stage.slices(
            scene,
            waypoints,
            poses,
            request.profile,
            request.speed,
            request.lookahead,
            request.feedforward,
        )
    )


def _waypoints(request: Drawing, lengths: Sequence[float], start: Pose) -> list[Point]:
    spacing = spacing_for(lengths, request.spacing)
    if isinstance(request.shape, Circle):
        return circle(*request.shape, spacing, limits.WAYPOINTS)
    corners = square(*request.shape) if isinstance(request.shape, Square) else list(request.shape)
    if request.from_here:
        corners = from_pen(corners, lengths, start)
    return dense(corners, spacing, limits.WAYPOINTS)
