"""The ik_action actor: one goal at a time, in the promised order, and one result per goal whatever dies."""

import json
import math
import random
from dataclasses import replace
from queue import Full

import pytest
from crew import Gateway, call, letters, reply

from actors.arm.commands import GoalCommand, Observation
from actors.arm.goal import PATIENCE
from actors.arm.simulation import Command, Snapshot
from actors.arm_sim import arm_of
from actors.ik import Ik
from actors.ik_action import IkAction
from actors.ik_trial import IkTrial
from actors.kernel.letters import (
    Down,
    Publication,
    ServiceCall,
    ServiceReply,
    packed,
)
from actors.kernel.registry import Registry
from protocol import names

TARGET = {"x": 2.0, "y": 0.0}
SOLUTION = {2: (0.0, 0.0), 3: (0.5, 0.25, 0.125)}
FAR = (1.0, 0.0)  # a pose whose tip is 1 m away from the target
TICK = 0.25  # s of simulation time between two observations; exact in binary
KILLED = -9


class Bench:
    """An ik_action among silent others: letters in by hand, letters out to look at."""

    def __init__(self, links=2):
        self.links = links
        self.system = Registry([arm_of(links), Ik, IkAction, IkTrial, Gateway])
        self.tokens, self.time, self.resets, self.heard = 0, 0.0, 0, Command()
        self.system.demand(names.JOINT_TRAJECTORY, True)
        self.action = IkAction(self.system)

    # -- in --------------------------------------------------------------------------------------
    def see(self, position=None, lengths=None, **changed):
        """The arm is seen a tick later."""
        self.time += TICK
        snapshot = Snapshot(
            self.time,
            tuple(position or (0.0,) * self.links),
            (0.0,) * self.links,
            (0.0,) * self.links,
            tuple(lengths or (1.0,) * self.links),
            self.resets,
            self.heard,
        )
        self.action.receive(Publication(names.JOINT_STATES, replace(snapshot, **changed)))

    def ask(self, service, args):
        """A client calls; the token of the call."""
        self.tokens += 1
        self.action.receive(
            call(service, args, token=self.tokens, incarnation=self.action.incarnation)
        )
        return self.tokens

    def send(self, **args):
        return self.ask(names.SEND_GOAL, TARGET | args)

    def solve(self, result=True, status=""):
        """ik answers all that it was asked; what that was."""
        self.action.commit()
        asked = [letter for letter in letters(self.system, "ik") if isinstance(letter, ServiceCall)]
        for question in asked:
            self.action.receive(
                reply(
                    question.token,
                    {"positions": SOLUTION[self.links]},
                    result,
                    status,
                    incarnation=self.action.incarnation,
                )
            )
        return asked

    def accepted(self, **args):
        """Send a goal that ik can solve, and let the arm hear it; its id."""
        self.send(**args)
        self.solve()
        self.hear()
        return self.action.goal.id

    def hear(self):
        """The arm hears the command of the active goal."""
        self.heard = Command(self.action.goal.id, self.resets)

    def reset(self):
        self.resets = self.resets + 1
        self.time = 0.0

    # -- out -------------------------------------------------------------------------------------
    def said(self, to="gateway"):
        self.action.commit()
        return self.letters(to)

    def letters(self, to):
        """What waits for somebody, but the news of a death."""
        return [letter for letter in letters(self.system, to) if not isinstance(letter, Down)]

    def told(self, topic):
        """What clients are told on a topic."""
        return [
            json.loads(letter.message)
            for letter in self.said()
            if isinstance(letter, Publication) and letter.topic == topic
        ]

    def story(self):
        """What clients are told, in order: results as (id, outcome), answers as True or False, feedback as its id."""
        return [told for told in map(_in_short, self.said()) if told is not None]

    # -- death -----------------------------------------------------------------------------------
    def kill(self):
        """The actor dies here, and a successor begins with what was committed last."""
        self.system.record_death("ik_action", KILLED)
        self.action = IkAction(self.system)


def _in_short(letter):
    if isinstance(letter, ServiceReply):
        return letter.result
    message = (
        json.loads(letter.message) if letter.topic in (names.IK_RESULT, names.IK_FEEDBACK) else None
    )
    if letter.topic == names.IK_RESULT:
        return message["goal_id"], message["outcome"]
    return message and message["goal_id"]


@pytest.fixture(params=[2])
def bench(request):
    bench = Bench(request.param)
    bench.see(FAR if request.param == 2 else (*FAR, 0.0))
    bench.said()
    yield bench
    for entry in bench.system.entries.values():
        entry.mailbox.close()


both_arms = pytest.mark.parametrize("bench", [2, 3], indirect=True)


# -- a goal is accepted ----------------------------------------------------------------------------
@both_arms
def test_it_has_the_target_solved_by_ik_with_the_pose_as_reference(bench):
    bench.see((7.0, 8.0, 9.0)[: bench.links])
    bench.send()
    (question,) = bench.solve()
    assert (question.service, question.args) == (
        names.IK_SOLVE,
        TARGET | {"reference": [7.0, 8.0, 9.0][: bench.links]},
    )


def test_the_arm_is_commanded_to_the_solution_and_told_whose_command_it_is(bench):
    goal = bench.accepted()
    commands = [letter for letter in bench.said("arm_sim") if isinstance(letter, Publication)]
    assert commands == [Publication(names.JOINT_TRAJECTORY, GoalCommand(SOLUTION[2], goal))]


@both_arms
def test_clients_see_the_command_as_a_whole_trajectory(bench):
    bench.accepted()
    (command,) = bench.told(names.JOINT_TRAJECTORY)
    assert command["joint_names"] == ["joint1", "joint2", "joint3"][: bench.links]
    assert [point["positions"] for point in command["points"]] == [list(SOLUTION[bench.links])]


def test_it_never_switches_the_controller(bench):
    bench.accepted()
    bench.see(FAR)
    bench.ask(names.CANCEL_GOAL, {})
    assert not [letter for letter in bench.said("arm_sim") if isinstance(letter, ServiceCall)]


def test_it_goes_on_with_everything_while_ik_is_silent(bench):
    first = bench.accepted()
    bench.said()
    bench.send()
    bench.see(FAR)
    bench.ask(names.CANCEL_GOAL, {})
    assert bench.story() == [first, (first, "preempted"), True]


def test_a_goal_needs_an_arm_that_has_been_seen(bench):
    newborn = Bench()
    newborn.send()
    (refused,) = newborn.said()
    assert not refused.result and "seen" in refused.status
    for entry in newborn.system.entries.values():
        entry.mailbox.close()


# -- a goal is refused -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "args, words",
    [
        ({"epsilon": 0}, "epsilon must be a finite number above 0"),
        ({"epsilon": -1}, "epsilon must be"),
        ({"epsilon": "x"}, "epsilon must be"),
        ({"epsilon": True}, "epsilon must be"),
        ({"epsilon": None}, "epsilon must"),
        ({"epsilon": math.inf}, "epsilon must be"),
        ({"success_hold": -0.1}, "success_hold must be a finite number at"),
        ({"success_hold": "x"}, "success_hold must be"),
        ({"success_hold": None}, "success_hold must be"),
        ({"x": None}, "x must be"),
        ({"y": "1"}, "y must be"),
        ({"x": 10**400}, "x must be"),
    ],
    ids=str,
)
def test_a_bad_goal_is_refused_by_name_and_leaves_the_active_goal_alone(bench, args, words):
    goal = bench.accepted()
    bench.said()
    bench.send(**args)
    (refused,) = bench.said()
    assert not refused.result and words in refused.status
    bench.see(FAR)
    assert bench.story() == [goal]
    assert bench.said("arm_sim")[1:] == []  # but the command of the first goal


def test_an_unreachable_goal_leaves_the_active_goal_alone(bench):
    goal = bench.accepted()
    bench.said()
    bench.send(x=5.0)
    bench.solve(result=False, status="out of reach by 3 m")
    (refused,) = bench.said()
    assert not refused.result and "out of reach by 3 m" in refused.status
    bench.see(FAR)
    assert bench.story() == [goal]


@pytest.mark.parametrize("bench", [3], indirect=True)
def test_a_heading_is_asked_for_and_shown_when_it_was_given(bench):
    bench.send(phi=0.5)
    (question,) = bench.solve()
    assert question.args["phi"] == 0.5
    bench.see((0.0, 0.0, 0.0))
    assert bench.told(names.IK_FEEDBACK)[0]["target"] == TARGET | {"phi": 0.5}


@both_arms
def test_no_heading_is_asked_for_or_shown_when_none_was_given(bench):
    bench.send(phi=None)
    (question,) = bench.solve()
    assert "phi" not in question.args
    bench.see()
    assert bench.told(names.IK_FEEDBACK)[0]["target"] == TARGET


def test_two_links_ignore_phi(bench):
    bench.send(phi="nonsense")
    (question,) = bench.solve()
    assert "phi" not in question.args


# -- order -----------------------------------------------------------------------------------------
def test_a_new_goal_preempts_the_old_one_first_then_is_answered_then_has_feedback(bench):
    first = bench.accepted()
    bench.said()
    second = bench.accepted()
    bench.see(FAR)
    assert bench.story() == [(first, "preempted"), True, second]


def test_the_answer_holds_nothing_but_the_id(bench):
    goal = bench.accepted()
    (answer,) = [letter for letter in bench.said() if isinstance(letter, ServiceReply)]
    assert answer.values == {"goal_id": goal} and isinstance(goal, str) and goal


def test_there_is_feedback_with_every_state_of_the_arm_while_a_goal_is_active_and_none_otherwise(
    bench,
):
    bench.see(FAR)
    assert bench.story() == []
    goal = bench.accepted()
    bench.said()
    for _ in range(5):
        bench.see(FAR)
    assert bench.story() == [goal] * 5
    bench.ask(names.CANCEL_GOAL, {})
    for _ in range(5):
        bench.see(FAR)
    assert bench.story() == [(goal, "preempted"), True]


def test_the_observation_that_ends_a_goal_has_the_result_and_no_feedback(bench):
    goal = bench.accepted(success_hold=0)
    bench.said()
    bench.see(FAR)
    bench.see()
    bench.see()
    assert bench.story() == [goal, (goal, "reached")]


def test_feedback_has_the_target_the_command_the_distance_and_the_time(bench):
    goal = bench.accepted()
    bench.said()
    bench.see(FAR)
    bench.see((0.0, math.pi), lengths=(1.0, 0.5))
    first, second = bench.told(names.IK_FEEDBACK)
    assert first == {
        "goal_id": goal,
        "target": TARGET,
        "positions": list(SOLUTION[2]),
        "elapsed": TICK,
        "distance_remaining": math.dist((2.0, 0.0), (2.0 * math.cos(1.0), 2.0 * math.sin(1.0))),
    }
    assert (second["distance_remaining"], second["elapsed"]) == (
        1.5,
        2 * TICK,
    )  # with the lengths now in force


def test_a_result_has_the_target_and_the_last_distance(bench):
    goal = bench.accepted(success_hold=0)
    bench.said()
    bench.see((0.0, 0.0), lengths=(1.0, 0.96875))
    assert bench.told(names.IK_RESULT) == [
        {"goal_id": goal, "outcome": "reached", "target": TARGET, "final_distance": 0.03125}
    ]


def test_fifty_goals_at_once_have_fifty_ids_and_each_but_the_last_one_result(bench):
    for _ in range(50):
        bench.send()
    bench.solve()
    said = bench.said()
    ids = [letter.values["goal_id"] for letter in said if isinstance(letter, ServiceReply)]
    assert len(set(ids)) == 50
    results = [story for story in map(_in_short, said) if isinstance(story, tuple)]
    assert results == [(goal, "preempted") for goal in ids[:-1]]
    bench.see(FAR)
    assert bench.story() == [ids[-1]]


# -- cancel ----------------------------------------------------------------------------------------
def test_with_no_goal_active_there_is_nothing_to_cancel(bench):
    bench.ask(names.CANCEL_GOAL, {})
    (refused,) = bench.said()
    assert not refused.result and refused.status == "no goal is active"


@pytest.mark.parametrize(
    "odd", ["nope", "", 5, 0, None, True, [], {}, "goal-0-2", "GOAL-0-1", "goal-0-1 "], ids=repr
)
def test_a_goal_id_that_is_not_the_active_one_cancels_nothing(bench, odd):
    goal = bench.accepted()
    assert goal == "goal-0-1"  # so that the near misses above are near
    bench.said()
    bench.ask(names.CANCEL_GOAL, {"goal_id": odd})
    (refused,) = bench.said()
    assert not refused.result and "goal_id must be" in refused.status
    bench.see(FAR)
    assert bench.story() == [goal]


@pytest.mark.parametrize("named", [True, False], ids=["by id", "whatever it is"])
def test_the_active_goal_is_cancelled_once(bench, named):
    goal = bench.accepted()
    bench.said()
    for _ in range(2):
        bench.ask(names.CANCEL_GOAL, {"goal_id": goal} if named else {})
    assert bench.story() == [(goal, "preempted"), True, False]


def test_a_goal_that_has_ended_can_not_be_cancelled(bench):
    goal = bench.accepted(success_hold=0)
    bench.see()
    bench.said()
    bench.ask(names.CANCEL_GOAL, {"goal_id": goal})
    assert bench.story() == [False]


def test_after_a_cancel_the_arm_is_commanded_nothing_new(bench):
    bench.accepted()
    bench.said("arm_sim")
    bench.ask(names.CANCEL_GOAL, {})
    for _ in range(3 * PATIENCE):
        bench.see(FAR)
    assert bench.said("arm_sim") == []


# -- the arm ---------------------------------------------------------------------------------------
def test_a_reset_preempts_the_goal_at_the_next_observation(bench):
    goal = bench.accepted()
    bench.see(FAR)
    bench.said()
    bench.reset()
    bench.see()
    bench.see()
    assert bench.story() == [(goal, "preempted")]


def test_nothing_is_concluded_while_simulation_time_stands_still(bench):
    goal = bench.accepted(success_hold=2 * TICK)
    bench.said()
    for _ in range(100):
        bench.see(time=5.0)
    assert set(bench.story()) == {goal}
    bench.see(time=5.0 + 2 * TICK)
    assert bench.story() == [(goal, "reached")]


def test_a_command_that_the_arm_never_heard_is_said_again_until_it_does(bench):
    bench.send()
    bench.solve()
    for _ in range(PATIENCE):
        bench.see(FAR)
    first, second = bench.said("arm_sim")
    assert first == second
    bench.hear()
    for _ in range(3 * PATIENCE):
        bench.see(FAR)
    assert bench.said("arm_sim") == []


def test_a_trajectory_of_somebody_else_does_not_end_the_goal(bench):
    goal = bench.accepted()
    bench.see(FAR)
    bench.said()
    bench.heard = replace(bench.heard, overruled=True)
    for _ in range(3 * PATIENCE):
        bench.see(FAR)
    assert set(bench.story()) == {goal} and bench.said("arm_sim")[1:] == []


def test_a_motion_that_commands_the_arm_ends_the_goal(bench):
    goal = bench.accepted()
    bench.see(FAR)
    bench.said()
    bench.heard = Command("motion-0-1", 0)
    bench.see(FAR)
    bench.see(FAR)
    assert bench.story() == [(goal, "preempted")]


# -- what ik_trial is told -------------------------------------------------------------------------
def observations(bench):
    return [letter.message for letter in bench.said("ik_trial") if letter.topic == names.IK_CLOCK]


def test_the_trial_is_told_of_every_state_of_the_arm_with_or_without_a_goal(bench):
    bench.said("ik_trial")
    bench.see(FAR)
    assert observations(bench) == [Observation(2 * TICK, 0, None, None, None)]
    goal = bench.accepted()
    bench.said("ik_trial")
    bench.see()
    assert observations(bench) == [Observation(3 * TICK, 0, goal, 0.0, SOLUTION[2])]


def test_the_trial_has_been_told_of_a_new_goal_before_anybody_has_the_answer(bench):
    bench.said("ik_trial")
    bench.action.receive(call(names.SEND_GOAL, TARGET, caller="ik_trial"))
    bench.solve()
    shown, answer = bench.said("ik_trial")
    assert shown.message.goal_id == answer.values["goal_id"]


# -- over a death ----------------------------------------------------------------------------------
def test_an_active_goal_goes_on_under_its_id_and_its_time(bench):
    goal = bench.accepted(success_hold=3 * TICK)
    bench.see()
    bench.said()
    bench.kill()
    bench.see()
    assert bench.told(names.IK_FEEDBACK)[0]["elapsed"] == 2 * TICK
    bench.see()
    bench.see()
    assert bench.story() == [goal, (goal, "reached")]


def test_what_was_not_committed_has_not_happened(bench):
    """Nobody was told of it either."""
    goal = bench.accepted()
    bench.said()
    bench.ask(names.CANCEL_GOAL, {})
    bench.kill()
    bench.see(FAR)
    assert bench.story() == [goal]


def marked(bench):
    """Results that clients are told, each with its mark."""
    return [
        (letter.once, json.loads(letter.message))
        for letter in bench.said()
        if isinstance(letter, Publication) and letter.topic == names.IK_RESULT
    ]


def test_a_result_that_was_saved_and_perhaps_not_sent_is_said_again_under_the_same_mark(bench):
    goal = bench.accepted()
    bench.said()
    bench.ask(names.CANCEL_GOAL, {})
    bench.action.save()  # and it dies between this and the sending
    said = bench.action.outbox
    bench.kill()
    said.flush()  # or right after the sending
    first, second = marked(bench)
    assert first == second and first[0] == first[1]["goal_id"] == goal


def test_a_result_that_was_surely_sent_is_not_said_again(bench):
    bench.accepted()
    bench.ask(names.CANCEL_GOAL, {})
    for _ in range(2):
        bench.said()
    bench.kill()
    assert marked(bench) == []


def test_a_result_that_found_no_room_is_said_by_the_successor(bench):
    goal = bench.accepted()
    bench.said()
    fill(bench.system["gateway"].mailbox)
    bench.ask(names.CANCEL_GOAL, {})
    for _ in range(3):
        bench.action.commit()
    bench.kill()
    bench.letters("gateway")  # there is room again
    assert [mark for mark, _ in marked(bench)] == [goal]


def test_ids_are_not_used_again_by_a_successor_whatever_it_remembers(bench):
    ids = []
    for commits in (True, False, True, False):
        for _ in range(3):
            ids.append(bench.accepted())
        if commits:
            bench.said()
        bench.kill()
        bench.see(FAR)
    bench.system["ik_action"].checkpoint.clear()
    bench.kill()
    bench.see(FAR)
    ids.append(bench.accepted())
    assert len(set(ids)) == len(ids)


def test_a_successor_repeats_a_command_that_died_with_its_predecessor(bench):
    bench.send()
    bench.solve()
    bench.action.save()
    bench.kill()
    for _ in range(PATIENCE):
        bench.see(FAR)
    (command,) = bench.said("arm_sim")
    assert command.message.goal_id == bench.action.goal.id


@pytest.mark.parametrize("seed", range(20))
def test_wherever_it_dies_clients_get_one_result_of_each_accepted_goal_and_no_feedback_after_it(
    bench, seed
):
    """Dead before the commit, between the saving and the sending, or after it; marks are sorted out as by the gateway.

    A goal is accepted if its answer has got through.
    """
    rng = random.Random(seed)
    told = []
    marks = set()

    def listen():
        for letter in bench.letters("gateway"):
            if (
                not isinstance(letter, Publication)
                or letter.once is None
                or letter.once not in marks
            ):
                marks.add(getattr(letter, "once", None))
                told.append(
                    letter.values.get("goal_id") and (letter.values["goal_id"],)
                    if isinstance(letter, ServiceReply)
                    else _in_short(letter)
                )

    for _ in range(60):
        for _ in range(rng.randrange(4)):
            act = rng.choice(
                [
                    bench.send,
                    bench.solve,
                    bench.see,
                    lambda: bench.see(FAR),
                    bench.reset,
                    lambda: bench.action.goal and bench.hear(),
                    lambda: bench.ask(names.CANCEL_GOAL, {}),
                    lambda: bench.send(success_hold=0),
                ]
            )
            act()
        end = rng.choice(["live on"] * 4 + ["die", "die once saved", "die once sent"])
        if end in ("live on", "die once sent"):
            bench.action.commit()
        elif end == "die once saved":
            bench.action.save()
        listen()
        if end != "live on":
            bench.kill()
            letters(bench.system, "ik")
    bench.see(FAR)
    if bench.action.goal:
        bench.ask(names.CANCEL_GOAL, {})
    bench.action.commit()
    listen()
    accepted = [entry[0] for entry in told if isinstance(entry, tuple) and len(entry) == 1]
    results = [entry[0] for entry in told if isinstance(entry, tuple) and len(entry) == 2]
    assert len(accepted) == len(set(accepted)) and len(results) == len(set(results))
    assert set(accepted) <= set(results)
    for goal in results:
        assert (
            goal
            not in told[
                told.index(
                    next(e for e in told if isinstance(e, tuple) and e[0] == goal and e[1:])
                ) :
            ]
        )


def fill(mailbox):
    """Until there is no room, not even for a small letter."""
    for size in (1000, 1):
        try:
            while True:
                mailbox.put(packed([Publication("filler", b"x" * size)]))
        except Full:
            pass


def test_it_outlives_any_number_of_results_that_wait_for_somebody_who_does_not_read(bench):
    """ik_trial is stopped, its mailbox is full, and goals keep coming; each is accepted or refused."""
    fill(bench.system["ik_trial"].mailbox)
    answers = 0
    for _ in range(1000):
        bench.send()
        bench.solve()
        answers += sum(isinstance(letter, ServiceReply) for letter in bench.said())
    assert answers == 1000


@both_arms
def test_it_outlives_a_burst_of_goals_while_somebody_does_not_read(bench):
    """All have been asked of ik before the first result waits."""
    fill(bench.system["ik_trial"].mailbox)
    for _ in range(1000):
        bench.send(phi=0.123456789)
    bench.action.commit()
    answers = 0
    while asked := bench.letters("ik"):
        for question in asked:
            bench.action.receive(reply(question.token, {"positions": SOLUTION[bench.links]}))
            answers += sum(isinstance(letter, ServiceReply) for letter in bench.said())
    assert answers == 1000
