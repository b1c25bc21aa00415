"""What a check is, what it says about itself, and how it reports a loss."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

INTEGRATORS = "Integrators"
PID = "PID control"
DYNAMICS = "Arm dynamics & service contract"
KINEMATICS = "Inverse kinematics"
WEIGHTS = {INTEGRATORS: 25, PID: 20, DYNAMICS: 40, KINEMATICS: 15}  # as the course grades

# Characters that no XML document may contain. Control sequences for terminals have them, too.
FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Lost(Exception):
    """A check is lost: what the contract lets one expect, with its tolerance, and what came."""

    def __init__(self, expected: str, got: str, hint: str = ""):
        super().__init__(f"expected {expected}; got {got}")
        self.expected, self.got, self.hint = expected, got, hint


class OutOfTime(Lost):
    """The time for the check, or for all of them, is over."""


@dataclass
class Series:
    """One line or row of dots of a plot."""

    name: str
    xs: list[float]
    ys: list[float]
    dots: bool = False


@dataclass
class Plot:
    """What was measured against what was expected."""

    title: str
    x_label: str
    y_label: str
    series: list[Series] = field(default_factory=list)


@dataclass(frozen=True)
class Check:
    """One sentence of the contract that can be judged from outside."""

    id: str
    group: str
    weight: float
    sentence: str  # what the contract asks for, in our words
    hint: str  # where to look first if the check is lost
    run: Callable[[Any], None]
    links: tuple[int, ...] = (2, 3)
    seconds: float = 30.0  # after which it is lost
    fresh: bool = False  # whether it needs a server that has just been started
    links_unset: bool = False  # whether that server must not be told the number of links
    # Checks that must not be lost for this one to mean anything. If one is, this one is not
    # counted, since the same fault would be punished twice.
    spared_by: tuple[str, ...] = ()


def clean(text: str) -> str:
    """Replace what no document or terminal should get, since it came from the server."""
    return FORBIDDEN.sub("?", text)


@dataclass
class Verdict:
    """The outcome of a check."""

    check: Check
    outcome: str  # "passed", "lost" or "not counted"
    expected: str = ""
    got: str = ""
    hint: str = ""
    sent: list[str] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.expected, self.got = clean(self.expected), clean(self.got)


CHECKS: list[Check] = []


def check(
    id: str, group: str, weight: float, sentence: str, hint: str, **more: Any
) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Decorate a function of an Arm: it is a check, and raises Lost if the contract is broken."""

    def add(run: Callable[[Any], None]) -> Callable[[Any], None]:
        CHECKS.append(Check(id, group, weight, sentence, hint, run, **more))
        return run

    return add


def must(condition: bool, expected: str, got: Any, hint: str = "") -> None:
    """Raise Lost unless a condition holds."""
    if not condition:
        raise Lost(expected, show(got), hint)


def near(what: str, got: Any, expected: float, tolerance: float, why: str) -> None:
    """Raise Lost unless a number is within a tolerance."""
    wanted = f"{what} = {expected:.6g} within {tolerance:.2g} ({why})"
    number = isinstance(got, (int, float)) and not isinstance(got, bool)
    must(number and abs(got - expected) <= tolerance, wanted, got)


def show(value: Any) -> str:
    """Show a value in a sentence, shortened."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (list, tuple)):
        items = [show(item) for item in value[:8]]
        return "[" + ", ".join(items) + (", ..." if len(value) > 8 else "") + "]"
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 300 else text[:297] + "..."
