"""The arm's actor and goals: it judges them, and tells other actors what they need for them."""

import json

from arm_bench import LIMITS, asked, told
from crew import letters

from actors.arm.kinematics import Target
from actors.arm.pid import Setpoint
from actors.arm.pursuit import Aim, Arrival
from actors.arm.tenure import GoalSetpoint
from protocol import names

AT_THE_START = Aim(Target(2.0, 0.0), epsilon=0.05, success_hold=0.0)


def test_a_goal_that_comes_to_an_arm_with_newer_limits_does_not_bring_it_down(arm):
    """The solution was found under the limits before."""
    asked(arm, names.SET_LIMITS, LIMITS)
    told(arm, GoalSetpoint(Setpoint.at_rest((1.5, 0.0)), "goal-1", AT_THE_START))
    assert arm.simulation.controller.setpoint.position == (0.0, 0.0)
    assert arm.simulation.snapshot().arrival is None
    assert asked(arm, names.SET_LIMITS).result


def test_the_arrival_at_a_goal_is_published_to_actors_but_not_to_clients(arm):
    for topic in (names.JOINT_STATES, names.ENERGY):
        arm.registry.demand(topic, True)
    arm.registry["ik_action"].listen(True)
    told(arm, GoalSetpoint(Setpoint.at_rest((0.0, 0.0)), "goal-1", AT_THE_START))
    arm.publications.publish_state(arm.simulation, 0.0)
    arm.commit()
    (seen,) = letters(arm.registry, "ik_action")
    assert seen.message.arrival == Arrival("goal-1", 0.0, 0.0)
    states = [each for each in letters(arm.registry, "gateway") if each.topic == names.JOINT_STATES]
    assert set(json.loads(states[-1].message)) == {
        "header",
        "name",
        "position",
        "velocity",
        "effort",
    }


def test_a_successor_goes_on_with_the_pursuit_of_a_goal(arm):
    aim = AT_THE_START._replace(success_hold=1.0)
    told(arm, GoalSetpoint(Setpoint.at_rest((0.0, 0.0)), "goal-1", aim))
    saved, _ = arm.registry["arm_sim"].checkpoint.load()
    assert saved.pursuit == arm.simulation.pursuit and saved.pursuit.entered == 0.0


def test_it_tells_other_actors_why_it_would_not_follow_a_setpoint(arm):
    def hindrances():
        return asked(arm, names.GEOMETRY).values["hindrances"]

    paused, disabled = hindrances()
    assert "paused" in paused and "PID is disabled" in disabled
    asked(arm, names.ENABLE, {"data": True})
    assert hindrances() == [paused]
    asked(arm, names.PAUSE, {"data": False})
    assert hindrances() == []
    arm.simulation.diverged = True
    (diverged,) = hindrances()
    assert "diverged" in diverged
