"""The grader's own mechanics agree with independently computed numbers."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from tests.grade import mechanics
from tests.grade.curve import distance, follow
from tests.grade.mechanics import ArmModel
from tests.grade.moves import free
from tests.grade.steppers import STEPPERS, path

DATA = Path(__file__).resolve().parents[1] / "arm" / "data"


def cases(name: str) -> list[dict[str, Any]]:
    """Return the cases of a file of reference numbers."""
    found: list[dict[str, Any]] = json.loads((DATA / name).read_text())
    return found


def model(case: dict[str, Any]) -> ArmModel:
    """Return the arm of a case."""
    return ArmModel(tuple(case["masses"]), tuple(case["lengths"]), case["gravity"])


def test_accelerations_are_those_of_the_reference() -> None:
    for case in cases("dynamics.json"):
        got = mechanics.acceleration(model(case), case["q"], case["qd"], case["tau"])
        for a, b, scale in zip(got, case["qdd"], case["qdd_scale"]):
            assert abs(a - b) <= 1e-10 * scale, case


def test_mass_matrix_and_loads_are_those_of_the_reference() -> None:
    for case in cases("dynamics.json"):
        arm, q = model(case), case["q"]
        largest = max(abs(x) for row in case["M"] for x in row)
        for got, row in zip(mechanics.mass_matrix(arm, q), case["M"]):
            assert got == pytest.approx(row, abs=1e-10 * largest)
        slack = 1e-10 * max(1.0, case["G_scale"])
        assert mechanics.gravity_load(arm, q) == pytest.approx(case["G"], abs=slack)


def test_energies_and_tip_are_those_of_the_reference() -> None:
    for case in cases("dynamics.json"):
        arm, q = model(case), case["q"]
        energy = case["kinetic"] + case["potential"]
        assert mechanics.energy(arm, q, case["qd"]) == pytest.approx(energy, rel=1e-9, abs=1e-9)
        assert mechanics.tip(case["lengths"], q) == pytest.approx(case["tip"], abs=1e-9)


@pytest.mark.parametrize("case", cases("sequences.json"), ids=lambda case: case["method"])
def test_steps_are_those_of_the_reference(case: dict[str, Any]) -> None:
    arm, every = model(case), case["every"]
    count = min(len(case["q"]), 1 + 100 // every)
    states = path(
        STEPPERS[case["method"]],
        lambda t, q, v: mechanics.acceleration(arm, q, v, case["tau"]),
        (case["q0"], case["qd0"]),
        case["dt"],
        every * (count - 1),
    )
    for (q, v), wanted_q, wanted_v in zip(states[::every], case["q"], case["qd"]):
        assert q == pytest.approx(wanted_q, abs=1e-8, rel=1e-8)
        assert v == pytest.approx(wanted_v, abs=1e-8, rel=1e-8)


def test_states_are_found_on_a_motion_without_a_clock() -> None:
    arm = ArmModel((1.0, 1.0), (1.0, 1.0), 9.81)
    motion = path(STEPPERS["rk4"], free(arm), ([0.0, 0.0], [0.0, 0.0]), 0.002, 700)
    wound = [([q[0] + 2 * math.pi, q[1]], v) for q, v in motion[::37]]
    errors, times = follow(motion, 0.002, wound[:-1])
    assert max(errors) < 1e-9
    assert times == pytest.approx([0.074 * k for k in range(len(times))], abs=1e-6)


def test_a_state_beside_a_motion_is_told() -> None:
    arm = ArmModel((1.0, 1.0), (1.0, 1.0), 9.81)
    motion = path(STEPPERS["rk4"], free(arm), ([0.0, 0.0], [0.0, 0.0]), 0.002, 300)
    beside = ([motion[100][0][0] + 0.1, motion[100][0][1]], motion[100][1])
    errors, _ = follow(motion, 0.002, [motion[0], beside])
    assert errors[0] == 0 and 0.02 < errors[1] <= 0.1 + 1e-9


def test_a_state_that_is_not_finite_is_infinitely_far_away() -> None:
    assert distance(([0.0], [0.0]), ([math.nan], [0.0])) == math.inf
    errors, _ = follow([([0.0], [0.0]), ([1.0], [0.0])], 0.1, [([math.inf], [0.0])])
    assert errors == [math.inf]
