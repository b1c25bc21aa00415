"""Serves /motion/rehearse: a motion on a copy of the arm, in a process of its own."""

from collections.abc import Generator
from typing import Any

from actors.actor import Actor
from actors.arm.motion.contact import Circle
from actors.arm.motion.course import TIMED_OUT, Plan
from actors.arm.motion.rehearsal import Rehearsal as Run
from actors.arm.motion.rehearsal import ticks_of
from actors.arm.simulation import Simulation
from actors.conduct import Ask
from actors.itinerary import able_twin, itinerary, plan, stages, start_pose
from actors.service import Order, Service, always
from protocol import limits, names
from protocol import motion as messages
from protocol.fields import Rejected

SLICE = 2_000                           # ticks, some 15 ms, after which others have a turn

Asking = Generator[Ask, Any, dict[str, Any]]


class Rehearsal(Actor):
    """Stateless. A long rehearsal goes on in slices, so that a short one need not wait for it."""

    name = "rehearsal"
    order = Order.AMONG_ACTORS
    serves = {names.REHEARSE: Service("rehearse", always), names.BREATH: Service("breathe", always)}

    def rehearse(self, args: dict[str, Any]) -> Asking:
        """Any request for a motion, planned as motion would plan it now."""
        kind, twin = messages.kind_of(args), (yield from able_twin())
        obstacles = [Circle(**each) for each in (yield Ask(names.SET_OBSTACLES, {}))["obstacles"]]
        start = start_pose(twin)
        found = yield from itinerary(kind, args, twin, obstacles, start)
        motion = plan("rehearsal", kind, stages(found, start, twin, obstacles), twin)
        return {**(yield from self._run(twin, motion)), "duration": motion.duration, **found.answer}

    def _run(self, twin: Simulation, motion: Plan) -> Asking:
        ticks = ticks_of(twin, motion)
        if ticks > limits.REHEARSED_TICKS:
            raise Rejected(f"the rehearsal could take {ticks:.0f} ticks of the simulation, "
                           f"the limit is {limits.REHEARSED_TICKS}")
        run, outcome = Run(twin, motion), None
        while outcome is None and ticks > 0:
            outcome, ticks = run.advance(SLICE), ticks - SLICE
            yield Ask(names.BREATH, {})
        return {"outcome": outcome or TIMED_OUT, "reason": run.course.reason,
                "figures": messages.figures_message(*run.course.outline())}

    def breathe(self, args: dict[str, Any]) -> dict[str, Any]:
        """Asked of itself, this takes its turn after everything that waits already."""
        return {}
