"""The ik_trial actor: a client of ik_action that keeps one random target in flight, whatever comes between."""

import json
import math

import pytest
from crew import Gateway, call, letters, reply

from actors.arm.commands import Observation
from actors.arm.goal import DEFAULT_EPSILON, DEFAULT_SUCCESS_HOLD
from actors.arm.trial import DEFAULT_DURATION
from actors.arm_sim import arm_of
from actors.ik import Ik
from actors.ik_action import IkAction
from actors.ik_trial import ATTEMPTS, IkTrial
from actors.kernel.letters import Down, Publication, ServiceCall, ServiceReply
from actors.kernel.registry import Registry
from protocol import names

ANGLES = {2: (0.25, 0.5), 3: (0.25, 0.5, 0.75)}
LENGTHS = (1.0, 0.75, 0.5)
TICK = 0.25  # s of simulation time between two observations; exact in binary
KILLED = -9
SHOWN = ("target", "error", "desired_positions", "action_status")
NOTHING = dict.fromkeys(SHOWN) | {"action_status": "idle"}


class Bench:
    """An ik_trial among silent others. The bench plays the arm and ik_action: one goal at a time, and its end."""

    def __init__(self, links=2):
        self.links = links
        self.system = Registry([arm_of(links), Ik, IkAction, IkTrial, Gateway])
        self.trial = IkTrial(self.system)
        self.tokens = 0
        self.goals = 0
        self.time = 10.0
        self.resets = 0
        self.active = None
        self.distance = 0.5
        self.results = []  # of goals, as (id, outcome)
        self.last_result = None
        self.sent = []  # requests for goals

    # -- the others ------------------------------------------------------------------------------
    def see(self, seconds=TICK):
        """ik_action passes on a state of the arm, so much later."""
        self.time += seconds
        self.show()

    def show(self):
        goal = (
            (self.active, self.distance, ANGLES[self.links]) if self.active else (None, None, None)
        )
        self.trial.receive(
            Publication(
                names.IK_CLOCK, Observation(self.time, self.resets, *goal, self.last_result)
            )
        )

    def reset(self):
        self.resets = self.resets + 1
        self.time = 0.0
        if self.active:
            self.end("preempted")

    def start_goal(self):
        """A goal becomes active, whoever sent it; its id."""
        if self.active:
            self.end("preempted")
        self.goals += 1
        self.active = f"goal-0-{self.goals}"
        self.show()
        return self.active

    def end(self, outcome, heard=True):
        """The active goal ends; its result may die with a trial that was about to take it up."""
        goal = self.active
        self.active = None
        self.results.append((goal, outcome))
        self.last_result = {
            "goal_id": goal,
            "outcome": outcome,
            "target": {},
            "final_distance": 0.03125,
        }
        if heard:
            self.trial.receive(Publication(names.IK_RESULT, self.last_result))

    def questions(self):
        """What it asks at the moment."""
        self.trial.commit()
        return [
            letter
            for to in ("arm_sim", "ik_action")
            for letter in letters(self.system, to)
            if isinstance(letter, ServiceCall)
        ]

    def answer(self, question, values=None, status=""):
        self.trial.receive(
            reply(question.token, values, not status, status, incarnation=self.trial.incarnation)
        )

    def serve(self, question):
        """As the arm or ik_action would."""
        if question.service == names.GEOMETRY:
            self.answer(question, {"lengths": LENGTHS[: self.links], "allowed": None})
        elif question.service == names.SEND_GOAL:
            self.sent.append(question.args)
            self.answer(question, {"goal_id": self.start_goal()})
        elif self.active == question.args["goal_id"]:
            self.end("preempted")
            self.answer(question)
        else:
            self.answer(question, status="no such goal is active")

    def settle(self):
        """Serve until nothing is asked any more."""
        for _ in range(100):
            questions = self.questions()
            for question in questions:
                self.serve(question)
            if not questions:
                return
        raise AssertionError("it never stops asking")

    def until(self, service):
        """Serve until this is asked; that question, held."""
        while questions := self.questions():
            for question in questions:
                if question.service == service:
                    return question
                self.serve(question)
        raise AssertionError(f"{service} was not asked")

    # -- clients ---------------------------------------------------------------------------------
    def call(self, service, **args):
        self.tokens += 1
        self.trial.receive(
            call(service, args, token=self.tokens, incarnation=self.trial.incarnation)
        )
        return self.tokens

    def answers(self):
        """Those that clients have by now, by token."""
        self.trial.commit()
        return {
            letter.token: letter
            for letter in letters(self.system, "gateway")
            if isinstance(letter, ServiceReply)
        }

    def do(self, service, **args):
        """Call and serve; the answer."""
        token = self.call(service, **args)
        self.settle()
        return self.answers()[token]

    def status(self):
        self.trial.commit()
        letters(self.system, "gateway")
        self.trial.tick()
        self.trial.commit()
        said = [
            letter for letter in letters(self.system, "gateway") if isinstance(letter, Publication)
        ]
        assert [letter.topic for letter in said] in ([], [names.IK_TRIAL_STATUS])
        return json.loads(said[0].message) if said else None

    def shown(self):
        """What it shows of the goal in flight."""
        status = self.status()
        return {field: status[field] for field in SHOWN}

    # -- death -----------------------------------------------------------------------------------
    def kill(self):
        """The actor dies here, and a successor begins with what was committed last."""
        self.system.record_death("ik_trial", KILLED)
        self.trial = IkTrial(self.system)

    def lose(self, actor):
        """Another actor dies with all that it was asked."""
        self.trial.commit()
        self.system.record_death(actor, KILLED)
        letters(self.system, actor)
        self.trial.receive(Down(actor, self.system[actor].incarnation))


@pytest.fixture(params=[2])
def bench(request):
    bench = Bench(request.param)
    bench.show()
    yield bench
    for entry in bench.system.entries.values():
        entry.mailbox.close()


@pytest.fixture
def running(bench):
    """With a first target in flight."""
    assert bench.do(names.START_TRIAL).result
    return bench


both_arms = pytest.mark.parametrize("bench", [2, 3], indirect=True)


# -- what it is not --------------------------------------------------------------------------------
def test_it_neither_listens_to_joint_states_nor_says_a_trajectory(running):
    assert names.JOINT_STATES not in IkTrial.subscriptions
    for _ in range(5):
        running.see()
        running.end("reached")
        running.trial.tick()
        running.settle()
    said = letters(running.system, "gateway")
    assert {letter.topic for letter in said if isinstance(letter, Publication)} == {
        names.IK_TRIAL_STATUS
    }


def test_there_is_no_status_before_there_is_a_trial(bench):
    bench.see()
    assert bench.status() is None


@pytest.mark.parametrize("service", [names.SKIP_TARGET, names.STOP_TRIAL])
def test_without_a_trial_there_is_nothing_to_skip_or_stop(bench, service):
    refused = bench.do(service)
    assert not refused.result and refused.status == "no trial is running"
    assert bench.status() is None


# -- start -----------------------------------------------------------------------------------------
@both_arms
def test_start_submits_a_random_target_within_reach(bench):
    answer = bench.do(names.START_TRIAL)
    assert answer.result and answer.values == {}
    (sent,) = bench.sent
    assert math.hypot(sent["x"], sent["y"]) <= sum(LENGTHS[: bench.links]) * (
        1 + 1e-9
    )  # the slack of the boundary
    assert ("phi" in sent) is (bench.links == 3)


@both_arms
def test_the_target_in_flight_is_shown(bench):
    bench.do(names.START_TRIAL)
    target = {axis: value for axis, value in bench.sent[0].items() if axis in ("x", "y", "phi")}
    assert bench.shown() == {
        "target": target,
        "error": 0.5,
        "desired_positions": list(ANGLES[bench.links]),
        "action_status": "active",
    }


def test_what_is_not_given_has_its_default(bench):
    bench.do(names.START_TRIAL, epsilon=0.25)
    assert bench.status()["duration"] == DEFAULT_DURATION
    assert (bench.sent[0]["epsilon"], bench.sent[0]["success_hold"]) == (0.25, DEFAULT_SUCCESS_HOLD)
    bench.do(names.START_TRIAL, duration=5, success_hold=0)
    assert bench.status()["duration"] == 5.0
    assert (bench.sent[1]["epsilon"], bench.sent[1]["success_hold"]) == (DEFAULT_EPSILON, 0.0)


BAD = [
    {"duration": -1},
    {"duration": 0},
    {"duration": "x"},
    {"duration": True},
    {"duration": None},
    {"duration": math.inf},
    {"epsilon": 0},
    {"epsilon": -1},
    {"epsilon": "x"},
    {"success_hold": -1},
    {"success_hold": None},
]


@pytest.mark.parametrize("args", BAD, ids=str)
def test_a_bad_start_is_refused_by_name_and_starts_nothing(bench, args):
    refused = bench.do(names.START_TRIAL, **args)
    assert not refused.result and refused.status.startswith(f"{next(iter(args))} must be")
    assert bench.status() is None and bench.sent == []


@pytest.mark.parametrize("args", BAD, ids=str)
def test_a_bad_start_leaves_the_running_trial_alone(running, args):
    before = running.status()
    running.do(names.START_TRIAL, **args)
    assert running.status() == before and running.active == "goal-0-1"


def test_a_restart_cancels_the_goal_left_over_and_begins_at_zero(running):
    running.see()
    running.end("reached")
    running.settle()
    running.see()
    running.do(names.START_TRIAL, duration=7)
    status = running.status()
    assert running.results == [("goal-0-1", "reached"), ("goal-0-2", "preempted")]
    assert (status["elapsed"], status["targets_reached"], status["duration"]) == (0.0, 0, 7.0)
    assert running.active == "goal-0-3"


def test_a_start_that_finds_no_target_says_why_and_leaves_no_trial_running(bench):
    token = bench.call(names.START_TRIAL)
    for _ in range(ATTEMPTS):
        bench.answer(bench.until(names.SEND_GOAL), status="out of reach by 3 m")
    bench.settle()
    refused = bench.answers()[token]
    assert not refused.result and "out of reach by 3 m" in refused.status
    status = bench.status()
    assert not status["running"] and {field: status[field] for field in SHOWN} == NOTHING


def test_a_restart_that_finds_no_target_cancels_the_goal_left_over_all_the_same(running):
    token = running.call(names.START_TRIAL)
    for _ in range(ATTEMPTS):
        running.answer(running.until(names.SEND_GOAL), status="no")
    running.settle()
    assert not running.answers()[token].result
    assert running.active is None and not running.status()["running"]


def test_a_refused_target_is_replaced_by_another(bench):
    token = bench.call(names.START_TRIAL)
    first = bench.until(names.SEND_GOAL)
    bench.answer(first, status="no")
    bench.settle()
    assert bench.answers()[token].result
    assert bench.sent[0]["x"] != first.args["x"]


def test_targets_are_sampled_with_the_lengths_in_force(bench):
    bench.call(names.START_TRIAL)
    bench.answer(bench.until(names.GEOMETRY), {"lengths": (1e-6, 1e-6), "allowed": None})
    sent = bench.until(names.SEND_GOAL).args
    assert 0.0 < math.hypot(sent["x"], sent["y"]) <= 2.1e-6


# -- reached ---------------------------------------------------------------------------------------
def test_each_reached_target_counts_and_is_followed_by_another(running):
    for k in range(1, 6):
        running.see()
        running.end("reached")
        assert running.status()["targets_reached"] == k
        running.settle()
        assert running.active == f"goal-0-{k + 1}" and running.shown()["action_status"] == "active"
    assert len({(sent["x"], sent["y"]) for sent in running.sent}) == 6


def test_between_two_targets_the_reached_one_is_shown(running):
    running.end("reached")
    shown = running.shown()
    assert (shown["action_status"], shown["error"]) == ("reached", 0.03125) and shown["target"]


def test_a_result_that_is_said_twice_counts_once(running):
    running.end("reached")
    running.trial.receive(
        Publication(
            names.IK_RESULT,
            {"goal_id": "goal-0-1", "outcome": "reached", "target": {}, "final_distance": 0.0},
        )
    )
    assert running.status()["targets_reached"] == 1


def test_if_no_next_target_is_accepted_it_tries_again_at_the_next_observation(running):
    running.end("reached")
    for _ in range(ATTEMPTS):
        running.answer(running.until(names.SEND_GOAL), status="no")
    assert running.questions() == []
    running.see()
    running.settle()
    assert running.active == "goal-0-2" and running.shown()["action_status"] == "active"


# -- skip and stop ---------------------------------------------------------------------------------
def test_a_skipped_target_is_replaced_and_does_not_count(running):
    assert running.do(names.SKIP_TARGET).result
    assert running.results == [("goal-0-1", "preempted")]
    assert running.active == "goal-0-2"
    assert running.status()["targets_reached"] == 0 and running.shown()["action_status"] == "active"


def test_a_skip_that_finds_no_target_is_refused_and_the_trial_goes_on_at_the_next_observation(
    running,
):
    token = running.call(names.SKIP_TARGET)
    for _ in range(ATTEMPTS):
        running.answer(running.until(names.SEND_GOAL), status="ik did not answer in time")
    refused = running.answers()[token]
    assert not refused.result and "ik did not answer in time" in refused.status
    assert running.status()["running"]
    running.see()
    running.settle()
    assert running.shown()["action_status"] == "active"


def test_a_skip_that_the_arm_does_not_answer_is_refused_and_the_trial_goes_on_at_the_next_observation(
    running,
):
    token = running.call(names.SKIP_TARGET)
    running.answer(running.until(names.GEOMETRY), status="arm_sim did not answer in time")
    assert not running.answers()[token].result
    running.see()
    running.settle()
    assert running.shown()["action_status"] == "active"


def ended(bench):
    status = bench.status()
    return not status["running"] and {field: status[field] for field in SHOWN} == NOTHING


def test_a_stopped_trial_cancels_its_goal_and_shows_nothing_of_it(running):
    assert running.do(names.STOP_TRIAL).result
    assert running.results == [("goal-0-1", "preempted")]
    assert ended(running) and len(running.sent) == 1


def test_a_stopped_trial_keeps_its_count_and_its_clock(running):
    running.see()
    running.end("reached")
    running.settle()
    running.see()
    running.do(names.STOP_TRIAL)
    running.see()
    status = running.status()
    assert (status["targets_reached"], status["elapsed"]) == (1, 2 * TICK)


@pytest.mark.parametrize("service", [names.SKIP_TARGET, names.STOP_TRIAL])
def test_an_ended_trial_can_not_be_skipped_or_stopped(running, service):
    running.do(names.STOP_TRIAL)
    assert not running.do(service).result
    assert ended(running) and len(running.sent) == 1


def test_a_stopped_trial_can_be_started_anew(running):
    running.do(names.STOP_TRIAL)
    assert running.do(names.START_TRIAL).result
    assert running.status()["running"] and running.active == "goal-0-2"


def test_the_status_of_an_ended_trial_keeps_coming(running):
    running.do(names.STOP_TRIAL)
    assert [ended(running) for _ in range(5)] == [True] * 5


# -- the clock -------------------------------------------------------------------------------------
def test_the_clock_follows_simulation_time(running):
    for seconds, elapsed in [
        (TICK, TICK),
        (TICK, 2 * TICK),
        (0.0, 2 * TICK),
        (0.0, 2 * TICK),
        (TICK, 3 * TICK),
    ]:
        running.see(seconds)
        assert running.status()["elapsed"] == elapsed


def test_when_the_time_is_over_the_goal_is_cancelled_and_nothing_is_shown(bench):
    bench.do(names.START_TRIAL, duration=4 * TICK)
    for _ in range(3):
        bench.see()
        assert bench.status()["running"]
    bench.see()
    bench.settle()
    assert bench.results == [("goal-0-1", "preempted")] and ended(bench)
    assert bench.status()["elapsed"] == 4 * TICK
    assert not bench.do(names.SKIP_TARGET).result


def test_the_elapsed_time_is_never_more_than_the_duration(bench):
    bench.do(names.START_TRIAL, duration=1.0)
    bench.see()
    bench.see(100.0)
    assert bench.status()["elapsed"] == 1.0


def test_a_target_reached_with_the_last_tick_counts(bench):
    bench.do(names.START_TRIAL, duration=4 * TICK)
    bench.see()
    bench.end("reached")
    bench.see(4 * TICK)
    bench.settle()
    assert bench.status()["targets_reached"] == 1 and ended(bench) and bench.active is None


def test_a_reset_of_the_arm_costs_the_target_but_not_the_time_or_the_count(running):
    for _ in range(3):
        running.see()
    running.end("reached")
    running.settle()
    before = running.status()
    running.reset()
    running.see()
    running.settle()
    status = running.status()
    assert status["elapsed"] == before["elapsed"] + TICK and status["targets_reached"] == 1
    assert running.active == "goal-0-3" and status["action_status"] == "active"


# -- goals of others -------------------------------------------------------------------------------
def test_a_goal_of_somebody_else_is_waited_for(running):
    running.start_goal()
    for _ in range(10):
        running.see()
        assert running.questions() == []
    shown = running.shown()
    assert (shown["action_status"], shown["error"]) == ("preempted", 0.03125)


@pytest.mark.parametrize("outcome", ["reached", "preempted"])
def test_when_the_goal_of_somebody_else_has_ended_the_trial_goes_on_and_does_not_count_it(
    running, outcome
):
    running.start_goal()
    running.see()
    running.end(outcome)
    assert running.questions() == []
    running.see()
    running.settle()
    status = running.status()
    assert (status["targets_reached"], status["action_status"]) == (0, "active")
    assert running.active == "goal-0-3" and len(running.sent) == 2


def test_several_goals_of_others_in_a_row_are_all_waited_for(running):
    for _ in range(5):
        running.start_goal()
        running.see()
        assert running.questions() == []
    running.end("reached")
    running.see()
    running.settle()
    assert len(running.sent) == 2 and running.status()["targets_reached"] == 0


def test_a_target_cancelled_by_somebody_else_is_replaced(running):
    running.end("preempted")
    running.see()
    running.settle()
    assert running.active == "goal-0-2" and running.status()["targets_reached"] == 0


def test_a_stop_leaves_the_goal_of_somebody_else_alone(running):
    foreign = running.start_goal()
    running.see()
    assert running.do(names.STOP_TRIAL).result
    assert running.active == foreign and ended(running)


def test_the_time_runs_on_while_somebody_elses_goal_is_waited_for(bench):
    bench.do(names.START_TRIAL, duration=4 * TICK)
    foreign = bench.start_goal()
    for _ in range(6):
        bench.see()
    bench.settle()
    assert ended(bench) and bench.active == foreign


def test_a_skip_does_not_wait_for_the_goal_of_somebody_else(running):
    foreign = running.start_goal()
    assert running.do(names.SKIP_TARGET).result
    assert running.results[-1] == (foreign, "preempted") and running.active == "goal-0-3"


# -- requests that overtake a submission -----------------------------------------------------------
def orphans(bench):
    """After all is quiet: a goal that is active and that the trial does not know as its own."""
    bench.settle()
    bench.see()
    bench.settle()
    return bench.active is not None and bench.shown()["action_status"] != "active"


@pytest.mark.parametrize("service", [names.GEOMETRY, names.SEND_GOAL])
def test_a_start_that_was_overtaken_by_a_stop_says_so_and_leaves_no_goal(bench, service):
    start = bench.call(names.START_TRIAL)
    held = bench.until(service)
    stop = bench.call(names.STOP_TRIAL)
    bench.serve(held)
    bench.settle()
    answers = bench.answers()
    assert (
        not answers[start].result
        and "later request" in answers[start].status
        and answers[stop].result
    )
    assert bench.active is None and ended(bench)


@pytest.mark.parametrize("service", [names.GEOMETRY, names.SEND_GOAL])
def test_of_two_starts_the_later_one_wins(bench, service):
    first = bench.call(names.START_TRIAL, duration=5)
    held = bench.until(service)
    second = bench.call(names.START_TRIAL, duration=7)
    bench.serve(held)
    bench.settle()
    answers = bench.answers()
    assert not answers[first].result and answers[second].result
    assert bench.status()["duration"] == 7.0
    assert not orphans(bench) and bench.shown()["action_status"] == "active"


@pytest.mark.parametrize("service", [names.GEOMETRY, names.SEND_GOAL])
def test_of_two_skips_the_later_one_wins(running, service):
    first = running.call(names.SKIP_TARGET)
    held = running.until(service)
    second = running.call(names.SKIP_TARGET)
    running.serve(held)
    running.settle()
    answers = running.answers()
    assert not answers[first].result and answers[second].result
    assert not orphans(running) and running.shown()["action_status"] == "active"


@pytest.mark.parametrize("service", [names.GEOMETRY, names.SEND_GOAL])
def test_a_stop_that_overtakes_a_skip_ends_the_goal_that_was_being_skipped(running, service):
    running.call(names.SKIP_TARGET)
    held = running.until(service)
    stop = running.call(names.STOP_TRIAL)
    running.serve(held)
    running.settle()
    assert running.answers()[stop].result and ended(running)
    assert running.active is None


def test_a_stop_in_the_same_breath_as_a_skip_ends_the_goal_that_was_being_skipped(running):
    running.call(names.SKIP_TARGET)
    running.call(names.STOP_TRIAL)
    running.settle()
    assert running.active is None and ended(running)


def test_when_the_time_is_over_during_a_skip_the_goal_that_was_being_skipped_ends(bench):
    bench.do(names.START_TRIAL, duration=4 * TICK)
    bench.see()
    bench.call(names.SKIP_TARGET)
    held = bench.until(names.GEOMETRY)
    bench.see(4 * TICK)
    bench.serve(held)
    bench.settle()
    assert bench.active is None and ended(bench)


def test_a_goal_that_a_skip_could_not_replace_ends_with_the_trial(running):
    running.call(names.SKIP_TARGET)
    for _ in range(ATTEMPTS):
        running.answer(running.until(names.SEND_GOAL), status="no")
    assert running.do(names.STOP_TRIAL).result
    assert running.active is None


@pytest.mark.parametrize("service", [names.GEOMETRY, names.SEND_GOAL])
def test_a_skip_overtakes_the_next_target_after_a_reached_one(running, service):
    running.end("reached")
    held = running.until(service)
    skip = running.call(names.SKIP_TARGET)
    running.serve(held)
    running.settle()
    assert running.answers()[skip].result
    assert not orphans(running) and running.status()["targets_reached"] == 1


@pytest.mark.parametrize("service", [names.GEOMETRY, names.SEND_GOAL])
def test_a_stop_overtakes_the_next_target_after_a_reached_one(running, service):
    running.end("reached")
    held = running.until(service)
    running.call(names.STOP_TRIAL)
    running.serve(held)
    running.settle()
    assert running.active is None and ended(running) and running.status()["targets_reached"] == 1


def test_a_target_reached_while_it_is_being_skipped_does_not_count(running):
    running.call(names.SKIP_TARGET)
    running.until(names.GEOMETRY)
    running.end("reached")
    assert running.status()["targets_reached"] == 0


# -- over a death ----------------------------------------------------------------------------------
def test_a_trial_goes_on_under_its_goal_with_its_count_and_clock(running):
    running.see()
    running.end("reached")
    running.settle()
    running.see()
    before = running.status()
    running.kill()
    assert running.status() == before
    running.see()
    running.settle()
    assert len(running.sent) == 2 and running.status()["elapsed"] == before["elapsed"] + TICK
    running.end("reached")
    assert running.status()["targets_reached"] == 2


def test_the_time_of_a_death_counts(running):
    running.see()
    running.trial.commit()
    elapsed = running.status()["elapsed"]
    running.time += 8 * TICK
    running.kill()
    running.see()
    assert running.status()["elapsed"] == elapsed + 9 * TICK


@pytest.mark.parametrize("service", [names.GEOMETRY, names.SEND_GOAL])
@pytest.mark.parametrize("accepted", [False, True], ids=["unheard", "accepted"])
def test_a_successor_submits_what_its_predecessor_was_about_to(running, service, accepted):
    running.end("reached")
    held = running.until(service)
    if accepted and held.service == names.SEND_GOAL:
        running.start_goal()
    running.kill()
    running.see()
    running.settle()
    assert not orphans(running) and running.shown()["action_status"] == "active"
    assert running.status()["targets_reached"] == 1


def test_a_successor_does_not_wait_for_a_goal_that_its_predecessor_sent(running):
    """That one waited for a free arm, had a target accepted, and died before it heard so."""
    running.start_goal()
    running.end("reached")
    running.see()
    running.until(names.SEND_GOAL)
    running.start_goal()
    running.kill()
    running.see()
    running.settle()
    assert not orphans(running) and running.shown()["action_status"] == "active"


def test_a_successor_goes_on_waiting_for_somebody_elses_goal(running):
    foreign = running.start_goal()
    running.see()
    running.trial.commit()
    running.kill()
    for _ in range(5):
        running.see()
        running.settle()
    assert running.active == foreign and running.shown()["action_status"] == "preempted"
    running.end("reached")
    running.see()
    running.settle()
    assert running.shown()["action_status"] == "active" and running.status()["targets_reached"] == 0


def test_an_ended_trial_stays_ended(running):
    running.do(names.STOP_TRIAL)
    running.kill()
    for _ in range(3):
        running.see()
        running.settle()
    assert ended(running) and len(running.sent) == 1


def test_a_stop_that_was_saved_ends_the_goal_though_its_actor_died_before_it_said_so(running):
    running.call(names.STOP_TRIAL)
    running.trial.save()
    running.kill()
    running.see()
    running.settle()
    assert running.active is None and ended(running)


def test_a_goal_that_outlives_the_death_of_ik_action_with_the_cancel_is_cancelled_again(running):
    stop = running.call(names.STOP_TRIAL)
    running.lose("ik_action")
    running.see()
    running.settle()
    assert running.active is None
    assert running.answers()[stop].result


def test_a_submission_that_dies_with_ik_action_is_made_to_its_successor(bench):
    start = bench.call(names.START_TRIAL)
    bench.until(names.SEND_GOAL)
    bench.lose("ik_action")
    bench.settle()
    assert bench.answers()[start].result and bench.active == "goal-0-1"


def test_a_question_that_dies_with_the_arm_is_put_to_its_successor(bench):
    start = bench.call(names.START_TRIAL)
    bench.until(names.GEOMETRY)
    bench.lose("arm_sim")
    bench.settle()
    assert bench.answers()[start].result


def test_a_result_that_died_with_a_predecessor_is_taken_from_the_next_observation_and_counts_once(
    running,
):
    running.end("reached", heard=False)
    running.see()
    running.settle()
    running.see()
    assert running.status()["targets_reached"] == 1 and len(running.sent) == 2
