"""The arm as a mechanism: a chain of links, hinged at the base; uniform rods unless told otherwise."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

DEFAULT_GRAVITY = 9.81  # m/s^2
DEFAULT_MASS = 1.0  # kg, of each link
DEFAULT_LENGTH = 1.0  # m, of each link


@dataclass(frozen=True)
class Arm:
    """n links in a vertical plane.

          y              q_i    angle of joint i, relative to the link before; q_1 from world +x
          |      o       phi_i  heading of link i: q_1 + ... + q_i
          |   l2/ q2     g      along -y
          |  __o___
    base  o_/l1  q1 ___ x
    """

    gravity: float  # m/s^2, at least 0
    masses: tuple[float, ...]  # (n,) kg, above 0
    lengths: tuple[float, ...]  # (n,) m, above 0
    own_centers: tuple[float, ...] | None = None  # (n,) m from the joint; None: those of rods
    own_inertias: tuple[float, ...] | None = (
        None  # (n,) kg m^2 about the centres; None: those of rods
    )
    own_damping: tuple[float, ...] | None = (
        None  # (n,) N m s/rad, viscous, at the joints; None: none
    )

    @classmethod
    def of_links(cls, n: int) -> "Arm":
        """The default arm."""
        return cls(DEFAULT_GRAVITY, (DEFAULT_MASS,) * n, (DEFAULT_LENGTH,) * n)

    def __reduce__(self) -> Any:
        """Only what it is made of is pickled, with every tick of the live arm; the rest is derived again."""
        return Arm, (
            self.gravity,
            self.masses,
            self.lengths,
            self.own_centers,
            self.own_inertias,
            self.own_damping,
        )

    def of_rods(self) -> "Arm":
        """This arm with the centres and inertias of uniform rods; its damping stays."""
        return replace(self, own_centers=None, own_inertias=None)

    @property
    def links(self) -> int:
        return len(self.masses)

    @cached_property
    def centers_of_mass(self) -> tuple[float, ...]:
        """(n,) m from the joint, along the link."""
        return self.own_centers or tuple(length / 2 for length in self.lengths)

    @cached_property
    def inertias(self) -> tuple[float, ...]:
        """(n,) kg m^2, about the centres of mass."""
        return self.own_inertias or tuple(
            m * length * length / 12 for m, length in zip(self.masses, self.lengths)
        )

    @cached_property
    def damping(self) -> tuple[float, ...]:
        """(n,) N m s/rad."""
        return self.own_damping or (0.0,) * self.links

    @cached_property
    def moments(self) -> tuple[float, ...]:
        """b (n,) in kg m: the first moment about joint i of all that hangs at link i.

        Its own mass at its centre, and the links beyond it at its end.
        """
        return tuple(
            m * center + length * sum(self.masses[i + 1 :])
            for i, (m, center, length) in enumerate(
                zip(self.masses, self.centers_of_mass, self.lengths)
            )
        )

    @cached_property
    def couplings(self) -> tuple[tuple[float, ...], ...]:
        """c (n, n) in kg m^2, symmetric: how strongly links i and j feel each other's turning.

        c_ij = l_i b_j for i < j; c_ii is the inertia of link i about its joint, with the links beyond at its end.
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

    def echo(self) -> dict[str, float | Sequence[float]]:
        """The parameters as /arm_sim/set_params reports them."""
        return {"gravity": self.gravity, "masses": self.masses, "lengths": self.lengths}

    def echo_links(self) -> dict[str, Sequence[float]]:
        """The links as /arm_sim/set_links reports them."""
        return {
            "centers_of_mass": self.centers_of_mass,
            "inertias": self.inertias,
            "damping": self.damping,
        }
