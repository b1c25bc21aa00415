"""Rehearses motions: it executes them on a copy of the arm, which can take long.

It serves /motion/rehearse. It asks the arm for a copy, motion for the obstacles, and planner for
the plan. It has no state, so nothing survives its death. Calls that it has not answered are sent
again, to its successor.
"""

from collections.abc import Generator
from typing import Any

from actors.arm.errors import ArmError
from actors.arm.motion.distances import Obstacle
from actors.arm.motion.endings import TIMED_OUT
from actors.arm.motion.plan import Plan
from actors.arm.motion.planning import check_able, complete, start_pose
from actors.arm.motion.rehearsal import Rehearsal, enabled, most_ticks
from actors.arm.motion.scene import Scene
from actors.arm.simulation import Simulation
from actors.kernel.actor import Actor
from actors.kernel.handlers import Ask, Outcome
from actors.kernel.places import Places
from actors.kernel.service import always, serves
from protocol import limits, names
from protocol import motion as messages
from protocol.fields import Rejected
from protocol.motion_requests import kind_of, read_clearance, read_motion

SLICE = 100  # ticks in one slice, less than 1 ms
PATIENCE = 60.0  # s that a plan may take while the planner works for many clients

Asking = Generator[Any, Any, Outcome]


class Rehearser(Actor):
    """Runs rehearsals in slices, so that a long one does not delay those of other clients."""

    name = "rehearsal"
    background = True
    refusals = (ArmError,)

    def begin(self, saved: Any) -> None:
        # One for each client, so that its rehearsals are answered in order.
        self._places: Places[Any] = Places()

    @serves(names.REHEARSE, repeatable=always, size=limits.PATH_BYTES)
    def rehearse(self, args: dict[str, Any]) -> Asking:
        """Plan a motion from the present pose of the arm, and execute it on a copy of the arm."""
        kind = kind_of(args)
        yield self._places
        simulation = (yield Ask(names.TWIN, {}))["twin"]
        as_if = enabled(simulation)
        check_able(simulation)
        request = read_motion(kind, args, simulation.arm.links)
        obstacles = (yield Ask(names.SET_OBSTACLES, {}))["obstacles"]
        scene = Scene.of(simulation, [Obstacle(**each) for each in obstacles], read_clearance(args))
        start = start_pose(simulation)
        question = {"request": request, "scene": scene, "start": start}
        planned = dict((yield Ask(names.PLAN, question, PATIENCE)))
        stage = planned.pop("stage")
        plan = yield from complete.slices("rehearsal", kind, stage, start, scene, simulation)
        remark = "; ".join(filter(None, (as_if, plan.remark(simulation.timestep))))
        rehearsed = yield from _rehearsed(simulation, plan)
        return Outcome({**rehearsed, "duration": plan.duration, **planned}, remark=remark)


def _rehearsed(simulation: Simulation, plan: Plan) -> Generator[Any, Any, dict[str, Any]]:
    ticks = most = most_ticks(simulation, plan)
    if ticks > limits.REHEARSED_TICKS:
        raise Rejected(
            f"the rehearsal could take {ticks:.0f} ticks of the simulation, "
            f"the limit is {limits.REHEARSED_TICKS}"
        )
    rehearsal = Rehearsal(simulation, plan)
    outcome = None
    while outcome is None and ticks > 0:
        yield
        outcome = rehearsal.advance(SLICE)
        ticks = ticks - SLICE
    return {
        "outcome": outcome or TIMED_OUT,
        "reason": rehearsal.execution.reason
        if outcome
        else f"it has not ended in {most:.0f} ticks",
        "figures": messages.figures_message(*rehearsal.execution.figures),
    }
