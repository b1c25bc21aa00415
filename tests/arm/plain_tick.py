"""One tick of the arm, written a second time on floats. The derived tick equals it bit by bit.

Only the step of the integrator is shared with the code under test. test_step.py compares that step
with the integrators run on floats, and test_dynamics.py compares the dynamics with reference
numbers.
"""

import math
from itertools import accumulate

from actors.arm.operations import DOMAIN_ERRORS
from actors.arm.step import arm_step
from actors.arm.stops import arrest


def plain_tick(simulation):
    """What seen() will return after the next tick of a simulation, which is left as it is."""
    controller = simulation.controller
    dt = simulation.timestep
    before = seen(simulation)
    try:
        integral, effort = control(controller, simulation.position, simulation.velocity, dt)
        q, qdot = stepped(simulation, effort)
        work, lost = booked(simulation, effort, q, qdot)
        if simulation.limits.position is not None and finite(*q, *qdot):
            q, qdot, lost = stopped(simulation, q, qdot, lost)
        diverged = not finite(*q, *qdot, work, lost, simulation.time + dt)
    except DOMAIN_ERRORS:
        diverged = True
    if diverged:
        return {**before, "diverged": True}
    return {
        "position": q,
        "velocity": qdot,
        "effort": tuple(effort),
        "integral": tuple(integral),
        "work": work,
        "lost": lost,
        "diverged": False,
    }


def seen(simulation):
    return {
        "position": simulation.position,
        "velocity": simulation.velocity,
        "effort": simulation.effort,
        "integral": simulation.controller.integral,
        "work": simulation.books.work,
        "lost": simulation.books.lost,
        "diverged": simulation.diverged,
    }


def finite(*numbers):
    return all(map(math.isfinite, numbers))


def control(controller, position, velocity, dt):
    """Integrals and efforts, joint by joint."""
    if not controller.enabled:
        return controller.integral, [0.0] * len(position)
    integrals = []
    efforts = []
    for i, (q, qdot) in enumerate(zip(position, velocity)):
        error = controller.setpoint.position[i] - q
        before = controller.integral[i]
        nearest = controller.setpoint.position[i]
        if controller.stops is not None:
            lowest, highest = controller.stops[i]
            nearest = min(max(nearest, lowest), highest)
        most = controller.integral_limits[i]
        integral = min(max(before + (nearest - q) * dt, min(-most, before)), max(most, before))
        effort = (
            controller.gains.kp[i] * error
            + controller.gains.ki[i] * integral
            + controller.gains.kd[i] * (controller.setpoint.velocity[i] - qdot)
        )
        if controller.effort_limit is not None and abs(effort) > controller.effort_limit[i]:
            limit = controller.effort_limit[i]
            growth = integral - before
            if growth * effort > 0:
                integral = before
                effort -= controller.gains.ki[i] * growth
            effort = min(max(effort, -limit), limit)
        integrals.append(integral)
        efforts.append(effort)
    return integrals, efforts


def stepped(simulation, effort):
    step = arm_step(simulation.arm, simulation.method, simulation.timestep)
    after = step(*simulation.position, *simulation.velocity, *effort)
    return after[: len(effort)], after[len(effort) :]


def booked(simulation, effort, q, qdot):
    """Work and losses after the step, before the hard stops act."""
    dt = simulation.timestep
    work = simulation.books.work
    lost = simulation.books.lost
    for i in range(len(effort)):
        work += effort[i] * (q[i] - simulation.position[i])
    if simulation.arm.own_damping:
        for i in range(len(effort)):
            first = simulation.velocity[i]
            last = qdot[i]
            middle = 1.5 * (q[i] - simulation.position[i]) / dt - 0.25 * (first + last)
            squares = first * first + 4 * middle * middle + last * last
            lost += simulation.arm.own_damping[i] * dt / 6 * squares
    return work, lost


def stopped(simulation, q, qdot, lost):
    """Pose, velocity and losses that the hard stops leave."""
    stops = simulation.limits.position
    ends = [
        not lowest < angle < highest
        for pose in (q, simulation.position)
        for (lowest, highest), angle in zip(stops, pose)
    ]
    if not any(ends):
        return q, qdot, lost
    after = arrest(simulation.arm, stops, q, qdot, before=simulation.position)
    return (*after, lost + energy(simulation.arm, q, qdot) - energy(simulation.arm, *after))


def energy(arm, q, qdot):
    """Kinetic plus potential, by the sums over the headings of the links."""
    # Not by sum(), which rounds differently from Python 3.12 on.
    phi = list(accumulate(q))
    rate = list(accumulate(qdot))
    links = range(len(q))
    couplings = arm.couplings
    kinetic = sum(
        couplings[i][j] * math.cos(phi[i] - phi[j]) * rate[i] * rate[j]
        for i in links
        for j in links
    )
    return kinetic / 2 + arm.gravity * sum(arm.moments[i] * math.sin(phi[i]) for i in links)
