"""Rehearses planned motions on a copy of the arm, in a process of its own."""

from collections.abc import Generator
from typing import Any

from actors.actor import Actor
from actors.arm.motion.course import TIMED_OUT, Course
from actors.arm.motion.rehearsal import Rehearsal as Run
from actors.arm.motion.rehearsal import ticks_of
from actors.conduct import Ask
from actors.service import Service, always
from protocol import limits, names
from protocol.fields import Rejected
from protocol.motion import figures_message

SLICE = 2_000                           # ticks, some 15 ms, after which others have a turn


class Rehearsal(Actor):
    """Stateless. A long rehearsal goes on in slices, so that a short one need not wait for it."""

    name = "rehearsal"
    serves = {names.RUN_REHEARSAL: Service("rehearse", always), names.BREATH: Service("breathe", always)}

    def rehearse(self, args: dict[str, Any]) -> Generator[Ask, Any, dict[str, Any]]:
        """args: twin, a Simulation, and plan, a Plan for it."""
        ticks = ticks_of(args["twin"], args["plan"])
        if ticks > limits.REHEARSED_TICKS:
            raise Rejected(f"the rehearsal could take {ticks:.0f} ticks of the simulation, "
                           f"the limit is {limits.REHEARSED_TICKS}")
        run = Run(args["twin"], args["plan"])
        outcome = None
        while outcome is None and ticks > 0:
            outcome, ticks = run.advance(SLICE), ticks - SLICE
            yield Ask(names.BREATH, {})
        return _figures(outcome or TIMED_OUT, run.course)

    def breathe(self, args: dict[str, Any]) -> dict[str, Any]:
        """Asked of itself, this takes its turn after everything that waits already."""
        return {}


def _figures(outcome: str, course: Course) -> dict[str, Any]:
    return {"outcome": outcome, "reason": course.reason, "figures": figures_message(*course.outline())}
