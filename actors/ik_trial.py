"""Runs timed trials: it sends random targets to ik_action, and counts how many the arm reaches.

It serves /ik_trial/start, /ik_trial/skip and /ik_trial/stop. It publishes /ik_trial/status, and
subscribes to /ik_action/result and to the internal topic ik_clock, from which it knows simulation
time. It asks the arm for its geometry, so that it can sample targets within reach.

The trial survives its death, with its count, its elapsed time and its goal.
"""

import random
from collections.abc import Generator
from typing import Any

from actors.arm.goal import DEFAULT_EPSILON, DEFAULT_SUCCESS_HOLD, REACHED, Conclusion
from actors.arm.trial import DEFAULT_DURATION, Observation, Trial, sample_target
from actors.kernel.actor import Actor
from actors.kernel.handlers import Ask, Outcome
from actors.kernel.service import serves, subscribes
from protocol import names
from protocol.fields import Rejected, number, read_field
from protocol.goals import target_message, trial_status

STATUS_PERIOD = 0.05  # s between two publications of the status, from the first trial on
ATTEMPTS = 10  # number of sampled targets after which a submission fails

Asking = Generator[Ask, Any, Any]


class IkTrial(Actor):
    """Keeps at most one trial, and submits its targets to ik_action.

    A submission consists of several asks, and other handlers may run between them. So each request
    and each next target begins a new turn. A submission ends when it finds that a later turn has
    begun.
    """

    name = "ik_trial"
    publishes = (names.IK_TRIAL_STATUS,)

    def begin(self, saved: Any) -> None:
        self.trial: Trial | None = saved
        self.period = STATUS_PERIOD if saved else None
        self._random = random.Random()
        self._turn = 0
        self._observation = Observation(0.0, 0, None, None, None)  # the latest
        # Whether it is unknown if ik_action has accepted a target: a submission has failed, or a
        # predecessor may have died during one. The next observation then starts a new submission.
        self._unsure = (
            saved is not None and saved.running and saved.goal_id is None and not saved.waiting
        )
        self._listen()

    def state(self) -> Any:
        return self.trial

    def tick(self) -> None:
        assert self.trial is not None
        self._listen()
        trial = self.trial
        target = trial.target
        message = target_message(target.x, target.y, target.phi) if target else None
        self.publish(
            names.IK_TRIAL_STATUS,
            trial_status(
                trial.running,
                min(trial.elapsed, trial.duration),
                trial.duration,
                trial.reached,
                message,
                trial.error,
                trial.positions,
                trial.status,
            ),
        )

    def _listen(self) -> None:
        """Receive observations only while the trial needs them; ik_action then publishes them."""
        self.entry.listen(self.trial is not None and self.trial.observing)

    # -- services --------------------------------------------------------------------------------
    @serves(names.START_TRIAL)
    def start(self, args: dict[str, Any]) -> Asking:
        """Start a new trial, which replaces the present one."""
        given = {
            "duration": DEFAULT_DURATION,
            "epsilon": DEFAULT_EPSILON,
            "success_hold": DEFAULT_SUCCESS_HOLD,
        } | args
        to_cancel = self.trial.abandon().to_cancel if self.trial else None
        self.trial = Trial(
            read_field(given, "duration", number(above=0)),
            read_field(given, "epsilon", number(above=0)),
            read_field(given, "success_hold", number(at_least=0)),
            to_cancel=to_cancel,
        )
        self.period = STATUS_PERIOD
        self._listen()
        turn = self._take_turn()
        yield from self._cancel(to_cancel)
        try:
            return Outcome({}, remark=(yield from self._submit(turn)))
        except Rejected as refusal:
            if turn == self._turn:
                self.trial = self.trial.end()
            raise Rejected(f"no target could be submitted: {refusal}") from None

    @serves(names.SKIP_TARGET)
    def skip(self, args: dict[str, Any]) -> Asking:
        """Submit another target at once, which replaces the present one."""
        self.trial = self._running().abandon()
        turn = self._take_turn()
        try:
            return Outcome({}, remark=(yield from self._submit(turn)))
        except Rejected:
            self._unsure = self._unsure or turn == self._turn  # then observe() tries again
            raise

    @serves(names.STOP_TRIAL)
    def stop(self, args: dict[str, Any]) -> Asking:
        """End the trial before its time is over."""
        self._running()
        yield from self._end()

    def _running(self) -> Trial:
        if self.trial is None or not self.trial.running:
            raise Rejected("no trial is running")
        return self.trial

    # -- what ik_action publishes ----------------------------------------------------------------
    @subscribes(names.IK_CLOCK)
    def observe(self, observation: Observation) -> Asking:
        """Called for every state of the arm and every new goal: advance the trial if necessary."""
        self._observation = observation
        if self.trial is None:
            return
        self.trial = self.trial.observe(observation)
        if self.trial.over:
            yield from self._end()
        elif not self.trial.running:
            yield from self._cancel(self.trial.to_cancel)  # the first cancel may be lost
        elif observation.concluded and observation.concluded.goal_id == self.trial.goal_id:
            yield from self._conclude(observation.concluded)  # a predecessor has missed the result
        elif self._unsure or (self.trial.waiting and observation.goal_id is None):
            yield from self._advance()

    @subscribes(names.IK_RESULT)
    def on_result(self, result: dict[str, Any]) -> Asking:
        """Called for the result of each goal, also of goals that clients have sent."""
        yield from self._conclude(
            Conclusion(result["goal_id"], result["outcome"], result["final_distance"])
        )

    def _conclude(self, concluded: Conclusion) -> Asking:
        if self.trial is None or concluded.goal_id != self.trial.goal_id:
            return
        self.trial = self.trial.conclude(concluded.outcome, concluded.distance)
        if self.trial.running and concluded.outcome == REACHED:
            yield from self._advance()

    # -- turns -----------------------------------------------------------------------------------
    def _take_turn(self) -> int:
        """Begin a turn, and return its number."""
        self._turn += 1
        self._unsure = False
        return self._turn

    def _advance(self) -> Asking:
        """Submit the next target. If that fails, the next observation tries again."""
        assert self.trial is not None
        turn = self._take_turn()
        self.trial = self.trial.advance()
        try:
            yield from self._submit(turn)
        except Rejected as refusal:
            if turn == self._turn:
                self.log.warning(f"no target could be submitted, trying again: {refusal}")
                self._unsure = True

    def _submit(self, turn: int) -> Asking:
        """Sample targets until ik_action accepts one; return what it remarks about that goal.

        Raises Rejected if a later turn begins meanwhile, or after ATTEMPTS refusals.
        """
        refusal = Rejected("")
        for _ in range(ATTEMPTS):
            arm = yield Ask(names.GEOMETRY, {})
            if self.trial is None or turn != self._turn:
                raise Rejected("a later request took its place")
            target = sample_target(arm["lengths"], self._random, arm["allowed"])
            goal = {
                **target_message(target.x, target.y, target.phi),
                "epsilon": self.trial.epsilon,
                "success_hold": self.trial.success_hold,
            }
            try:
                accepted, remark = yield Ask(names.SEND_GOAL, goal, with_status=True)
            except Rejected as problem:
                refusal = problem
                continue
            if turn != self._turn:
                yield from self._cancel(accepted["goal_id"])
                raise Rejected("a later request took its place")
            # ik_action publishes an observation of the new goal before it answers.
            self.trial = self.trial.pursue(
                accepted["goal_id"], target, self._observation.distance, self._observation.positions
            )
            return remark
        raise refusal

    def _end(self) -> Asking:
        """End the trial, and cancel its goal."""
        assert self.trial is not None
        self.trial = self.trial.end()
        self._take_turn()
        yield from self._cancel(self.trial.to_cancel)

    def _cancel(self, goal_id: str | None) -> Asking:
        if goal_id is None:
            return
        try:
            yield Ask(names.CANCEL_GOAL, {"goal_id": goal_id})
        except Rejected:
            pass  # the goal has already ended
