"""Which limits are taken, what they do to setpoints, and whole turns."""

import math
import random

import pytest
from stop_samples import LOW, NARROW, WIDE, both_arms, ticked

from actors.arm.errors import ControlError
from actors.arm.limits import (
    Limits,
    at_stop,
    into,
    outside,
    revised,
    touches,
    whole_turns_into,
)
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation


# -- which limits are taken ------------------------------------------------------------------------
@pytest.mark.parametrize(
    "before, given, after, named",
    [
        (Limits(), {}, Limits(), []),
        (
            Limits(),
            {"position": WIDE, "operating": NARROW, "velocity": (1.0, 2.0), "effort": (0.0, 3.0)},
            Limits(WIDE, NARROW, (1.0, 2.0), (0.0, 3.0)),
            [],
        ),
        (Limits(), {"operating": NARROW}, Limits(None, NARROW), []),
        (Limits(WIDE), {"operating": WIDE}, Limits(WIDE, WIDE), []),
        (
            Limits(WIDE, NARROW, (1.0, 1.0), (2.0, 2.0)),
            {"velocity": None},
            Limits(WIDE, NARROW, None, (2.0, 2.0)),
            [],
        ),
        (
            Limits(WIDE, NARROW, (1.0, 1.0), (2.0, 2.0)),
            {"position": None, "operating": None, "velocity": None, "effort": None},
            Limits(),
            [],
        ),
        (Limits(NARROW), {"operating": WIDE}, Limits(NARROW), ["operating"]),
        (Limits(None, WIDE), {"position": NARROW}, Limits(None, WIDE), ["position"]),
        (Limits(NARROW), {"position": WIDE, "operating": WIDE}, Limits(WIDE, WIDE), []),
        (Limits(None, WIDE), {"position": NARROW, "operating": None}, Limits(NARROW), []),
        (Limits(None, WIDE), {"position": NARROW, "operating": NARROW}, Limits(NARROW, NARROW), []),
        (
            Limits(),
            {"position": NARROW, "operating": WIDE, "effort": (1.0, 1.0)},
            Limits(NARROW, effort=(1.0, 1.0)),
            ["operating"],
        ),
        (
            Limits(None, NARROW),
            {"position": LOW, "velocity": (1.0, 1.0)},
            Limits(None, NARROW, (1.0, 1.0)),
            ["position"],
        ),
        (Limits(NARROW, NARROW), {"position": None}, Limits(None, NARROW), []),
        (Limits(), {"operating": LOW}, Limits(None, LOW), []),
    ],
)
def test_limits_are_taken_each_on_its_own_as_far_as_they_hold_together(before, given, after, named):
    limits, problems = revised(before, given, (0.0, 0.0))
    assert limits == after
    assert [problem.split()[0] for problem in problems] == named


def test_hard_stops_that_do_not_contain_the_pose_are_refused_by_joint():
    _, (problem,) = revised(Limits(), {"position": WIDE}, (0.0, 2.5))
    assert "joint 2" in problem and "2.5" in problem


@pytest.mark.parametrize("angle", [-1.0, 1.0])
def test_a_pose_that_is_at_a_stop_is_within_it(angle):
    assert revised(Limits(), {"position": NARROW}, (angle, angle / 2))[1] == []


@pytest.mark.parametrize(
    "q, joint", [((0.0, 0.0), None), ((-1.0, 0.5), None), ((1.5, 0.0), 0), ((0.0, -0.6), 1)]
)
def test_the_first_joint_that_is_out_of_its_range_is_found(q, joint):
    assert outside(NARROW, q) == joint and outside(None, q) is None
    assert touches(NARROW, q) == (q != (0.0, 0.0))
    assert outside(NARROW, into(NARROW, q)) is None and into(None, q) == q


# -- commands --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "setpoint, words",
    [
        (Setpoint.at_rest((1.0, -0.5)), None),
        (Setpoint((0.0, 0.0), (2.0, -3.0)), None),
        (Setpoint.at_rest((1.1, 0.0)), "joint 1"),
        (Setpoint.at_rest((0.0, -0.6)), "joint 2"),
        (Setpoint((0.0, 0.0), (2.1, 0.0)), "joint 1"),
        (Setpoint((0.0, 0.0), (0.0, -3.1)), "joint 2"),
    ],
    ids=str,
)
def test_only_setpoints_within_operating_and_velocity_limits_are_held(setpoint, words):
    simulation = Simulation(2)
    simulation.set_limits(Limits(operating=NARROW, velocity=(2.0, 3.0)))
    before = simulation.controller.setpoint
    if words is None:
        simulation.hold(setpoint)
        assert simulation.controller.setpoint == setpoint
    else:
        with pytest.raises(ControlError, match=words):
            simulation.hold(setpoint, "a test")
        assert (simulation.controller.setpoint, simulation.tenure.commander) == (before, "")


def test_limits_bind_commands_and_not_the_arm():
    simulation = Simulation(2)
    simulation.set_limits(Limits(operating=((-0.1, 0.1), (-0.1, 0.1)), velocity=(0.1, 0.1)))
    ticked(simulation, 1000)  # it falls freely
    assert simulation.position[0] < -0.5 and abs(simulation.velocity[0]) > 0.5


@both_arms
def test_efforts_of_the_live_arm_stay_within_their_limits_down_to_none(links):
    simulation = Simulation(links)
    simulation.enable(True)
    simulation.hold(Setpoint.at_rest((1.0,) * links))
    simulation.set_limits(Limits(effort=(3.0, 0.0, 1.0)[:links]))
    for _ in range(500):
        simulation.tick()
        assert all(abs(tau) <= limit for tau, limit in zip(simulation.effort, (3.0, 0.0, 1.0)))
    simulation.set_limits(Limits())
    assert abs(ticked(simulation, 1).effort[0]) > 3.0


# -- whole turns -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "allowed, angle, near, wanted",
    [
        ((-1.0, 1.0), 0.5, 0.0, 0),
        ((-1.0, 1.0), 0.5, 99.0, 0),
        ((-1.0, 1.0), 1.5, 0.0, None),
        ((-20.0, 20.0), 0.5, 13.0, 2),
        ((-20.0, 20.0), 0.5, 99.0, 3),
        ((-20.0, 20.0), 0.5, -99.0, -3),
        ((0.5, 0.6), 0.5, 0.0, 0),
        ((0.4, 0.5), 0.5, 0.0, 0),
        ((6.0, 7.0), 0.0, 0.0, 1),
        ((1.0, 6.0), 0.5, 0.0, None),
        ((-1e300, 1e300), 0.5, 0.0, 0),
    ],
)
def test_whole_turns_bring_an_angle_into_a_range_as_near_as_can_be(allowed, angle, near, wanted):
    assert whole_turns_into(allowed, angle, near) == (
        None if wanted is None else angle + wanted * 2 * math.pi
    )


@pytest.mark.parametrize("end", [0, 1])
def test_an_angle_at_the_very_end_of_its_range_is_within_it_after_whole_turns(end):
    rng = random.Random(end)
    for _ in range(2000):
        angle = rng.uniform(-3.0, 3.0)
        turns = rng.choice([-3, -2, -1, 1, 2, 3])
        edge = math.nextafter(angle + turns * 2 * math.pi, rng.choice([-99.0, 99.0]))
        allowed = (edge - 1.0, edge) if end else (edge, edge + 1.0)
        found = whole_turns_into(allowed, angle, 0.0)
        assert found is None or allowed[0] <= found <= allowed[1]


@pytest.mark.parametrize(
    "position, found",
    [((0.0, 0.0), None), ((0.5, 0.0), (0, 0.5)), ((0.0, -1.1), (1, -1.0)), ((9.0, 9.0), (0, 0.5))],
)
def test_the_stop_that_a_joint_has_reached_is_found(position, found):
    assert at_stop(((-0.5, 0.5), (-1.0, 1.0)), position) == found
    assert at_stop(None, position) is None
