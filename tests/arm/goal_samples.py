"""Goals and snapshots of the arm, for the tests of goals."""

from dataclasses import replace

from actors.arm.goal import accept
from actors.arm.kinematics import Target
from actors.arm.pursuit import Pursuit
from actors.arm.simulation import Snapshot
from actors.arm.tenure import Tenure

ID = "goal-0-1"
TICK = 0.25  # s of simulation time between observations; exact in binary
OUT = (1.0, 0.0)  # poses: the tip is at (2, 0) when the arm is stretched along x
IN = (0.0, 0.0)


def snapshot(time, position=IN, resets=0, commander=ID, since=0, lengths=(1.0, 1.0), **tenure):
    """The arm at a time; since: how often it had been reset when the commander took over."""
    held = Tenure(commander, since, resets, **tenure)
    return Snapshot(time, position, (0.0, 0.0), (0.0, 0.0), lengths, held)


def goal(success_hold=0.5, epsilon=0.05, time=0.0, resets=0, position=OUT):
    return accept(
        ID,
        Target(2.0, 0.0),
        epsilon,
        success_hold,
        (0.0, 0.0),
        snapshot(time, position, resets, commander=""),
    )


def watch(goal, observations):
    """The outcomes of a row of observations, between which the arm makes one tick each."""
    outcomes = []
    arm = Pursuit()
    for observation in observations:
        goal, outcome = goal.observe(judged(observation, goal, arm))
        outcomes.append(outcome)
    return outcomes


def judged(observation, goal, arm):
    """The observation with the arrival that the arm has judged."""
    tenure = observation.tenure
    if tenure.commander == goal.id and tenure.since == tenure.resets:
        arm.begin(goal.id, goal.setpoint.aim)
    else:
        arm.end()
    arm.look(observation.time, observation.lengths, observation.position)
    return replace(observation, arrival=arm.arrival)


def track(goal, *positions, start=TICK):
    return watch(
        goal, [snapshot(start + k * TICK, position) for k, position in enumerate(positions)]
    )
