"""Plans motions, and serves /motion/rehearse: a motion on a copy of the arm. What takes long, takes it here."""

from collections.abc import Generator
from typing import Any

from actors.arm.motion.contact import Obstacle
from actors.arm.motion.course import TIMED_OUT, Plan
from actors.arm.motion.rehearsal import Rehearsal, ticks_of
from actors.arm.simulation import Simulation
from actors.itinerary import able_twin, itinerary, start_pose, whole
from actors.kernel.actor import Actor
from actors.kernel.handlers import Ask
from actors.kernel.service import Order, always, serves
from protocol import limits, names
from protocol import motion as messages
from protocol.fields import Rejected

SLICE = 2_000  # ticks, some 15 ms, after which others have a turn

Asking = Generator[Any, Any, dict[str, Any]]


class Planner(Actor):
    """Stateless. A long rehearsal goes on in slices, so that nothing else waits for its end."""

    name = "planner"
    order = Order.AMONG_ACTORS

    def begin(self, saved: Any) -> None:
        self._running = 0  # rehearsals

    @serves(names.PLAN, repeatable=always)
    def plan(self, args: dict[str, Any]) -> Asking:
        """For motion: args are those of itinerary."""
        return {"itinerary": (yield from itinerary(**args))}

    @serves(names.REHEARSE, repeatable=always)
    def rehearse(self, args: dict[str, Any]) -> Asking:
        """Any request for a motion, planned from where the arm is held now."""
        kind = messages.kind_of(args)
        twin = yield from able_twin()
        request = messages.read_motion(kind, args, twin.arm.links)
        obstacles = [Obstacle(**each) for each in (yield Ask(names.SET_OBSTACLES, {}))["obstacles"]]
        start = start_pose(twin)
        found = yield from itinerary(request, twin, obstacles, start)
        motion = whole("rehearsal", kind, found, start, twin, obstacles)
        return {**(yield from self._run(twin, motion)), "duration": motion.duration, **found.answer}

    def _run(self, twin: Simulation, motion: Plan) -> Asking:
        ticks = ticks_of(twin, motion)
        if ticks > limits.REHEARSED_TICKS:
            raise Rejected(
                f"the rehearsal could take {ticks:.0f} ticks of the simulation, "
                f"the limit is {limits.REHEARSED_TICKS}"
            )
        if self._running >= limits.REHEARSALS:
            raise Rejected(f"{self._running} rehearsals are under way, try again later")
        run = Rehearsal(twin, motion)
        outcome = None
        self._running += 1
        try:
            while outcome is None and ticks > 0:
                outcome = run.advance(SLICE)
                ticks = ticks - SLICE
                yield
        finally:
            self._running -= 1
        return {
            "outcome": outcome or TIMED_OUT,
            "reason": run.course.reason,
            "figures": messages.figures_message(*run.course.outline()),
        }
