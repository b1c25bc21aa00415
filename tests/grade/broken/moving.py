"""Faults of the mechanics, and of what drives them."""

from typing import Any

from tests.grade.broken.arms import around, broken

MOTION = ("dynamics.swing", "dynamics.swing_unequal", "dynamics.energy")


@broken(*MOTION, "dynamics.momentum", may=("dynamics.coupling",))
def no_coriolis() -> None:
    """The velocity terms are left out."""
    from actors.arm import forward_dynamics

    def change(original: Any, arm: Any, v: Any, *rest: Any) -> Any:
        return original(arm, [0.0 * rate for rate in v], *rest)

    around(forward_dynamics, "_forces", change)


@broken(*MOTION, "dynamics.momentum", may=("dynamics.coupling",))
def coriolis_halved() -> None:
    """The velocity terms have half their size."""
    from actors.arm import forward_dynamics

    def change(original: Any, arm: Any, v: Any, *rest: Any) -> Any:
        return original(arm, [0.5**0.5 * rate for rate in v], *rest)

    around(forward_dynamics, "_forces", change)


@broken(*MOTION, "dynamics.gravity_load")
def gravity_upwards() -> None:
    """The sign of gravity is wrong."""
    gravity_times(-1.0)


@broken("dynamics.swing", "dynamics.swing_unequal", "dynamics.gravity_load", may=MOTION)
def gravity_rounded() -> None:
    """Gravity is 10 where 9.81 is set."""
    gravity_times(10 / 9.81)


def gravity_times(factor: float) -> None:
    """Multiply gravity in the equation of motion."""
    from actors.arm import forward_dynamics

    class Other:
        def __init__(self, arm: Any):
            self.arm = arm
            self.gravity = factor * arm.gravity

        def __getattr__(self, name: str) -> Any:
            return getattr(self.arm, name)

    around(forward_dynamics, "_forces", lambda original, arm, *rest: original(Other(arm), *rest))


@broken("dynamics.swing", "dynamics.coupling", "dynamics.momentum", may=MOTION)
def joints_uncoupled() -> None:
    """Only the diagonal of the mass matrix in joint space is used."""
    from actors.arm import step
    from actors.arm.dynamics import coriolis_forces, gravity_load, mass_matrix

    def change(original: Any, arm: Any, q: Any, v: Any, effort: Any) -> Any:
        rows = zip(effort, coriolis_forces(arm, q, v), gravity_load(arm, q))
        matrix = mass_matrix(arm, q)
        return [(tau - c - g) / matrix[i][i] for i, (tau, c, g) in enumerate(rows)]

    around(step, "forward_dynamics", change)


@broken(*MOTION, "dynamics.gravity_load", "dynamics.coupling", may=("dynamics.momentum",))
def point_masses() -> None:
    """The mass of a link is at its end."""
    from actors.arm.model import Arm

    Arm.centers_of_mass = property(lambda self: self.lengths)  # type: ignore[assignment]
    Arm.inertias = property(lambda self: (0.0,) * len(self.masses))  # type: ignore[assignment]


@broken("dynamics.swing", "dynamics.coupling", may=(*MOTION, "dynamics.momentum"))
def no_rotary_inertia() -> None:
    """m l^2 / 12 is left out."""
    from actors.arm.model import Arm

    Arm.inertias = property(lambda self: (0.0,) * len(self.masses))  # type: ignore[assignment]


@broken("dynamics.swing", "dynamics.gravity_load", may=(*MOTION, "dynamics.params"))
def gravity_by_joint_angle() -> None:
    """Gravity acts by the angle of the joint, not of the link."""
    from actors.arm import forward_dynamics

    def change(original: Any, q: Any) -> Any:
        cosine, sine = original(q)
        for j in range(len(q)):
            cosine[-1, j] = forward_dynamics.cos(q[j])
        return cosine, sine

    around(forward_dynamics, "_turns", change)


@broken("dynamics.swing", "dynamics.energy", may=("dynamics.",))
def hidden_friction() -> None:
    """The joints have friction."""
    from actors.arm.model import Arm

    Arm.damping = property(lambda self: (0.4,) * len(self.masses))  # type: ignore[assignment]


@broken("dynamics.params_apply", may=("dynamics.", "states.", "robust.divergence"))
def params_only_echoed() -> None:
    """New parameters are shown, but do not act."""
    from actors.arm import plant

    first: list[Any] = []

    def change(original: Any, arm: Any, *rest: Any) -> Any:
        first.append(arm)
        return original(first[0], *rest)

    around(plant, "flat_tick", change)


@broken("dynamics.diverges", may=("robust.",))
def speeds_clamped() -> None:
    """Speeds above 40 rad/s and angles above 9 rad are cut off."""
    from actors.arm import tick
    from actors.arm.scalars import clamped

    def change(original: Any, *args: Any) -> Any:
        q, v = original(*args)
        return [clamped(x, -9.0, 9.0) for x in q], [clamped(rate, -40.0, 40.0) for rate in v]

    around(tick, "step", change)


@broken("live.euler", "live.midpoint", "dynamics.diverges", may=("live.", "robust."))
def timestep_capped() -> None:
    """A timestep above 2 ms is divided without a word."""
    from actors.arm import plant

    def change(original: Any, arm: Any, method: str, dt: float, *rest: Any) -> Any:
        return original(arm, method, min(dt, 0.002), *rest)

    around(plant, "flat_tick", change)


@broken("live.euler", "live.midpoint", "live.verlet")
def always_rk4() -> None:
    """The live arm ignores the method."""
    from actors.arm import plant

    around(plant, "flat_tick", lambda original, arm, method, *rest: original(arm, "rk4", *rest))


@broken("dynamics.rest", may=("dynamics.", "pid.integral"))
def left_over_force() -> None:
    """A constant torque acts on the first joint."""
    from actors.arm import step

    def change(original: Any, arm: Any, q: Any, v: Any, effort: Any) -> Any:
        return original(arm, q, v, [effort[0] + 0.3, *effort[1:]])

    around(step, "forward_dynamics", change)
