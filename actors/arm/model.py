"""The arm as a mechanism: a chain of uniform rods, hinged at the base."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

DEFAULT_GRAVITY = 9.81                  # m/s^2
DEFAULT_MASS = 1.0                      # kg, of each link
DEFAULT_LENGTH = 1.0                    # m, of each link


@dataclass(frozen=True)
class Arm:
    """n links in a vertical plane.

             y              q_i    angle of joint i, relative to the link before; q_1 from world +x
             |      o       phi_i  heading of link i: q_1 + ... + q_i
             |   l2/ q2     g      along -y
             |  __o___
       base  o_/l1  q1 ___ x
    """

    gravity: float                      # m/s^2, at least 0
    masses: tuple[float, ...]           # (n,) kg, above 0
    lengths: tuple[float, ...]          # (n,) m, above 0

    @classmethod
    def of_links(cls, n: int) -> "Arm":
        """The default arm."""
        return cls(DEFAULT_GRAVITY, (DEFAULT_MASS,) * n, (DEFAULT_LENGTH,) * n)

    @property
    def links(self) -> int:
        return len(self.masses)

    @cached_property
    def moments(self) -> tuple[float, ...]:
        """b (n,) in kg m: the first moment about joint i of all that hangs at link i.

        Its own mass at half its length, and the links beyond it at its end.
        """
        return tuple(m * length / 2 + length * sum(self.masses[i + 1:])
                     for i, (m, length) in enumerate(zip(self.masses, self.lengths)))

    @cached_property
    def couplings(self) -> tuple[tuple[float, ...], ...]:
        """c (n, n) in kg m^2, symmetric: how strongly links i and j feel each other's turning.

        c_ij = l_i b_j for i < j; c_ii is the inertia of rod i about its joint, with the links beyond at its end.
        """
        return tuple(tuple(self._coupling(min(i, j), max(i, j)) for j in range(self.links))
                     for i in range(self.links))

    def _coupling(self, i: int, j: int) -> float:
        if i < j:
            return self.lengths[i] * self.moments[j]
        return self.lengths[i] * self.lengths[i] * (self.masses[i] / 3 + sum(self.masses[i + 1:]))

    def echo(self) -> dict[str, float | Sequence[float]]:
        """The parameters as /arm_sim/set_params reports them."""
        return {"gravity": self.gravity, "masses": self.masses, "lengths": self.lengths}
