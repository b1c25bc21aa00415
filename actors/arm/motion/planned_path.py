"""Where the pen goes in a plan, as points that can be drawn."""

from actors.arm.motion.pieces import Point
from actors.arm.motion.plan import Plan

PARTS = 150  # of each stage


def planned_path(plan: Plan) -> list[Point]:
    """Return positions of the pen (k, 2) in m, at equal times within each stage of a plan.

    Stages in which the arm only comes to rest have none.
    """
    return [
        stage.pen(stage.leg.duration * k / PARTS, plan.lengths)
        for stage in plan.stages
        if not stage.waits
        for k in range(PARTS + 1)
    ]
