"""The rehearsal actor: long rehearsals let short ones pass, and none is too long."""

import pytest
from crew import Gateway, call, letters

from actors.arm.motion.course import Plan, Stage
from actors.arm.motion.leg import Leg
from actors.arm.simulation import Simulation
from actors.arm_sim import arm_of
from actors.registry import Registry
from actors.rehearsal import Rehearsal
from protocol import names
from protocol.messages import ServiceReply


@pytest.fixture
def rehearsal():
    actor = Rehearsal(Registry([arm_of(2), Rehearsal, Gateway]))
    yield actor
    for mailbox in actor.registry.mailbox.values():
        mailbox.close()


def arm(gravity=0.0):
    simulation = Simulation(2)
    simulation.set_params(gravity=gravity)
    simulation.enable(True)
    return simulation


def plan(seconds, to=0.5):
    leg = Leg(((0.0, 0.0), (to, -to)), (0.0, 1.0), "quintic", seconds)
    return Plan("rehearsal", "move_joints", (Stage(leg, 5.0, tracked=True),), (1.0, 1.0), 0)


def ask(actor, token, **args):
    actor.receive(call(names.RUN_REHEARSAL, args, token=token))


def run(actor):
    """Until it has nothing left to do; its answers in order."""
    answers = []
    while True:
        actor.commit()
        answers += [letter for letter in letters(actor.registry, "gateway") if isinstance(letter, ServiceReply)]
        own = letters(actor.registry, "rehearsal")
        if not own:
            return answers
        for letter in own:
            actor.receive(letter)


def test_it_tells_the_outcome_and_the_figures(rehearsal):
    ask(rehearsal, 1, twin=arm(), plan=plan(1.0))
    told, = run(rehearsal)
    figures = told.values["figures"]
    assert told.values["outcome"] == "reached" and told.values["reason"] == ""
    assert 0 < figures["mean"] <= figures["rms"] <= figures["max"] < 0.1         # m, of an arm of 2 m
    assert figures["drawn"][0] == pytest.approx((2.0, 0.0), abs=0.01)            # stretched out, as it began


def test_a_short_one_does_not_wait_for_a_long_one(rehearsal):
    ask(rehearsal, 1, twin=arm(), plan=plan(20.0))
    ask(rehearsal, 2, twin=arm(), plan=plan(1.0))
    assert [told.token for told in run(rehearsal)] == [2, 1]


def test_one_that_might_take_too_many_ticks_is_refused(rehearsal):
    simulation = arm()
    simulation.set_integrator("euler", 1e-6)
    ask(rehearsal, 1, twin=simulation, plan=plan(1.0))
    told, = run(rehearsal)
    assert not told.result and "7000000 ticks" in told.status and "2000000" in told.status


def test_an_arm_that_diverges_faults(rehearsal):
    simulation = arm(gravity=9.81)
    simulation.set_integrator("rk4", 0.1)                    # far beyond what its gains allow
    ask(rehearsal, 1, twin=simulation, plan=plan(10.0))
    told, = run(rehearsal)
    assert (told.values["outcome"], told.values["reason"]) == ("faulted", "the arm has diverged")
