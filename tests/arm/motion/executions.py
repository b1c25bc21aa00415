"""What the tests of executions share: short plans, and snapshots of an arm that follows them."""

from actors.arm.motion.execution import Execution
from actors.arm.motion.leg import Leg
from actors.arm.motion.plan import Plan, Stage
from actors.arm.simulation import Snapshot
from actors.arm.tenure import Tenure
from actors.arm.watchdog import LEASE

ID = "motion-0-1"
UNIT = (1.0, 1.0)
START = (0.0, 0.5)
GOAL = (1.0, -0.5)
BEYOND = (1.5, -0.5)
EXACT = 0.0625  # s between snapshots, exact in binary
TIMESTEP = LEASE / 2  # s, of an arm that may be left alone for a lease


def leg(start=START, goal=GOAL, duration=1.0, profile="steady", waypoints=None):
    return Leg((start, goal), (0.0, 1.0), profile, duration, waypoints)


def plan(*stages, id=ID, resets=0):
    return Plan.of(id, "move_joints", stages or (Stage(leg(), 0.5, tracked=True),), UNIT, resets)


def execution(*stages, since=0.0, **given):
    return Execution(plan(*stages, **given), since, since, TIMESTEP)


def approach(settle=0.25):
    """Two stages, of 1 and 0.5 s, and only the second one is tracked."""
    return execution(Stage(leg(), settle), Stage(leg(GOAL, BEYOND), 0.5, tracked=True))


def snapshot(time, position=GOAL, velocity=(0.0, 0.0), tenure=None, **other):
    """The arm at a time; if nothing else is said, the motion ID is in command of it."""
    given = {"lengths": UNIT, "timestep": TIMESTEP, **other}
    tenure = Tenure(ID) if tenure is None else tenure
    return Snapshot(time, position, velocity, (0.5, 0.25), tenure=tenure, **given)


def led(moving, until):
    """The execution after it has led the arm up to then, without a gap."""
    while until - moving.now > EXACT:
        moving.setpoint(moving.now + EXACT)
    return moving


def observed(moving, *times, **given):
    """The outcomes of snapshots at these times, of an arm that is led without a gap."""
    return [led(moving, time).observe(snapshot(time, **given)) for time in times]


def run(moving, until, position=GOAL, **given):
    """Snapshots of an arm that is led and does not move, from now on: when it ended, and how."""
    time = moving.now
    while time < until:
        time += EXACT
        outcome = led(moving, time).observe(snapshot(time, position, **given))
        if outcome:
            return time, outcome
    return time, None
