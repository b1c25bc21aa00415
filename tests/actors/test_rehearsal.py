"""Rehearsals are planned like motions, and long ones let short ones pass."""

import pickle

import pytest
from arm_node import arm_of
from crew import Gateway, call, letters, reply

from actors.arm.motion.rehearsal import AS_IF_ENABLED
from actors.arm.simulation import Simulation
from actors.ik import Ik
from actors.kernel.letters import Abandoned, ServiceCall, ServiceReply, packed
from actors.kernel.registry import Registry
from actors.motion import Motion
from actors.planner import Planner
from actors.rehearsal import Rehearser
from protocol import names

GOAL = {"positions": [0.5, -0.5], "duration": 1.0}
CIRCLE = {"circle": {"center": [1.2, 0.3], "radius": 0.1}, "speed": 1.0}


class Bench:
    """A rehearser with a planner and an ik, whose questions to arm and motion are answered."""

    def __init__(self):
        self.system = Registry([arm_of(2), Ik, Motion, Planner, Rehearser, Gateway])
        self.planner = Planner(self.system)
        self.rehearser = Rehearser(self.system)
        self.ik = Ik(self.system)
        self.arm = Simulation(2)
        self.obstacles = []
        self.tokens = 0
        self.arm.set_params(gravity=0.0)
        self.arm.enable(True)

    def ask(self, args, client=1):
        """A client calls; the token of the call."""
        self.tokens += 1
        self.rehearser.receive(call(names.REHEARSE, args, token=self.tokens, client=client))
        return self.tokens

    def answers(self):
        """All actors answer each other until no question is left; the replies to clients."""
        told = []
        while self.round():
            told += self.replies()
        return told + self.replies()

    def replies(self):
        """What clients have got since the last time."""
        found = letters(self.system, "gateway")
        return [letter for letter in found if isinstance(letter, ServiceReply)]

    def round(self):
        """Each actor handles its letters, and computes for a while; whether any had to."""
        busy = False
        for actor in (self.rehearser, self.planner, self.ik):
            actor.commit()
        for question in self._questions("arm_sim"):
            self._reply(question, {"twin": pickle.loads(pickle.dumps(self.arm))})
        for question in self._questions("motion"):
            self._reply(question, {"obstacles": self.obstacles})
        for actor in (self.rehearser, self.planner, self.ik):
            for letter in letters(self.system, actor.name):
                actor.receive(letter)
                busy = True
            busy = busy or actor.handlers.any_yielded
            actor.handlers.go_on()
        return busy

    def _questions(self, to):
        return [letter for letter in letters(self.system, to) if isinstance(letter, ServiceCall)]

    def _reply(self, question, values):
        self.system["rehearsal"].mailbox.put(packed([reply(question.token, values)]))


@pytest.fixture
def bench():
    bench = Bench()
    yield bench
    for entry in bench.system.entries.values():
        entry.mailbox.close()


@pytest.mark.parametrize(
    "args",
    [GOAL, GOAL | {"motion": "move_joints"}, {"x": 1.7, "y": 0.3, "speed": 1.0}, CIRCLE],
    ids=str,
)
def test_any_motion_can_be_rehearsed_and_moves_nothing(bench, args):
    bench.ask(args)
    (told,) = bench.answers()
    assert told.result, told.status
    figures = told.values["figures"]
    assert told.values["outcome"] == "reached" and told.values["reason"] == ""
    assert 0 < figures["mean"] <= figures["rms"] <= figures["max"] < 0.1  # m, of an arm of 2 m
    assert bench.arm.time == 0.0 and bench.arm.controller.setpoint.position == (0.0, 0.0)


def test_a_short_one_does_not_wait_for_a_long_one_of_another_client(bench):
    bench.ask(GOAL | {"duration": 20.0}, client=1)
    bench.ask(GOAL, client=2)
    assert [told.token for told in bench.answers()] == [2, 1]


def test_one_that_might_take_too_many_ticks_is_refused(bench):
    bench.arm.set_integrator("euler", 1e-6)
    bench.ask(GOAL)
    (told,) = bench.answers()
    assert not told.result and "7000000 ticks" in told.status and "2000000" in told.status


def test_an_arm_that_diverges_faults(bench):
    bench.arm.set_params(gravity=9.81)
    bench.arm.set_integrator("rk4", 0.1)  # far beyond what its gains allow
    bench.ask(GOAL | {"duration": 10.0, "tolerance": None})
    (told,) = bench.answers()
    assert (told.values["outcome"], told.values["reason"]) == ("faulted", "the arm has diverged")


def test_a_timestep_longer_than_a_stream_may_be_silent_comes_to_an_end_too(bench):
    bench.arm.set_integrator("rk4", 0.2)
    bench.arm.set_gains(kp=(0.1, 0.1), ki=(0.0, 0.0), kd=(0.3, 0.3))
    bench.ask(GOAL | {"duration": 2.0, "feedforward": False, "tolerance": None})
    (told,) = bench.answers()
    assert told.values["outcome"] == "timed_out"


def test_what_the_motion_would_be_refused_for_the_rehearsal_is(bench):
    bench.obstacles = [{"x": 1.5, "y": 0.8, "radius": 0.1}]
    for args, words in (
        ({}, "motion must be one of"),
        ({"positions": [1]}, "positions must be"),
        ({"positions": [1.0, 0.0]}, "touches the obstacle at (1.5, 0.8)"),
        ({"points": [[1, 0], [3, 0]]}, "point"),
    ):
        bench.ask(args)
        (told,) = bench.answers()
        assert not told.result and words in told.status


@pytest.mark.parametrize("state, words", [("paused", "is paused"), ("diverged", "has diverged")])
def test_an_arm_that_stands_still_has_no_rehearsal(bench, state, words):
    setattr(bench.arm, state, True)
    bench.ask(GOAL)
    (told,) = bench.answers()
    assert not told.result and f"the arm {words}" in told.status


@pytest.mark.parametrize("args", [GOAL, CIRCLE], ids=str)
def test_with_pid_disabled_it_shows_what_would_come_if_it_were_enabled_and_says_so(bench, args):
    bench.ask(args)
    (enabled,) = bench.answers()
    bench.arm.enable(False)
    bench.ask(args)
    (disabled,) = bench.answers()
    assert disabled.result and disabled.values == enabled.values
    assert (enabled.status, disabled.status) == ("", AS_IF_ENABLED)
    assert not bench.arm.controller.enabled


def test_an_arm_that_swings_freely_comes_to_rest_before_the_motion_that_is_rehearsed(bench):
    bench.arm.set_params(gravity=9.81)
    bench.arm.enable(False)
    bench.arm.advance(600)
    bench.ask(GOAL)
    (told,) = bench.answers()
    assert (told.values["outcome"], told.values["reason"]) == ("reached", "")
    assert told.status == AS_IF_ENABLED


def test_many_rehearsals_of_a_client_wait_for_one_another_and_hold_up_nobody_else(bench):
    many = [bench.ask(GOAL | {"duration": 5.0 - k}) for k in range(4)]
    other = bench.ask(GOAL, client=2)
    told = bench.answers()
    assert all(answer.result for answer in told)
    tokens = [answer.token for answer in told]
    assert [token for token in tokens if token != other] == many  # in the order of the calls
    assert tokens.index(other) <= 1


@pytest.mark.parametrize("rounds", range(4))
def test_what_is_left_of_a_rehearsal_that_nobody_waits_for_is_nothing(bench, rounds):
    """Whether it waits for the arm, for motion or for the plan, or computes."""
    token = bench.ask(CIRCLE)
    for _ in range(rounds):
        bench.round()
    bench.rehearser.receive(Abandoned("gateway", 0, (token,)))
    assert bench.answers() == []
    for actor in (bench.rehearser, bench.planner, bench.ik):
        assert len(actor.asks) == 0 and actor.handlers.keys == []


@pytest.mark.parametrize(
    "args",
    [
        {"points": [[1e-322, 0], [0, 1e-322]]},
        {"circle": {"center": [0, 0], "radius": 1}},
        {"points": [[1e-322, 0], [0, 1e-322]], "spacing": 1.0},
    ],
    ids=str,
)
def test_an_arm_without_a_size_draws_nothing_and_nobody_dies_of_it(bench, args):
    bench.arm.set_integrator("rk4", 1e6)
    bench.arm.set_params(lengths=(1e-322, 1e-322))
    bench.ask(args)
    (told,) = bench.answers()
    assert not told.result and told.status
