"""How far the integral of each joint may grow: as far as its purpose needs, and a reserve more."""

from collections.abc import Sequence

from actors.arm.model import DEFAULT_GRAVITY, Arm
from actors.arm.pid import INTEGRAL_LIMIT

RESERVE = 0.25  # of the worst load that the arm would have under the gravity of the earth


def integral_limits(arm: Arm, ki: Sequence[float]) -> tuple[float, ...]:
    """Return the bounds of the integral, (n,) in rad s.

    ki   (n,) in N m/(rad s), at least 0

    The integral term holds what the other terms cannot hold without an error, which is the gravity
    load at rest. It may therefore reach the worst load of any pose, and a reserve more. The reserve
    does not depend on gravity: the integral also works against damping and lag.
    """
    needed = zip(worst_loads(arm, arm.gravity), worst_loads(arm, DEFAULT_GRAVITY), ki)
    return tuple(
        (load + RESERVE * usual) / gain if gain else INTEGRAL_LIMIT for load, usual, gain in needed
    )


def worst_loads(arm: Arm, gravity: float) -> tuple[float, ...]:
    """Return the largest gravity load of each joint over all poses, (n,) in N m.

    gravity   m/s^2

    All joints have it in the same pose: when all links are horizontal (see dynamics.gravity_load).
    """
    return tuple(gravity * sum(arm.moments[k:]) for k in range(arm.links))
