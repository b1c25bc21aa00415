"""Checks of what advances the live arm: the method and the timestep that were asked for."""

import math
from collections.abc import Callable, Sequence

from tests.grade.arm import SET_INTEGRATOR, Arm
from tests.grade.checks import DYNAMICS, check, must, show
from tests.grade.curve import refined
from tests.grade.moves import MOST, calm, compare, diverge, free, moving
from tests.grade.steppers import STEPPERS, VARIANTS, Stepper, path
from tests.grade.values import Sample

# s, by number of links: the methods then differ visibly within a second
STEP = {2: 0.04, 3: 0.02}
PARTS = 8  # of a step, for servers that publish states between two steps
CLOSE = 0.005  # rad, or 0.025 rad/s


def live(method: str) -> Callable[[Arm], None]:
    """Make the check that a method advances the live arm."""

    def run(arm: Arm) -> None:
        arm.prepare()
        moving(arm)
        arm.ok(SET_INTEGRATOR, {"method": method, "timestep": STEP[arm.n]})
        arm.run(0.1)
        samples = arm.run(1.0)
        # The method itself comes last, so that its plot is kept.
        errors = {
            name: min(fit(arm, name, form, samples) for form in VARIANTS[name])
            for name in sorted(STEPPERS, key=lambda name: name == method)
        }
        best = min(errors, key=lambda name: errors[name])
        fits = ", ".join(f"{name} {error:.2g}" for name, error in errors.items())
        must(
            best == method and errors[method] < CLOSE,
            f"the states to be those of {method} with this timestep, within {CLOSE} rad",
            f"{best} fits best; the distances are {fits}",
        )

    return run


def fit(arm: Arm, name: str, form: Stepper, samples: Sequence[Sample]) -> float:
    """Return the largest distance of the states from those of a method; plot both."""
    h = STEP[arm.n]
    steps = round(2.5 / h)
    states = path(form, free(arm.model), samples[0].state, h, steps)
    arm.plots = []
    title = f"{name}, timestep {h} s"
    error, count = compare(arm, title, refined(states, h, PARTS), h / PARTS, samples)
    overflows = len(states) <= steps and count < min(len(samples), MOST)
    return math.inf if overflows else error


for _method in STEPPERS:
    check(
        f"live.{_method}",
        DYNAMICS,
        1.5,
        f"after set_integrator, {_method} with the given timestep advances the live arm",
        "the live arm must call the same four methods; do not divide the timestep",
        spared_by=("dynamics.swing",),
    )(live(_method))


@check(
    "dynamics.diverges",
    DYNAMICS,
    2,
    "with a timestep that is too large for the gains, the arm diverges: nothing hides that",
    "do not clamp angles, speeds or efforts, and do not divide the timestep",
)
def diverges(arm: Arm) -> None:
    """A stiff controller at 20 Hz."""
    arm.prepare()
    gone = diverge(arm)
    last = arm.next_samples()[-1]
    calm(arm)
    wanted = "a speed above 500 rad/s, or overflow (with rk4, a timestep of 0.05 s, "
    must(gone, wanted + "and kp 4000 it cannot be stable)", f"q = {show(last.q)} after 8 s")
