"""The follower of one execution at a time: it knows the time of the arm and the setpoint due then.

Snapshots give the simulation time of the arm. Between snapshots the follower estimates it from the
wall time, which arguments named `wall` give in s.
"""

from actors.arm.motion.endings import FAULTED
from actors.arm.motion.execution import PERIOD, Execution
from actors.arm.motion.leg import Pose, final_pose
from actors.arm.motion.plan import Plan
from actors.arm.motion.planning import start_pose
from actors.arm.motion.recording import sample
from actors.arm.motion.tracking import Trace
from actors.arm.simulation import Simulation, Snapshot
from actors.arm.tenure import StreamSetpoint

BLIND = 0.03  # s; the estimated time goes no farther beyond the latest snapshot
TRAVEL = 0.00015  # s that a setpoint takes to reach the arm
IDLE_PERIOD = 0.25  # s between two reports of the state while there is no execution
IDLE = "idle"
MOVING = "moving"
STOPPING = "stopping"


class Follower:
    """The present execution, if there is one, and the recording and the fault of the last one."""

    def __init__(self, execution: Execution | None, fault: str, room: int):
        """Begin with an execution, if there is one.

        fault   why the last motion faulted; empty if it did not
        room    the largest number of samples in a recording
        """
        self.execution = execution
        self.fault = fault
        self.room = room
        self.recording = Trace(room)
        self.snapshot: Snapshot | None = None  # the latest

    @property
    def plan(self) -> Plan | None:
        """The plan of the present execution, if there is one."""
        return self.execution.plan if self.execution else None

    # -- state -----------------------------------------------------------------------------------
    @property
    def state(self) -> str:
        """MOVING, STOPPING, FAULTED or IDLE."""
        if self.execution:
            return STOPPING if self.execution.stopping else MOVING
        return FAULTED if self.fault else IDLE

    @property
    def period(self) -> float | None:
        """s between two setpoints, or between two reports while there is no execution.

        None while the arm comes to rest: then only snapshots matter.
        """
        if self.execution is None:
            return IDLE_PERIOD
        return None if self.execution.settling else PERIOD

    @property
    def paused(self) -> bool:
        """Whether the arm was paused in the latest snapshot."""
        return self.snapshot is not None and self.snapshot.paused

    # -- the arm's time --------------------------------------------------------------------------
    def time(self, wall: float) -> float:
        """Return the simulation time of the arm in s.

        Before the first snapshot, it is the time of the latest setpoint.
        """
        snapshot = self.snapshot
        if snapshot is None:
            assert self.execution is not None
            return self.execution.now
        if snapshot.paused or snapshot.diverged:
            return snapshot.time
        return snapshot.time + min(max(wall - snapshot.clock, 0.0), BLIND)

    def is_blind(self, wall: float) -> bool:
        """Return whether the latest snapshot is too old to tell the time of the arm."""
        return self.snapshot is not None and wall - self.snapshot.clock > BLIND

    def setpoint(self, wall: float) -> StreamSetpoint:
        """Return the setpoint that is due now.

        It is the setpoint for the middle of the period for which the arm will hold it. The arm
        begins to hold it with its next tick, on average half a timestep after it arrives.
        """
        assert self.execution is not None
        ahead = TRAVEL + (PERIOD - self.execution.timestep) / 2
        return self.execution.command(self.time(wall) + ahead)

    # -- from execution to execution -------------------------------------------------------------
    def start_pose(self, simulation: Simulation, wall: float, brake_at: float) -> Pose:
        """Return the pose in which the next motion begins.

        That is where the present execution comes to rest if it brakes at brake_at (s).
        """
        if self.execution is None:
            return start_pose(simulation)
        return final_pose(self.execution.braking(self.time(wall), brake_at).leg)

    def next(self, plan: Plan, timestep: float, wall: float, brake_at: float) -> Execution:
        """Return the execution of a plan that begins in the pose that start_pose() returns.

        timestep   s, that of the arm
        brake_at   s, when the present execution brakes
        """
        now = self.time(wall)
        if self.execution is None:
            return Execution.beginning(plan, now, timestep)
        return self.execution.preempted_by(plan, now, brake_at)

    def begin(self, execution: Execution) -> None:
        """Follow an execution from now on, and begin a new recording."""
        self.execution = execution
        self.fault = ""
        self.recording = Trace(self.room)

    def observe(self, snapshot: Snapshot) -> str | None:
        """Take a snapshot into account, and return the outcome if it ends the motion."""
        self.snapshot = snapshot
        if self.execution is None:
            return None
        outcome = self.execution.observe(snapshot)
        self.recording.add(sample(self.execution, snapshot))
        return outcome

    def conclude(self, outcome: str, reason: str) -> None:
        """End the execution. Its recording stays."""
        self.execution = None
        self.fault = reason if outcome == FAULTED else ""
