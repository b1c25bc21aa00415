"""Plans motions, which can take long, for the nodes motion and rehearsal.

It serves the internal service plan. It asks ik for joint angles. It has no state, so nothing
survives its death. Calls that it has not answered are sent again, to its successor.
"""

from collections.abc import Generator
from typing import Any

from actors.arm.errors import ArmError
from actors.arm.forward_kinematics import end_effector
from actors.arm.motion.leg import Pose
from actors.arm.motion.path import Path
from actors.arm.motion.planning import elbows_to_try, joint_stage, pen_stage
from actors.arm.motion.scene import Scene
from actors.arm.motion.waypoints import spacing_for
from actors.kernel.actor import Actor
from actors.kernel.handlers import Ask
from actors.kernel.service import always, serves
from protocol import limits, names
from protocol.fields import Rejected
from protocol.motion_requests import NOTHING, Circle, Drawing, MoveJoints, Request, Square

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
    path = _path(request, scene, start)
    if not path.length:  # the pen is already there
        stage = yield from joint_stage.slices(scene, start, start, tolerance=request.tolerance)
        return {"stage": stage}
    refusal: Exception | None = None
    for elbow in elbows_to_try(request.elbow, start):
        try:
            stage, waypoints = yield from _with_elbow(elbow, path, request, scene, start)
            return {"stage": stage, "waypoints": waypoints, "elbow": elbow}
        except (Rejected, ArmError) as problem:
            refusal = refusal or problem
    assert refusal is not None
    raise refusal


def _with_elbow(
    elbow: str, path: Path, request: Drawing, scene: Scene, start: Pose
) -> Generator[Ask | None, Any, Any]:
    """Plan the stage of a drawing with an elbow. Returns the stage and the number of waypoints."""
    question = {
        "lengths": scene.arm.lengths,
        "path": path,
        "elbow": elbow,
        "near": start,
        "allowed": scene.limits.allowed,
        "spacing": _spacing(request, scene),
        # A spacing of one's own shows what few waypoints do to an arm that only goes from each to
        # the next.
        "refined": request.feedforward != NOTHING or request.spacing is None,
        "most": limits.WAYPOINTS,
    }
    found = yield Ask(names.JOINT_PATH, question, PATIENCE)
    stage = yield from pen_stage.slices(
        scene,
        path,
        found["distances"],
        found["poses"],
        request.profile,
        request.speed,
        request.lookahead,
        request.feedforward,
        request.tolerance,
        start,
    )
    return stage, len(found["poses"])


def _spacing(request: Drawing, scene: Scene) -> float | None:
    """Return the longest distance (m) between waypoints; None if their tolerance alone matters."""
    if request.feedforward != NOTHING:
        return request.spacing
    return spacing_for(scene.arm.lengths, request.spacing)


def _path(request: Drawing, scene: Scene, start: Pose) -> Path:
    shape = request.shape
    if isinstance(shape, Circle):
        path = Path.circle(*shape)
    elif isinstance(shape, Square):
        path = Path.square(*shape)
    else:
        path = Path.through(shape)
    if not request.from_here:
        return path
    return path.from_pen(end_effector(scene.arm.lengths, start)[:2], sum(scene.arm.lengths))
