"""The reference, protocol/README.md, has the names, limits and defaults of the code."""

from pathlib import Path
from typing import Any

import pytest

from actors.arm.goal import DEFAULT_EPSILON, DEFAULT_SUCCESS_HOLD
from actors.arm.pid import DEFAULT_GAINS
from actors.arm.simulation import Simulation
from actors.arm.trial import DEFAULT_DURATION
from actors.arm.windup import RESERVE
from actors.ik import DESCENT
from protocol import limits, names
from protocol.motion_requests import DEFAULT_SPEED
from protocol.operations import READERS

REFERENCE = (Path(__file__).resolve().parents[2] / "protocol" / "README.md").read_text()
ROWS = {
    cells[0]: cells[1:]
    for line in REFERENCE.splitlines()
    if line.startswith("| ")
    for cells in [[cell.strip() for cell in line.strip("|").split("|")]]
}
PUBLIC = sorted(
    value
    for name, value in vars(names).items()
    if name.isupper() and isinstance(value, str) and value.startswith("/")
)
PUBLIC += names.ROSAPI
LIMITS = {name: value for name, value in vars(limits).items() if name.isupper()}
FRESH = Simulation(2)


def shown(name: str, value: float) -> str:
    """A limit as the reference writes it."""
    if name.endswith("_BYTES"):
        kibibytes = value // 1024
        return f"{kibibytes} KiB" if kibibytes < 1024 else f"{kibibytes // 1024} MiB"
    return f"{value:,.10g} s" if isinstance(value, float) else f"{value:,}"


def listed(values: Any) -> str:
    return ", ".join(f"{value:g}" for value in values)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_service_and_topic_has_a_row(name: str):
    assert f"`{name}`" in ROWS


def test_every_service_and_topic_in_a_row_exists():
    rows = {row.strip("`") for row in ROWS if row.startswith("`/")}
    assert rows <= set(PUBLIC)


@pytest.mark.parametrize("op", READERS)
def test_every_operation_has_a_row(op: str):
    assert any(f"`{op}`" in row for row in ROWS)


@pytest.mark.parametrize("name", LIMITS)
def test_every_limit_has_a_row_with_its_number(name: str):
    assert ROWS[f"`{name}`"][0] == shown(name, LIMITS[name])


@pytest.mark.parametrize("k, name", [(0, "kp"), (1, "ki"), (2, "kd")])
def test_the_default_gains_are_those_of_the_controller(k: int, name: str):
    assert ROWS[f"`{name}`"] == [listed(DEFAULT_GAINS[n][k]) for n in (2, 3)]


@pytest.mark.parametrize(
    "row, value",
    [
        ("method", FRESH.method),
        ("timestep", f"{FRESH.timestep:g} s"),
        ("gravity", f"{FRESH.arm.gravity:g} m/s²"),
        (
            "bound of the integral",
            f"(the worst gravity load of the joint + {RESERVE * 100:g} % of that on earth) / `ki`; "
            "where `ki` is 0, / its default",
        ),
    ],
)
def test_the_defaults_of_the_simulation_are_those_of_the_code(row: str, value: str):
    assert ROWS[row] == [value]


@pytest.mark.parametrize(
    "service, argument",
    [
        (names.SEND_GOAL, f"`epsilon` ({DEFAULT_EPSILON:g} m)"),
        (names.SEND_GOAL, f"`success_hold` ({DEFAULT_SUCCESS_HOLD:g} s)"),
        (names.START_TRIAL, f"`duration` ({DEFAULT_DURATION:g} s)"),
        (names.START_TRIAL, f"`epsilon` ({DEFAULT_EPSILON:g} m)"),
        (names.START_TRIAL, f"`success_hold` ({DEFAULT_SUCCESS_HOLD:g} s)"),
        (names.CLAMPED_DESCENT, f"`alpha` ({DESCENT['alpha']:g} "),
        (names.CLAMPED_DESCENT, f"`tol` ({DESCENT['tol']:g} m)"),
        (names.CLAMPED_DESCENT, f"`stall` ({DESCENT['stall']:g} rad)"),
        (names.CLAMPED_DESCENT, f"`max_iters` ({DESCENT['max_iters']})"),
        (names.DRAW, f"({DEFAULT_SPEED:g} m/s)"),
    ],
)
def test_the_defaults_of_an_argument_are_those_of_the_code(service: str, argument: str):
    assert argument in ROWS[f"`{service}`"][0]
