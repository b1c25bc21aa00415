"""Checks of /arm_sim/integration_step: the four methods on known forcing functions."""

import contextlib
import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from tests.grade.arm import INTEGRATION_STEP, PAUSE, SET_INTEGRATOR, Arm
from tests.grade.checks import INTEGRATORS, Lost, Plot, Series, check, must, near, show
from tests.grade.steppers import STEPPERS, VARIANTS, particle
from tests.grade.values import Sample, is_number, is_vector

Forcing = Callable[[float], float]

# Functions with what they mean, start, and velocity.
MOTIONS: list[tuple[str, Forcing, float, float]] = [
    ("1", lambda t: 1.0, 0.0, 0.0),
    ("t", lambda t: t, 0.0, 0.0),
    ("cos(t)", math.cos, 1.0, -0.5),
    ("exp(t/2) - t^2", lambda t: math.exp(t / 2) - t * t, -2.0, 3.0),
]
ORDERS = {"euler": 1, "midpoint": 2, "verlet": 2, "rk4": 4}
# Where to look first if the accuracy of a method falls too slowly with dt.
EULER_ERROR = 0.0467  # m, of x(1) for f(t) = t with dt 0.1
FROZEN = (
    "the error falls too slowly when dt is halved: is each sub-stage evaluated at its own time "
    "(t, t + dt/2, t + dt), and not at t?"
)
WORDS = {
    "euler": "position and velocity both step from the old values: x + v dt, v + a dt",
    "midpoint": "the step is taken with what a trial half-step finds at t + dt/2",
    "verlet": "x + v dt + a dt^2/2, then the velocity from the mean of both accelerations",
    "rk4": "four stages at t, t + dt/2 (twice) and t + dt, with weights 1, 2, 2, 1",
}


def step(arm: Arm, function: Any, method: str, dt: float, steps: int, **start: float) -> Any:
    """Call the service, and return positions and velocities of the right length. Raises Lost."""
    args = {"function": function, "x0": start.get("x0", 0.0), "dt": dt, "steps": steps}
    args["integrator"] = method
    if "xdot0" in start:
        args["xdot0"] = start["xdot0"]
    values = arm.ok(INTEGRATION_STEP, args)
    for name in ("times", "positions", "velocities"):
        if not is_vector(values.get(name), steps + 1):
            raise Lost(f"{name} with {steps + 1} numbers for {show(args)}", show(values))
    return values


@check(
    "step.shape",
    INTEGRATORS,
    2,
    "integration_step returns one entry per step after the starting point, at times k dt",
    "the lists have steps + 1 entries, and the first ones are 0, x0 and xdot0",
)
def shape(arm: Arm) -> None:
    """One entry more than steps, the first of them as the request says."""
    values = step(arm, "t", "rk4", 0.25, 12, x0=-2.5, xdot0=3.0)
    first = [values[name][0] for name in ("times", "positions", "velocities")]
    must(first == [0, -2.5, 3], "the first entries 0, x0 = -2.5 and xdot0 = 3", first)
    for k, time in enumerate(values["times"]):
        near(f"times[{k}]", time, 0.25 * k, 1e-9, "it is k dt")
    rest = step(arm, "0", "euler", 0.5, 2, x0=1.0)
    must(rest["velocities"] == [0, 0, 0], "velocities of 0 where xdot0 is left out", rest)


def discrete(method: str) -> Callable[[Arm], None]:
    """Make the check that a method takes exactly the steps that its definition says."""

    def run(arm: Arm) -> None:
        for text, f, x0, v0 in MOTIONS:
            got = step(arm, text, method, 0.2, 10, x0=x0, xdot0=v0)
            wanted = [particle(form, f, x0, v0, 0.2, 10) for form in VARIANTS[method]]
            _plot_motion(arm, f"{method}, q'' = {text}", got, wanted[0])
            errors = [_worst(got, xs, vs) for xs, vs in wanted]
            k, error = min(errors, key=lambda found: found[1])
            xs, vs = wanted[0]
            must(
                error <= 1e-7,
                f"step {k} of {method} for '{text}', dt 0.2, to give x = {xs[k]:.9g}, v = "
                f"{vs[k]:.9g} within 1e-7, relative (the steps are fixed; only rounding is free)",
                f"x = {got['positions'][k]:.9g}, v = {got['velocities'][k]:.9g}",
            )

    return run


def _worst(got: Any, xs: list[float], vs: list[float]) -> tuple[int, float]:
    """Return the step with the largest relative error, and that error."""
    rows = zip(got["positions"], got["velocities"], xs, vs)
    errors = [max(abs(a - x) / (1 + abs(x)), abs(b - v) / (1 + abs(v))) for a, b, x, v in rows]
    first = next((k for k, error in enumerate(errors) if error > 1e-7), 0)
    return first, max(errors)


def _plot_motion(arm: Arm, title: str, got: Any, wanted: tuple[list[float], list[float]]) -> None:
    lines = [
        Series("expected x", list(got["times"]), wanted[0]),
        Series("measured x", list(got["times"]), list(got["positions"]), dots=True),
    ]
    arm.plots.append(Plot(title, "t in s", "x in m", lines))


def converging(method: str) -> Callable[[Arm], None]:
    """Make the check that the error of a method falls with its order."""
    order = ORDERS[method]

    def run(arm: Arm) -> None:
        exact_x, exact_v = 2 - math.cos(1.0) - 0.5, -0.5 + math.sin(1.0)
        steps, errors = (8, 16, 32), []
        for count in steps:
            got = step(arm, "cos(t)", method, 1 / count, count, x0=1.0, xdot0=-0.5)
            x, v = got["positions"][-1], got["velocities"][-1]
            errors.append(math.hypot(x - exact_x, v - exact_v))
        falls = [math.log2(a / b) if a > 0 and b > 0 else 99.0 for a, b in pairwise(errors)]
        _plot_order(arm, method, [1 / count for count in steps], errors)
        wanted = f"the error of {method} at t = 1 for cos(t) to fall by about 2^{order} = "
        must(
            all(fall > order - 0.3 for fall in falls),
            wanted + f"{2**order} when dt is halved (its order is {order}; 20 % are allowed)",
            f"errors {show(errors)} for dt 1/8, 1/16 and 1/32",
            FROZEN if order > 1 else "",
        )
        must(
            order > 1 or all(fall < 1.4 for fall in falls),
            wanted + "2, and not faster (Euler is of first order)",
            f"errors {show(errors)} for dt 1/8, 1/16 and 1/32",
        )

    return run


def _plot_order(arm: Arm, method: str, dts: list[float], errors: list[float]) -> None:
    floor = 1e-18
    xs = [math.log10(dt) for dt in dts]
    ys = [math.log10(max(error, floor)) for error in errors]
    slope = ORDERS[method]
    ideal = [ys[0] + slope * (x - xs[0]) for x in xs]
    lines = [Series(f"order {slope}", xs, ideal), Series("measured", xs, ys, dots=True)]
    arm.plots.append(Plot(f"{method}: error at t = 1 for cos(t)", "log10 dt", "log10 error", lines))


for _method in STEPPERS:
    check(
        f"step.{_method}",
        INTEGRATORS,
        3,
        f"{_method} takes the steps of its definition: {WORDS[_method]}",
        f"compare one step of {_method} by hand with its definition: {WORDS[_method]}",
    )(discrete(_method))
    check(
        f"step.{_method}.order",
        INTEGRATORS,
        2,
        f"the error of {_method} falls with dt as a method of order {ORDERS[_method]} does",
        "compare the error for dt and dt/2",
    )(converging(_method))


@check(
    "step.gap",
    INTEGRATORS,
    2,
    "for f(t) = t, where x = t^3/6, the better methods are visibly better than Euler",
    FROZEN,
)
def gap(arm: Arm) -> None:
    """rk4 is exact for a cubic, midpoint and verlet are far nearer to it than Euler."""
    errors = {}
    for method in STEPPERS:
        got = step(arm, "t", method, 0.1, 10)
        errors[method] = abs(got["positions"][-1] - 1 / 6)
    must(errors["rk4"] < 1e-9, "rk4 to give x(1) = 1/6 within 1e-9 (it is exact)", errors)
    for method in ("midpoint", "verlet"):
        must(
            errors[method] < EULER_ERROR / 5,
            f"{method} to be at least 5 times nearer to x(1) = 1/6 than the {EULER_ERROR} of a "
            "correct Euler (20 times is usual)",
            errors,
        )


@check(
    "step.isolated",
    INTEGRATORS,
    2,
    "integration_step neither moves the live arm nor changes its integrator",
    "the service must use a state and an integrator of its own",
    seconds=20.0,
)
def isolated(arm: Arm) -> None:
    """A paused arm is the same before and after; its integrator, too.

    Where the live arm does not exist yet, or cannot be paused, there is nothing to compare.
    """
    setting = before = None
    with contextlib.suppress(Lost):
        setting = arm.ok(SET_INTEGRATOR, {"method": "midpoint", "timestep": 0.002})
        setting = arm.ok(SET_INTEGRATOR)
        before = frozen(arm)
    step(arm, "100*t", "euler", 0.5, 20, x0=9.0, xdot0=-4.0)
    if before is not None:
        after = arm.next_samples(3)[-1]
        wanted = f"the paused arm to stay at q = {show(before.q)}, v = {show(before.v)}"
        must(before.state == after.state, wanted, f"q = {show(after.q)}, v = {show(after.v)}")
        arm.call(PAUSE, {"data": False})
    if setting is not None:
        again = arm.call(SET_INTEGRATOR).values
        must(again == setting, f"the live integrator to stay {setting}", again)


def frozen(arm: Arm) -> Sample | None:
    """Pause the arm, and return its state; None if it moves on. Raises Lost."""
    arm.ok(PAUSE, {"data": True})
    arm.wait(0.1)
    found = arm.next_samples(4)
    return found[-1] if found[0].state == found[-1].state else None


@check(
    "step.many",
    INTEGRATORS,
    1,
    "integration_step handles twenty thousand steps without losing accuracy",
    "are the times k dt? Is the loop quadratic, or is the answer cut off?",
)
def many(arm: Arm) -> None:
    """rk4 stays accurate over many steps."""
    got = step(arm, "cos(t)", "rk4", 0.001, 20_000)
    near("times[20000]", got["times"][-1], 20.0, 1e-6, "it is 20000 dt")
    near("x(20)", got["positions"][-1], 1 - math.cos(20.0), 1e-6, "the exact value")
    must(is_number(got["velocities"][-1]), "a number", got["velocities"][-1])
