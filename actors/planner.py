"""Plans and rehearses motions. Both can take long, so the node motion does not compute them.

It serves /motion/rehearse and the internal service plan. It asks the arm for a copy, motion for the
obstacles, and ik for joint angles. It has no state, so nothing survives its death. Calls that it
has not answered are sent again, to its successor.
"""

from collections.abc import Generator, Sequence
from typing import Any

from actors.arm.errors import ArmError
from actors.arm.motion.contact import Obstacle
from actors.arm.motion.execution import TIMED_OUT
from actors.arm.motion.leg import Pose
from actors.arm.motion.path import Point, circle, dense, from_pen, spacing_for, square
from actors.arm.motion.plan import Plan
from actors.arm.motion.planning import (
    check_able,
    complete,
    elbows_to_try,
    joint_stage,
    pen_stage,
    start_pose,
)
from actors.arm.motion.rehearsal import Rehearsal, most_ticks
from actors.arm.motion.scene import Scene
from actors.arm.simulation import Simulation
from actors.kernel.actor import Actor
from actors.kernel.handlers import Ask
from actors.kernel.service import Order, always, serves
from protocol import limits, names
from protocol import motion as messages
from protocol.fields import Rejected
from protocol.motion_requests import (
    Circle,
    Drawing,
    MoveJoints,
    Request,
    Square,
    kind_of,
    read_motion,
)

SLICE = 2_000  # ticks of a rehearsal, about 15 ms, after which other handlers run

Asking = Generator[Any, Any, dict[str, Any]]


class Planner(Actor):
    """Runs rehearsals in slices, so that a long one does not delay other calls."""

    name = "planner"
    order = Order.AMONG_ACTORS
    refusals = (ArmError,)

    def begin(self, saved: Any) -> None:
        self._rehearsals = 0  # number of rehearsals that have not ended

    @serves(names.PLAN, repeatable=always)
    def plan(self, args: dict[str, Any]) -> Asking:
        """For the node motion: plan a request. args are a request, a scene and a start pose."""
        return _planned(**args)

    @serves(names.REHEARSE, repeatable=always, size=limits.PATH_BYTES)
    def rehearse(self, args: dict[str, Any]) -> Asking:
        """Plan a motion from the present pose of the arm, and execute it on a copy of the arm."""
        kind = kind_of(args)
        simulation = (yield Ask(names.TWIN, {}))["twin"]
        check_able(simulation)
        request = read_motion(kind, args, simulation.arm.links)
        obstacles = (yield Ask(names.SET_OBSTACLES, {}))["obstacles"]
        scene = Scene.of(simulation, [Obstacle(**each) for each in obstacles])
        start = start_pose(simulation)
        planned = dict((yield from _planned(request, scene, start)))
        plan = complete("rehearsal", kind, planned.pop("stage"), start, scene)
        rehearsed = yield from self._rehearse(simulation, plan)
        return {**rehearsed, "duration": plan.duration, **planned}

    def _rehearse(self, simulation: Simulation, plan: Plan) -> Asking:
        ticks = most_ticks(simulation, plan)
        if ticks > limits.REHEARSED_TICKS:
            raise Rejected(
                f"the rehearsal could take {ticks:.0f} ticks of the simulation, "
                f"the limit is {limits.REHEARSED_TICKS}"
            )
        if self._rehearsals >= limits.REHEARSALS:
            raise Rejected(f"{self._rehearsals} rehearsals are under way, try again later")
        rehearsal = Rehearsal(simulation, plan)
        outcome = None
        self._rehearsals += 1
        try:
            while outcome is None and ticks > 0:
                outcome = rehearsal.advance(SLICE)
                ticks = ticks - SLICE
                yield
        finally:
            self._rehearsals -= 1
        return {
            "outcome": outcome or TIMED_OUT,
            "reason": rehearsal.execution.reason,
            "figures": messages.figures_message(*rehearsal.execution.figures),
        }


def _planned(request: Request, scene: Scene, start: Pose) -> Asking:
    """Plan the stage of a request from the start pose (n,) in rad.

    Returns the stage and, for a drawing, the number of waypoints and the elbow for the answer.
    """
    if isinstance(request, MoveJoints):
        return {"stage": joint_stage(scene, start, *request)}
    waypoints = _waypoints(request, scene.arm.lengths, start)
    if len(waypoints) == 1:  # the pen is already there
        return {"stage": joint_stage(scene, start, start)}
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
) -> Generator[Ask, Any, Any]:
    question = {
        "lengths": scene.arm.lengths,
        "waypoints": waypoints,
        "elbow": elbow,
        "near": start,
        "allowed": scene.limits.allowed,
    }
    poses = (yield Ask(names.JOINT_PATH, question))["poses"]
    return pen_stage(
        scene,
        waypoints,
        poses,
        request.profile,
        request.speed,
        request.lookahead,
        request.feedforward,
    )


def _waypoints(request: Drawing, lengths: Sequence[float], start: Pose) -> list[Point]:
    spacing = spacing_for(lengths, request.spacing)
    if isinstance(request.shape, Circle):
        return circle(*request.shape, spacing, limits.WAYPOINTS)
    corners = square(*request.shape) if isinstance(request.shape, Square) else list(request.shape)
    if request.from_here:
        corners = from_pen(corners, lengths, start)
    return dense(corners, spacing, limits.WAYPOINTS)
