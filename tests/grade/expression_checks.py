"""Checks of /arm_sim/integration_step: how it reads the function, and what it refuses."""

import math
from collections.abc import Callable

from tests.grade.arm import INTEGRATION_STEP, Arm
from tests.grade.checks import INTEGRATORS, Lost, check, must, near, show
from tests.grade.integrator_checks import step

GOOD = {"function": "t", "x0": 0.0, "xdot0": 0.0, "dt": 0.1, "steps": 3, "integrator": "euler"}


def value(arm: Arm, text: str, t: float = 1.0) -> float:
    """Return f(t), which is what the second Euler step of size t adds to the velocity."""
    got = step(arm, text, "euler", t, 2)["velocities"]
    return float(got[2] - got[1]) / t


def expect(arm: Arm, cases: dict[str, float], why: str, t: float = 1.0) -> None:
    """Raise Lost unless each function has its value at t."""
    for text, wanted in cases.items():
        near(f"'{text}' at t = {t:g}", value(arm, text, t), wanted, 1e-7 * (1 + abs(wanted)), why)


@check(
    "function.arithmetic",
    INTEGRATORS,
    2,
    "the function field understands + - * / ^, parentheses, numbers, t and blanks",
    "look at the parser's number and operator tokens",
)
def arithmetic(arm: Arm) -> None:
    """Plain arithmetic."""
    cases = {
        "t": 2.0,
        "3": 3.0,
        "0.5*t": 1.0,
        "t^2 + 3*t - 1": 9.0,
        "(t+1)*(t-1)": 3.0,
        " ( t ) ": 2.0,
        "2*(3+(t-1))/4": 2.0,
        "1.25": 1.25,
    }
    expect(arm, cases, "ordinary arithmetic", t=2.0)


@check(
    "function.precedence",
    INTEGRATORS,
    2,
    "* and / bind more tightly than + and -, ^ more tightly than those; ^ goes from right to left",
    "8-3-2 is 3, 8/4/2 is 1, and 2^3^2 is 2^9",
)
def precedence(arm: Arm) -> None:
    """Precedence and associativity of the binary operators."""
    cases = {
        "8-3-2": 3.0,
        "8/4/2": 1.0,
        "2^3^2": 512.0,
        "1+2*3": 7.0,
        "2*3^2": 18.0,
        "12/2*3": 18.0,
        "10-4+3": 9.0,
        "2*t^2*3": 6.0,
    }
    expect(arm, cases, "left to right, except ^")


@check(
    "function.minus",
    INTEGRATORS,
    1,
    "a minus sign before a value is understood",
    "a minus where a value is expected is unary",
)
def minus(arm: Arm) -> None:
    """Unary minus where its precedence does not matter."""
    cases = {"-t + 1": -1.0, "-3": -3.0, "2*-3": -6.0, "-(t+1)": -3.0, "1 - -2": 3.0}
    expect(arm, cases, "unary minus", t=2.0)


@check(
    "function.minus_power",
    INTEGRATORS,
    1,
    "unary minus binds more tightly than ^, as the list of precedences says: -2^2 is 4",
    "the order is +-, */, ^, unary minus, atoms; in many languages minus is weaker than ^",
)
def minus_power(arm: Arm) -> None:
    """Unary minus against ^."""
    expect(arm, {"-2^2": 4.0, "-t^2": 9.0, "2^-1": 0.5}, "(-2)^2; the list of precedences", t=3.0)


@check(
    "function.functions",
    INTEGRATORS,
    2,
    "sin, cos, tan, exp, sqrt, ln and abs of one argument are known",
    "ln is the natural logarithm; angles are in radians",
)
def functions(arm: Arm) -> None:
    """The seven functions."""
    cases = {
        "sin(t)": math.sin(2),
        "cos(t)": math.cos(2),
        "tan(t)": math.tan(2),
        "exp(t)": math.exp(2),
        "sqrt(t)": math.sqrt(2),
        "ln(t+1)": math.log(3),
        "abs(1-t)": 1.0,
        "sin(cos(t))*2": 2 * math.sin(math.cos(2)),
        "2*sqrt(t^2)^2": 8.0,
    }
    expect(arm, cases, "the function of the same name", t=2.0)


MALFORMED = {
    "empty": ["", "   "],
    "parentheses": ["(t", "t)", "((t+1)", "()", "sin(t"],
    "names": ["x", "foo(t)", "t + y"],
    "trailing": ["t 5", "1 2", "t t", "2 t", "t sin(t)", "(t)(t)"],
    "characters": ["t $ 2", "t # 1", "t @ t", "t & t"],
    "operators": ["1 +", "* t", "t + * 2", "^2"],
}
WORDS = {
    "empty": "an empty function is refused",
    "parentheses": "unbalanced or empty parentheses are refused",
    "names": "unknown names are refused",
    "trailing": "what follows a complete expression is refused; there is no implied multiplication",
    "characters": "characters that mean nothing are refused",
    "operators": "an operator without its operands is refused",
}


def refusing(texts: list[str]) -> Callable[[Arm], None]:
    """Make the check that functions are refused, with a reason, and that the service goes on."""

    def run(arm: Arm) -> None:
        for text in texts:
            refuse(arm, {"function": text})

    return run


def refuse(arm: Arm, change: dict[str, object]) -> None:
    """Raise Lost unless a good request is refused after a change, and answered without it."""
    request = {**GOOD, **change}
    answer = arm.refused(INTEGRATION_STEP, request)
    told = isinstance(answer.status, str) and bool(answer.status.strip())
    must(told, f"a status that says why {show(request)} is refused", answer.raw)
    after = arm.call(INTEGRATION_STEP, GOOD)
    if after.result is not True:
        raise Lost("a good request to succeed after a bad one", show(after.raw))


for _kind, _texts in MALFORMED.items():
    check(
        f"refuse.{_kind}",
        INTEGRATORS,
        1,
        f"{WORDS[_kind]}, with result false and a reason",
        "the parser must consume the whole text, and return an error instead of raising one",
    )(refusing(_texts))


@check(
    "refuse.integrator",
    INTEGRATORS,
    1,
    "the name of a method that does not exist is refused",
    "names are compared exactly; there is no default method",
)
def integrator(arm: Arm) -> None:
    """Unknown methods."""
    for name in ("heun", "", "rk45", "leapfrog"):
        refuse(arm, {"integrator": name})


@check(
    "refuse.dt",
    INTEGRATORS,
    1,
    "a timestep that is zero or negative is refused",
    "dt must be above 0",
)
def timestep(arm: Arm) -> None:
    """dt <= 0."""
    for dt in (0, 0.0, -0.1, -5):
        refuse(arm, {"dt": dt})


@check("refuse.steps", INTEGRATORS, 1, "zero steps are refused", "steps must be at least 1")
def steps(arm: Arm) -> None:
    """steps == 0."""
    refuse(arm, {"steps": 0})


@check(
    "function.domain",
    INTEGRATORS,
    1,
    "a function without a value somewhere is answered, and harms nothing",
    "sqrt of a negative number may become NaN, but must not raise; it is nobody's crash",
)
def domain(arm: Arm) -> None:
    """Domain errors: whatever the answer is, there is one, and the service goes on."""
    for text in ("sqrt(0-1)", "ln(0)", "1/t", "ln(0-t-1)", "exp(1000)"):
        arm.call(INTEGRATION_STEP, {**GOOD, "function": text})
        after = arm.call(INTEGRATION_STEP, GOOD)
        must(after.result is True, f"a good request to succeed after '{text}'", after.raw)
