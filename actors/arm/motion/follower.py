"""One execution at a time, followed by the live arm: its time, and the setpoint that is due.

The arm's simulation time is known from its snapshots. In between it is estimated from the wall
time, which arguments named `wall` give in s.
"""

from actors.arm.motion.execution import FAULTED, PERIOD, Execution
from actors.arm.motion.leg import Pose, final_pose
from actors.arm.motion.plan import Plan
from actors.arm.motion.planning import start_pose
from actors.arm.motion.recording import sample
from actors.arm.motion.tracking import Trace
from actors.arm.simulation import Simulation, Snapshot
from actors.arm.tenure import StreamSetpoint

BLIND = 0.03  # s that the arm's clock is believed to go on without a snapshot
TRAVEL = 0.00015  # s that a setpoint takes to the arm
IDLE_PERIOD = 0.25  # s between two reports of the state without an execution
IDLE = "idle"
MOVING = "moving"
STOPPING = "stopping"


class Follower:
    """The execution under way, if there is one, and what is left of the one before."""

    def __init__(self, execution: Execution | None, fault: str, room: int):
        """fault: why the last motion faulted, if it did; room: for the samples of a recording."""
        self.execution = execution
        self.fault = fault
        self.room = room
        self.recording = Trace(room)
        self.snapshot: Snapshot | None = None  # the latest

    # -- seen from outside -----------------------------------------------------------------------
    @property
    def state(self) -> str:
        if self.execution:
            return STOPPING if self.execution.stopping else MOVING
        return FAULTED if self.fault else IDLE

    @property
    def period(self) -> float | None:
        """s between two setpoints, or between two reports; None while neither is due by itself."""
        if self.execution is None:
            return IDLE_PERIOD
        return None if self.execution.settling else PERIOD

    @property
    def paused(self) -> bool:
        """Whether the arm was paused in the latest snapshot."""
        return self.snapshot is not None and self.snapshot.paused

    # -- the arm's time --------------------------------------------------------------------------
    def time(self, wall: float) -> float:
        """The arm's simulation time, in s; before any snapshot, that of the latest setpoint."""
        snapshot = self.snapshot
        if snapshot is None:
            assert self.execution is not None
            return self.execution.now
        if snapshot.paused or snapshot.diverged:
            return snapshot.time
        return snapshot.time + min(max(wall - snapshot.clock, 0.0), BLIND)

    def setpoint(self, wall: float) -> StreamSetpoint:
        """The setpoint that is due: for the middle of the time that the arm will hold it.

        When it comes, the arm's last tick was half a timestep ago, on an average.
        """
        assert self.execution is not None
        ahead = TRAVEL + (PERIOD - self.execution.timestep) / 2
        setpoint = self.execution.setpoint(self.time(wall) + ahead)
        return self.execution.addressed(setpoint)

    # -- from execution to execution -------------------------------------------------------------
    def start_pose(self, simulation: Simulation, wall: float, brake_at: float) -> Pose:
        """Where the next motion begins: where the execution comes to rest, if it brakes then."""
        if self.execution is None:
            return start_pose(simulation)
        return final_pose(self.execution.braking(self.time(wall), brake_at).leg)

    def next(self, plan: Plan, timestep: float, wall: float, brake_at: float) -> Execution:
        """The execution of a plan that begins there; timestep: of the arm, in s."""
        now = self.time(wall)
        if self.execution is None:
            return Execution(plan, now, now, timestep)
        return self.execution.preempted_by(plan, now, brake_at)

    def begin(self, execution: Execution) -> None:
        """The execution is under way from now on, and recorded anew."""
        self.execution = execution
        self.fault = ""
        self.recording = Trace(self.room)

    def observe(self, snapshot: Snapshot) -> str | None:
        """Take notice of a snapshot of the arm; the outcome, if it ends the motion."""
        self.snapshot = snapshot
        if self.execution is None:
            return None
        outcome = self.execution.observe(snapshot)
        self.recording.add(sample(self.execution, snapshot))
        return outcome

    def conclude(self, outcome: str, reason: str) -> None:
        """The execution is over; the recording stays."""
        self.execution = None
        self.fault = reason if outcome == FAULTED else ""
