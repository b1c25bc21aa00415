"""The reference arm: its own equations of motion, independent of the project's code.

The Lagrangian L = T - V of a chain of uniform rods is written in the absolute angles phi_i of the
links, where the kinetic energy is T = 1/2 sum_ij c_ij cos(phi_i - phi_j) phi_i' phi_j'. The
Euler-Lagrange equation of phi_i is then

    sum_j c_ij (cos(phi_i - phi_j) phi_j'' + sin(phi_i - phi_j) phi_j'^2) + g s_i cos(phi_i) = Q_i

with Q_i = tau_i - tau_(i+1). All lists have one entry for each link. Units are SI.
"""

import math
from dataclasses import dataclass
from itertools import accumulate, pairwise

Row = list[float]


@dataclass(frozen=True)
class ArmModel:
    """An arm of uniform rods, with the parameters that the graded server reports."""

    masses: tuple[float, ...]  # kg
    lengths: tuple[float, ...]  # m
    gravity: float  # m/s^2

    @property
    def n(self) -> int:
        """The number of links."""
        return len(self.masses)

    def beyond(self, i: int) -> float:
        """Return the mass in kg that link i carries at its end."""
        return sum(self.masses[i + 1 :])

    def moment(self, i: int) -> float:
        """Return s_i in kg m: the mass of link i and beyond times its lever arm along link i."""
        return self.lengths[i] * (self.masses[i] / 2 + self.beyond(i))

    def coupling(self, i: int, j: int) -> float:
        """Return c_ij in kg m^2, the factor of cos(phi_i - phi_j) in the kinetic energy."""
        if i == j:
            return self.lengths[i] ** 2 * (self.masses[i] / 3 + self.beyond(i))
        return self.lengths[min(i, j)] * self.moment(max(i, j))

    def couplings(self) -> list[Row]:
        """Return all c_ij."""
        return [[self.coupling(i, j) for j in range(self.n)] for i in range(self.n)]


def headings(q: Row) -> Row:
    """Return the absolute angles of the links for joint angles."""
    return list(accumulate(q))


def gravity_load(arm: ArmModel, q: Row) -> Row:
    """Return G(q) in N m, the gradient of the potential energy in the joint angles."""
    loads = [arm.gravity * arm.moment(i) * math.cos(phi) for i, phi in enumerate(headings(q))]
    return [sum(loads[i:]) for i in range(arm.n)]


def mass_matrix(arm: ArmModel, q: Row) -> list[Row]:
    """Return M(q) in kg m^2, in the joint angles."""
    phi, n = headings(q), arm.n
    absolute = [
        [arm.coupling(i, j) * math.cos(phi[i] - phi[j]) for j in range(n)] for i in range(n)
    ]
    return [
        [sum(absolute[k][m] for k in range(i, n) for m in range(j, n)) for j in range(n)]
        for i in range(n)
    ]


def acceleration(arm: ArmModel, q: Row, v: Row, tau: Row) -> Row:
    """Return q'' in rad/s^2 for joint angles, joint speeds and efforts."""
    phi, rates, n = headings(q), headings(v), arm.n
    c = arm.couplings()
    matrix = [[c[i][j] * math.cos(phi[i] - phi[j]) for j in range(n)] for i in range(n)]
    right = [
        tau[i]
        - (tau[i + 1] if i + 1 < n else 0.0)
        - arm.gravity * arm.moment(i) * math.cos(phi[i])
        - sum(c[i][j] * math.sin(phi[i] - phi[j]) * rates[j] ** 2 for j in range(n))
        for i in range(n)
    ]
    absolute = solve(matrix, right)
    return [absolute[0], *(after - before for before, after in pairwise(absolute))]


def solve(matrix: list[Row], right: Row) -> Row:
    """Solve a linear system by Gaussian elimination with partial pivoting."""
    rows = [[*row, value] for row, value in zip(matrix, right)]
    n = len(rows)
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    found = [0.0] * n
    for k in reversed(range(n)):
        known = sum(rows[k][j] * found[j] for j in range(k + 1, n))
        found[k] = (rows[k][n] - known) / rows[k][k]
    return found


def kinetic_energy(arm: ArmModel, q: Row, v: Row) -> float:
    """Return T in J."""
    matrix = mass_matrix(arm, q)
    return 0.5 * sum(a * m * b for a, row in zip(v, matrix) for m, b in zip(row, v))


def energy(arm: ArmModel, q: Row, v: Row) -> float:
    """Return T + V in J; V is 0 where all centres of mass are at the height of the base."""
    heights = sum(arm.moment(i) * math.sin(phi) for i, phi in enumerate(headings(q)))
    return kinetic_energy(arm, q, v) + arm.gravity * heights


def base_momentum(arm: ArmModel, q: Row, v: Row) -> float:
    """Return the angular momentum about the base in kg m^2/s: constant without gravity, effort."""
    return sum(m * rate for m, rate in zip(mass_matrix(arm, q)[0], v))


def tip(lengths: Row, q: Row) -> tuple[float, float, float]:
    """Return x and y of the end effector in m, and its heading in rad."""
    phi = headings(q)
    return (
        sum(length * math.cos(angle) for length, angle in zip(lengths, phi)),
        sum(length * math.sin(angle) for length, angle in zip(lengths, phi)),
        phi[-1],
    )
