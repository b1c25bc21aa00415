"""Executes motions: it asks planner for plans, and streams their setpoints to the arm.

It serves /motion/* except rehearse. It publishes /joint_trajectory, /motion/state and
/motion/result, and subscribes to /joint_states. The plan of the present motion, its progress, the
obstacles, and the results that are not yet sent survive its death.

There is one motion at a time. A request that cannot be planned does not affect the present motion.
A new plan replaces it after the arm has braked on the present leg. This node never switches PID on
or off.
"""

import pickle
from collections.abc import Generator
from typing import Any, NamedTuple, TypeVar

from actors.arm.errors import ArmError
from actors.arm.motion.distances import Obstacle
from actors.arm.motion.endings import PREEMPTED, REACHED, STOPPED, TIMED_OUT
from actors.arm.motion.execution import Execution
from actors.arm.motion.follower import Follower
from actors.arm.motion.plan import Stage
from actors.arm.motion.planned_path import planned_path
from actors.arm.motion.planning import check_able, complete, joint_stage
from actors.arm.motion.recording import Sample
from actors.arm.motion.scene import Scene
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation, Snapshot
from actors.arm.slices import Slices, result_of
from actors.arm.tenure import StreamSetpoint
from actors.kernel.actor import Actor
from actors.kernel.handlers import Ask, Outcome
from actors.kernel.letters import Health
from actors.kernel.service import always, if_query, serves, subscribes
from protocol import limits, names
from protocol import motion as messages
from protocol.fields import Rejected, read_field
from protocol.motion_requests import (
    DRAW,
    MOVE_JOINTS,
    MOVE_LINE,
    MoveJoints,
    read_clearance,
    read_motion,
    read_obstacles,
)
from protocol.trajectory import joint_trajectory

PATIENCE = 60.0  # s that a plan may take while the planner works for many clients
PLANNING_TIME = 0.1  # s for which the present motion continues while the next one is planned
REPORT_EVERY = 3  # snapshots of the arm for each publication of /motion/state
MOST_UNSENT = 10  # results in the journal; more would not fit into the checkpoint

Asking = Generator[Ask, Any, Outcome]
T = TypeVar("T")


class Saved(NamedTuple):
    """The saved state, with which a successor continues the motion."""

    plan: bytes | None  # pickled once, when the motion begins, since it is large
    progress: dict[str, Any]
    accepted: int  # number of motions accepted so far
    fault: str  # why the last motion faulted; the next motion or a stop clears it
    obstacles: tuple[Obstacle, ...]


class Reports:
    """Publishes the setpoints, the state and the result of the present execution."""

    def __init__(self, actor: Actor, follower: Follower):
        self._actor = actor
        self._follower = follower

    def setpoint(self, sent: StreamSetpoint) -> None:
        """Send a setpoint to the arm, and publish it for clients."""
        wire = joint_trajectory(sent.setpoint.position, sent.setpoint.velocity)
        self._actor.publish(names.JOINT_TRAJECTORY, sent, wire=wire)

    def state(self) -> None:
        """Publish the state of the motion, if a client subscribes to it."""
        if self._actor.registry.is_wanted(names.MOTION_STATE):
            follower = self._follower
            stage = follower.execution.summary() if follower.execution else (None,) * 4
            message = messages.motion_state(follower.state, follower.fault, *stage)
            self._actor.publish(names.MOTION_STATE, message)

    def result(self, execution: Execution, outcome: str, reason: str) -> None:
        """Publish the result of an execution that has ended, exactly once."""
        plan = execution.plan
        figures = messages.figures_message(*execution.figures)
        result = messages.motion_result(plan.id, plan.kind, outcome, reason, plan.duration, figures)
        self._actor.publish_once(names.MOTION_RESULT, result, mark=plan.id)


class Motion(Actor):
    """Executes one plan at a time. The node planner makes the plans of drawings."""

    name = "motion"
    publishes = (names.MOTION_RESULT,)
    on_demand = (names.JOINT_TRAJECTORY, names.MOTION_STATE)
    room = 512 * 1024
    refusals = (ArmError,)

    def begin(self, saved: Any) -> None:
        before: Saved = saved or Saved(None, {}, 0, "", ())
        self._plan, progress, self.accepted, fault, self.obstacles = before
        execution = Execution(pickle.loads(self._plan), **progress) if self._plan else None
        self.follower = Follower(execution, fault, limits.RECORDED)
        self.reports = Reports(self, self.follower)
        self._snapshots = 0
        self._stops = 0  # number of stop requests
        self._set_pace()

    def state(self) -> Any:
        follower = self.follower
        progress = follower.execution.progress() if follower.execution else {}
        return Saved(self._plan, progress, self.accepted, follower.fault, self.obstacles)

    def tick(self) -> None:
        if self.follower.execution is None:
            self.reports.state()
        elif self.follower.snapshot and not self.follower.paused and not self._is_behind():
            self.reports.setpoint(self.follower.setpoint(self.clock()))

    def _is_behind(self) -> bool:
        """Whether newer snapshots of the arm wait, since this process could not run for a while.

        Setpoints for the times of old snapshots would make the arm rush along its path.
        """
        return self.follower.is_blind(self.clock()) and self.entry.mailbox.waiting() > 0

    def health(self) -> Health:
        figures = {"state": self.follower.state, "motions": self.accepted}
        return Health(self.name, self.follower.fault, figures)

    # -- services --------------------------------------------------------------------------------
    @serves(names.MOVE_JOINTS)
    def move_joints(self, args: dict[str, Any]) -> Asking:
        """Begin a motion to joint angles, straight in joint space."""
        return self._start(MOVE_JOINTS, args)

    @serves(names.MOVE_LINE, size=limits.PATH_BYTES)
    def move_line(self, args: dict[str, Any]) -> Asking:
        """Begin a motion of the pen along straight lines, from where the pen is."""
        return self._start(MOVE_LINE, args)

    @serves(names.DRAW, size=limits.PATH_BYTES)
    def draw(self, args: dict[str, Any]) -> Asking:
        """Begin a drawing: the arm moves to the shape, and the pen draws it."""
        return self._start(DRAW, args)

    @serves(names.STOP_MOTION, repeatable=always)
    def stop(self, args: dict[str, Any]) -> dict[str, Any]:
        """Brake the arm to rest, and hold it. Clear a fault, and discard motions being planned."""
        self._stops += 1
        self.follower.fault = ""
        self.changed()
        execution = self.follower.execution
        if execution is None:
            return {"motion_id": None}
        now = self.follower.time(self.clock())
        if self.follower.paused:  # the arm is already at rest
            held = Setpoint.at_rest(execution.setpoint(now).position)
            self.reports.setpoint(execution.addressed(held))
            self._conclude(STOPPED)
        else:
            execution.brake(now)
            self._follow()
        return {"motion_id": execution.plan.id}

    @serves(names.SET_OBSTACLES, repeatable=if_query)
    def set_obstacles(self, args: dict[str, Any]) -> dict[str, Any]:
        """Set the obstacles for motions that are planned from now on, and return them."""
        if "obstacles" in args:
            given = read_field(args, "obstacles", read_obstacles)
            self.obstacles = tuple(Obstacle(*each) for each in given)
        return messages.obstacles_message(self.obstacles)

    @serves(names.RECORDING, repeatable=always)
    def recording(self, args: dict[str, Any]) -> dict[str, Any]:
        """Return the recording of the present motion, or else of the last one."""
        return messages.recording(Sample._fields, self.follower.recording.samples)

    @serves(names.MOTION_PATH, repeatable=always)
    def path(self, args: dict[str, Any]) -> dict[str, Any]:
        """Return the planned path of the pen in the present motion."""
        plan = self.follower.plan
        points = planned_path(plan) if plan else ()
        return messages.motion_path(plan.id if plan else None, points)

    # -- the present execution -------------------------------------------------------------------
    @subscribes(names.JOINT_STATES)
    def observe(self, snapshot: Snapshot) -> None:
        """Called for each state of the arm during an execution, and for each copy of the arm."""
        plan = self.follower.plan
        outcome = self.follower.observe(snapshot)
        execution = self.follower.execution
        if self.follower.plan is not plan:  # it brakes
            self._keep_plan()
        if execution and outcome:
            if outcome in (REACHED, STOPPED, TIMED_OUT) or execution.failed:
                self.reports.setpoint(execution.last_command())
            self._conclude(outcome, execution.reason)
        elif execution and execution.settling:  # the last setpoint is repeated
            self.reports.setpoint(self.follower.setpoint(self.clock()))
        self._set_pace()
        self._snapshots += 1
        if self._snapshots % REPORT_EVERY == 0:
            self.reports.state()

    def _set_pace(self) -> None:
        """Set when tick is called, and receive snapshots only during an execution."""
        self.entry.listen(self.follower.execution is not None)
        self.period = self.follower.period

    def _follow(self) -> None:
        """Called when the plan of the execution is new: keep it for a successor, and stream it.

        The first setpoint is sent before the answer, so it is in force when the client gets that.
        """
        self._keep_plan()
        self._set_pace()
        self.reports.setpoint(self.follower.setpoint(self.clock()))
        self.reports.state()

    def _keep_plan(self) -> None:
        self._plan = pickle.dumps(self.follower.plan, pickle.HIGHEST_PROTOCOL)

    def _conclude(self, outcome: str, reason: str = "") -> None:
        """End the execution, and publish its result."""
        execution = self.follower.execution
        assert execution is not None
        self._plan = None
        self.follower.conclude(outcome, reason)
        self._set_pace()
        self.reports.result(execution, outcome, reason)
        self.reports.state()

    # -- planning --------------------------------------------------------------------------------
    def _start(self, kind: str, args: dict[str, Any]) -> Asking:
        """Plan a motion and execute it. The present one continues until it has to brake."""
        stops = self._stops
        simulation = yield from self._copy_of_arm()
        request = read_motion(kind, args, simulation.arm.links)
        clearance = read_clearance(args)
        scene = Scene.of(simulation, self.obstacles, clearance)
        wall = self.clock()
        busy = self.follower.execution is not None
        brake_at = self.follower.time(wall) + PLANNING_TIME if busy else 0.0
        start = self.follower.start_pose(simulation, wall, brake_at)
        if isinstance(request, MoveJoints) and not busy:
            # It is planned here without an ask, since a moving arm would be elsewhere after that.
            planned = {"stage": self._at_once(joint_stage.slices(scene, start, *request))}
        else:
            planned = yield Ask(
                names.PLAN, {"request": request, "scene": scene, "start": start}, PATIENCE
            )
            simulation = yield from self._copy_of_arm()
            if Scene.of(simulation, scene.obstacles, clearance) != scene:
                raise Rejected("the arm was changed while the motion was being planned")
        if stops != self._stops:
            raise Rejected("a stop came while the motion was being planned")
        if len(self.journal) >= MOST_UNSENT:
            raise Rejected(f"{len(self.journal)} results wait to be sent, try again later")
        return self._execute(kind, dict(planned), simulation, scene, brake_at)

    def _execute(
        self,
        kind: str,
        planned: dict[str, Any],
        simulation: Simulation,
        scene: Scene,
        brake_at: float,
    ) -> Outcome:
        """Begin a planned stage with its approach. It replaces the present motion."""
        wall = self.clock()
        start = self.follower.start_pose(simulation, wall, brake_at)
        id = f"motion-{self.incarnation}-{self.accepted + 1}"
        arm = None if self.follower.execution else simulation
        stage: Stage = planned.pop("stage")
        plan = self._at_once(complete.slices(id, kind, stage, start, scene, arm))
        execution = self.follower.next(plan, simulation.timestep, wall, brake_at)
        if self.follower.execution:
            self._conclude(PREEMPTED, "another motion took its place")
        self.accepted += 1
        self.follower.begin(execution)
        self._follow()
        values = {"motion_id": id, "duration": plan.duration, **planned}
        return Outcome(values, remark=plan.remark(simulation.timestep))

    def _at_once(self, slices: Slices[T]) -> T:
        """Compute without a pause, since the arm would be elsewhere after that; show life."""
        return result_of(slices, lambda: self.entry.beat(self.clock()))

    def _copy_of_arm(self) -> Generator[Ask, Any, Simulation]:
        """Ask for a copy of the live arm, and observe it, since it may end the present motion."""
        simulation: Simulation = (yield Ask(names.TWIN, {}))["twin"]
        check_able(simulation)
        self.observe(simulation.snapshot(self.clock()))
        return simulation
