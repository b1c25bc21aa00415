"""Serves /ik_action/*: drives the arm to solved targets, one goal at a time.

The order for clients: the old goal's result, the answer to the new one, then its feedback; after a
result no more feedback. After a cancel the arm holds the last setpoint. PID is never switched here.
"""

from collections.abc import Generator
from typing import Any, NamedTuple

from actors.arm.commands import GoalCommand, Observation
from actors.arm.goal import DEFAULT_EPSILON, DEFAULT_SUCCESS_HOLD, PREEMPTED, Goal, accept
from actors.arm.kinematics import Target
from actors.arm.simulation import Snapshot
from actors.kernel.actor import Actor
from actors.kernel.handlers import Ask
from actors.kernel.service import Order, serves, subscribes
from protocol import goals, names
from protocol.fields import Rejected, number, read_field, show, text
from protocol.trajectory import joint_names

UNSAID = 200  # results that may wait to be told; they must fit into the checkpoint


class Saved(NamedTuple):
    """What a successor needs: the goal goes on, and no result is lost."""

    goal: Goal | None
    accepted: int  # goals so far
    seen: Snapshot | None
    last_result: dict[str, Any] | None


class IkAction(Actor):
    """At most one goal is active. A new one that cannot be accepted leaves it undisturbed."""

    name = "ik_action"
    on_demand = (names.JOINT_TRAJECTORY,)
    order = Order.ONE_BY_ONE

    def begin(self, saved: Any) -> None:
        before: Saved = saved or Saved(None, 0, None, None)
        self.goal, self.accepted, self.seen, self._last_result = before

    def state(self) -> Any:
        return Saved(self.goal, self.accepted, self.seen, self._last_result)

    # -- services --------------------------------------------------------------------------------
    @serves(names.SEND_GOAL)
    def send_goal(self, args: dict[str, Any]) -> Generator[Ask, Any, dict[str, Any]]:
        if self.seen is None:
            raise Rejected("the arm has not been seen yet")
        target = Target(*goals.read_target(args, len(self.seen.position)))
        epsilon = read_field({"epsilon": DEFAULT_EPSILON} | args, "epsilon", number(above=0))
        success_hold = read_field(
            {"success_hold": DEFAULT_SUCCESS_HOLD} | args, "success_hold", number(at_least=0)
        )
        # The nearest solution to the pose, so that an arm that has wound itself up is not unwound.
        question = {**_message(target), "reference": list(self.seen.position)}
        solution = yield Ask(names.IK_SOLVE, question)
        if len(self.journal) >= UNSAID:
            raise Rejected(f"{len(self.journal)} results wait to be told, try again later")
        if self.goal:
            self._conclude(PREEMPTED)
        self.accepted += 1
        self.goal = accept(
            f"goal-{self.incarnation}-{self.accepted}",
            target,
            solution["positions"],
            epsilon,
            success_hold,
            self.seen,
        )
        self._command()
        self._show(self.seen)
        return {"goal_id": self.goal.id}

    @serves(names.CANCEL_GOAL)
    def cancel_goal(self, args: dict[str, Any]) -> dict[str, Any]:
        if self.goal is None:
            raise Rejected("no goal is active")
        if "goal_id" in args and read_field(args, "goal_id", text) != self.goal.id:
            raise Rejected(
                f"goal_id must be that of the active goal, {self.goal.id}, got {show(args['goal_id'])}"
            )
        self._conclude(PREEMPTED)
        return {}

    # -- the arm ---------------------------------------------------------------------------------
    @subscribes(names.JOINT_STATES)
    def observe(self, seen: Snapshot) -> None:
        """One control tick."""
        self.seen = seen
        if self.goal:
            self.goal, outcome = self.goal.observe(seen)
            if outcome:
                self._conclude(outcome)
            else:
                self._feedback(self.goal)
                if self.goal.must_repeat:
                    self._command()
        self._show(seen)

    def _show(self, seen: Snapshot) -> None:
        """To ik_trial: the arm's clock and the active goal."""
        goal = self.goal
        self.publish(
            names.IK_CLOCK,
            Observation(
                seen.time,
                seen.resets,
                goal.id if goal else None,
                goal.distance if goal else None,
                goal.positions if goal else None,
                self._last_result,
            ),
        )

    def _command(self) -> None:
        assert self.goal is not None
        positions = self.goal.positions
        self.publish(
            names.JOINT_TRAJECTORY,
            GoalCommand(positions, self.goal.id),
            keep=True,
            wire=goals.trajectory(joint_names(len(positions)), positions, [0.0] * len(positions)),
        )

    def _feedback(self, goal: Goal) -> None:
        self.publish(
            names.IK_FEEDBACK,
            None,
            wire=goals.feedback(
                goal.id, _message(goal.target), goal.positions, goal.distance, goal.elapsed
            ),
        )

    def _conclude(self, outcome: str) -> None:
        assert self.goal is not None
        goal = self.goal
        self.goal = None
        result = goals.result(goal.id, outcome, _message(goal.target), goal.distance)
        self._last_result = result
        self.publish_once(names.IK_RESULT, result, mark=goal.id)


def _message(target: Target) -> dict[str, float]:
    return goals.target_message(target.x, target.y, target.phi)
