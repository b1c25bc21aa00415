"""Faults of the integrators and of integration_step."""

import math
from typing import Any

from tests.grade.broken.arms import answers, around, broken

STEP = "/arm_sim/integration_step"
SLOW = ("step.many",)  # twenty thousand steps: what is less accurate may show there


def method(name: str, change: Any) -> None:
    """Replace a method of the particle and of the live arm."""
    from actors.arm import integrators

    original = integrators.INTEGRATORS[name]
    integrators.INTEGRATORS[name] = lambda *args: change(original, *args)  # type: ignore[index]


@broken("step.euler", "live.euler")
def semi_implicit_euler() -> None:
    """The position steps with the new velocity."""

    def change(original: Any, f: Any, t: Any, q: Any, v: Any, dt: Any) -> Any:
        _, after = original(f, t, q, v, dt)
        return [x + dt * rate for x, rate in zip(q, after)], after

    method("euler", change)


@broken("step.midpoint.order", "step.verlet.order", "step.rk4.order", "step.gap", may=("step.",))
def frozen_time() -> None:
    """All sub-stages see the time of the beginning of the step."""
    for name in ("midpoint", "verlet", "rk4"):
        method(name, lambda original, f, t, q, v, dt: original(lambda _, *s: f(t, *s), t, q, v, dt))


@broken("step.verlet", "step.verlet.order", "live.verlet", may=("step.gap",))
def verlet_without_second_force() -> None:
    """Verlet uses the first acceleration twice."""

    def change(original: Any, f: Any, t: Any, q: Any, v: Any, dt: Any) -> Any:
        first = f(t, q, v)
        return original(lambda *_: first, t, q, v, dt)

    method("verlet", change)


@broken("step.rk4", "step.rk4.order", "step.gap", may=("live.rk4", *SLOW))
def rk4_with_equal_weights() -> None:
    """The four stages have the weights 1, 1, 1, 1."""
    from actors.arm import integrators

    integrators._blend = lambda a, b, c, d: [  # type: ignore[assignment]
        1.5 * (w + x + y + z) for w, x, y, z in zip(a, b, c, d)
    ]


@broken("step.rk4", "step.rk4.order", "step.gap", "live.rk4", may=SLOW)
def rk4_is_midpoint() -> None:
    """The name rk4 stands for midpoint."""
    from actors.arm.integrators import midpoint

    method("rk4", lambda original, *args: midpoint(*args))


@broken("step.midpoint", "step.midpoint.order", "step.gap", "live.midpoint")
def midpoint_is_euler() -> None:
    """The name midpoint stands for euler."""
    from actors.arm.integrators import euler

    method("midpoint", lambda original, *args: euler(*args))


@broken("step.shape", "step.many")
def times_late() -> None:
    """The times begin at dt."""

    def change(parts: dict[str, Any]) -> None:
        times = parts["values"].get("times")
        if times:
            parts["values"]["times"] = [t + times[1] for t in times]

    answers(STEP, change)


@broken("step.shape", may=("step.", "function"))
def start_ignored() -> None:
    """x0 and xdot0 are taken as 0."""
    request({"x0": 0.0, "xdot0": 0.0})


def request(changes: dict[str, Any]) -> None:
    """Change the fields of each request."""
    from actors.integration import Integration

    def change(original: Any, self: Any, args: dict[str, Any]) -> Any:
        return original(self, {**args, **changes})

    around(Integration, "integration_step", change)


@broken("refuse.steps")
def no_steps_accepted() -> None:
    """steps = 0 is answered with the starting point."""

    def change(parts: dict[str, Any]) -> None:
        if parts["status"].startswith("steps"):
            lists = {"times": [0.0], "positions": [0.0], "velocities": [0.0]}
            parts.update(values=lists, result=True, status="")

    answers(STEP, change)


@broken("refuse.dt")
def any_timestep_accepted() -> None:
    """dt may be negative."""
    from actors import integration

    around(integration, "number", lambda original, above=None, **more: original(**more))


@broken("refuse.integrator")
def unknown_method_is_euler() -> None:
    """An unknown method falls back to euler."""
    from actors import integration

    def change(original: Any, options: Any) -> Any:
        return lambda value: value if value in options else "euler"

    around(integration, "choice", change)


@broken("function.minus_power")
def minus_is_weak() -> None:
    """Unary minus binds less tightly than ^, as in Python."""
    from actors.arm import expression

    expression.BINDING["neg"] = 2.5  # type: ignore[assignment]


@broken("function.precedence", may=("function.functions",))
def power_from_left() -> None:
    """2^3^2 is (2^3)^2."""
    from actors.arm import expression

    expression.RIGHT_ASSOCIATIVE.clear()


@broken("refuse.trailing", may=("refuse.characters",))
def trailing_ignored() -> None:
    """What follows a complete expression is ignored."""
    words = ("1 2", "t 5", "t t", "2 t", "t sin(t)", "(t)(t)")
    from actors.integration import Integration

    def change(original: Any, self: Any, args: dict[str, Any]) -> Any:
        text = args.get("function")
        return original(self, {**args, "function": "t"} if text in words else args)

    around(Integration, "integration_step", change)


@broken("function.functions")
def decimal_logarithm() -> None:
    """ln is the logarithm to the base 10."""
    from actors.arm import flat, operations

    operations.PLAIN["ln"] = operations.GUARDED["ln"] = math.log10
    for name, value in vars(flat).items():
        if isinstance(value, dict) and value.get("ln") is math.log:
            vars(flat)[name]["ln"] = math.log10


@broken("refuse.empty", "refuse.dt", may=("refuse.", "ik.", "action.goal"))
def refusals_without_reason() -> None:
    """The status of a refusal is empty."""
    answers("", lambda parts: parts.update(status=""))
