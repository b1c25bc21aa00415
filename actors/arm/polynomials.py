"""Polynomials with real coefficients: products, determinants and roots.

A polynomial is the list of its coefficients, with the constant term first.
"""

from collections.abc import Sequence
from typing import TypeAlias

ITERATIONS = 80
PRECISION = 1e-10

Polynomial: TypeAlias = list[float]


def product(a: Sequence[float], b: Sequence[float]) -> Polynomial:
    """Return the product of two polynomials."""
    result = [0.0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            result[i + j] += x * y
    return result


def determinant(matrix: Sequence[Sequence[Polynomial]]) -> Polynomial:
    """Return the determinant of a square matrix of polynomials, all with the same length."""
    first, *rest = matrix
    if not rest:
        return first[0]
    total: Polynomial = []
    for k, entry in enumerate(first):
        minor = determinant([row[:k] + row[k + 1 :] for row in map(list, rest)])
        term = product(entry, minor)
        total = total or [0.0] * len(term)
        sign = -1.0 if k % 2 else 1.0
        total = [before + sign * x for before, x in zip(total, term)]
    return total


def roots(polynomial: Sequence[float]) -> list[complex]:
    """Return the roots other than zero, by the method of Weierstrass (also Durand and Kerner).

    All roots are improved at the same time: each is moved by the value of the polynomial there,
    divided by the product of the distances to the others.
    """
    first = next((k for k, x in enumerate(polynomial) if x), len(polynomial))
    last = max((k for k, x in enumerate(polynomial) if x), default=first)
    degree = last - first
    if degree < 1:
        return []
    leading = polynomial[last]
    scale = abs(polynomial[first] / leading) ** (1 / degree)  # the geometric mean of all roots
    monic = [polynomial[k] / leading * scale ** (k - last) for k in range(last, first - 1, -1)]
    found = [(0.4 + 0.9j) ** k for k in range(degree)]
    for _ in range(ITERATIONS):
        if _improve(monic, found) < PRECISION:
            break
    return [root * scale for root in found]


def _improve(monic: Sequence[float], found: list[complex]) -> float:
    """Move all roots in place once, and return the largest step, as a fraction of its root.

    monic   the coefficients, with that of the highest power first, which is 1
    """
    largest = 0.0
    for k, root in enumerate(found):
        value = 0j
        for coefficient in monic:
            value = value * root + coefficient
        for other in found[:k] + found[k + 1 :]:
            value /= root - other
        found[k] = root - value
        largest = max(largest, abs(value) / (abs(root) or 1.0))
    return largest
