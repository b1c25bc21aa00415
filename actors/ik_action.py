"""Drives the arm to targets, one goal at a time.

It serves /ik_action/send_goal and /ik_action/cancel_goal. It publishes /joint_trajectory,
/ik_action/feedback, /ik_action/result and the internal topic ik_clock, and subscribes to
/joint_states. The active goal and the results that are not yet sent survive its death.

When a new goal replaces an old one, a client first gets the result of the old goal, then the answer
to the new goal, and then its feedback. No feedback follows a result. After a cancel the arm holds
the last setpoint. This node never switches PID on or off.
"""

from collections.abc import Generator
from typing import Any, NamedTuple

from actors.arm.goal import (
    DEFAULT_EPSILON,
    DEFAULT_SUCCESS_HOLD,
    PREEMPTED,
    Conclusion,
    Goal,
    accept,
)
from actors.arm.kinematics import Target
from actors.arm.motion.distances import Obstacle
from actors.arm.pursuit import Aim
from actors.arm.simulation import Snapshot
from actors.arm.trial import Observation
from actors.kernel.actor import Actor
from actors.kernel.handlers import Ask, Outcome
from actors.kernel.service import serves, subscribes
from protocol import goals, names
from protocol.fields import Rejected, number, or_null, read_field, show, text
from protocol.trajectory import joint_trajectory

MOST_UNSENT = 200  # results in the journal; more would not fit into the checkpoint
SOON = 0.1  # s that a goal waits for the obstacles
WATCH_PERIOD = 0.2  # s between two checks of whether the states of the arm are needed


class Saved(NamedTuple):
    """The saved state, with which a successor continues the goal."""

    goal: Goal | None
    accepted: int  # number of goals accepted so far
    snapshot: Snapshot | None
    concluded: Conclusion | None


class IkAction(Actor):
    """Has at most one active goal. A new goal that is refused does not affect the active one.

    The node receives the states of the arm only while a goal is active or ik_trial needs
    observations. At other times, send_goal first asks the arm for its state.
    """

    name = "ik_action"
    publishes = (names.IK_FEEDBACK, names.IK_RESULT)
    on_demand = (names.JOINT_TRAJECTORY,)
    period = WATCH_PERIOD

    def begin(self, saved: Any) -> None:
        before: Saved = saved or Saved(None, 0, None, None)
        self.goal, self.accepted, self.snapshot, self.concluded = before
        self.tick()

    def state(self) -> Any:
        return Saved(self.goal, self.accepted, self.snapshot, self.concluded)

    def tick(self) -> None:
        """Start or stop receiving the states of the arm. send_goal calls it before and after."""
        needed = self._needs_states()
        self.entry.listen(needed)
        if not needed:
            self.snapshot = None  # it would be out of date at the next goal

    def _needs_states(self) -> bool:
        return self.goal is not None or bool(self.registry.subscribers(names.IK_CLOCK))

    # -- services --------------------------------------------------------------------------------
    @serves(names.SEND_GOAL)
    def send_goal(self, args: dict[str, Any]) -> Generator[Ask, Any, Outcome]:
        """Solve for joint angles, and make the target the active goal.

        A goal is accepted although the arm is hindered from following; the answer says so.
        """
        self.tick()
        snapshot = self.snapshot or (yield Ask(names.TWIN, {}))["twin"].snapshot()
        aim, timeout = _read_goal(args, len(snapshot.position))
        # The reference selects the solution that is nearest to the pose. So a joint that has made
        # several full turns does not turn back. A diverged arm may be too far from zero for that.
        question = _message(aim.target)
        if not snapshot.diverged:
            question |= {"reference": list(snapshot.position)}
        if "margin_weight" in args:
            question |= {"margin_weight": args["margin_weight"]}  # ik reads it
        positions = (yield Ask(names.IK_SOLVE, question))["positions"]
        # The snapshot is up to a state old, and the client may have switched PID on just before.
        hindrances = (yield Ask(names.GEOMETRY, {}))["hindrances"]
        around = yield from _obstacles_around(aim.target)
        if len(self.journal) >= MOST_UNSENT:
            raise Rejected(f"{len(self.journal)} results wait to be sent, try again later")
        if self.goal:
            self._conclude(PREEMPTED)
        self.accepted += 1
        id = f"goal-{self.incarnation}-{self.accepted}"
        self.snapshot = self.snapshot or snapshot
        self.goal = accept(id, *aim, positions, self.snapshot, timeout)
        self.tick()
        self._send_setpoint(self.goal)
        self._show(self.snapshot)
        return Outcome({"goal_id": id}, remark=goals.remark([*hindrances, *around]))

    @serves(names.CANCEL_GOAL)
    def cancel_goal(self, args: dict[str, Any]) -> dict[str, Any]:
        """Preempt the active goal. Refused if the request names another goal."""
        if self.goal is None:
            raise Rejected("no goal is active")
        if "goal_id" in args and read_field(args, "goal_id", text) != self.goal.id:
            raise Rejected(
                f"goal_id must be that of the active goal, {self.goal.id}, "
                f"got {show(args['goal_id'])}"
            )
        self._conclude(PREEMPTED)
        return {}

    # -- the arm ---------------------------------------------------------------------------------
    @subscribes(names.JOINT_STATES)
    def observe(self, snapshot: Snapshot) -> None:
        """Called for each state of the arm, 60 times a second: judge the active goal."""
        if not self._needs_states():
            return  # it waited in the mailbox when tick stopped receiving states
        self.snapshot = snapshot
        if self.goal:
            self.goal, outcome = self.goal.observe(snapshot)
            if outcome:
                self._log_timeout(self.goal)
                self._conclude(outcome)
            else:
                self._publish_feedback(self.goal)
                if self.goal.must_repeat:
                    self._send_setpoint(self.goal)
        self._show(snapshot)

    def _show(self, snapshot: Snapshot) -> None:
        """Publish the simulation time and the active goal, for ik_trial."""
        goal = self.goal
        observation = Observation(
            snapshot.time,
            snapshot.tenure.resets,
            goal.id if goal else None,
            goal.distance if goal else None,
            goal.positions if goal else None,
            self.concluded,
        )
        self.publish(names.IK_CLOCK, observation)

    def _send_setpoint(self, goal: Goal) -> None:
        """Send the setpoint of the goal to the arm, and publish it for clients."""
        sent = goal.setpoint
        wire = joint_trajectory(sent.setpoint.position, sent.setpoint.velocity)
        self.publish(names.JOINT_TRAJECTORY, sent, wire=wire, keep=True)

    def _publish_feedback(self, goal: Goal) -> None:
        target = _message(goal.target)
        wire = goals.feedback(goal.id, target, goal.positions, goal.distance, goal.elapsed)
        self.publish(names.IK_FEEDBACK, None, wire=wire)

    def _log_timeout(self, goal: Goal) -> None:
        """Log how far off the arm is if a goal ends by its timeout: its result cannot say so."""
        if goal.is_late:
            where = f"the end effector is {goal.distance:.3g} m from its target"
            self.log.warning(f"{goal.id} was not reached within {goal.timeout:g} s: {where}")

    def _conclude(self, outcome: str) -> None:
        """End the active goal, and publish its result."""
        assert self.goal is not None
        goal = self.goal
        self.goal = None
        self.concluded = Conclusion(goal.id, outcome, goal.distance)
        result = goals.result(goal.id, outcome, _message(goal.target), goal.distance)
        self.publish_once(names.IK_RESULT, result, mark=goal.id)


def _read_goal(args: dict[str, Any], links: int) -> tuple[Aim, float | None]:
    """Read what a request demands, and the timeout in s or None. Raises Rejected."""
    given = {
        "epsilon": DEFAULT_EPSILON,
        "success_hold": DEFAULT_SUCCESS_HOLD,
        "timeout": None,
    } | args
    target = Target(*goals.read_target(args, links))
    epsilon = read_field(given, "epsilon", number(above=0))
    success_hold = read_field(given, "success_hold", number(at_least=0))
    timeout = read_field(given, "timeout", or_null(number(above=0)))
    return Aim(target, epsilon, success_hold), timeout


def _obstacles_around(target: Target) -> Generator[Ask, Any, list[str]]:
    """Return texts about the obstacles that a target is in, since only motions avoid obstacles.

    The actor motion knows them. If it does not answer soon, the goal does not wait for it.
    """
    try:
        known = (yield Ask(names.SET_OBSTACLES, {}, SOON))["obstacles"]
    except Rejected:
        return []
    obstacles = [Obstacle(**each) for each in known]
    return [
        f"the target is inside the obstacle at ({o.x:g}, {o.y:g}), which only motions avoid"
        for o in obstacles
        if o.contains(target.x, target.y)
    ]


def _message(target: Target) -> dict[str, Any]:
    return goals.target_message(target.x, target.y, target.phi)
