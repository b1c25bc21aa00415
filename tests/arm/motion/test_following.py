"""How well the arm follows paths: with the mechanics fed forward, and with late setpoints."""

import math
import random

import pytest

from actors.arm.dynamics import gravity_load
from actors.arm.motion.branch import joint_path
from actors.arm.motion.endings import FAULTED, REACHED
from actors.arm.motion.path import Path
from actors.arm.motion.plan import DYNAMICS, VELOCITY
from actors.arm.motion.planning import complete, joint_stage, pen_stage
from actors.arm.motion.rehearsal import Rehearsal
from actors.arm.motion.scene import Scene
from actors.arm.pid import Setpoint
from actors.arm.simulation import Simulation

CENTERS = {2: (1.2, 0.4), 3: (1.8, 0.4)}


def circle(links=2, radius=0.2):
    return Path.circle(CENTERS[links], radius)


def square(links=2):
    return Path.square(CENTERS[links], 0.4)


def drawing(path, links=2, speed=0.4, timestep=0.0005, start=None, profile="steady", **how):
    """The rehearsal of a drawing by the default arm, which its integral holds at the beginning."""
    simulation = Simulation(links)
    simulation.set_integrator("rk4", timestep)
    arm = simulation.arm
    distances, poses = joint_path(arm.lengths, path, "positive", (0.0, 0.5, 0.5)[:links])
    simulation.position = poses[0] if start is None else start
    simulation.hold(Setpoint.at_rest(simulation.position))
    simulation.enable(True)
    load = gravity_load(arm, simulation.position)
    gains = simulation.controller.gains.ki
    simulation.controller.integral = tuple(g / ki for g, ki in zip(load, gains))
    scene = Scene.of(simulation, ())
    stage = pen_stage(scene, path, distances, poses, profile, speed, **how)
    plan = complete("rehearsal", "draw", stage, simulation.position, scene, simulation)
    return Rehearsal(simulation, plan)


def figures(run):
    while (outcome := run.advance(1000)) is None:
        pass
    return outcome, run.execution.figures


@pytest.mark.parametrize("links", [2, 3])
@pytest.mark.parametrize("path", [circle, square])
@pytest.mark.parametrize("timestep", [0.0005, 0.005])
def test_a_drawing_with_its_mechanics_fed_forward_is_a_hundredth_of_a_millimetre_off(
    path, links, timestep
):
    if links == 3 and timestep == 0.005:
        timestep = 0.004  # closer to the limit of the timestep it is a little farther off
    outcome, found = figures(drawing(path(links), links, timestep=timestep))
    assert outcome == REACHED and found.rms < 2e-5 and found.max < 1e-4  # m


def test_without_it_is_a_thousand_times_as_far_off():
    outcome, found = figures(drawing(circle(), feedforward=VELOCITY))
    assert outcome == REACHED and 4e-3 < found.rms < 12e-3


@pytest.mark.parametrize("feedforward, least", [(DYNAMICS, 0.0), (VELOCITY, 5e-3)])
def test_a_motion_of_the_joints_is_fed_forward_too(feedforward, least):
    run = drawing(circle())
    scene = Scene.of(run.simulation, ())
    start = run.simulation.position
    stage = joint_stage(scene, start, (0.5, 0.5), duration=2.0, feedforward=feedforward)
    plan = complete("rehearsal", "move_joints", stage, start, scene)
    outcome, found = figures(Rehearsal(run.simulation, plan))
    assert outcome == REACHED and least <= found.rms < least + 1e-2
    assert (found.rms < 1e-5) is (feedforward == DYNAMICS)


def late(run, longest, seed=1):
    """The rehearsal, whose setpoints now and then fail to come for up to some seconds."""
    rnd = random.Random(seed)
    send, until = run._send_setpoint, 0.0

    def send_late(time):
        nonlocal until
        if time >= until:
            send(time)
            until = time + (rnd.uniform(0.0, longest) if rnd.random() < 0.1 else 0.0)

    run._send_setpoint = send_late
    return run


def test_setpoints_that_are_late_by_less_than_the_lease_change_nothing():
    outcome, found = figures(late(drawing(circle()), 0.09))
    assert outcome == REACHED and found.rms < 2e-5


@pytest.mark.parametrize("seed", range(3))
def test_a_longer_silence_stops_the_drawing_which_then_goes_on_close_to_its_path(seed):
    outcome, found = figures(late(drawing(circle()), 0.4, seed))
    assert outcome == REACHED and found.rms < 1e-2 and found.max < 3e-2


def test_even_a_circle_that_is_over_in_a_moment_is_looked_at_often():
    run = drawing(circle(), speed=50.0, tolerance=math.inf)
    figures(run)
    assert run.execution.tracking.error.count > 20


def test_a_pen_that_leaves_its_path_ends_the_rehearsal():
    outcome, found = figures(drawing(circle(), feedforward=VELOCITY, tolerance=5e-3))
    assert outcome == FAULTED and 5e-3 < found.max < 6e-3 and len(found.drawn) < 400


def test_a_line_past_the_base_is_followed():
    path = Path.through([(1.0, 0.01), (-1.0, 0.01)])
    outcome, found = figures(drawing(path, speed=0.5))
    assert outcome == REACHED and found.max < 2e-3


def test_an_arm_that_swings_comes_to_rest_before_it_draws():
    run = drawing(circle())
    run.simulation.velocity = (1.0, -2.0)
    scene = Scene.of(run.simulation, ())
    stage = run.execution.plan.stages[-1]
    start = run.simulation.position
    plan = complete("rehearsal", "draw", stage, start, scene, run.simulation)
    outcome, found = figures(Rehearsal(run.simulation, plan))
    assert outcome == REACHED and found.max < 1e-3
