"""Products, determinants and roots of polynomials."""

import random

import numpy as np
import pytest

from actors.arm.polynomials import determinant, product, roots


def with_roots(*wanted):
    """The coefficients, with the constant term first."""
    return np.poly(wanted)[::-1].real.tolist()


def test_a_product_is_that_of_the_values():
    assert product([1.0, 2.0], [3.0, 0.0, 4.0]) == [3.0, 6.0, 4.0, 8.0]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_determinant_is_that_of_the_values(n):
    rng = random.Random(n)
    matrix = [[[rng.uniform(-2, 2) for _ in range(4)] for _ in range(n)] for _ in range(n)]
    for s in (0.0, 0.5, -1.5):
        values = [[np.polyval(entry[::-1], s) for entry in row] for row in matrix]
        assert np.polyval(determinant(matrix)[::-1], s) == pytest.approx(np.linalg.det(values))


@pytest.mark.parametrize(
    "wanted",
    [
        (-2.0,),
        (3.0, -1.0),
        (-1 + 2j, -1 - 2j),
        (-0.1 + 30j, -0.1 - 30j, -2.0),
        (-1e4, -3.0, -1e-3),
        (-5.0, -4 + 1j, -4 - 1j, 0.2 + 7j, 0.2 - 7j, -350.0, -90.0, -1.0, -2.0),
        (1e-9, -2e-9),
        (-1e9, 4e9, 2e9),
    ],
)
def test_roots_are_found(wanted):
    found = roots(with_roots(*wanted))
    assert len(found) == len(wanted)
    for root in wanted:
        assert min(abs(root - each) for each in found) < 1e-6 * abs(root)


@pytest.mark.parametrize(
    "polynomial, count",
    [([], 0), ([0.0, 0.0], 0), ([5.0], 0), ([0.0, 0.0, 3.0], 0), ([0.0, 2.0, 1.0, 0.0], 1)],
)
def test_roots_at_zero_and_missing_powers_do_not_count(polynomial, count):
    assert len(roots(polynomial)) == count


def test_a_double_root_is_found_less_exactly():
    found = roots(with_roots(-3.0, -3.0, -1.0))
    assert sorted(root.real for root in found) == pytest.approx([-3.0, -3.0, -1.0], abs=1e-3)
