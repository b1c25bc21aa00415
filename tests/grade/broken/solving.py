"""Faults of inverse kinematics, goals and trials."""

from typing import Any

from tests.grade.broken.arms import answers, around, broken

SOLVE = "/ik/solve"


def solving(change: Any) -> None:
    """Change how a target is solved, for /ik/solve and for goals."""
    from actors import ik

    around(ik, "inverse_kinematics", change)


@broken("ik.fresh_lengths", may=("ik.", "action.", "trial."))
def lengths_cached() -> None:
    """The lengths of the first call are used for ever."""
    first: list[Any] = []

    def change(original: Any, lengths: Any, *rest: Any) -> Any:
        first.append(lengths)
        return original(first[0], *rest)

    solving(change)


@broken("ik.round_trip", may=("ik.", "action."))
def absolute_angles() -> None:
    """The second angle is measured from +x."""

    def change(original: Any, *args: Any) -> Any:
        q = original(*args)
        return (q[0], q[0] + q[1], *q[2:])

    solving(change)


@broken("ik.stretched", "ik.folded")
def boundary_refused() -> None:
    """A target on the boundary is refused."""
    from actors.arm import kinematics

    kinematics.SLACK = -1e-9
    around(kinematics, "inverse_kinematics", lambda original, *args: original(*args))
    from actors import ik

    def change(original: Any, *args: Any) -> Any:
        kinematics.SLACK = -1e-9
        kinematics.Target.distance = lambda self, *_: -1.0  # type: ignore[method-assign]
        return original(*args)

    around(ik, "inverse_kinematics", change)


@broken("ik.round_trip", "ik.wrist", may=("ik.", "action."), links=3)
def heading_ignored() -> None:
    """phi is ignored for three links."""
    from actors import ik

    around(ik, "read_target", lambda original, args, n: original({**args, "phi": None}, n))


@broken("ik.phi_omitted", may=("ik.too_far",), links=3)
def heading_zero_by_default() -> None:
    """Without phi, the heading is 0."""
    from actors import ik

    around(ik, "read_target", lambda original, args, n: original({"phi": 0.0, **args}, n))


@broken("ik.phi_ignored")
def heading_refused() -> None:
    """phi is refused for two links."""

    def change(original: Any, self: Any, args: dict[str, Any]) -> Any:
        from protocol.fields import Rejected

        if self.registry and "phi" in args:
            raise Rejected("phi means nothing here")
        return original(self, args)

    from actors.ik import Ik

    around(Ik, "solve", change)


@broken("ik.wrist", may=("ik.",), links=3)
def wrist_not_checked() -> None:
    """A heading that is impossible is replaced by another one."""
    from actors.arm.errors import GeometryError

    def change(original: Any, lengths: Any, target: Any, *rest: Any) -> Any:
        try:
            return original(lengths, target, *rest)
        except GeometryError:
            return original(lengths, type(target)(target.x, target.y), *rest)

    solving(change)


@broken("ik.too_far", "ik.too_near", "action.goal", "action.undisturbed")
def unreachable_accepted() -> None:
    """A target out of reach is answered with some pose."""
    from actors.arm.errors import GeometryError

    def change(original: Any, lengths: Any, *rest: Any) -> Any:
        try:
            return original(lengths, *rest)
        except GeometryError:
            return (0.0,) * len(lengths)

    solving(change)


@broken("ik.arguments", may=("action.goal",))
def texts_count_as_zero() -> None:
    """x and y that are missing, or no numbers, count as 0.5."""
    from actors import ik

    def change(original: Any, args: Any, n: int) -> Any:
        good = {k: v for k, v in args.items() if isinstance(v, (int, float))}
        return original({"x": 0.5, "y": 0.5, **good}, n)

    around(ik, "read_target", change)


@broken("action.dwell")
def no_dwell() -> None:
    """A goal is reached at first entry, whatever its success_hold."""
    holding(lambda self, time: -1e9)


@broken("action.dwell_restarts")
def dwell_adds_up() -> None:
    """Leaving epsilon does not set the dwell time back."""
    from actors.arm.pursuit import Pursuit

    def change(original: Any, self: Any, time: float, q: Any) -> bool:
        entered, goal = self.entered, self.goal_id
        reached = original(self, time, q)
        if self.entered is None and goal == self.goal_id:
            self.entered = entered
        return bool(reached)

    around(Pursuit, "judge", change)


def holding(entry: Any) -> None:
    """Change the time at which the end effector is said to have entered epsilon."""
    from actors.arm.pursuit import Pursuit

    def change(original: Any, self: Any, time: float, q: Any) -> bool:
        self.entered = entry(self, time)
        return bool(original(self, time, q))

    around(Pursuit, "judge", change)


def concluding(change: Any) -> None:
    """Change what happens when a goal ends."""
    from actors.ik_action import IkAction

    around(IkAction, "_conclude", change)


@broken("action.reached", "action.dwell")
def reached_twice() -> None:
    """The result of a goal that was reached is published twice."""

    def change(original: Any, self: Any, outcome: str) -> None:
        goal = self.goal
        original(self, outcome)
        if outcome == "reached":
            from protocol import goals, names

            target = {"x": goal.target.x, "y": goal.target.y}
            result = goals.result(goal.id, outcome, target, goal.distance)
            self.publish_once(names.IK_RESULT, result, mark=goal.id + "-again")

    concluding(change)


@broken("action.preempts", "action.cancel", "action.undisturbed")
def preempted_is_aborted() -> None:
    """The outcome of a preempted goal is called aborted."""
    from actors.ik_action import goals

    around(
        goals,
        "result",
        lambda original, id, outcome, *rest: original(
            id, "aborted" if outcome == "preempted" else outcome, *rest
        ),
    )


@broken("action.undisturbed")
def refused_goal_preempts() -> None:
    """A goal that is refused ends the active one."""
    from actors.ik_action import IkAction

    def change(original: Any, self: Any, args: dict[str, Any]) -> Any:
        if self.goal and abs(args.get("x", 0.0)) > 50:
            self._conclude("preempted")
        return original(self, args)

    around(IkAction, "send_goal", change)


@broken("action.cancel")
def any_id_cancels() -> None:
    """cancel_goal ignores the id."""
    from actors.ik_action import IkAction

    around(IkAction, "cancel_goal", lambda original, self, args: original(self, {}))


@broken("action.cancel", may=("action.reached", "trial."))
def cancel_always_succeeds() -> None:
    """cancel_goal succeeds without a goal."""
    answers("/ik_action/cancel_goal", lambda parts: parts.update(result=True, status=""))


@broken("action.drives", may=("action.dwell_restarts",))
def goal_moves_nothing() -> None:
    """A goal has no setpoint."""
    from actors.arm.simulation import Simulation

    def change(
        original: Any, self: Any, setpoint: Any, commander: str = "", aim: Any = None
    ) -> Any:
        original(self, self.controller.setpoint if commander else setpoint, commander, aim)

    around(Simulation, "hold", change)


@broken("action.feedback")
def feedback_without_time() -> None:
    """Feedback has no elapsed."""
    from actors.ik_action import goals

    def change(original: Any, *args: Any) -> Any:
        message = original(*args)
        del message["elapsed"]
        return message

    around(goals, "feedback", change)


@broken("trial.stop", "trial.ends")
def stale_target() -> None:
    """A trial that has ended still shows its target."""
    from actors.arm.trial import Trial

    def change(original: Any, self: Any) -> Any:
        from dataclasses import replace

        return replace(original(self), target=self.target)

    around(Trial, "end", change)


@broken("trial.skip")
def skip_counts() -> None:
    """A target that is skipped counts as reached."""
    from actors.ik_trial import IkTrial

    def change(original: Any, self: Any, args: dict[str, Any]) -> Any:
        from dataclasses import replace

        if self.trial and self.trial.running:
            self.trial = replace(self.trial, reached=self.trial.reached + 1)
        return original(self, args)

    around(IkTrial, "skip", change)


@broken("trial.ends")
def endless_trial() -> None:
    """A trial does not end by itself."""
    from actors.arm.trial import Trial

    Trial.over = property(lambda self: False)  # type: ignore[assignment]


@broken("trial.stop")
def stop_without_trial() -> None:
    """stop succeeds without a trial."""
    answers("/ik_trial/stop", lambda parts: parts.update(result=True, status=""))
