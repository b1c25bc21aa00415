"""The arm as a mechanism: a chain of links on a fixed base. By default the links are rods."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

DEFAULT_GRAVITY = 9.81  # m/s^2
DEFAULT_MASS = 1.0  # kg, of each link
DEFAULT_LENGTH = 1.0  # m, of each link

Row = tuple[float, ...]


@dataclass(frozen=True)
class Arm:
    """n links in a vertical plane.

          y              q_i    angle of joint i, relative to the link before; q_1 is relative to x
          |      o       phi_i  heading of link i: q_1 + ... + q_i
          |   l2/ q2     g      gravity, in the direction of -y
          |  __o___
    base  o_/l1  q1 ___ x

    Where own_centers or own_inertias is None, the links have the values of uniform rods. Where
    own_damping is None, there is no damping.
    """

    gravity: float  # m/s^2, at least 0
    masses: Row  # (n,) kg, above 0
    lengths: Row  # (n,) m, above 0
    own_centers: Row | None = None  # (n,) m from the joint to the centre of mass
    own_inertias: Row | None = None  # (n,) kg m^2 about the centre of mass
    own_damping: Row | None = None  # (n,) N m s/rad at the joint, viscous

    @classmethod
    def of_links(cls, n: int) -> "Arm":
        """Make the default arm of n links."""
        return cls(DEFAULT_GRAVITY, (DEFAULT_MASS,) * n, (DEFAULT_LENGTH,) * n)

    def __reduce__(self) -> Any:
        """Return what is pickled: the fields alone, since the arm is saved often.

        The cached properties are computed again after the arm is loaded.
        """
        return Arm, (
            self.gravity,
            self.masses,
            self.lengths,
            self.own_centers,
            self.own_inertias,
            self.own_damping,
        )

    def of_rods(self) -> "Arm":
        """Return this arm with the centres of mass and inertias of uniform rods.

        The damping stays as it is.
        """
        return replace(self, own_centers=None, own_inertias=None)

    @property
    def links(self) -> int:
        return len(self.masses)

    @cached_property
    def centers_of_mass(self) -> Row:
        """(n,) in m: the distance from the joint to the centre of mass, along the link."""
        return self.own_centers or tuple(length / 2 for length in self.lengths)

    @cached_property
    def inertias(self) -> Row:
        """(n,) in kg m^2 about the centres of mass; m l^2 / 12 for a uniform rod."""
        return self.own_inertias or tuple(
            m * length * length / 12 for m, length in zip(self.masses, self.lengths)
        )

    @cached_property
    def damping(self) -> Row:
        """(n,) in N m s/rad: viscous damping at the joints."""
        return self.own_damping or (0.0,) * self.links

    @cached_property
    def moments(self) -> Row:
        """b (n,) in kg m: the first moment of mass about joint i of link i and the links beyond it.

        The mass of link i acts at its centre, the masses of the links beyond act at its end.
        """
        return tuple(
            m * center + length * sum(self.masses[i + 1 :])
            for i, (m, center, length) in enumerate(
                zip(self.masses, self.centers_of_mass, self.lengths)
            )
        )

    @cached_property
    def couplings(self) -> tuple[Row, ...]:
        """c (n, n) in kg m^2, symmetric: the coefficients of the kinetic energy in the headings.

        c_ij = l_i b_j for i < j. c_ii is the inertia of link i about its joint, by the parallel
        axis theorem, plus that of the masses of all links beyond at the end of link i.
        """
        return tuple(
            tuple(self._coupling(min(i, j), max(i, j)) for j in range(self.links))
            for i in range(self.links)
        )

    def _coupling(self, i: int, j: int) -> float:
        if i < j:
            return self.lengths[i] * self.moments[j]
        center = self.centers_of_mass[i]
        length = self.lengths[i]
        return (
            self.inertias[i]
            + self.masses[i] * center * center
            + length * length * sum(self.masses[i + 1 :])
        )
