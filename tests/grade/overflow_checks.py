"""Checks of what happens when numbers grow beyond all bounds."""

from tests.grade.arm import INTEGRATION_STEP, SET_GAINS, SET_PARAMS, Arm
from tests.grade.checks import DYNAMICS, Lost, check, must, show
from tests.grade.moves import calm, diverge
from tests.grade.wire import Gone


@check(
    "robust.divergence",
    DYNAMICS,
    2,
    "after the arm has diverged everything is served on, and a reset brings the arm back",
    "numbers that overflow must not raise; reset must work from any state",
    seconds=25.0,
    spared_by=("dynamics.diverges",),
)
def divergence(arm: Arm) -> None:
    """Diverge, answer, reset, and be finite."""
    arm.prepare()
    home = arm.next_samples()[-1].q
    diverge(arm)
    arm.wait(3.0)  # the numbers overflow meanwhile
    arm.ok(SET_PARAMS)
    arm.ok(SET_GAINS)
    calm(arm)
    arm.prepare()
    sample = arm.next_samples(3)[-1]
    sane = all(abs(a - b) < 3 for a, b in zip(sample.q, home))
    must(sane, f"the arm near {show(home)} after reset", sample.q)


@check(
    "robust.json",
    DYNAMICS,
    1,
    "every line that is sent is valid JSON, even when numbers are not finite",
    "NaN and Infinity are no JSON: most languages cannot read them. Send null",
    seconds=25.0,
    spared_by=("function.domain",),
)
def strict_json(arm: Arm) -> None:
    """Domain errors of a function, and a diverging arm."""
    arm.ok(SET_PARAMS)
    arm.next_samples()
    for text in ("sqrt(0-1)", "1/(t-t)", "exp(1000)"):
        args = {"function": text, "x0": 0, "dt": 0.1, "steps": 2, "integrator": "rk4"}
        arm.call(INTEGRATION_STEP, args)
    try:
        arm.prepare()
        diverge(arm, 5.0)
        arm.wait(1.0)
        arm.samples()
        calm(arm)
    except (Lost, Gone):
        pass  # that is judged elsewhere
    must(not arm.wire.faults, "nothing but JSON", " | ".join(arm.wire.faults))
