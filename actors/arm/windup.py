"""How far the integral of each joint may grow: as far as its purpose needs, and a reserve more.

The integral term holds what the other terms cannot hold without an error. At rest that is the
gravity load. While the arm moves, it is also what damping, lag and acceleration take.
"""

from collections.abc import Sequence

from actors.arm.model import DEFAULT_GRAVITY, Arm
from actors.arm.pid import Gains

RESERVE = 1.0  # of the worst load that the arm would have under the gravity of the earth


def integral_limits(arm: Arm, ki: Sequence[float]) -> tuple[float, ...]:
    """Return the limits of the integral, (n,) in rad s.

    ki   (n,) in N m/(rad s), at least 0

    The integral term may reach the worst load of any pose, and the reserve. The reserve does not
    depend on gravity, since an arm without weight has lag and inertia too. Where ki is 0 the
    integral has no effect now, and its limit is that of the default gain, which may be set next.
    """
    usual = Gains.of_links(arm.links).ki
    loads = zip(worst_loads(arm, arm.gravity), worst_loads(arm, DEFAULT_GRAVITY))
    efforts = [load + RESERVE * on_earth for load, on_earth in loads]
    return tuple(effort / (gain or default) for effort, gain, default in zip(efforts, ki, usual))


def worst_loads(arm: Arm, gravity: float) -> tuple[float, ...]:
    """Return the largest gravity load of each joint over all poses, (n,) in N m.

    gravity   m/s^2

    All joints have it in the same pose: when all links are horizontal (see dynamics.gravity_load).
    """
    return tuple(gravity * sum(arm.moments[k:]) for k in range(arm.links))
