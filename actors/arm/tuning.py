"""What the settings of the arm and its controller make impossible, as sentences for clients."""

from actors.arm.plant import Plant
from actors.arm.stability import Motion, largest_stable_factor, slowest_swing
from actors.arm.timestep_limit import ringing, timestep_limit

# By method: the largest z for which a step with qddot = -z / dt qdot does not increase qdot. It
# follows from the stability function (Hairer and Wanner, Solving Ordinary Differential Equations
# II, chapter IV.2).
STABILITY = {"euler": 2.0, "midpoint": 2.0, "verlet": 2.0, "rk4": 2.785}
STANDS = "the arm has diverged and its clock stands still: /arm_sim/reset brings it back"
LONG = 5.0  # s: an oscillation that takes longer to die out is told
DECADES = 3.0  # times its time constant, an oscillation has died out to a twentieth


def remarks(plant: Plant) -> list[str]:
    """Return why the arm would not come to rest with its settings; none if it would."""
    by_timestep = [each for each in (bursting(plant), ringing(plant)) if each]
    return by_timestep or [each for each in (swinging(plant),) if each]


def diverged(plant: Plant) -> str:
    """Return a sentence if the arm has diverged, with the cause if its settings show it, or ""."""
    if not plant.diverged:
        return ""
    return "; ".join(filter(None, (STANDS, cause_of_divergence(plant))))


def bursting(plant: Plant) -> str:
    """Return a sentence if the damping of the joints is too large for the timestep, or ""."""
    arm = plant.arm
    if not any(arm.damping):
        return ""
    limit = timestep_limit(arm, _resistance(plant)).seconds * STABILITY[plant.method] / 2
    if not plant.timestep > limit:
        return ""
    return (
        f"timestep {plant.timestep:g} s is above about {limit:.2g} s, from which {plant.method} "
        "is unstable with damping as large as this"
    )


def _resistance(plant: Plant) -> tuple[float, ...]:
    """Return the coefficients (n,) in N m s/rad that count as damping within a step.

    Euler's method holds all torques for a step, so kd counts like damping.
    """
    damping = plant.arm.damping
    if plant.method != "euler" or not plant.controller.enabled:
        return damping
    return tuple(d + kd for d, kd in zip(damping, plant.controller.gains.kd))


def swinging(plant: Plant) -> str:
    """Return a sentence if the arm would swing for long or topple with these gains, or ""."""
    gains = plant.controller.gains
    slowest = slowest_swing(plant.arm, gains, plant.timestep)
    if slowest is None or slowest.growth < -DECADES / LONG:
        return ""
    where = slowest.where
    if slowest.growth < 0:
        return (
            f"with these gains a swing of the arm takes {-DECADES / slowest.growth:.2g} s to die "
            f"out {where}: kd is small for its inertia"
        )
    return f"with these gains the arm does not come to rest {where}: {_cause(plant, slowest)}"


def _cause(plant: Plant, motion: Motion) -> str:
    """Return why a motion of the closed loop does not die out."""
    if not motion.swings:
        return "kp is too small for its weight"
    factor = largest_stable_factor(plant.arm, plant.controller.gains, plant.timestep)
    if factor == 0.0:
        return "kp and kd are too small for its weight and inertia"
    return f"ki is too large for its inertia, {factor:.2g} times as much would do"


def cause_of_divergence(plant: Plant) -> str:
    """Return why the arm has diverged, as far as its settings tell, or ""."""
    return bursting(plant) or (ringing(plant) if plant.controller.enabled else "")
